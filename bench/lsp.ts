/**
 * Rows of `npm run bench` about the language server: from an edit in one route to the diagnostics, what is asked
 * meanwhile, and how much memory all of it takes.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBootstrap } from './generate.ts';
import { CLI, median, mega, type Row, runProcess } from './measure.ts';

interface Times {
  readonly core: readonly number[];
  readonly diagnostics: readonly number[];
  readonly completion: readonly number[];
  readonly hover: readonly number[];
  /** Bytes; 0 where the system does not tell. */
  readonly peak: number;
}

const BYTES = 1_000_000;
const LARGE = 10_000_000;
/** With a large file edits take long. */
const LARGE_EDITS = 8;

/** @param work a folder for files */
export function lspRows(work: string): readonly Row[] {
  const usual = join(work, 'edited.yaml');
  writeFileSync(usual, generateBootstrap({ bytes: BYTES, legacyEvery: 10 }));
  const large = join(work, 'large.yaml');
  writeFileSync(large, generateBootstrap({ bytes: LARGE, legacyEvery: 10 }));
  return [...rowsOf(work, usual, '1 MB', 30, false), ...rowsOf(work, large, '10 MB', LARGE_EDITS, true)];
}

function rowsOf(work: string, file: string, size: string, edits: number, isLarge: boolean): readonly Row[] {
  const run = execFileSync(process.execPath, [join(import.meta.dirname, 'editing.js'), file, String(edits)], {
    encoding: 'utf8',
  });
  const { core, diagnostics, completion, hover, peak } = JSON.parse(run) as Times;
  const whole = median(core);
  const commandLine = median(Array.from({ length: 3 }, () => runProcess(work, [CLI, 'analyze', file]).peak));
  const shown = [diagnostics, completion, hover].map((times) => `${slow(times).toFixed(0)} ms`);
  console.log(
    `lsp, ${size}: the core of analyze takes ${whole.toFixed(0)} ms; p95 of an edit ${shown[0]}, of completion ${shown[1]}, of hover ${shown[2]}; peak ${mega(peak)}, of the command line ${mega(commandLine)}`,
  );
  const row = (what: string, times: readonly number[], bound: number): Row => ({
    what: `lsp, ${size}: p95 ${what} / the core of analyze`,
    ratio: slow(times) / whole,
    bound,
  });
  return [
    row('from an edit to its diagnostics', diagnostics, 1.5),
    // What a large file takes for these is printed above.
    ...(isLarge
      ? []
      : [
          {
            what: `lsp, ${size}: median from an edit to its diagnostics / the core of analyze`,
            ratio: median(diagnostics) / whole,
            bound: 0.08,
          },
          row('of completion', completion, 0.1),
          row('of hover', hover, 0.1),
        ]),
    // Where the system tells.
    ...(peak === 0
      ? []
      : [
          {
            what: `lsp, ${size}: peak memory / that of cfgtool analyze`,
            ratio: peak / commandLine,
            bound: 3,
          },
        ]),
  ];
}

/** All but one in twenty are as quick. */
function slow(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
