import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  automatonOf,
  findNamespace,
  fullMatch,
  parseRegex,
  startMeter,
} from '../../../src/routing/regex/index.ts';
import { exampleOf } from '../../../src/routing/regex/shape.ts';
import { plainSamples, samples } from './trees.ts';

function example(pattern: string): string | undefined {
  const parsed = parseRegex(pattern, 're2');
  return parsed.ok ? exampleOf(parsed.tree) : undefined;
}

test('it is short and reads well', () => {
  expect(example('[0-9]+/items(/.*)?')).toBe('0/items');
  expect(example('(long|[^a]{2}|xyz)')).toBe('bb');
  expect(example('.é.')).toBe('aéa');
  expect(example('a{300}')).toBeUndefined();
  expect(example('a\\bb')).toBeUndefined();
});

test('the tree matches it, and it is as short as what a search finds', () => {
  fc.assert(
    fc.property(plainSamples, ({ tree }) => {
      const text = exampleOf(tree);
      const automaton = automatonOf(tree, startMeter({ work: 1_000_000 }));
      if (automaton === 'too-large') return;
      const found = findNamespace(automaton, startMeter({ work: 1_000_000 }));
      if (text === undefined) return;
      expect(fullMatch(tree, text)).toBe(true);
      expect(found.kind === 'word' && found.bytes.length).toBe(text.length);
    }),
    { numRuns: 1000 },
  );
});

test('with lookaheads and edges there is none, or a right one', () => {
  fc.assert(
    fc.property(samples, ({ tree }) => {
      const text = exampleOf(tree);
      if (text !== undefined) expect(fullMatch(tree, text)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
