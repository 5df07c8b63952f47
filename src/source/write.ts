/**
 * Text into files. A file is replaced in one step: whoever reads it sees the old text or the new one, whatever
 * happens in between, and after any error the old one stands there, without leftovers beside it.
 */
import { InputError } from './errors.ts';
import { systemCode, writingFailed } from './file-problem.ts';
import type { Content, OpenFile, WriteIo, WriteStatus } from './io.ts';

/**
 * Replaces a file's content atomically: a new file in the same directory, written, synced, given the mode and (where
 * permitted) the owner of the old one, then renamed over it. A symbolic link stays; its target is replaced.
 *
 * @param expected the text that the new one was made from; where the file holds another one by now, nothing is written
 * @returns how many other names (hard links) the file had, which keep the old text
 * @throws InputError where it cannot be written; the file is unchanged then
 */
export async function replaceFile(
  path: string,
  text: string,
  io: WriteIo,
  expected?: string,
): Promise<number> {
  try {
    const target = await io.realPath(path);
    const status = await io.status(target);
    await io.checkWritable(target);
    await writeBeside(target, Buffer.from(text, 'utf8'), io, status, async () => {
      if (expected !== undefined) await checkUnchanged(path, target, [expected, text], io);
    });
    return Math.max(0, status.names - 1);
  } catch (error) {
    throw writingFailed(path, error, true);
  }
}

/**
 * Writes a result: atomically where a regular file or nothing stands under the name, straight into it where it is a
 * pipe or a device.
 *
 * @param isSettings the text is settings, so it may replace them; a result may not
 * @returns whether a regular file holds it now
 */
export async function writeOutput(
  path: string,
  text: string,
  io: WriteIo,
  isSettings = false,
): Promise<boolean> {
  let existed = false;
  try {
    const status = await statusIfAny(path, io);
    existed = status !== undefined;
    await checkReplaceable(path, status, io, isSettings);
    const isStream = status?.kind === 'other' || isOpenStream(path);
    if (isStream) await appendTo(path, text, io);
    else if (status) await replaceFile(path, text, io);
    else await writeBeside(await inRealDirectory(path, io), Buffer.from(text, 'utf8'), io);
    return !isStream;
  } catch (error) {
    throw writingFailed(path, error, existed);
  }
}

/** A result that is written piece by piece. */
export interface OutputStream {
  write(text: string): Promise<void>;
  /** The result is whole: a regular file appears, or is replaced, now. @returns whether there is one */
  finish(): Promise<boolean>;
  /** What was written to a regular file is forgotten. */
  abandon(): Promise<void>;
}

/** As {@link writeOutput}, for a result that need not be in memory as a whole. @throws InputError */
export async function openOutput(path: string, io: WriteIo): Promise<OutputStream> {
  let existed = false;
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw writingFailed(path, error, existed);
    }
  };
  return await guarded(async () => {
    const status = await statusIfAny(path, io);
    existed = status !== undefined;
    await checkReplaceable(path, status, io);
    if (status?.kind === 'other' || isOpenStream(path)) {
      const file = await io.append(path);
      return {
        write: (text) => guarded(() => file.write(Buffer.from(text, 'utf8'))),
        finish: () =>
          guarded(async () => {
            await file.close();
            return false;
          }),
        abandon: () => file.close(),
      };
    }
    const target = status ? await io.realPath(path) : await inRealDirectory(path, io);
    if (status) await io.checkWritable(target);
    const scratch = await io.scratch(besideOf(target, io).temporary);
    return {
      write: (text) => guarded(() => scratch.write(Buffer.from(text, 'utf8'))),
      finish: () =>
        guarded(async () => {
          try {
            await writeBeside(target, scratch.content(), io, status);
            return true;
          } finally {
            await scratch.close();
          }
        }),
      abandon: () => scratch.close(),
    };
  });
}

/** What is no place for a result. @throws InputError */
async function checkReplaceable(
  path: string,
  status: WriteStatus | undefined,
  io: WriteIo,
  isSettings = false,
): Promise<void> {
  const refused = (problem: string, hint: string): InputError =>
    new InputError({ file: path, problem: `not written: ${problem}`, hint });
  if (status?.kind === 'directory') throw refused('this is a directory', 'name a file');
  if (status === undefined && (await isLink(path, io)))
    throw refused('this is a link that leads nowhere', 'remove the link, or name another file');
  if (status !== undefined && !isSettings && SETTINGS.test(path))
    throw refused('these are the settings of cfgtool', 'name another file');
}

/** The file of settings, which no result replaces. */
const SETTINGS = /(?:^|[\\/])\.cfgtool\.yaml$/;

async function isLink(path: string, io: WriteIo): Promise<boolean> {
  try {
    return await io.isLink(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

/** Names of streams that are open already: what a shell redirected them to must not be replaced under its feet. */
function isOpenStream(path: string): boolean {
  return /^\/dev\/(stdout|stderr|fd\/\d+)$|^\/proc\/(self|\d+)\/fd\/\d+$/.test(path);
}

async function statusIfAny(path: string, io: WriteIo): Promise<WriteStatus | undefined> {
  try {
    return await io.status(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The path of a file to be made, in its directory without links. */
async function inRealDirectory(path: string, io: WriteIo): Promise<string> {
  const at = path.lastIndexOf('/');
  const directory = await io.realPath(at === -1 ? '.' : path.slice(0, at + 1));
  return `${directory}/${path.slice(at + 1)}`;
}

async function appendTo(path: string, text: string, io: WriteIo): Promise<void> {
  const file = await io.append(path);
  try {
    await file.write(Buffer.from(text, 'utf8'));
  } finally {
    await file.close();
  }
}

/** The new text itself is expected too: two links may lead to one file. */
async function checkUnchanged(
  path: string,
  target: string,
  expected: readonly string[],
  io: WriteIo,
): Promise<void> {
  const now = await io.readFile(target);
  if (expected.some((text) => Buffer.from(text, 'utf8').equals(now))) return;
  const problem = 'not written: somebody else changed this file while cfgtool was running';
  throw new InputError({ file: path, problem, hint: 'run again' });
}

/** @param before runs when the new content is safe on disk, just before the rename; may throw to stop it */
async function writeBeside(
  target: string,
  content: Content,
  io: WriteIo,
  status?: WriteStatus,
  before?: () => Promise<void>,
): Promise<void> {
  const { directory, temporary } = besideOf(target, io);
  const file = await io.create(temporary);
  try {
    await fill(file, content, status);
    await before?.();
    await io.rename(temporary, target);
  } catch (error) {
    await removeQuietly(temporary, io);
    throw error;
  }
  await syncQuietly(directory, io);
}

/** A name in the same directory that nothing has. */
function besideOf(target: string, io: WriteIo): { readonly directory: string; readonly temporary: string } {
  const at = target.lastIndexOf('/');
  const directory = at === -1 ? '.' : target.slice(0, at + 1);
  const temporary = `${at === -1 ? '' : directory}.${target.slice(at + 1, at + 51)}.${io.randomName()}.tmp`;
  return { directory, temporary };
}

async function fill(file: OpenFile, content: Content, status: WriteStatus | undefined): Promise<void> {
  try {
    await file.write(content);
    if (status) {
      await ownQuietly(file, status);
      // After the owner, since changing the owner may clear bits of the mode.
      await file.setMode(status.mode & 0o7777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Only a privileged user may give files away; the content matters more than its owner. */
async function ownQuietly(file: OpenFile, { owner, group }: WriteStatus): Promise<void> {
  try {
    await file.setOwner(owner, group);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** The first error is the one to report. */
async function removeQuietly(path: string, io: WriteIo): Promise<void> {
  try {
    await io.remove(path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** The rename has happened; a directory that cannot be synced (as on some network file systems) undoes nothing. */
async function syncQuietly(directory: string, io: WriteIo): Promise<void> {
  try {
    await io.syncDirectory(directory);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}
