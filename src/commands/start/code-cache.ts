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
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';

interface CodeCache {
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

// Where the code cache is kept: in the user's own cache folder.

/** What of the process decides about the code cache. */
export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined };
  readonly platform: string;
  /** The user's number; nothing where the system has none. */
  readonly uid: number | undefined;
  /** Of node. */
  readonly version: string;
  readonly arch: string;
}

/**
 * `$XDG_CACHE_HOME/cfgtool/code`, else `%LOCALAPPDATA%\cfgtool\code` on Windows, else `~/.cache/cfgtool/code`. Nothing
 * where the user wants no cache (`NODE_DISABLE_COMPILE_CACHE`, which is node's own switch for its cache, or
 * `CFGTOOL_CODE_CACHE=0`), or where there is no such place.
 */
export function cacheFolder({ env, platform }: Surroundings): string | undefined {
  if (isSet(env.NODE_DISABLE_COMPILE_CACHE) || env.CFGTOOL_CODE_CACHE === '0') return undefined;
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home } = env;
  const base =
    isSet(xdg) && isAbsolute(xdg, platform)
      ? xdg
      : platform === 'win32'
        ? local
        : isSet(home) && isAbsolute(home, platform)
          ? join(home, '.cache')
          : undefined;
  return isSet(base) ? join(base, 'cfgtool', 'code') : undefined;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** The XDG specification says that relative paths are to be ignored. */
function isAbsolute(path: string, platform: string): boolean {
  return path.startsWith('/') || (platform === 'win32' && /^[A-Za-z]:[\\/]/.test(path));
}

// Files that nobody else can have put there. Code caches are compiled code: one that another user planted would run with our rights. So both the folder and the file must belong to the user and be writable by nobody else, and neither may be a symbolic link. Where the system has no owners (Windows), the user's own folder is trusted as it is.

/** Caches of older programs and versions of node go when there are more files than these. */
const MAX_FILES = 60;

/** A larger file is none of ours. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The content; nothing where there is no such file or it is not to be trusted. */
export function readOwn(folder: string, name: string, uid: number | undefined): Buffer | undefined {
  let file: number | undefined;
  try {
    if (!isOwn(lstatSync(folder), uid, 'folder')) return undefined;
    file = openSync(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(file);
    return isOwn(stats, uid, 'file') && stats.size <= MAX_BYTES ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes the file in one step. Does nothing where that fails or the folder is not to be trusted. */
export function writeOwn(folder: string, name: string, content: Buffer, uid: number | undefined): void {
  // Two machines, or two containers, may share the folder and count their processes alike.
  const temporary = join(folder, `${name}.${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    if (uid !== undefined && statSync(nearestFolder(folder)).uid !== uid) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(lstatSync(folder), uid, 'folder')) return;
    // To the disk before it gets its name: after a power cut the file is whole or not there.
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, join(folder, name));
    removeOldest(folder);
  } catch {
    rmSync(temporary, { force: true });
  }
}

function isOwn(stats: Stats, uid: number | undefined, kind: 'file' | 'folder'): boolean {
  const isKind = kind === 'file' ? stats.isFile() : stats.isDirectory();
  return isKind && (uid === undefined || (stats.uid === uid && (stats.mode & 0o022) === 0));
}

/** The folder itself, or the nearest above it that exists: `sudo` must not leave folders of root's in a user's home. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  try {
    statSync(folder);
    return folder;
  } catch {
    return above === folder ? folder : nearestFolder(above);
  }
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MAX_FILES) return;
  const byAge = names
    .map((name) => ({ name, time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((left, right) => left.time - right.time);
  for (const { name } of byAge.slice(0, names.length - MAX_FILES))
    rmSync(join(folder, name), { force: true });
}
