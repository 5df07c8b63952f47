/**
 * One measured process: two YAML files, parsed by js-yaml, compared by a library. Prints milliseconds of processor
 * time that the comparison took, and the size of what it says. `node compare.js LIBRARY BEFORE AFTER`
 */
import { readFileSync } from 'node:fs';
import jsonPatch from 'fast-json-patch';
import { load } from 'js-yaml';
import { create } from 'jsondiffpatch';
import microdiff from 'microdiff';

export interface PeerReport {
  readonly cpu: number;
  readonly entries: number;
  readonly bytes: number;
}

type Holder = { readonly [key: string]: unknown };

const LIBRARIES: {
  readonly [name: string]: (before: Holder, after: Holder) => readonly [delta: unknown, entries: number];
} = {
  'fast-json-patch': (before, after) => {
    const operations = jsonPatch.compare(before, after);
    return [operations, operations.length];
  },
  microdiff: (before, after) => {
    const differences = microdiff(before, after);
    return [differences, differences.length];
  },
  // Told what names an entry of a list, as its documentation advises.
  jsondiffpatch: (before, after) => {
    const nameOf = (entry: object, index?: number) => String((entry as Holder).name ?? `at ${index}`);
    const delta = create({ objectHash: nameOf }).diff(before, after);
    return [delta, entriesOf(delta)];
  },
};

/** Leaves of a delta, which are lists. */
function entriesOf(delta: unknown): number {
  if (Array.isArray(delta)) return 1;
  if (typeof delta !== 'object' || delta === null) return 0;
  return Object.values(delta).reduce((all: number, each) => all + entriesOf(each), 0);
}

const [name = '', ...files] = process.argv.slice(2);
const compare = LIBRARIES[name];
if (compare === undefined) throw new Error(`there is no library ${name}`);
const [before = {}, after = {}] = files.map((file) => load(readFileSync(file, 'utf8')) as Holder);
const started = process.cpuUsage();
const [delta, entries] = compare(before, after);
const { user, system } = process.cpuUsage(started);
const report: PeerReport = {
  cpu: (user + system) / 1000,
  entries,
  bytes: JSON.stringify(delta ?? null).length,
};
console.log(JSON.stringify(report));
