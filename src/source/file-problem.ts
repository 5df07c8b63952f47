/** What the system's error codes mean to somebody who wanted to read or write a configuration. */
import { InputError } from './errors.ts';
import { lookup } from './lookup.ts';

/** The `code` of a system error, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

interface Explained {
  readonly problem: string;
  readonly hint?: string;
}

const READING: { readonly [code: string]: Explained } = {
  ENOENT: { problem: 'there is no such file or directory' },
  EACCES: {
    problem: 'reading it is not permitted',
    hint: 'check its permissions and those of its directory',
  },
  EPERM: { problem: 'reading it is not permitted', hint: 'check its permissions and those of its directory' },
  ENOTDIR: { problem: 'a part of this path is a file, not a directory' },
  EISDIR: { problem: 'this is a directory where a file was expected' },
  ELOOP: { problem: 'its symbolic links go round in a circle', hint: 'point the link at a real file' },
  ENAMETOOLONG: {
    problem: 'this name is too long for a file',
    hint: 'to hand over text, use standard input: -',
  },
  EMFILE: { problem: 'too many files are open', hint: 'raise the limit (ulimit -n)' },
  ENFILE: { problem: 'too many files are open on this machine' },
  EIO: { problem: 'the disk reports an error', hint: 'look at the system log' },
  ENXIO: { problem: 'this is a socket or device that cannot be read' },
};

/** The one clear error for a file that could not be read. Errors without a system code are bugs and stay as they are. */
export function readingFailed(file: string, error: unknown, hint?: string): InputError {
  const code = systemCode(error);
  if (code === undefined) throw error;
  const known = lookup(READING, code) ?? { problem: `it cannot be read (${code})` };
  const advice = hint ?? known.hint;
  return new InputError({ file, problem: known.problem, ...(advice === undefined ? {} : { hint: advice }) });
}

/** The one clear error for a link without a target. */
export function brokenLink(file: string): InputError {
  const problem = 'this symbolic link leads to nothing';
  return new InputError({ file, problem, hint: 'point it at a file, or remove it' });
}

const UNCHANGED = 'the original is unchanged';
const WRITING: { readonly [code: string]: Explained } = {
  ENOSPC: { problem: 'the disk is full', hint: 'free some space and run again' },
  EDQUOT: { problem: 'the disk quota is used up', hint: 'free some space and run again' },
  EROFS: { problem: 'the file system is read-only', hint: 'write elsewhere with --output FILE' },
  EACCES: {
    problem: 'writing is not permitted',
    hint: 'check the permissions of the file and its directory, or use --output FILE',
  },
  EPERM: {
    problem: 'writing is not permitted',
    hint: 'check the permissions of the file and its directory, or use --output FILE',
  },
  EXDEV: {
    problem: 'the file cannot be replaced across file systems',
    hint: 'write elsewhere with --output FILE and copy it',
  },
  EBUSY: {
    problem: 'the file is in use (it may be mounted into a container)',
    hint: 'write elsewhere with --output FILE and copy it',
  },
  ENOENT: { problem: 'the directory to write into does not exist', hint: 'create it first' },
  ENOTDIR: { problem: 'a part of this path is a file, not a directory' },
  EISDIR: { problem: 'this is a directory', hint: 'name a file' },
  ENAMETOOLONG: { problem: 'this name is too long for a file' },
  EFBIG: { problem: 'the file is larger than the file system allows' },
  ELOOP: { problem: 'its symbolic links go round in a circle', hint: 'point the link at a real file' },
  EIO: { problem: 'the disk reports an error', hint: 'look at the system log' },
};

/** The one clear error for a file that could not be written; says that the original, if any, is whole. */
export function writingFailed(file: string, error: unknown, existed: boolean): InputError {
  if (error instanceof InputError) return error;
  const code = systemCode(error);
  // A reader that went away is no failure of the file.
  if (code === undefined || code === 'EPIPE') throw error;
  const { problem, hint } = lookup(WRITING, code) ?? {
    problem: `it cannot be written (${code})`,
    hint: undefined,
  };
  return new InputError({
    file,
    problem: `not written: ${problem}${existed ? `; ${UNCHANGED}` : ''}`,
    ...(hint === undefined ? {} : { hint }),
  });
}
