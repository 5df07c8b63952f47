/** `npm run proxy -- --mode effects`: each entry of `src/effects` has an experiment, or the reason why there is none. */
import { describe, expect, it } from 'vitest';
import { entries, experiments, notShown } from '../../scripts/proxy/effects.ts';
import { noEffects, tryEffects } from '../../scripts/proxy/effects-mode.ts';
import { PROXY } from './program.ts';

it('every entry has an experiment or a reason, and every experiment is of an entry', () => {
  expect(notShown().filter(([, why]) => why === undefined)).toEqual([]);
  const known = new Set(entries());
  expect(experiments.map(({ entry }) => entry).filter((entry) => !known.has(entry))).toEqual([]);
});

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it('what is said to have no effect has none', async () => {
    const figures = noEffects();
    await tryEffects(PROXY ?? '', figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.experiments).toBe(experiments.length);
  });
});
