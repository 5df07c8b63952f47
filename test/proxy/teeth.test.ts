/** Routers that are broken on purpose: holding them to the real proxy finds each, and shows it on a small configuration. */
import { describe, expect, it } from 'vitest';
import { BROKEN } from '../../scripts/proxy/broken-routers.ts';
import {
  noFigures,
  type Router,
  requestsFor,
  tryTogether,
  type Wrong,
} from '../../scripts/proxy/route-mode.ts';
import { shrunk } from '../../scripts/proxy/shrink.ts';
import { generatedSubjects } from '../../scripts/proxy/subjects.ts';
import { PROXY } from './program.ts';

/** A broken router has to be found within a minute on an idle machine. */
const MAX_BATCHES = 6;

/** What a broken router is caught at first. */
async function wrongOf(router: Router): Promise<readonly Wrong[]> {
  const figures = noFigures();
  for (let seed = 1; seed <= MAX_BATCHES && figures.wrong.length === 0; seed++) {
    const tried = [...generatedSubjects(seed, 12)].map((subject) => ({
      subject,
      requests: requestsFor(subject, 30, seed),
    }));
    await tryTogether(PROXY ?? '', tried, figures, router);
  }
  return figures.wrong;
}

describe.skipIf(PROXY === undefined)('a router in which', () => {
  it.each(Object.entries(BROKEN))('%s is found', async (_, router) => {
    expect(await wrongOf(router)).not.toEqual([]);
  });

  it('letter case never counts is shown on a small configuration', async () => {
    const router = BROKEN['letter case never counts'];
    if (router === undefined) throw new Error('no such router');
    const [wrong] = await wrongOf(router);
    if (wrong === undefined) throw new Error('it was not found');
    const small = await shrunk(PROXY ?? '', wrong, router);
    const before = JSON.stringify(wrong.subject.found?.written).length;
    expect(JSON.stringify(small?.configuration).length).toBeLessThan(before / 2);
  });
});
