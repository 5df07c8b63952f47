/**
 * `npm run bench`: speed and memory as ratios within one run, each beside the bound it has to keep. Ends with 1 where
 * one is not kept. `-- --migrate`, `--lift`, `--routes`, `--analyze`, `--filters`, `--diff`, `--explore`, `--fleet`, `--start`, `--lsp`, `--prove` measure only these sections.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeRows } from './analyze.ts';
import { behindFiltersRows } from './behind-filters.ts';
import { decidingRows } from './deciding.ts';
import { diffRows } from './diff.ts';
import { exploreRows } from './explore.ts';
import { fleetRows } from './fleet.ts';
import { liftRows } from './lift.ts';
import { lspRows } from './lsp.ts';
import type { Row } from './measure.ts';
import { denseRows, migrateRows } from './migrate.ts';
import { proveRows } from './prove.ts';
import { startRows } from './start.ts';

const SECTIONS: ReadonlyMap<string, (work: string) => readonly Row[]> = new Map([
  ['--migrate', migrateRows],
  ['--lift', liftRows],
  ['--routes', decidingRows],
  ['--analyze', analyzeRows],
  ['--filters', behindFiltersRows],
  ['--diff', diffRows],
  ['--explore', exploreRows],
  ['--fleet', fleetRows],
  ['--start', startRows],
  ['--lsp', lspRows],
  ['--prove', proveRows],
]);

function main(asked: readonly string[]): void {
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-bench-'));
  try {
    if (asked.includes('--dense')) {
      denseRows(work);
      return;
    }
    const rows = [...SECTIONS].flatMap(([flag, measure]) =>
      asked.length === 0 || asked.includes(flag) ? measure(work) : [],
    );
    console.log();
    for (const { what, ratio, bound } of rows)
      console.log(
        `${isKept({ ratio, bound }) ? 'ok  ' : 'OVER'} ${ratio.toFixed(2).padStart(6)}  (at most ${bound})  ${what}`,
      );
    if (!rows.every(isKept)) process.exitCode = 1;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function isKept({ ratio, bound }: Pick<Row, 'ratio' | 'bound'>): boolean {
  return ratio <= bound;
}

main(process.argv.slice(2));
