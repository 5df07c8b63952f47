/** Rows of `npm run bench` about the language server: from an edit in one route to the diagnostics, and what is asked meanwhile. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBootstrap } from './generate.ts';
import { median, type Row } from './measure.ts';

interface Times {
  readonly core: readonly number[];
  readonly diagnostics: readonly number[];
  readonly completion: readonly number[];
  readonly hover: readonly number[];
}

const BYTES = 1_000_000;

/** @param work a folder for files */
export function lspRows(work: string): readonly Row[] {
  const file = join(work, 'edited.yaml');
  writeFileSync(file, generateBootstrap({ bytes: BYTES, legacyEvery: 10 }));
  const run = execFileSync(process.execPath, [join(import.meta.dirname, 'editing.js'), file], {
    encoding: 'utf8',
  });
  const { core, diagnostics, completion, hover } = JSON.parse(run) as Times;
  const whole = median(core);
  const shown = [diagnostics, completion, hover].map((times) => `${slow(times).toFixed(0)} ms`);
  console.log(
    `lsp, 1 MB: the core of analyze takes ${whole.toFixed(0)} ms; p95 of an edit ${shown[0]}, of completion ${shown[1]}, of hover ${shown[2]}`,
  );
  return [
    {
      what: 'lsp, 1 MB: p95 from an edit to its diagnostics / the core of analyze',
      ratio: slow(diagnostics) / whole,
      bound: 1.5,
    },
    {
      what: 'lsp, 1 MB: p95 of completion / the core of analyze',
      ratio: slow(completion) / whole,
      bound: 0.1,
    },
    { what: 'lsp, 1 MB: p95 of hover / the core of analyze', ratio: slow(hover) / whole, bound: 0.1 },
  ];
}

/** All but one in twenty are as quick. */
function slow(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
