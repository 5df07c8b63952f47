/** A slice of `npm run proxy`: generated route configurations of version 3, and what a real proxy does with requests. */
import { describe, expect, it } from 'vitest';
import { tryListeners } from '../../scripts/proxy/listener-mode.ts';
import { noFigures, requestsFor, tryTogether } from '../../scripts/proxy/route-mode.ts';
import { generatedSubjects } from '../../scripts/proxy/subjects.ts';
import { PROXY } from './program.ts';

describe.skipIf(PROXY === undefined)('routing against the real proxy', () => {
  it.each([1, 2, 3, 4])('seed %i: nothing is different', async (seed) => {
    const tried = [...generatedSubjects(seed, 12)].map((subject) => ({
      subject,
      requests: requestsFor(subject, 30, seed),
    }));
    const figures = noFigures();
    await tryTogether(PROXY ?? '', tried, figures);
    const { wrong, refused, configurations, same } = figures;
    expect(
      wrong.map(({ subject, request, differences }) => ({ name: subject.name, request, differences })),
    ).toEqual([]);
    expect(refused).toEqual([]);
    expect(configurations).toBe(tried.length);
    expect(same).toBeGreaterThan(100);
  });

  it('filter chains and ways of connection managers: nothing is different', {
    timeout: 120_000,
  }, async () => {
    const figures = noFigures();
    await tryListeners(PROXY ?? '', 1, 5, figures);
    const { wrong, same } = figures;
    expect(wrong.map(({ request, differences }) => ({ request, differences }))).toEqual([]);
    expect(same).toBeGreaterThan(200);
  });
});
