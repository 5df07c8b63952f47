import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { fullMatch, type Grammar, keyOf, parseRegex } from '../../../src/routing/regex/index.ts';
import { readerOf, wholeTree } from '../../../src/routing/regex/parse.ts';
import { samples, words } from './trees.ts';

const read = readerOf({});
const grammars = fc.constantFrom<Grammar>('ecmascript', 're2');
/** Written in ways that a head may run into. */
const written = fc.oneof(
  samples.map(({ pattern }) => pattern),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      '|',
      '(',
      ')',
      '*',
      '{2}',
      '?',
      '^',
      '$',
      '\\b',
      '[a-]',
      '[^b]',
      '\\.',
      '.',
    ),
  }),
);
const heads = fc.constantFrom('', 'a', 'ab', 'a-b', '/a', 'a'.repeat(130));

test.each([
  ['/shop/[0-9]+', '/shop/', '[0-9]+'],
  ['/shops?', '/shop', 's?'],
  ['/a{2}', '/', 'a{2}'],
  ['/a|/b', '', '/a|/b'],
  ['/(a|b)', '/', '(a|b)'],
  ['/plain', '/plain', ''],
  ['.*x', '', '.*x'],
  ['/a(^|/)b', '', '/a(^|/)b'],
])('%s', (pattern, head, tail) => {
  for (const grammar of ['ecmascript', 're2'] as const)
    expect(read(pattern, grammar)).toMatchObject({ head, tail: { pattern: tail } });
});

test('tails are shared', () => {
  expect(read('/a/[0-9]+', 're2').tail).toBe(read('/b/[0-9]+', 're2').tail);
  expect(read('/a/[0-9]+', 're2').tail).not.toBe(read('/a/[0-9]+', 'ecmascript').tail);
});

describe('a pattern taken apart', () => {
  test('has the tree of the whole one, or its problem', () => {
    fc.assert(
      fc.property(heads, written, grammars, (head, tail, grammar) => {
        const whole = parseRegex(head + tail, grammar);
        const split = read(head + tail, grammar);
        const tree = wholeTree(split);
        if (whole.ok) expect(tree && keyOf(tree)).toBe(keyOf(whole.tree));
        else expect(split.tail.parsed).toEqual(whole);
      }),
      { numRuns: 3000 },
    );
  });

  test('matches what the whole one matches', () => {
    const engine = regexEngine();
    fc.assert(
      fc.property(heads, written, grammars, words, (head, tail, grammar, namespace) => {
        const whole = parseRegex(head + tail, grammar);
        for (const text of [namespace, head + namespace]) {
          const answer = engine.matches(head + tail, grammar, text);
          if (whole.ok) expect(answer).toBe(fullMatch(whole.tree, text));
          else expect(typeof answer).not.toBe('boolean');
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('the longest patterns that a grammar takes stay so', () => {
    const tail = '(?:.{1,99}){1,100}';
    const heads = ['a', 'a'.repeat(100), 'a'.repeat(20_000)];
    for (const head of heads)
      expect(read(head + tail, 'ecmascript').tail.parsed.ok).toBe(parseRegex(head + tail, 'ecmascript').ok);
  });
});
