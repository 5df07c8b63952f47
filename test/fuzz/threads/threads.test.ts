/** A short slice of `npm run fuzz -- --mode threads` (docs/reliability.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JOBS, killAtRandom } from './kill.ts';
import { configurations } from './run.ts';

test.each(Object.keys(JOBS))(
  '%s: threads and runs that are killed damage and lose nothing',
  async (job) => {
    const work = mkdtempSync(join(tmpdir(), 'cfgtool-threads-'));
    try {
      const examples = configurations(['examples'], 20);
      const { failures } = await killAtRandom({
        ...{ work, files: examples, seed: 1, runs: 4, jobs: [job] },
        stops: () => false,
        tell: () => {},
      });
      expect(failures).toEqual([]);
    } finally {
      rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  },
  120_000,
);
