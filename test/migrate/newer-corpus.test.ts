import { expect, it } from 'vitest';
import { listed } from '../analyze/corpus-v3.ts';
import { migratedNewer } from './newer-corpus.ts';

it.skipIf(listed().length === 0)(
  '16.3 real files of version 3: nothing deprecated stays without a reason, a second run changes nothing, diff says equal',
  { timeout: 300_000 },
  () => {
    const { files, changed, applied, wrong } = migratedNewer();
    expect(wrong).toEqual([]);
    expect(files).toBeGreaterThan(900);
    expect(changed).toBeGreaterThan(150);
    expect(applied.size).toBeGreaterThan(15);
  },
);
