/**
 * The code cache: what V8 made of the program's functions in an earlier run of the same command. V8 takes it only for
 * the same version of itself, the same flags and a source of the same length, and otherwise compiles. What it takes it
 * trusts: damaged data ends the process or never lets it end. So the file holds everything twice, and both must be alike:
 * comparing a megabyte takes a fraction of a millisecond, loading node's checksums takes three. Everything here fails
 * silently: a run without a cache is slower, nothing else.
 *
 * What the runs of a command have in common is compiled as one script, which V8 takes faster than its many parts. The
 * first run notes what it loaded, the next one what both loaded, and the first that loads all of that keeps the code.
 */
import type { Script } from 'node:vm';
import { cacheFolder, type Surroundings } from './cache-folder.ts';
import { readOwn, writeOwn } from './own-file.ts';

export interface CodeCache {
  /** The names of the chunks that are to be compiled together. */
  readonly together: readonly string[];
  /** By the name of the chunk; {@link TOGETHER} for those. */
  readonly data: ReadonlyMap<string, Buffer>;
  /** Writes the cache where a script was compiled without it. */
  keep(run: CompiledRun): void;
}

/** What a run compiled and used. */
export interface CompiledRun {
  /** By the name of the chunk; {@link TOGETHER} for those. */
  readonly scripts: ReadonlyMap<string, Script>;
  /** The names of all chunks that were evaluated. */
  readonly used: ReadonlySet<string>;
}

/** No chunk has this name. */
export const TOGETHER = '';

/** What the file holds. */
export type Content = Pick<CodeCache, 'together' | 'data'>;

const NOTHING: Content = { together: [], data: new Map() };

/**
 * @param hash of the program
 * @param purpose runs for one purpose need the same functions: a word
 */
export function openCodeCache(hash: string, purpose: string, surroundings: Surroundings): CodeCache {
  const folder = /^[a-z]+$/.test(purpose) ? cacheFolder(surroundings) : undefined;
  if (folder === undefined) return { ...NOTHING, keep: () => {} };
  const { version, arch, uid } = surroundings;
  const name = `${version}-${arch}-${hash}-${purpose}`;
  const content = decoded(readOwn(folder, name, uid));
  return {
    ...content,
    keep(run) {
      const changed = next(content, run);
      if (changed !== undefined) writeOwn(folder, name, encoded(changed), uid);
    },
  };
}

/** What the file is to hold after a run; nothing where that is what it holds. */
function next({ together, data }: Content, { scripts, used }: CompiledRun): Content | undefined {
  const common = together.filter((name) => used.has(name));
  const isKept = data.has(TOGETHER);
  if (!isKept && common.length < Math.max(together.length, 1))
    return { together: together.length === 0 ? [...used] : common, data: new Map() };
  if ([...scripts.values()].every(({ cachedDataRejected }) => cachedDataRejected === false)) return undefined;
  // Chunks of earlier runs that this one did not need stay.
  const parts = new Map(data);
  for (const [name, script] of scripts) parts.set(name, script.createCachedData());
  return { together, data: parts };
}

/** Twice: a line of JSON with the names, those compiled together and those with the lengths of data, and the data. */
export function encoded({ together, data }: Content): Buffer {
  const lengths = [...data].map(([name, { length }]) => [name, length] as const);
  const line = Buffer.from(`${JSON.stringify([together, lengths])}\n`, 'latin1');
  const once = [line, ...data.values()];
  return Buffer.concat([...once, ...once]);
}

/** Nothing where the file is not as it was written, or in the form of another version. */
export function decoded(file: Buffer | undefined): Content {
  const half = (file?.length ?? 0) / 2;
  if (file === undefined || !Number.isInteger(half)) return NOTHING;
  if (file.compare(file, half, undefined, 0, half) !== 0) return NOTHING;
  const data = new Map<string, Buffer>();
  let at = file.indexOf('\n') + 1;
  try {
    const [together, lengths]: Head = JSON.parse(file.toString('latin1', 0, at));
    for (const [name, length] of lengths) {
      data.set(name, file.subarray(at, at + length));
      at += length;
    }
    return at === half && Array.isArray(together) ? { together, data } : NOTHING;
  } catch {
    return NOTHING;
  }
}

type Head = readonly [
  together: readonly string[],
  lengths: readonly (readonly [name: string, length: number])[],
];
