/** Runs a program several times as a whole process and answers with the median of its time and peak memory. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Measured {
  /** Milliseconds from start to end of the process. */
  readonly wall: number;
  /** Largest resident set, in bytes. */
  readonly peak: number;
  /** What it printed to standard output, the first time. */
  readonly output: string;
}

/** One figure and the bound that it has to keep. */
export interface Row {
  readonly what: string;
  readonly ratio: number;
  readonly bound: number;
}

const here = import.meta.dirname;

/** Measures `node ARGS`. */
export function measureProcess(work: string, args: readonly string[], runs: number): Measured {
  const walls: number[] = [];
  const peaks: number[] = [];
  let output = '';
  for (let run = 0; run < runs; run++) {
    const usage = join(work, 'usage.json');
    const started = performance.now();
    const result = spawnSync(
      process.execPath,
      ['--import', pathToFileURL(join(here, 'usage.js')).href, ...args],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 30,
        env: { ...process.env, CFGTOOL_BENCH_USAGE: usage, NODE_EXTRA_CA_CERTS: '' },
      },
    );
    walls.push(performance.now() - started);
    if (result.status === null || result.status > 1)
      throw new Error(`node ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
    peaks.push((JSON.parse(readFileSync(usage, 'utf8')) as { peak: number }).peak);
    if (run === 0) output = result.stdout;
  }
  return { wall: median(walls), peak: median(peaks), output };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
