/** `npm run fuzz -- --mode threads`: the same output whatever `--jobs` says, and kills at random moments. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedsIn } from '../seeds.ts';
import { tryAlike } from './alike.ts';
import { killAtRandom } from './kill.ts';

export interface ThreadsOptions {
  readonly folders: readonly string[];
  readonly seed: number;
  /** How often something is killed. */
  readonly runs: number;
  stops(): boolean;
  tell(line: string): void;
}

/** So many configurations are worked by a run that is killed. */
const FILES = 60;

/** Whether all held. */
export async function tryThreads(options: ThreadsOptions): Promise<boolean> {
  const { folders, tell } = options;
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-threads-'));
  try {
    const differ = tryAlike({ ...options, work });
    for (const each of differ) tell(each);
    const files = configurations(folders, FILES);
    const { threads, whole, failures } = await killAtRandom({ ...options, work, files });
    tell(`${threads} threads and ${whole} runs killed while they worked, ${failures.length} failures`);
    return differ.length + failures.length === 0;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Configurations spread over the folders, by names of their own. */
export function configurations(folders: readonly string[], count: number): ReadonlyMap<string, string> {
  const seeds = seedsIn(folders, true).filter(({ isTests }) => !isTests);
  const step = Math.max(1, Math.floor(seeds.length / count));
  const chosen = seeds.filter((_, index) => index % step === 0).slice(0, count);
  return new Map(
    chosen.map(({ name, bytes }, index) => [
      `${index}-${name.slice(name.lastIndexOf('/') + 1)}`,
      bytes.toString('utf8'),
    ]),
  );
}
