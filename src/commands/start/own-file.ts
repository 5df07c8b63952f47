/**
 * Files that nobody else can have put there. Code caches are compiled code: one that another user planted would run with
 * our rights. So both the folder and the file must belong to the user and be writable by nobody else, and neither may be
 * a symbolic link. Where the system has no owners (Windows), the user's own folder is trusted as it is.
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
