/**
 * One measured process: reads a file with js-yaml's `load`, or with offsets as cfgtool does, several times, and
 * prints the median in milliseconds. `node read.js load|offsets FILE RUNS`
 */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { readYaml } from '../src/source/yaml.ts';
import { median } from './measure.ts';

const [what, file = '', runs = '1'] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const times: number[] = [];
for (let run = 0; run < Number(runs); run++) {
  const started = performance.now();
  const read = what === 'load' ? load(text) : readYaml(file, text);
  times.push(performance.now() - started);
  if (read === undefined) throw new Error('nothing was read');
}
console.log(median(times));
