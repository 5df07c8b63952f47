/** Many files: what one costs when the program is warm, that memory does not grow with their number, what is saved. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBootstrap } from './generate.ts';
import { CLI, median, type Row, runProcess } from './measure.ts';

const MEGABYTE = 1e6;
const SMALL = 50_000;
const ROUNDS = 3;
/** Milliseconds that a dump of 1 MB may take: 10,000 of them in 10 minutes on two cores. */
const GOAL = 120;

export function fleetRows(work: string): readonly Row[] {
  const rows: Row[] = [];
  const [five, twenty] = [fleet(work, 'few', 5, MEGABYTE, true), fleet(work, 'more', 20, MEGABYTE, true)];
  const pairs = Array.from({ length: ROUNDS }, () => ({ few: run(work, five), more: run(work, twenty) }));
  const warm = median(pairs.map(({ few, more }) => (more.cpu - few.cpu) / 15));
  const [few, more] = [run(work, five), run(work, twenty)];
  rows.push({
    what: `a dump of 1 MB when warm: processor time / ${GOAL} ms`,
    ratio: warm / GOAL,
    bound: 1,
  });
  console.log(
    `dumps of 1 MB: ${warm.toFixed(0)} ms of processor time each when warm (5 take ${(few.cpu / 1000).toFixed(1)} s, 20 take ${(more.cpu / 1000).toFixed(1)} s); ` +
      `10,000 take ${((warm * 10_000) / 60_000).toFixed(0)} minutes of one core, ${((warm * 10_000) / 60_000 / 50).toFixed(1)} of each of 50`,
  );
  const cache = join(work, 'cache');
  const cached = ['--cache', '--cache-location', cache];
  const folder = join(work, 'more');
  const cold = run(work, folder, cached);
  const again = run(work, folder, cached);
  rows.push({
    what: '20 dumps of 1 MB: keeping results / none kept',
    ratio: cold.cpu / more.cpu,
    bound: 1.3,
  });
  rows.push({
    what: '20 dumps of 1 MB: results of the run before / anew',
    ratio: again.cpu / more.cpu,
    bound: 0.5,
  });
  const same = run(work, fleet(work, 'same', 20, MEGABYTE, false));
  rows.push({
    what: '20 dumps of 1 MB: all the same / all different',
    ratio: same.cpu / more.cpu,
    bound: 0.5,
  });
  const hundred = run(work, fleet(work, 'hundred', 100, SMALL, true));
  const hundreds = run(work, fleet(work, 'hundreds', 400, SMALL, true));
  const each = (hundreds.cpu - hundred.cpu) / 300;
  console.log(
    `files of 50 kB: ${each.toFixed(1)} ms of processor time each, ${(1000 / each).toFixed(0)} a second; ` +
      `peak of 100 ${mega(hundred.peak)}, of 400 ${mega(hundreds.peak)}`,
  );
  rows.push({
    what: 'peak memory of 400 files of 50 kB / of 100',
    ratio: hundreds.peak / hundred.peak,
    bound: 1.3,
  });
  rows.push({ what: 'peak memory of 20 dumps of 1 MB / of 5', ratio: more.peak / few.peak, bound: 1.3 });
  for (const name of ['few', 'more', 'same', 'hundred', 'hundreds', 'cache'])
    rmSync(join(work, name), { recursive: true, force: true });
  return rows;
}

/** Writes configurations; answers with their folder. @param differ whether each has other content */
function fleet(work: string, name: string, count: number, bytes: number, differ: boolean): string {
  const folder = join(work, name);
  mkdirSync(folder);
  const text = generateBootstrap({ bytes, legacyEvery: 10 });
  for (let at = 0; at < count; at++)
    writeFileSync(join(folder, `${at}.yaml`), differ ? `# instance ${at}\n${text}` : text);
  return folder;
}

/** In one thread: each has memory of its own, and how many there are depends on the machine. */
function run(work: string, folder: string, flags: readonly string[] = []) {
  const print = ['--format', 'ndjson', '--output', '/dev/null'];
  return runProcess(work, [CLI, 'analyze', folder, '--jobs', '1', ...print, ...flags]);
}

function mega(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}
