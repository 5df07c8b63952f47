/** `npm run bench`: speed and memory as ratios within one run, each beside the bound it has to keep. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeRows } from './analyze.ts';
import { decidingRows } from './deciding.ts';
import { generateBootstrap } from './generate.ts';
import { measureProcess, median, type Row } from './measure.ts';

const MEGABYTES = [1, 10, 50];
const RUNS: { readonly [megabytes: number]: number } = { 1: 5, 10: 5, 50: 3 };
/** Every how many-th cluster is in deprecated form; all of them with --dense, where no bound is kept. */
const DENSE = process.argv.includes('--dense');
/** Only the part about routes. */
const ROUTES_ONLY = process.argv.includes('--routes');
const EVERY = DENSE ? 1 : 10;
const here = import.meta.dirname;
const cli = join(here, '..', '..', 'bin', 'run.js');

function main(): void {
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-bench-'));
  const rows: Row[] = [];
  const checks: { [megabytes: number]: number } = {};
  try {
    if (!DENSE) rows.push(...decidingRows(work), ...analyzeRows(work));
    for (const megabytes of ROUTES_ONLY ? [] : MEGABYTES) {
      const file = join(work, `${megabytes}.yaml`);
      writeFileSync(file, generateBootstrap({ bytes: megabytes * 1e6, legacyEvery: EVERY }));
      const runs = RUNS[megabytes] ?? 3;
      const { loads, reads, loadPeak } = readingTimes(work, file, runs);
      const check = measureProcess(work, [cli, 'migrate', '--check', file], runs);
      checks[megabytes] = check.wall;
      const load = median(loads);
      console.log(
        `${megabytes} MB: js-yaml load ${load.toFixed(0)} ms (peak ${mega(loadPeak)}), with offsets ${median(reads).toFixed(0)} ms, ` +
          `migrate --check ${check.wall.toFixed(0)} ms (peak ${mega(check.peak)})`,
      );
      rows.push({
        what: `${megabytes} MB: reading with offsets / js-yaml load`,
        ratio: median(reads) / load,
        bound: 1.6,
      });
      if (megabytes === 10)
        rows.push({
          what: '10 MB: migrate --check (whole process) / js-yaml load',
          ratio: check.wall / load,
          bound: 5,
        });
      rows.push({
        what: `${megabytes} MB: peak memory of migrate --check / of js-yaml load`,
        ratio: check.peak / loadPeak,
        bound: 1.5,
      });
    }
    if (!ROUTES_ONLY)
      rows.push({
        what: 'migrate --check: 50 MB / 10 MB',
        ratio: (checks[50] ?? 0) / (checks[10] ?? 1),
        bound: 6,
      });
  } finally {
    rmSync(work, { recursive: true });
  }
  console.log();
  for (const { what, ratio, bound } of rows) {
    console.log(
      `${ratio <= bound ? 'ok  ' : 'OVER'} ${ratio.toFixed(2).padStart(6)}  (at most ${bound})  ${what}`,
    );
  }
  if (!DENSE && rows.some(({ ratio, bound }) => !(ratio <= bound))) process.exitCode = 1;
}

/** Both ways of reading in turn, each in a process of its own, so that neither warms the other. */
function readingTimes(
  work: string,
  file: string,
  runs: number,
): { readonly loads: number[]; readonly reads: number[]; readonly loadPeak: number } {
  const loads: number[] = [];
  const reads: number[] = [];
  const peaks: number[] = [];
  const read = join(here, 'read.js');
  for (let run = 0; run < runs; run++) {
    const load = measureProcess(work, [read, 'load', file, '1'], 1);
    loads.push(Number(load.output));
    peaks.push(load.peak);
    reads.push(Number(measureProcess(work, [read, 'offsets', file, '1'], 1).output));
  }
  return { loads, reads, loadPeak: median(peaks) };
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

main();
