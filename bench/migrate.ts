/** Rows about reading and `migrate --check`, beside js-yaml's `load`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBootstrap } from './generate.ts';
import {
  CLI,
  cpuOf,
  inTurn,
  median,
  mega,
  peakOf,
  READ,
  type Row,
  type Run,
  ratio,
  told,
} from './measure.ts';

const MEGABYTES = [1, 10, 50] as const;
const ROUNDS: { readonly [megabytes: number]: number } = { 1: 7, 10: 5, 50: 3 };
/** Every how many-th cluster is in deprecated form. */
const SOME = 10;

/** @param work a folder for files */
export function migrateRows(work: string): readonly Row[] {
  const rows: Row[] = [];
  const checks = new Map<number, number>();
  for (const megabytes of MEGABYTES) {
    const { load, offsets, check } = measured(work, megabytes, SOME);
    checks.set(megabytes, median(check.map(cpuOf)));
    rows.push({
      what: `${megabytes} MB: reading with offsets / js-yaml load`,
      ratio: ratio(offsets, load, inside),
      bound: 1.6,
    });
    if (megabytes === 10)
      rows.push({
        what: '10 MB: migrate --check (whole process) / js-yaml load alone',
        ratio: median(check.map(({ cpu }, round) => cpu / inside(load[round] as Run))),
        bound: 5,
      });
    rows.push({
      what: `${megabytes} MB: peak memory of migrate --check / of js-yaml load`,
      ratio: ratio(check, load, peakOf),
      bound: 1.5,
    });
  }
  rows.push({
    what: 'migrate --check: 50 MB / 10 MB',
    ratio: (checks.get(50) ?? Number.NaN) / (checks.get(10) ?? Number.NaN),
    bound: 6,
  });
  return rows;
}

/** Every cluster in deprecated form: worth knowing, and not bounded. */
export function denseRows(work: string): void {
  for (const megabytes of MEGABYTES) measured(work, megabytes, 1);
}

function measured(work: string, megabytes: number, legacyEvery: number) {
  const file = join(work, `${megabytes}.yaml`);
  writeFileSync(file, generateBootstrap({ bytes: megabytes * 1e6, legacyEvery }));
  const runs = inTurn(
    work,
    {
      load: [READ, 'load', file],
      offsets: [READ, 'offsets', file],
      check: [CLI, 'migrate', '--check', file],
    },
    ROUNDS[megabytes] ?? 3,
  );
  console.log(
    `${mega(megabytes * 1e6)}: js-yaml load ${median(runs.load.map(inside)).toFixed(0)} ms, with offsets ${median(runs.offsets.map(inside)).toFixed(0)} ms; ` +
      `whole processes: load ${told(runs.load)}, migrate --check ${told(runs.check)}`,
  );
  return runs;
}

/** What a process measured itself: reading alone. */
function inside({ output }: Run): number {
  return Number(output);
}
