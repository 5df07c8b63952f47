/**
 * The code cache: what V8 made of the program's functions in an earlier run of the same command. V8 takes it only for
 * the same version of itself, the same flags and a source of the same length, and otherwise compiles. What it takes it
 * trusts: damaged data ends the process or never lets it end. So the file holds everything twice, and both must be alike:
 * comparing a megabyte takes a fraction of a millisecond, loading node's checksums takes three. Everything here fails
 * silently: a run without a cache is slower, nothing else.
 */
import type { Script } from 'node:vm';
import { cacheFolder, type Surroundings } from './cache-folder.ts';
import { readOwn, writeOwn } from './own-file.ts';

export interface CodeCache {
  /** By the name of the chunk. */
  readonly data: ReadonlyMap<string, Buffer>;
  /** Writes the cache where a script was compiled without it. */
  keep(scripts: ReadonlyMap<string, Script>): void;
}

const NONE: CodeCache = { data: new Map(), keep: () => {} };

/**
 * @param hash of the program
 * @param purpose runs for one purpose need the same functions: a word
 */
export function openCodeCache(hash: string, purpose: string, surroundings: Surroundings): CodeCache {
  const folder = /^[a-z]+$/.test(purpose) ? cacheFolder(surroundings) : undefined;
  if (folder === undefined) return NONE;
  const { version, arch, uid } = surroundings;
  const name = `${version}-${arch}-${hash}-${purpose}`;
  const data = decoded(readOwn(folder, name, uid));
  return {
    data,
    keep(scripts) {
      const isComplete = [...scripts.values()].every(
        ({ cachedDataRejected }) => cachedDataRejected === false,
      );
      if (isComplete) return;
      // Chunks of earlier runs that this one did not need stay.
      const parts = new Map(data);
      for (const [chunk, script] of scripts) parts.set(chunk, script.createCachedData());
      writeOwn(folder, name, encoded(parts), uid);
    },
  };
}

/** Twice: a line of JSON with the names and lengths of the chunks, and their data. */
export function encoded(parts: ReadonlyMap<string, Buffer>): Buffer {
  const lengths = [...parts].map(([chunk, data]) => [chunk, data.length] as const);
  const once = [Buffer.from(`${JSON.stringify(lengths)}\n`, 'latin1'), ...parts.values()];
  return Buffer.concat([...once, ...once]);
}

/** Nothing where the file is not as it was written. */
export function decoded(file: Buffer | undefined): ReadonlyMap<string, Buffer> {
  const half = (file?.length ?? 0) / 2;
  const parts = new Map<string, Buffer>();
  if (file === undefined || !Number.isInteger(half)) return parts;
  if (file.compare(file, half, undefined, 0, half) !== 0) return parts;
  let at = file.indexOf('\n') + 1;
  for (const [chunk, length] of lengthsIn(file.toString('latin1', 0, at))) {
    parts.set(chunk, file.subarray(at, at + length));
    at += length;
  }
  return at === half ? parts : new Map();
}

/** None where the line is something else, or nothing. */
function lengthsIn(line: string): readonly (readonly [chunk: string, length: number])[] {
  try {
    return JSON.parse(line);
  } catch {
    return [];
  }
}
