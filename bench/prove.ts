/** Rows about `prove` as a whole process, beside one that reads the same file with js-yaml's `load`. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, cpuOf, inTurn, mega, READ, type Row, ratio, told } from './measure.ts';
import { guardedText, PROPERTIES } from './properties.ts';

/** Routes in all, and virtual hosts that share them. */
const SHAPES = [
  { name: 'one virtual host', hostsOf: () => 1 },
  { name: 'virtual hosts of 10 routes', hostsOf: (routes: number) => routes / 10 },
];
const FEW = 10_000;
const MANY = 100_000;
const ROUNDS = 3;

/** @param work a folder for files */
export function proveRows(work: string): readonly Row[] {
  return SHAPES.flatMap((shape) => shapeRows(work, shape));
}

function shapeRows(work: string, { name, hostsOf }: (typeof SHAPES)[number]): readonly Row[] {
  const properties = join(work, 'properties.yaml');
  writeFileSync(properties, PROPERTIES.map((each) => `${each}\n`).join(''));
  const [few, many] = [join(work, 'few-guarded.yaml'), join(work, 'many-guarded.yaml')];
  writeFileSync(few, guardedText(FEW, hostsOf(FEW)));
  writeFileSync(many, guardedText(MANY, hostsOf(MANY)));
  const prove = (input: string) => [
    ...[CLI, 'prove', input, '--properties', properties],
    ...['--format', 'json', '--output', '/dev/null'],
  ];
  const runs = inTurn(
    work,
    {
      few: prove(few),
      fewLoad: [READ, 'load', few],
      many: prove(many),
      manyLoad: [READ, 'load', many],
    },
    ROUNDS,
  );
  const routes = (count: number) => `${count.toLocaleString('en')} routes, ${name}`;
  console.log(
    `${routes(FEW)} (${mega(statSync(few).size)}): js-yaml load ${told(runs.fewLoad)}, prove ${told(runs.few)}; ` +
      `${routes(MANY)} (${mega(statSync(many).size)}): js-yaml load ${told(runs.manyLoad)}, prove ${told(runs.many)}`,
  );
  return [
    {
      what: `${routes(FEW)}: prove, 20 properties / js-yaml load (whole processes)`,
      ratio: ratio(runs.few, runs.fewLoad, cpuOf),
      bound: 3,
    },
    {
      what: `${routes(MANY)}: prove, 20 properties / js-yaml load (whole processes)`,
      ratio: ratio(runs.many, runs.manyLoad, cpuOf),
      bound: 4,
    },
    { what: `prove: ten times the routes, ${name}`, ratio: ratio(runs.many, runs.few, cpuOf), bound: 11 },
  ];
}
