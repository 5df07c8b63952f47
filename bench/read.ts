/**
 * One measured process: reads a file with js-yaml's `load`, or with offsets as cfgtool does, and prints the
 * milliseconds of processor time that this took, the start of node left aside. `node read.js load|offsets FILE`
 */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { readYaml } from '../src/source/yaml.ts';

const [what, file = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const started = process.cpuUsage();
const read = what === 'load' ? load(text) : readYaml(file, text);
const { user, system } = process.cpuUsage(started);
if (read === undefined) throw new Error('nothing was read');
console.log((user + system) / 1000);
