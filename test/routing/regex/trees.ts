/** Random trees and words of a small alphabet, and trees written as patterns. */
import fc from 'fast-check';
import {
  alternatives,
  chars,
  EMPTY,
  edge,
  lookahead,
  type Regex,
  repeat,
  sequence,
} from '../../../src/routing/regex/syntax.ts';
import { bytesOf } from '../../../src/routing/regex/utf8.ts';

const CODE: { readonly [letter: string]: number } = { a: 0x61, b: 0x62, '-': 0x2d };

function oneOf(letters: string): Regex {
  return alternatives([...letters].map((letter) => chars([CODE[letter] ?? 0, CODE[letter] ?? 0])));
}

const LETTERS = ['a', 'b', '-', 'ab', 'a-', 'ab-'] as const;
const COUNTS = [
  [0, Number.POSITIVE_INFINITY],
  [1, Number.POSITIVE_INFINITY],
  [0, 1],
  [2, 2],
  [1, 3],
  [0, 2],
  [2, Number.POSITIVE_INFINITY],
] as const;

/** A tree and the same as a pattern that JavaScript, the C++ library and RE2 read alike (but for lookahead). */
export interface Sample {
  readonly tree: Regex;
  readonly pattern: string;
}

const leaf: fc.Arbitrary<Sample> = fc
  .constantFrom(...LETTERS)
  .map((letters) => ({ tree: oneOf(letters), pattern: letters.length === 1 ? letters : `[${letters}]` }));

function grown(extra: readonly fc.Arbitrary<Sample>[], looking: boolean): fc.Arbitrary<Sample> {
  return fc.letrec<{ sample: Sample }>((tie) => {
    const smaller = tie('sample');
    const several = fc.array(smaller, { minLength: 0, maxLength: 3 });
    const look = fc.tuple(smaller, fc.boolean()).map(([{ tree, pattern }, negative]) => ({
      tree: lookahead(tree, negative),
      pattern: `(?${negative ? '!' : '='}${pattern})`,
    }));
    return {
      sample: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        ...extra,
        several.map((parts) => ({
          tree: sequence(parts.map((part) => part.tree)),
          pattern: parts.map((part) => `(?:${part.pattern})`).join(''),
        })),
        several
          .filter((choices) => choices.length > 0)
          .map((choices) => ({
            tree: alternatives(choices.map((choice) => choice.tree)),
            pattern: `(?:${choices.map((choice) => choice.pattern).join('|')})`,
          })),
        fc.tuple(smaller, fc.constantFrom(...COUNTS)).map(([{ tree, pattern }, [min, max]]) => ({
          tree: repeat(tree, min, max),
          pattern: `(?:${pattern}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`,
        })),
        ...(looking ? [look] : []),
      ),
    };
  }).sample;
}

const edges = fc
  .constantFrom(
    ['^', 'start'] as const,
    ['$', 'end'] as const,
    ['\\b', 'word'] as const,
    ['\\B', 'no-word'] as const,
  )
  .map(([pattern, at]): Sample => ({ tree: edge(at), pattern }));

/** No edges and no lookahead. */
export const plainSamples: fc.Arbitrary<Sample> = grown([], false);
/** With edges and word boundaries, which every grammar has. */
export const edgedSamples: fc.Arbitrary<Sample> = grown(
  [edges, fc.constant({ tree: EMPTY, pattern: '' })],
  false,
);
/** With lookahead, but no edges: inside a lookahead JavaScript sees what comes before, the C++ library does not. */
export const lookingSamples: fc.Arbitrary<Sample> = grown([], true);
/** With everything but back references. */
export const samples: fc.Arbitrary<Sample> = grown([edges], true);

export const words: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom('a', 'b', '-', 'a', 'b'),
  maxLength: 8,
});

/** Every word up to a length. */
export function allWords(length: number): string[] {
  const all = [''];
  for (let i = 0; i < all.length; i++) {
    const namespace = all[i] ?? '';
    if (namespace.length < length) all.push(`${namespace}a`, `${namespace}b`, `${namespace}-`);
  }
  return all;
}

export const SMALL_ALPHABET = [0x2d, 0x2d, 0x61, 0x62];
export { bytesOf };
