/** A slice of `npm run proxy -- --mode validate`: where our errors and a real proxy's differ, it is listed why. */

import { existsSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { listedDifferences, reasonFor, UNJUDGED } from '../../scripts/proxy/validate-listing.ts';
import { validateFiles } from '../../scripts/proxy/validate-mode.ts';
import { inTime } from '../share.ts';
import { PROXY } from './program.ts';

const listed = listedDifferences();
/** One of so many files is asked about. */
const EVERY = inTime(12, 24);

test('every listed difference has its reason', () => {
  expect(listed.size).toBeGreaterThan(100);
  expect([...listed].filter(([, why]) => why === UNJUDGED)).toEqual([]);
});

describe.each(['../shared/corpus', '../shared/corpus-v3'])('files of %s', (folder) => {
  const isThere = PROXY !== undefined && existsSync(folder);
  it.skipIf(!isThere)('differ only as is listed', async () => {
    let asked = 0;
    for await (const each of validateFiles(PROXY ?? '', folder, { every: EVERY, jobs: 2 })) {
      if (!('unasked' in each)) asked++;
      expect(reasonFor(each, listed), each.file).toBe(listed.get(each.file));
    }
    expect(asked).toBeGreaterThan(5);
  });
});
