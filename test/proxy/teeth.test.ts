/** Routers that are broken on purpose: holding them to the real proxy finds each, and shows it on a small configuration. */
import { describe, expect, it } from 'vitest';
import { BROKEN } from '../../scripts/proxy/broken-routers.ts';
import { noFigures, requestsFor, tryTogether } from '../../scripts/proxy/route-mode.ts';
import { shrunk } from '../../scripts/proxy/shrink.ts';
import { generatedSubjects } from '../../scripts/proxy/subjects.ts';
import { PROXY } from './program.ts';

/** A broken router has to be found within a minute on an idle machine. */
const MAX_BATCHES = 6;

describe.skipIf(PROXY === undefined)('a router in which', () => {
  it.each(Object.entries(BROKEN))('%s is found', { timeout: 240_000 }, async (_, router) => {
    const figures = noFigures();
    for (let seed = 1; seed <= MAX_BATCHES && figures.wrong.length === 0; seed++) {
      const tried = [...generatedSubjects(seed, 12)].map((subject) => ({
        subject,
        requests: requestsFor(subject, 30, seed),
      }));
      await tryTogether(PROXY ?? '', tried, figures, router);
    }
    expect(figures.wrong).not.toEqual([]);
  });

  it('letter case never counts is shown on a small configuration', { timeout: 240_000 }, async () => {
    const figures = noFigures();
    const router = BROKEN['letter case never counts'];
    const tried = [...generatedSubjects(1, 12)].map((subject) => ({
      subject,
      requests: requestsFor(subject, 30, 1),
    }));
    if (router === undefined) throw new Error('no such router');
    await tryTogether(PROXY ?? '', tried, figures, router);
    const [wrong] = figures.wrong;
    const small = wrong && (await shrunk(PROXY ?? '', wrong, router));
    const before = JSON.stringify(wrong?.subject.found?.written).length;
    expect(JSON.stringify(small?.configuration).length).toBeLessThan(before / 2);
  });
});
