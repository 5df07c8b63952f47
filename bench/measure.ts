/** Runs programs as whole processes, several beside each other in turn, and compares what they cost. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Usage } from './usage.ts';

export interface Run extends Usage {
  /** Milliseconds from start to end of the process. */
  readonly wall: number;
  /** What it printed to standard output. */
  readonly output: string;
}

/** One figure and the bound that it has to keep. */
export interface Row {
  readonly what: string;
  readonly ratio: number;
  readonly bound: number;
}

const here = import.meta.dirname;
export const CLI = join(here, '..', '..', 'bin', 'run.js');
export const READ = join(here, 'read.js');

/**
 * Runs `node ARGS`.
 *
 * @param work a folder for files
 * @throws Error where it ends with more than 1, which says that something was found
 */
export function runProcess(work: string, args: readonly string[]): Run {
  const usage = join(work, 'usage.json');
  rmSync(usage, { force: true });
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
  const wall = performance.now() - started;
  if (result.status === null || result.status > 1)
    throw new Error(`node ${args.join(' ')} ended with ${result.status}: ${result.stderr}`);
  return { ...(JSON.parse(readFileSync(usage, 'utf8')) as Usage), wall, output: result.stdout };
}

/** Each program in turn, and that several times, so that whatever else the machine does falls on all of them alike. */
export function inTurn<Name extends string>(
  work: string,
  programs: { readonly [name in Name]: readonly string[] },
  rounds: number,
): { readonly [name in Name]: readonly Run[] } {
  const names = Object.keys(programs) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, [] as Run[]])) as { [name in Name]: Run[] };
  for (let round = 0; round < rounds; round++)
    for (const name of names) all[name].push(runProcess(work, programs[name]));
  return all;
}

/** The median of the ratios of runs of the same round. */
export function ratio(one: readonly Run[], other: readonly Run[], of: (run: Run) => number): number {
  return median(one.map((run, round) => of(run) / of(other[round] ?? run)));
}

export const cpuOf = ({ cpu }: Run): number => cpu;
export const wallOf = ({ wall }: Run): number => wall;
export const peakOf = ({ peak }: Run): number => peak;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The medians of some runs, for people. */
export function told(runs: readonly Run[]): string {
  return `${median(runs.map(cpuOf)).toFixed(0)} ms (peak ${mega(median(runs.map(peakOf)))})`;
}

export function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
}
