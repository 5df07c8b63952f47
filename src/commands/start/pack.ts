/** The program's file: a header, then functions that the bundler made of its chunks (scripts/bundle-pack.ts). */
import { openSync, readSync } from 'node:fs';

interface Header {
  /** Of the content. */
  readonly hash: string;
  readonly chunks: { readonly [name: string]: Place };
}

type Place = readonly [offset: number, length: number, line: number];

export interface Pack {
  readonly hash: string;
  has(name: string): boolean;
  /** The text of a chunk, and how many lines of the file are before it. */
  chunk(name: string): { readonly text: string; readonly line: number };
  /** Several chunks as one text: a list of their functions. */
  list(names: readonly string[]): string;
}

/** As scripts/bundle-pack.ts pads it. */
const HEADER_BYTES = 16_384;

/** Opens the file for the life of the process. @throws Error where it is none or cannot be read */
export function openPack(path: string): Pack {
  const file = openSync(path, 'r');
  const { hash, chunks }: Header = JSON.parse(read(file, 0, HEADER_BYTES).slice(2, -3));
  const placeOf = (name: string): Place => {
    const place = chunks[name];
    if (place === undefined) throw new Error(`${path} has no ${name}`);
    return place;
  };
  return {
    hash,
    has: (name) => Object.hasOwn(chunks, name),
    chunk(name) {
      const [offset, length, line] = placeOf(name);
      return { text: read(file, offset, length), line };
    },
    list(names) {
      const places = names.map(placeOf);
      // One text made at once: many that are put together are garbage that the collector has to copy first.
      const bytes = Buffer.allocUnsafe(places.reduce((sum, [, length]) => sum + length + 1, 1));
      let at = 0;
      for (const [offset, length] of places) {
        bytes[at] = (at === 0 ? '[' : ',').charCodeAt(0);
        readInto(bytes, at + 1, file, offset, length);
        at += length + 1;
      }
      bytes[at] = ']'.charCodeAt(0);
      return bytes.toString('latin1');
    },
  };
}

function read(file: number, offset: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  readInto(bytes, 0, file, offset, length);
  return bytes.toString('latin1');
}

/** Reads so many bytes to a place in others. */
function readInto(bytes: Buffer, place: number, file: number, offset: number, length: number): void {
  for (let at = 0; at < length; ) {
    const got = readSync(file, bytes, place + at, length - at, offset + at);
    if (got === 0) throw new Error('the program file is shorter than it should be');
    at += got;
  }
}
