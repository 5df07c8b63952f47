/** Rows of `npm run bench` about `analyze` as a whole process, beside js-yaml's `load` of the same file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Measured, measureProcess, type Row } from './measure.ts';
import { MIXES, routesText } from './route-mixes.ts';

/** Routes in all, and virtual hosts that share them. */
const SIZES = [
  { name: 'one virtual host', routes: [10_000, 100_000], hostsOf: () => 1 },
  { name: 'virtual hosts of 10 routes', routes: [10_000, 100_000], hostsOf: (routes: number) => routes / 10 },
];
const RUNS = 3;
const here = import.meta.dirname;
const cli = join(here, '..', '..', 'bin', 'run.js');

/** @param work a folder for files */
export function analyzeRows(work: string): readonly Row[] {
  const [mix] = MIXES;
  if (mix === undefined) return [];
  return SIZES.flatMap(({ name, routes, hostsOf }) => {
    const walls: number[] = [];
    const rows = routes.flatMap((count): readonly Row[] => {
      const file = join(work, 'routes.yaml');
      writeFileSync(file, routesText(mix, count, hostsOf(count)));
      const load = measureProcess(work, [join(here, 'read.js'), 'load', file, '1'], RUNS);
      const analyze = measureProcess(
        work,
        [cli, 'analyze', file, '--format', 'json', '--output', '/dev/null'],
        RUNS,
      );
      walls.push(analyze.wall);
      const what = `${count} routes, ${name}`;
      tell(what, load, analyze);
      if (count !== routes.at(-1)) return [];
      return [
        {
          what: `${what}: analyze (whole process) / js-yaml load`,
          ratio: analyze.wall / Number(load.output),
          bound: 5,
        },
        {
          what: `${what}: peak memory of analyze / of js-yaml load`,
          ratio: analyze.peak / load.peak,
          bound: 1.5,
        },
      ];
    });
    const [few = 1, many = 0] = walls;
    return [...rows, { what: `analyze: ten times the routes, ${name}`, ratio: many / few, bound: 11 }];
  });
}

function tell(what: string, load: Measured, analyze: Measured): void {
  const mega = ({ peak }: Measured): string => `${(peak / 1e6).toFixed(0)} MB`;
  console.log(
    `${what}: js-yaml load ${Number(load.output).toFixed(0)} ms (peak ${mega(load)}), analyze ${analyze.wall.toFixed(0)} ms (peak ${mega(analyze)})`,
  );
}
