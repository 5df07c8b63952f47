/** A slice of `npm run proxy -- --mode releases`: what a release refuses is what its program refuses. */
import { describe, expect, it } from 'vitest';
import { tryReleases } from '../../scripts/proxy/releases-mode.ts';
import { PROXY, releaseOf } from './program.ts';

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it('fields and types around its release are refused by both or by neither', {
    timeout: 180_000,
  }, async () => {
    const program = PROXY ?? '';
    const { asked, takenByBoth, different } = await tryReleases(program, releaseOf(program), 30, () => {});
    expect(different).toEqual([]);
    expect(asked).toBe(30);
    expect(takenByBoth).toBeGreaterThan(2);
  });
});
