import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laws } from './index.ts';
import { demand, demandSame, law } from './law.ts';

const small = law(
  { id: 'small', says: 'Numbers are below a thousand', runs: 100 },
  [fc.nat(1_000_000)],
  (number) => demand(number < 1000, () => `${number} is not`),
);

describe('a law that does not hold', () => {
  test('has a counterexample, made small, with what was wrong', () => {
    const { failure } = small.check({ numRuns: 100, seed: 1 });
    expect(failure?.report).toContain('Counterexample: [1000]');
    expect(failure?.report).toContain('1000 is not');
  });

  test('fails again with its seed, in no more runs', () => {
    const first = small.check({ numRuns: 10_000 });
    const again = small.check({ numRuns: first.runs, seed: first.failure?.seed ?? 0 });
    expect(again.failure?.path).toBe(first.failure?.path);
  });
});

test('values are the same by what they hold', () => {
  demandSame({ a: [1] }, { a: [1] }, 'a map');
  expect(() => demandSame({ a: [1] }, { a: [2] }, 'a map')).toThrow(
    'a map: {"a":[1]} where {"a":[2]} was expected',
  );
});

test('laws have names of their own, and CI tries them more than 10,000 times', () => {
  expect(new Set(laws.map(({ id }) => id)).size).toBe(laws.length);
  expect(laws.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(10_000);
});
