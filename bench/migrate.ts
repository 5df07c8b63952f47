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
  runProcess,
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
      bound: 0.6,
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
  rows.push(hostsRow(work));
  rows.push({
    what: 'migrate --check: 50 MB / 10 MB',
    ratio: (checks.get(50) ?? Number.NaN) / (checks.get(10) ?? Number.NaN),
    bound: 6,
  });
  return rows;
}

/** One list that is edited entry by entry: what that costs may not grow faster than the list. */
function hostsRow(work: string): Row {
  const [fewer, more] = [50_000, 150_000].map((count) => {
    const file = join(work, 'hosts.yaml');
    const hosts = Array.from(
      { length: count },
      (_, at) =>
        `  - {socket_address: {address: 10.${at >> 16}.${(at >> 8) & 255}.${at & 255}, port_value: 1}}\n`,
    );
    writeFileSync(file, `clusters:\n- name: c\n  type: STATIC\n  hosts:\n${hosts.join('')}`);
    return median([1, 2, 3].map(() => cpuOf(runProcess(work, [CLI, 'migrate', file, '--check']))));
  });
  console.log(
    `one cluster of 50,000 and of 150,000 hosts (9 MB): migrate --check ${((fewer ?? 0) / 1000).toFixed(1)} and ${((more ?? 0) / 1000).toFixed(1)} s of processor time`,
  );
  return {
    what: 'migrate --check of one cluster: 150,000 hosts / 50,000',
    ratio: (more ?? Number.NaN) / (fewer ?? Number.NaN),
    bound: 4,
  };
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
