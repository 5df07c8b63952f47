/**
 * What control planes print, as a tree of folders: how much of it is read, what it is where it is not, and of how many
 * routes the object is named that made them; `npm run corpus -- --goldens FOLDER`, a line for each
 * folder in it, and one for the files beside them.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, NODE } from '../src/model/bound.ts';
import { type Configuration, openConfiguration } from '../src/model/open.ts';
import { sourceAt } from '../src/model/source-object.ts';
import { rootFrames, walkInsideOut } from '../src/model/walk.ts';
import { InputError } from '../src/source/errors.ts';
import { sourceFile } from '../src/source/load.ts';

/** Keys of metadata in which an object is written. */
const KEYS = ['envoy-gateway', 'istio', 'io.kuma.tags'];

export interface GoldenFigures {
  files: number;
  read: number;
  routes: number;
  /** Routes with an object in their metadata, and those of which one is named by that, by names or by what is around. */
  marked: number;
  named: number;
  /** Files with an object in the metadata of a route that is not named. */
  readonly nameless: string[];
  /** What is said of files that are not read. */
  readonly unread: (readonly [file: string, problem: string])[];
}

/** @param files with the names that they are shown by */
export function goldenFigures(files: Iterable<readonly [name: string, path: string]>): GoldenFigures {
  const figures: GoldenFigures = {
    files: 0,
    read: 0,
    routes: 0,
    marked: 0,
    named: 0,
    nameless: [],
    unread: [],
  };
  for (const [name, path] of files) {
    figures.files++;
    const opened = openedAt(name, path);
    if (typeof opened === 'string') {
      figures.unread.push([name, opened]);
      continue;
    }
    figures.read++;
    countRoutes(name, opened, figures);
  }
  return figures;
}

function openedAt(name: string, path: string): Configuration | string {
  try {
    return openConfiguration(sourceFile(name, readFileSync(path, 'utf8'), 'named'));
  } catch (error) {
    if (error instanceof InputError) return error.details.problem;
    throw error;
  }
}

function countRoutes(name: string, { roots, namespace }: Configuration, figures: GoldenFigures): void {
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, namespace, ({ type, message: { metadata, [NODE]: node } }) => {
        if (type !== 'route.Route' || node === undefined) return;
        figures.routes++;
        const source = sourceAt(root.tree, node);
        const written = isObject(metadata) ? metadata.filter_metadata : undefined;
        const isMarked = isObject(written) && Object.keys(written).some((key) => KEYS.includes(key));
        if (isMarked) figures.marked++;
        if (source !== undefined) figures.named++;
        else if (isMarked) figures.nameless.push(name);
      });
}

/** @returns whether an object is named for every route that has one in its metadata */
export function printGoldens(folder: string): boolean {
  console.log('| folder | files | read | not read | routes | object in the metadata | object named |');
  console.log('|---|---|---|---|---|---|---|');
  const said = new Map<string, string[]>();
  const nameless: string[] = [];
  for (const kind of ['.', ...foldersIn(folder)]) {
    const figures = goldenFigures(filesIn(join(folder, kind), kind !== '.'));
    if (figures.files === 0) continue;
    const { files, read, unread, routes, marked, named } = figures;
    console.log(`| ${kind} | ${files} | ${read} | ${unread.length} | ${routes} | ${marked} | ${named} |`);
    nameless.push(...figures.nameless.map((name) => `${kind}/${name}`));
    for (const [name, problem] of unread) {
      const what = problem.replace(/\d+/g, 'N').slice(0, 200);
      said.set(what, [...(said.get(what) ?? []), `${kind}/${name}`]);
    }
  }
  for (const [what, names] of [...said].sort((one, other) => other[1].length - one[1].length))
    console.log(`${names.length} times: ${what} (${names[0]})`);
  for (const name of nameless) console.log(`not named: ${name}`);
  return nameless.length === 0;
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

function* filesIn(folder: string, recursive: boolean): Generator<readonly [name: string, path: string]> {
  for (const name of readdirSync(folder, { recursive, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (/\.(?:ya?ml|json|golden)$/.test(name) && statSync(path).isFile()) yield [name, path];
  }
}
