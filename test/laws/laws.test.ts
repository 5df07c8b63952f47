import { describe, expect, test } from 'vitest';
import { laws } from './index.ts';

const seed = process.env.CFGTOOL_SEED ?? '20261121';

describe('laws', () => {
  test.each(laws.map((each) => [each.id, each] as const))('%s', (_, { check, runs, says }) => {
    const { failure, runs: tried } = check({
      numRuns: runs,
      ...(seed === 'random' ? {} : { seed: Number(seed) }),
    });
    expect(failure?.report, says).toBeUndefined();
    expect(tried).toBe(runs);
  });
});
