/** The real file system, standard input and git. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  constants,
  createReadStream,
  type Dirent,
  fstatSync,
  readFile,
  type Stats,
  stat,
  unlinkSync,
} from 'node:fs';
import {
  access,
  type FileHandle,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { nearest } from '../model/near-miss.ts';
import { safeLine } from '../present/text.ts';
import type { DirectoryEntry, GitAnswer, Io, OpenFile, WriteIo } from '../source/io.ts';
import { standardError } from './start/output.ts';

/** A file that a partial clone left out is not there: reading opens no connection. Older versions of git go by protocols alone. */
const OFFLINE: NodeJS.ProcessEnv = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

const toldOf = new Set<string>();

/** A run may list its inputs more than once. */
function tellOnce(what: string): void {
  if (!toldOf.has(what)) standardError.write(`${safeLine(what)}\n`);
  toldOf.add(what);
}

type Answer<T> = (error: Error | null, value: T) => void;

/** As node's promises do it. These two are what every run needs, and the module of promises takes milliseconds to load. */
function promised<T>(ask: (answer: Answer<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((error, value) => (error === null ? resolve(value) : reject(error)));
  });
}

const statusOf = (path: string): Promise<Stats> => promised((answer) => stat(path, answer));
const contentOf = (path: string): Promise<Buffer> => promised((answer) => readFile(path, answer));

export const processIo: Io = {
  async status(path) {
    const status = await statusOf(path);
    return { kind: kindOf(status), size: status.size, owner: status.uid };
  },
  async readFile(path, limit) {
    if ((await statusOf(path)).isFile()) return await contentOf(path);
    return await firstBytes(createReadStream(path), limit);
  },
  async readDirectory(path) {
    return (await readdir(path, { withFileTypes: true })).map(entryOf);
  },
  realPath: (path) => realpath(path),
  passedOver: (path, why) => tellOnce(`skipped ${path}: ${why}`),
  async readStdin(limit) {
    // Read as a stream, a directory would look like an empty file.
    if (fstatSync(0).isDirectory()) throw Object.assign(new Error('standard input'), { code: 'EISDIR' });
    if (process.stdin.isTTY) standardError.write('reading from the terminal; Ctrl-D ends the input\n');
    return await firstBytes(process.stdin, limit);
  },
  git: (args, limit) => runGit(args, limit, OFFLINE),
  async fetch(address, bytes) {
    const { xds } = address;
    if (xds !== undefined) {
      const [{ fetchXds }, { packedPart }, { LIVE_TIMES }] = await Promise.all([
        import('./live/xds.ts'),
        import('./packed-part.ts'),
        import('./live/fetch.ts'),
      ]);
      const descriptors = (): Promise<Uint8Array> => packedPart('descriptors.binpb');
      const tell = (what: string): void => tellOnce(`${address.name}: ${what}`);
      return await fetchXds({ ...address, xds }, { bytes, ...LIVE_TIMES }, descriptors, tell);
    }
    const { fetchLive, LIVE_TIMES } = await import('./live/fetch.ts');
    return await fetchLive(address, { bytes, ...LIVE_TIMES });
  },
  nearest,
};

function entryOf(entry: Dirent): DirectoryEntry {
  if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
  return { name: entry.name, kind: kindOf(entry) };
}

function kindOf(status: Stats | Dirent): 'file' | 'directory' | 'other' {
  if (status.isFile()) return 'file';
  return status.isDirectory() ? 'directory' : 'other';
}

async function firstBytes(stream: AsyncIterable<Buffer>, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return Buffer.concat(chunks);
}

/**
 * Arguments go to git as they are; messages come in English, since they are looked into.
 *
 * @param environment changes of the environment
 * @param milliseconds after which git is ended, which is an error with code `ETIMEDOUT`
 */
export function runGit(
  args: readonly string[],
  limit: number,
  environment: NodeJS.ProcessEnv = {},
  milliseconds?: number,
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C', ...environment };
    const ends = milliseconds === undefined ? {} : { timeout: milliseconds, killSignal: 'SIGKILL' as const };
    const git = spawn('git', args, { stdio: ['ignore', 'pipe', 'pipe'], env, shell: false, ...ends });
    const output: Buffer[] = [];
    const complaint: Buffer[] = [];
    let length = 0;
    git.stdout.on('data', (chunk: Buffer) => {
      output.push(chunk);
      length += chunk.length;
      if (length > limit) {
        git.kill();
        reject(Object.assign(new Error('git answers with too much'), { code: 'E2BIG' }));
      }
    });
    git.stderr.on('data', (chunk: Buffer) => complaint.push(chunk));
    git.on('error', reject);
    git.on('close', (status, signal) => {
      if (signal === 'SIGKILL' && milliseconds !== undefined)
        reject(Object.assign(new Error('git took too long'), { code: 'ETIMEDOUT' }));
      resolve({
        status: status ?? 1,
        output: Buffer.concat(output),
        complaint: Buffer.concat(complaint).toString(),
      });
    });
  });
}

export const processWriteIo: WriteIo = {
  realPath: (path) => realpath(path),
  async status(path) {
    const status = await statusOf(path);
    const { mode, uid: owner, gid: group, nlink: names } = status;
    return { kind: kindOf(status), mode, owner, group, names };
  },
  async isLink(path) {
    return (await lstat(path)).isSymbolicLink();
  },
  readFile: contentOf,
  checkWritable: (path) => access(path, constants.W_OK),
  async create(path) {
    begun(path);
    try {
      return openFile(await open(path, 'wx'));
    } catch (error) {
      ended(path);
      throw error;
    }
  },
  async scratch(path) {
    const handle = await open(path, 'wx+');
    // Without a name it is gone with the process, however that ends.
    await unlink(path);
    return {
      write: (bytes) => handle.writeFile(bytes),
      content: () => handle.createReadStream({ start: 0, autoClose: false }),
      close: () => handle.close(),
    };
  },
  append: async (path) => openFile(await open(path, 'a')),
  async rename(from, to) {
    await rename(from, to);
    ended(from);
  },
  async remove(path) {
    await unlink(path);
    ended(path);
  },
  async syncDirectory(path) {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  },
  randomName: () => randomBytes(8).toString('hex'),
};

function openFile(handle: FileHandle): OpenFile {
  return {
    write: (content) => writeFile(handle, content),
    sync: () => handle.sync(),
    setMode: (mode) => handle.chmod(mode),
    setOwner: (owner, group) => handle.chown(owner, group),
    close: () => handle.close(),
  };
}

// Files that are being written under names of their own: a signal that ends the process removes them first.

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const paths = new Set<string>();

/** From now on a signal removes the file. */
export function begun(path: string): void {
  if (paths.size === 0) for (const signal of SIGNALS) process.on(signal, removeAll);
  paths.add(path);
}

/** The file has got its final name, or is gone. */
export function ended(path: string): void {
  if (paths.delete(path) && paths.size === 0) for (const signal of SIGNALS) process.off(signal, removeAll);
}

function removeAll(signal: NodeJS.Signals): void {
  for (const path of paths) {
    try {
      unlinkSync(path);
    } catch {
      // It has its final name by now, or cannot be removed: the process ends all the same.
    }
    ended(path);
  }
  // Others who listen, such as the terminal UI, end the process in their own way.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
