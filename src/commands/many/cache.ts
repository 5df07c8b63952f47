/**
 * Results kept across runs: a file for each, under a key of everything that the result depends on. An entry holds what
 * the report would print, secrets hidden; only the user may read it. What is damaged or foreign counts as not there.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { plainData } from '../../results/detached.ts';
import { showAll } from '../../results/secrets/redact.ts';
import { list, object, type Shape, ShapeError, text } from '../../results/shapes.ts';
import { printJson } from '../../source/edit/print.ts';
import { InputError } from '../../source/errors.ts';
import { readJson } from '../../source/json.ts';
import { plainValue, ROOT } from '../../source/tree.ts';

/** A result and the remarks that go to standard error with it. */
export interface Kept<R> {
  readonly result: R;
  readonly notes: readonly string[];
}

export interface CacheOptions {
  readonly folder: string;
  /** Bytes that all entries together may take, once a run is over. */
  readonly most: number;
}

/** How results are written and read. */
export interface Entries<R> {
  objectOf(result: R): object;
  readonly shape: Shape<R>;
}

export interface Cache<R> {
  get(key: string): Promise<Kept<R> | undefined>;
  set(key: string, kept: Kept<R>): Promise<void>;
  /** Makes room: the entries that were used longest ago go first. */
  trim(): Promise<void>;
}

/** 200 MB. */
export const MAX_BYTES = 200_000_000;
/** An entry of a size that no report of one file has is none. */
const LARGEST_ENTRY = 50_000_000;
const NAME = /^[0-9a-f]{64}\.json$/;

/** The folder of the user's caches, as the system has it. */
export function userCacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = env;
  if (xdg.startsWith('/')) return join(xdg, 'cfgtool');
  if (platform === 'win32' && local !== '') return join(local, 'cfgtool', 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'cfgtool');
  return join(homedir(), '.cache', 'cfgtool');
}

/** A cache in a folder, which is made when something is to be kept. Nothing that fails in it ends a run. */
export function fileCache<R>({ folder, most }: CacheOptions, entries: Entries<R>): Cache<R> {
  const results = join(folder, 'results');
  const shape = object({ key: text, sum: text, notes: list(text), result: entries.shape });
  const pathOf = (key: string): string => join(results, key.slice(0, 2), `${key}.json`);
  let isUsable: Promise<boolean> | undefined;
  const ready = (): Promise<boolean> => {
    isUsable ??= makeFolder(folder, results);
    return isUsable;
  };
  return {
    async get(key) {
      const path = pathOf(key);
      const content = await quietly(async () => {
        const file = await open(path, 'r');
        try {
          const status = await file.stat();
          if (!isOwn(status) || !status.isFile() || status.size > LARGEST_ENTRY) return undefined;
          return await file.readFile('utf8');
        } finally {
          await file.close();
        }
      });
      if (content === undefined) return undefined;
      const entry = read(path, content, shape);
      if (entry === undefined || entry.key !== key) return undefined;
      // The time of use decides what goes first.
      const now = new Date();
      await quietly(() => utimes(path, now, now));
      return { result: entry.result, notes: entry.notes };
    },
    async set(key, { result, notes }) {
      if (!(await ready())) return;
      const path = pathOf(key);
      await quietly(async () => {
        const folderOf = join(results, key.slice(0, 2));
        await mkdir(folderOf, { recursive: true, mode: 0o700 });
        const body = entryText(key, entries.objectOf(result), notes);
        const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
        await writeFile(temporary, body, { mode: 0o600, flag: 'wx' });
        try {
          await rename(temporary, path);
        } catch (error) {
          await unlink(temporary);
          throw error;
        }
      });
    },
    async trim() {
      await quietly(() => trimFolder(results, most));
    },
  };
}

/** The sum tells an entry that was cut off or changed from one that is whole. */
function entryText(key: string, result: object, notes: readonly string[]): string {
  const body = printJson(plainData({ notes, result }, showAll), '');
  return `${printJson({ key, sum: sumOf(body) }, '').slice(0, -1)},${body.slice(1)}`;
}

function sumOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function read<T extends { readonly sum: string }>(
  path: string,
  content: string,
  shape: Shape<T>,
): T | undefined {
  try {
    const [tree] = readJson(path, content);
    if (tree === undefined) return undefined;
    const entry = shape(plainValue(tree, ROOT), '');
    const at = content.indexOf(',"notes":');
    return at !== -1 && sumOf(`{${content.slice(at + 1)}`) === entry.sum ? entry : undefined;
  } catch (error) {
    if (error instanceof InputError || error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** Whether nobody else can have written an entry: in a folder that several people share, anybody could put some. */
function isOwn({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_WRITE) === 0);
}

const OTHERS_WRITE = 0o022;

/** Whether the folder is there, and the user's own. */
async function makeFolder(folder: string, results: string): Promise<boolean> {
  const made = await quietly(async () => {
    await mkdir(results, { recursive: true, mode: 0o700 });
    await chmod(results, 0o700);
    const { uid } = await stat(folder);
    return process.getuid === undefined || uid === process.getuid();
  });
  return made === true;
}

async function trimFolder(results: string, most: number): Promise<void> {
  const found: { readonly path: string; readonly size: number; readonly used: number }[] = [];
  const old = Date.now() - 3_600_000;
  for (const folder of await readdir(results)) {
    for (const name of (await quietly(() => readdir(join(results, folder)))) ?? []) {
      const path = join(results, folder, name);
      const status = await quietly(() => stat(path));
      if (status === undefined) continue;
      // What a killed run left half written.
      if (name.endsWith('.tmp') && status.mtimeMs < old) await quietly(() => unlink(path));
      if (NAME.test(name)) found.push({ path, size: status.size, used: status.mtimeMs });
    }
  }
  let total = found.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of found.sort((left, right) => left.used - right.used)) {
    if (total <= most) return;
    await quietly(() => unlink(path));
    total -= size;
  }
}

/** A cache that cannot be read or written is no reason to stop. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
