/** Whether the laws of what has no effect would notice: comparisons that are broken on purpose fail them. */
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  vi.doUnmock('../../src/effects/fields.ts');
  vi.doUnmock('../../src/effects/repeated.ts');
  vi.doUnmock('../../src/diff/facts/same-value.ts');
});

/** What a law says of the first configuration for which it does not hold. */
async function failureOf(id: string): Promise<string | undefined> {
  const { effectLaws } = await import('./effect-laws.ts');
  const found = effectLaws.find((each) => each.id === id);
  return found?.check({ seed: 5, numRuns: 4 * found.runs, endOnFailure: true }).failure?.report;
}

describe('the laws of what has no effect notice a comparison that', () => {
  test('14.11 counts fields without effect', async () => {
    vi.doMock('../../src/effects/fields.ts', async (original) => ({
      ...(await original<typeof import('../../src/effects/fields.ts')>()),
      makesNoDifference: () => false,
    }));
    expect(await failureOf('without-effect')).toMatch(/has no effect.*but the diff says/s);
  });

  test('14.11 takes another way to say a value for another value', async () => {
    vi.doMock('../../src/diff/facts/same-value.ts', async (original) => ({
      ...(await original<typeof import('../../src/diff/facts/same-value.ts')>()),
      sameValues: () => new Set(),
    }));
    expect(await failureOf('same-value')).toContain('but the diff says');
  });

  test('14.11 counts what stands twice', async () => {
    vi.doMock('../../src/effects/repeated.ts', async (original) => ({
      ...(await original<typeof import('../../src/effects/repeated.ts')>()),
      repeatedEntries: () => new Map(),
    }));
    // Whichever of the two the law draws first.
    expect(await failureOf('same-value')).toMatch(/a matcher twice|thresholds of a priority once more/);
  });

  // The law needs some thousand runs to come upon one of these.
  test('14.11 and what has no effect is no difference to requests only since it is left out', async () => {
    const moved = async () => {
      const { compareBehaviour } = await import('../../src/diff/behaviour/index.ts');
      const { opened } = await import('../opened.ts');
      const side = (more: string) => [
        opened(
          `clusters: [{name: a}]\nvirtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: a${more}}}]}]\n`,
        ),
      ];
      const hashed = side(', hash_policy: [{header: {header_name: x}}]');
      return compareBehaviour(hashed, side('')).changes.map(({ aspects }) => aspects);
    };
    expect(await moved()).toEqual([]);
    vi.resetModules();
    vi.doMock('../../src/diff/behaviour/effective.ts', () => ({
      startFolding: () => ({ of: (pair: unknown) => pair }),
    }));
    expect(await moved()).toEqual([['hash_policy']]);
    vi.doUnmock('../../src/diff/behaviour/effective.ts');
  });

  test('14.11 and nothing where it is as it should be', async () => {
    expect(await failureOf('same-value')).toBeUndefined();
  });
});
