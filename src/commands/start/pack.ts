/** The program's file: a header, then functions that the bundler made of its chunks (scripts/bundle-pack.ts). */
import { openSync, readSync } from 'node:fs';

interface Header {
  /** Of the content. */
  readonly hash: string;
  readonly chunks: { readonly [name: string]: readonly [offset: number, length: number, line: number] };
}

export interface Pack {
  readonly hash: string;
  has(name: string): boolean;
  /** The text of a chunk, and how many lines of the file are before it. */
  chunk(name: string): { readonly text: string; readonly line: number };
}

/** As scripts/bundle-pack.ts pads it. */
const HEADER_BYTES = 8192;

/** Opens the file for the life of the process. @throws Error where it is none or cannot be read */
export function openPack(path: string): Pack {
  const file = openSync(path, 'r');
  const { hash, chunks }: Header = JSON.parse(read(file, 0, HEADER_BYTES).slice(2, -3));
  return {
    hash,
    has: (name) => Object.hasOwn(chunks, name),
    chunk(name) {
      const place = chunks[name];
      if (place === undefined) throw new Error(`${path} has no ${name}`);
      const [offset, length, line] = place;
      return { text: read(file, offset, length), line };
    },
  };
}

function read(file: number, offset: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const got = readSync(file, bytes, at, length - at, offset + at);
    if (got === 0) throw new Error('the program file is shorter than it should be');
    at += got;
  }
  return bytes.toString('latin1');
}
