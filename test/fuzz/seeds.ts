/** What is mutated: the project's examples and, where they stand beside it, real configurations. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../src/source/errors.ts';
import { type Node, nodesOf } from './node.ts';

export interface Seed {
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it is a file of tests rather than a configuration. */
  readonly isTests: boolean;
  /** Whether it is a file of properties. */
  readonly isProperties: boolean;
  /** Whether routes may stand in it. */
  readonly hasRoutes: boolean;
  /** The documents, where it is neither broken nor large. */
  readonly nodes: () => readonly Node[] | undefined;
}

const MAX_BYTES = 60_000;
const LARGE_BYTES = 250_000;

/** @param large whether larger ones count too, up to some hundred kilobytes */
export function seedsIn(folders: readonly string[], large: boolean): readonly Seed[] {
  const most = large ? LARGE_BYTES : MAX_BYTES;
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap(listed)
    .filter((path) => /\.(?:ya?ml|json)$/.test(path) && statSync(path).size <= most)
    .map(seedOf);
}

function listed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listed(path) : entry.isFile() ? [path] : [];
    });
}

function seedOf(path: string): Seed {
  return seedFrom(path, readFileSync(path));
}

/** @param path a name, whatever stands there */
export function seedFrom(path: string, bytes: Buffer): Seed {
  let nodes: readonly Node[] | undefined | 'unread' = 'unread';
  return {
    name: path,
    bytes,
    isTests: /golden|\.tests\./.test(path),
    isProperties: /^properties:/.test(bytes.subarray(0, 20).toString()),
    hasRoutes: bytes.includes('domains'),
    nodes() {
      if (nodes === 'unread') nodes = readNodes(path, bytes);
      return nodes;
    },
  };
}

/** The documents of a text; undefined where it cannot be read. */
export function readNodes(path: string, bytes: Buffer): readonly Node[] | undefined {
  try {
    return nodesOf(path, bytes.toString());
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
