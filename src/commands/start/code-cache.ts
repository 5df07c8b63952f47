/**
 * The code cache: what V8 made of the program's functions in an earlier run of the same command. V8 takes it only for
 * the same version of itself, the same flags and a source of the same length, and otherwise compiles. What it takes it
 * trusts: damaged data ends the process, so the file has a checksum. Everything here fails silently: a run without a
 * cache is slower, nothing else.
 */
import type { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { cacheFolder, type Surroundings } from './cache-folder.ts';
import { readOwn, writeOwn } from './own-file.ts';

export interface CodeCache {
  /** By the name of the chunk. */
  readonly data: ReadonlyMap<string, Buffer>;
  /** Writes the cache where a script was compiled without it. */
  keep(scripts: ReadonlyMap<string, Script>): void;
}

const SUM_BYTES = 4;
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

/** The checksum of the rest, a line of JSON with the names and lengths of the chunks, and their data. */
export function encoded(parts: ReadonlyMap<string, Buffer>): Buffer {
  const lengths = [...parts].map(([chunk, data]) => [chunk, data.length] as const);
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`, 'latin1'), ...parts.values()]);
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(rest));
  return Buffer.concat([sum, rest]);
}

/** Nothing where the file is not as it was written. */
export function decoded(file: Buffer | undefined): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  if (file === undefined || file.length <= SUM_BYTES) return parts;
  if (crc32(file.subarray(SUM_BYTES)) !== file.readUInt32LE()) return parts;
  const end = file.indexOf('\n', SUM_BYTES);
  let at = end + 1;
  const lengths: [string, number][] = JSON.parse(file.toString('latin1', SUM_BYTES, end));
  for (const [chunk, length] of lengths) {
    parts.set(chunk, file.subarray(at, at + length));
    at += length;
  }
  return parts;
}
