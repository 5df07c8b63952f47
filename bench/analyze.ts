/**
 * Rows about `analyze` as a whole process, beside one that reads the same file with js-yaml's `load`; and about a list
 * of regexes, beside refa.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, cpuOf, inTurn, median, mega, peakOf, READ, type Row, ratio, told } from './measure.ts';
import type { RegexCosts } from './regexes.ts';
import { MANY_FINDINGS, MIXES, routesText } from './route-mixes.ts';

/** Routes in all, and virtual hosts that share them. */
const SHAPES = [
  { name: 'one virtual host', hostsOf: () => 1 },
  { name: 'virtual hosts of 10 routes', hostsOf: (routes: number) => routes / 10 },
];
const FEW = 10_000;
const MANY = 100_000;
const ROUNDS = 5;
const REGEXES = 1000;

/** The part of a report that is looked at. */
type LevelCounts = { readonly [level in 'error' | 'warning' | 'info']: number };

/** @param work a folder for files */
export function analyzeRows(work: string): readonly Row[] {
  return [...SHAPES.flatMap((shape) => shapeRows(work, shape)), findingsRow(work), regexRow(work)];
}

function shapeRows(work: string, { name, hostsOf }: (typeof SHAPES)[number]): readonly Row[] {
  const [mix] = MIXES;
  if (mix === undefined) return [];
  const file = join(work, 'routes.yaml');
  const fewer = join(work, 'fewer-routes.yaml');
  writeFileSync(file, routesText(mix, MANY, hostsOf(MANY)));
  writeFileSync(fewer, routesText(mix, FEW, hostsOf(FEW)));
  const analyze = (input: string) => [CLI, 'analyze', input, '--format', 'json', '--output', '/dev/null'];
  const { many, few, load } = inTurn(
    work,
    { many: analyze(file), few: analyze(fewer), load: [READ, 'load', file] },
    ROUNDS,
  );
  const what = `${MANY.toLocaleString('en')} routes, ${name}`;
  console.log(`${what}: js-yaml load ${told(load)}, analyze ${told(many)}; a tenth of them ${told(few)}`);
  return [
    {
      what: `${what}: analyze / js-yaml load (whole processes)`,
      ratio: ratio(many, load, cpuOf),
      bound: 5,
    },
    {
      what: `${what}: peak memory of analyze / of js-yaml load`,
      ratio: ratio(many, load, peakOf),
      bound: 1.5,
    },
    { what: `analyze: ten times the routes, ${name}`, ratio: ratio(many, few, cpuOf), bound: 11 },
  ];
}

/** Where findings, their places and fingerprints and their printing cost more than deciding does. */
function findingsRow(work: string): Row {
  const file = join(work, 'findings.yaml');
  const report = join(work, 'findings.json');
  writeFileSync(file, routesText(MANY_FINDINGS, MANY));
  const { analyze, load } = inTurn(
    work,
    {
      analyze: [CLI, 'analyze', file, '--format', 'json', '--output', report],
      load: [READ, 'load', file],
    },
    ROUNDS,
  );
  const { summary } = JSON.parse(readFileSync(report, 'utf8')) as { readonly summary: LevelCounts };
  const found = (summary.error + summary.warning + summary.info).toLocaleString('en');
  const what = `${MANY.toLocaleString('en')} routes with ${found} findings`;
  console.log(
    `${what}: js-yaml load ${told(load)}, analyze ${told(analyze)}, ${mega(statSync(report).size)} of JSON`,
  );
  return {
    what: `${what}: analyze / js-yaml load (whole processes)`,
    ratio: ratio(analyze, load, cpuOf),
    bound: 4,
  };
}

function regexRow(work: string): Row {
  const program = join(import.meta.dirname, 'regexes.js');
  const runs = inTurn(
    work,
    { cfgtool: [program, 'cfgtool', String(REGEXES)], refa: [program, 'refa', String(REGEXES)] },
    3,
  );
  const [own, other] = [runs.cfgtool, runs.refa].map((each) =>
    each.map(({ output }) => JSON.parse(output) as RegexCosts),
  );
  const costs = (own ?? []).map(({ cpu }, round) => cpu / (other?.[round]?.cpu ?? Number.NaN));
  const undecided = own?.[0]?.undecided ?? Number.NaN;
  console.log(
    `${REGEXES} regexes: deciding their routes ${median((own ?? []).map(({ cpu }) => cpu)).toFixed(0)} ms (${undecided} undecided), ` +
      `refa's automata ${median((other ?? []).map(({ cpu }) => cpu)).toFixed(0)} ms (${other?.[0]?.undecided} beyond its limits)`,
  );
  return {
    what: `${REGEXES} regexes (${undecided} undecided): deciding all routes / refa's automata one by one`,
    ratio: median(costs),
    bound: 10,
  };
}
