/** The outside world as reading and writing see it: types only. The real one is made in `src/commands/io.ts`. */

import type { LiveAddress } from './live.ts';

export type EntryKind = 'file' | 'directory' | 'link' | 'other';

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface FileStatus {
  /** Links are followed; `other` is a pipe, a socket or a device. */
  readonly kind: 'file' | 'directory' | 'other';
  /** Bytes; 0 where the kind has no size. */
  readonly size: number;
  /** The number of the user that it belongs to, where the system tells. */
  readonly owner?: number;
}

export interface GitAnswer {
  /** 0 where git succeeded. */
  readonly status: number;
  readonly output: Uint8Array;
  /** What git said on standard error. */
  readonly complaint: string;
}

/** Functions that read. All of them reject with an error that carries the system's `code` (`ENOENT`, `EACCES`…). */
export interface Io {
  status(path: string): Promise<FileStatus>;
  /** The whole content, or the first `limit + 1` bytes where it is longer. */
  readFile(path: string, limit: number): Promise<Uint8Array>;
  readDirectory(path: string): Promise<readonly DirectoryEntry[]>;
  /** The path without symbolic links. */
  realPath(path: string): Promise<string>;
  /** Told of what a search leaves out although its name is one of a configuration. */
  passedOver(path: string, why: string): void;
  /** Standard input to its end, or its first `limit + 1` bytes where it is longer. */
  readStdin(limit: number): Promise<Uint8Array>;
  /** Runs git with these arguments, without a shell; output beyond `limit` bytes is an error with code `E2BIG`. */
  git(args: readonly string[], limit: number): Promise<GitAnswer>;
  /** What a running proxy answers. Rejects with an `InputError`, also where the answer has more than `limit` bytes. */
  fetch(address: LiveAddress, limit: number): Promise<Uint8Array>;
  /** The candidate that a name was surely meant to be, if any. */
  nearest(name: string, candidates: Iterable<string>): string | undefined;
}

/** What a file is to hold. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>;

/** A file being written. */
export interface OpenFile {
  write(content: Content): Promise<void>;
  /** Waits until the content has reached the disk. */
  sync(): Promise<void>;
  setMode(mode: number): Promise<void>;
  setOwner(owner: number, group: number): Promise<void>;
  close(): Promise<void>;
}

/** A file without a name, which nobody else sees. */
export interface ScratchFile {
  /** Adds to it. */
  write(bytes: Uint8Array): Promise<void>;
  /** All of it. */
  content(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface WriteStatus {
  readonly kind: 'file' | 'directory' | 'other';
  readonly mode: number;
  readonly owner: number;
  readonly group: number;
  /** How many names the file has. */
  readonly names: number;
}

/** Functions that write. All of them reject with an error that carries the system's `code`. */
export interface WriteIo {
  /** The path without symbolic links. */
  realPath(path: string): Promise<string>;
  /** Links are followed. */
  status(path: string): Promise<WriteStatus>;
  /** Whether a symbolic link stands there, wherever it leads. */
  isLink(path: string): Promise<boolean>;
  readFile(path: string): Promise<Uint8Array>;
  /** Rejects where the file may not be written to, such as one marked read-only. */
  checkWritable(path: string): Promise<void>;
  /** Creates a new file; rejects with `EEXIST` where one stands there. */
  create(path: string): Promise<OpenFile>;
  /** Opens a file that has this name for a moment only. */
  scratch(path: string): Promise<ScratchFile>;
  /** Opens what stands there (a pipe, a device) and adds to it. */
  append(path: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  syncDirectory(path: string): Promise<void>;
  /** Letters and digits that no other run draws. */
  randomName(): string;
}
