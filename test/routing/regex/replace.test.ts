/** Replacing hits as RE2's GlobalReplace does. */
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';

const engine = regexEngine();

function replaced(pattern: string, text: string, substitution: string): unknown {
  const found = engine.replaceAll?.(pattern, 're2', text, substitution);
  return typeof found === 'object' && 'text' in found ? found.text : found;
}

describe('hits', () => {
  test.each([
    ['every one, from the left', 'a', 'banana', 'o', 'bonono'],
    ['as much as there is', 'a+', 'caaat', 'o', 'cot'],
    ['as little as will do', 'a+?', 'caat', 'o', 'coot'],
    ['with U the other way round', '(?U)a+', 'caat', 'o', 'coot'],
    ['with U and a question mark as much', '(?U)a+?', 'caat', 'o', 'cot'],
    ['the first choice, not the longest', 'a|ab', 'ab', 'x', 'xb'],
    ['single characters stay behind what comes first', 'b|ab|a', 'ab', 'x', 'x'],
    ['the beginning only', '^/v1', '/v1/v1', '/v2', '/v2/v1'],
    ['the end only', '/$', '/a/', '', '/a'],
    ['empty ones between characters', '', 'ab', '-', '-a-b-'],
    ['an empty one right behind another does not count', 'a*', 'baac', 'x', 'xbxcx'],
    ['characters stay whole', 'x*', 'aé', '-', '-a-é-'],
    ['letter case left aside', '(?i)API', '/api/Api', 'v', '/v/v'],
    ['whole words', '\\bcat\\b', 'cat cats', 'dog', 'dog cats'],
    ['an optional part that took nothing is not tried again', '(?:a*|b)?', 'b', '-', '-b-'],
    ['counted', 'a{2,3}', 'aaaaa', 'x', 'xx'],
    ['outside ASCII', '[α-ω]+', 'aβγc', '_', 'a_c'],
  ])('%s', (_, pattern, text, substitution, expected) => {
    expect(replaced(pattern, text, substitution)).toBe(expected);
  });
});

describe('substitutions', () => {
  test.each([
    ['groups', '/(\\w+)/(\\w+)', '/a/b', '/\\2/\\1', '/b/a'],
    ['the whole hit', 'b+', 'abbc', '<\\0>', 'a<bb>c'],
    ['a backslash', 'b', 'abc', '\\\\', 'a\\c'],
    ['a group that took nothing', '(x)?b', 'ab', '[\\1]', 'a[]'],
    ['the last turn of a repeated group', '(?:([ab])-)+', 'a-b-', '\\1', 'b'],
    ['named groups count as well', '(?P<id>\\d+)', 'a12', '#\\1', 'a#12'],
    ['groups that do not capture do not', '(?:a)(b)', 'ab', '\\1', 'b'],
    ['what is inside a choice that lost', '(a)b|(a)c', 'ac', '[\\1\\2]', '[a]'],
    ['a group that the pattern lacks: nothing is replaced', '(a)', 'a', '\\2', 'a'],
  ])('%s', (_, pattern, text, substitution, expected) => {
    expect(replaced(pattern, text, substitution)).toBe(expected);
  });

  test('other backslashes are not understood', () => {
    expect(replaced('a', 'a', '\\x')).toMatchObject({ undecided: expect.stringContaining('\\\\x') });
  });
});

describe('no answer', () => {
  test('what may be empty is not repeated: the versions of RE2 differ', () => {
    expect(replaced('(a*)*', 'b', 'x')).toMatchObject({ undecided: expect.stringContaining('may be empty') });
  });

  test('a pattern that is none', () => {
    expect(replaced('(', 'a', '')).toMatchObject({ invalid: expect.stringContaining('(') });
  });

  test('the work is bounded', () => {
    const small = regexEngine({ steps: 20_000 });
    expect(small.replaceAll?.('(?:a|b|ab)+c', 're2', 'ab'.repeat(20_000), '')).toBe('undecided');
  });

  test('hostile patterns end, each hit in program times text', () => {
    expect(replaced('(?:a+)+$', `${'a'.repeat(5000)}b`, 'x')).toBe(`${'a'.repeat(5000)}b`);
    expect(replaced('(.+.+)+=', 'x'.repeat(2000), 'y')).toBe('x'.repeat(2000));
  });
});
