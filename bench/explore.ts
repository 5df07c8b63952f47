/** Rows of `npm run bench` about `explore`: the first frame, and what a key press costs in a list of 100,000 rows. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { median, type Row } from './measure.ts';
import { MIXES, routesText } from './route-mixes.ts';

const ROUTES = 100_000;
const RUNS = 5;
const here = import.meta.dirname;

interface Keys {
  readonly moves: readonly number[];
  /** Presses while the findings are worked out. */
  readonly busy: readonly number[];
  /** The same for the plain rows, at the same time. */
  readonly busyPlain: readonly number[];
  /** Letters of a search. */
  readonly letters: readonly number[];
  /** What ink needs to draw fifty plain rows again. */
  readonly plain: readonly number[];
  readonly frames: number;
  readonly plainFrames: number;
}

/** @param work a folder for files */
export function exploreRows(work: string): readonly Row[] {
  const [mix] = MIXES;
  if (mix === undefined) return [];
  const file = join(work, 'explored.yaml');
  writeFileSync(file, routesText(mix, ROUTES));
  const exploring = bundled(join(work, 'exploring'));
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [exploring, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const at = (...args: readonly string[]): number => (JSON.parse(run(...args)) as { at: number }).at;
  const bare = median([at('bare'), at('bare'), at('bare')]);
  const [loads, inks, firsts]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < RUNS; turn++) {
    loads.push(at('load', file));
    inks.push(at('ink') - bare);
    firsts.push(at('first', file));
  }
  const [load, ink, first] = [median(loads), median(inks), median(firsts)];
  console.log(
    `explore, ${ROUTES} routes: loaded after ${load.toFixed(0)} ms of processor time, ink starts in ${ink.toFixed(0)} ms, first frame after ${first.toFixed(0)} ms`,
  );
  return [
    {
      what: `explore, ${ROUTES} routes: first frame without ink's own start / loading`,
      ratio: (first - ink) / load,
      bound: 1.3,
    },
    ...keyRows(JSON.parse(run('keys', file)) as Keys),
  ];
}

/** The measured program in few files, as it is installed; hundreds of modules would be found and read for longer. */
function bundled(folder: string): string {
  buildSync({
    entryPoints: [join(here, 'exploring.js'), join(here, '..', 'src', 'tui', 'edge', 'explore-worker.js')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: folder,
    entryNames: '[name]',
    external: ['react-devtools-core'],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  return join(folder, 'exploring.js');
}

function keyRows({ moves, busy, busyPlain, letters, plain, frames, plainFrames }: Keys): readonly Row[] {
  const text = (times: readonly number[]): string =>
    `${median(times).toFixed(2)} ms, 99th percentile ${percentile(times, 99).toFixed(2)} ms`;
  console.log(`explore, a key press: ${text(moves)} (${frames} frames of ${moves.length} presses)`);
  console.log(`explore, a key press while findings are worked out: ${text(busy)}`);
  console.log(`explore, a letter of a search: ${text(letters)}`);
  console.log(`ink, fifty plain rows again: ${text(plain)} (${plainFrames} frames)`);
  const what = `explore, ${ROUTES} rows: a key press / ink drawing fifty plain rows again`;
  return [
    { what: `${what}, median`, ratio: median(moves) / median(plain), bound: 2 },
    { what: `${what}, 99th percentile`, ratio: percentile(moves, 99) / percentile(plain, 99), bound: 5 },
    {
      what: `${what}, 99th percentile while findings are worked out`,
      ratio: percentile(busy, 99) / percentile(busyPlain, 99),
      bound: 5,
    },
  ];
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
