/** A slice of `npm run proxy -- --mode why`: the log of planned faults, written by the real proxy, and its causes. */
import { describe, expect, it } from 'vitest';
import { tryWhy } from '../../scripts/proxy/why-mode.ts';
import { PROXY } from './program.ts';

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it('names the cause of planned faults', async () => {
    const { kinds, lines, requests, wrong, foreign } = await tryWhy(PROXY ?? '', 80);
    expect(wrong).toEqual([]);
    expect(kinds).toBeGreaterThanOrEqual(30);
    expect(lines).toBe(requests);
    expect(foreign.inconsistent).toBe(foreign.lines);
  });
});
