/** Rows about lifting version 2 to version 3, beside js-yaml's `load`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateBootstrap } from './generate.ts';
import { CLI, inTurn, median, peakOf, READ, type Row, type Run, ratio, told } from './measure.ts';

const ROUNDS = 5;
/** Every how many-th cluster is in deprecated form. */
const SOME = 10;

/** @param work a folder for files */
export function liftRows(work: string): readonly Row[] {
  const file = join(work, 'lift.yaml');
  writeFileSync(file, generateBootstrap({ bytes: 10e6, legacyEvery: SOME }));
  const { load, lift } = inTurn(
    work,
    {
      load: [READ, 'load', file],
      lift: [CLI, 'migrate', '--to', 'v3', '--check', '--quiet', file],
    },
    ROUNDS,
  );
  const inside = ({ output }: Run): number => Number(output);
  console.log(
    `lift: js-yaml load ${median(load.map(inside)).toFixed(0)} ms; whole processes: load ${told(load)}, migrate --to v3 ${told(lift)}`,
  );
  return [
    {
      what: '10 MB: migrate --to v3 (whole process) / js-yaml load alone',
      ratio: median(lift.map(({ cpu }, round) => cpu / inside(load[round] as Run))),
      bound: 8,
    },
    {
      what: '10 MB: peak memory of migrate --to v3 / of js-yaml load',
      ratio: ratio(lift, load, peakOf),
      bound: 2.5,
    },
  ];
}
