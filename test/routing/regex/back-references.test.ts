/** Back references are no regular language; the searches are tried on small cases. The laws are in test/laws. */
import { describe, expect, test } from 'vitest';
import {
  fullMatch,
  parseRegex,
  type Regex,
  wordInside,
  wordOutside,
} from '../../../src/routing/regex/index.ts';
import { allWords, SMALL_ALPHABET } from './trees.ts';

const limits = { work: 2_000_000 };

function parsed(pattern: string, grammar: 'ecmascript' | 're2'): Regex {
  const result = parseRegex(pattern, grammar);
  if (!result.ok) throw new Error(`${pattern}: ${result.problem}`);
  return result.tree;
}

describe('back references', () => {
  const patterns = [
    '(a|b)\\1',
    '(a*)b\\1',
    '(?:(a)|b)*\\1',
    '(ab?)(-)\\1',
    '((a|b)-)+\\2',
    '(?!(a|b)\\1).*',
    '(a+)\\1b?',
  ];
  test.each(patterns)('%s', (pattern) => {
    const tree = parsed(pattern, 'ecmascript');
    for (const other of ['a*', '.*b', '(b|-)*', '(a|b)\\1', 'aa|bb', '.*', '(a*)\\1']) {
      const against = parsed(other, 'ecmascript');
      const outside = wordOutside(tree, [against], { limits, alphabet: SMALL_ALPHABET });
      const isOutside = (text: string | Uint8Array): boolean =>
        fullMatch(tree, text) === true && fullMatch(against, text) === false;
      if (outside.kind === 'word') expect(isOutside(outside.bytes)).toBe(true);
      if (outside.kind === 'none') expect(allWords(6).filter(isOutside)).toEqual([]);
      const inside = wordInside([tree, against], { limits, alphabet: SMALL_ALPHABET });
      const isInside = (text: string | Uint8Array): boolean =>
        fullMatch(tree, text) === true && fullMatch(against, text) === true;
      if (inside.kind === 'word') expect(isInside(inside.bytes)).toBe(true);
      if (inside.kind === 'none') expect(allWords(6).filter(isInside)).toEqual([]);
    }
  });
});
