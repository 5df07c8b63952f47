/** Patterns made to hurt: each ends within its budget with an answer or `undecided`, whatever it is asked. */
import { describe, expect, test } from 'vitest';
import {
  automatonOf,
  differenceOf,
  type Found,
  findNamespace,
  fullMatch,
  type Grammar,
  parseRegex,
  type Regex,
  startMeter,
  unionOf,
  wordInside,
  wordOutside,
} from '../../../src/routing/regex/index.ts';
import { processorTime } from '../../processor-time.ts';

/** Milliseconds of processor time; the answer may take longer, for the clock is not looked at all the time. */
const BUDGET = 250;
const MOST = 1500;
const limits = { work: 20_000_000, clock: { now: processorTime, milliseconds: BUDGET } };
/** What a path may hold. */
const PRINTABLE = [0x21, 0x7e];

function parsed(pattern: string, grammar: Grammar = 'ecmascript'): Regex {
  const result = parseRegex(pattern, grammar);
  if (!result.ok) throw new Error(`${pattern.slice(0, 40)}: ${result.problem}`);
  return result.tree;
}

function inTime<Value>(ask: () => Value): Value {
  const start = processorTime();
  const value = ask();
  expect(processorTime() - start).toBeLessThan(MOST);
  return value;
}

const HOSTILE = [
  '(a+)+$',
  '(a*)*b',
  '(a|a)*b',
  '(?:a?){100}a{100}',
  '(.{1,100}){1,100}',
  '(a|b)*a(a|b){14}',
  '.*a.{20}',
  '((((a*)*)*)*)*b',
  '(?:(?:(?:a{1,10}){1,10}){1,10}){1,9}',
  '(?:(?:a*b)*c)*',
  '(?!.*a.{12}b).*',
  '(?:(?!ab)(?!ba).)*(?=.{0,30}$).*',
  '(?:(?=(?:a|b)*a(?:a|b){8}).)*',
  '(.*)*x',
];

describe.each(HOSTILE)('%s', (pattern) => {
  const tree = parsed(pattern);

  test('one text', () => {
    for (const text of ['', 'a'.repeat(40), 'ab'.repeat(2000), `${'a'.repeat(3000)}!`]) {
      inTime(() => fullMatch(tree, text));
    }
  });

  test('all texts', () => {
    const all = parsed('.*');
    const other = parsed('.*b.*');
    for (const found of [
      inTime(() => wordOutside(tree, [other], { limits, alphabet: PRINTABLE })),
      inTime(() => wordOutside(all, [tree], { limits, alphabet: PRINTABLE })),
      inTime(() => wordInside([tree, other], { limits })),
    ]) {
      if (found.kind === 'undecided') expect(found.reason).toMatch(/^it took|too large/);
    }
  });
});

test('matching is linear where it can be', () => {
  expect(fullMatch(parsed('(a+)+$'), `${'a'.repeat(50_000)}!`)).toBe(false);
  expect(fullMatch(parsed('(a|b)*a(a|b){14}'), 'ab'.repeat(20_000))).toBe(false);
  expect(fullMatch(parsed('(a|b)*a(a|b){14}'), 'ba'.repeat(20_000))).toBe(true);
  expect(fullMatch(parsed('(?:(?!x).)*'), 'a'.repeat(10_000))).toBe(true);
  expect(fullMatch(parsed('(.{1,100}){1,100}'), 'a'.repeat(300))).toBe(true);
});

test('back references end with their budget', () => {
  const tree = parsed('(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5b');
  expect(inTime(() => fullMatch(tree, 'a'.repeat(200), 1_000_000))).toBe('undecided');
  expect(fullMatch(tree, 'aaaab')).toBe(true);
});

describe('many at once', () => {
  const outside = (tree: string, others: readonly string[]): Found =>
    inTime(() =>
      wordOutside(
        parsed(tree),
        others.map((other) => parsed(other)),
        { limits, alphabet: PRINTABLE },
      ),
    );

  test('a union of eleven .*x.*y', () => {
    const pairs = [...'abcdefghijk'].map((letter, i) => `.*${letter}.*${'lmnopqrstuv'[i]}`);
    expect(outside('.*', pairs)).toMatchObject({ kind: 'word', text: '' });
    expect(outside('.*a.*l', pairs.slice(1)).kind).toBe('word');
    expect(outside('.*a.*l', pairs)).toEqual({ kind: 'none' });
    expect(outside('[a-k]*[l-v]*', pairs).kind).not.toBe('none');
    expect(outside('x.*a.*l', pairs)).toEqual({ kind: 'none' });
  });

  test('200 patterns .*wN.*', () => {
    const many = Array.from({ length: 200 }, (_, i) => `.*w${i}.*`);
    expect(outside('/.*', many)).toMatchObject({ kind: 'word', text: '/' });
    expect(outside('/w\\d.*', many)).toEqual({ kind: 'none' });
    expect(outside('/.*w1[0-9]x.*', many)).toEqual({ kind: 'none' });
    expect(outside('/.*w[0-9]+', many).kind).toBe('none');
    expect(
      inTime(() =>
        wordInside(
          many.map((one) => parsed(one)),
          { limits },
        ),
      ).kind,
    ).toBe('undecided');
  });

  test('a set that no state machine can hold', () => {
    expect(outside('.*a.{20}', ['.*a.{19}']).kind).not.toBe('none');
    expect(outside('.*a.{20}', ['.*[a-b].{20}']).kind).not.toBe('word');
  });
});

describe('large patterns', () => {
  test('100 KB', () => {
    const text = 'abcdefghij'.repeat(10_240);
    expect(inTime(() => parseRegex(text, 'ecmascript'))).toMatchObject({
      ok: false,
      problem: expect.stringContaining('too large'),
    });
    const tree = inTime(() => parsed(text, 're2'));
    expect(inTime(() => fullMatch(tree, text))).toBe(true);
    expect(inTime(() => wordOutside(tree, [parsed('.*', 're2')], { limits })).kind).not.toBe('word');
    expect(inTime(() => fullMatch(parsed(`(${text}|${text})*`, 're2'), text)).toString()).toMatch(
      /true|undecided/,
    );
  });

  test.each([
    ['(?i)\\pL', 30_000],
    ['[\\pL\\d]', 15_000],
    ['(?i)[^ǅ]', 10_000],
    ['(?i:é)', 12_000],
    ['\\PL+', 15_000],
    ['[[:alpha:]]', 9_000],
    ['(a|', 30_000],
    ['a|', 50_000],
    ['\\b', 50_000],
    ['(?:a?)', 17_000],
    ['x{2}', 25_000],
    ['a*', 50_000],
  ])('%s, %i times', (piece, times) => {
    const pattern = piece.repeat(times);
    for (const grammar of ['ecmascript', 're2'] as const) {
      const result = inTime(() => parseRegex(pattern, grammar));
      if (!result.ok) continue;
      inTime(() => fullMatch(result.tree, 'abc'.repeat(100), startMeter(limits)));
      inTime(() => wordOutside(result.tree, [parsed('.*b')], { limits }));
    }
  });

  test('10,000 parentheses within each other', () => {
    for (const grammar of ['ecmascript', 're2'] as const) {
      const nested = (open: string, close: string): string =>
        `${open.repeat(10_000)}a${close.repeat(10_000)}`;
      const plain = inTime(() => parseRegex(nested('(', ')'), grammar));
      expect(plain.ok && fullMatch(plain.tree, 'a')).toBe(true);
      const starred = inTime(() => parseRegex(nested('(?:', ')*'), grammar));
      expect(starred.ok && fullMatch(starred.tree, 'aaa')).toBe(true);
      for (const [open, close] of [
        ['(?:b', ')*'],
        ['(', '|bc)'],
        ['(?:', '){2}'],
        ['(?=', ')'],
      ] as const) {
        const deep = inTime(() => parseRegex(nested(open, close), grammar));
        if (deep.ok) inTime(() => fullMatch(deep.tree, 'aaa'));
        else expect(deep.problem).toMatch(/deep|large|more than|look/);
      }
      const looping = inTime(() => parseRegex(`${nested('(', ')')}\\1`, 'ecmascript'));
      if (looping.ok) expect(fullMatch(looping.tree, 'aa')).toBe(true);
    }
  });
});

test('a meter stops a search on a shared automaton, and another goes on', () => {
  const building = startMeter({ work: 1e6 });
  const [all, hard] = [automatonOf(parsed('.*'), building), automatonOf(parsed('.*a.{12}'), building)];
  if (all === 'too-large' || hard === 'too-large') throw new Error('too large');
  const rest = differenceOf(differenceOf(all, hard), unionOf([differenceOf(all, hard)]));
  expect(findNamespace(rest, startMeter({ work: 1000 })).kind).toBe('undecided');
  expect(findNamespace(rest, startMeter({ work: 10_000_000 }))).toEqual({ kind: 'none' });
});
