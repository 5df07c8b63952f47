/**
 * The program's file: a header, then functions that the bundler made of its chunks (scripts/bundle-pack.ts), each
 * evaluated once.
 */
import { openSync, readSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type CompiledRun, type Content, TOGETHER } from './code-cache.ts';

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

/** What a chunk exports; a promise of it where the chunk waits for something. */
type Exported = object | Promise<object>;

interface Load {
  (name: string): Exported;
  /** What `import()` is in a chunk. */
  later(name: string): Promise<object>;
  /** A text that is packed beside the chunks. */
  text(name: string): string;
  /** What `import.meta.url` is in a chunk. */
  readonly url: string;
}

interface Loaded extends CompiledRun {
  readonly load: Load;
}

type ChunkFunction = (load: Load, require: NodeJS.Require) => Exported;

/** @param path what stack traces call the file */
export function loader(path: string, pack: Pack, cache: Content, require: NodeJS.Require): Loaded {
  const scripts = new Map<string, Script>();
  const done = new Map<string, Exported>();
  const used = new Set<string>();

  const compiled = (name: string, text: string, lineOffset: number): unknown => {
    const cachedData = cache.data.get(name);
    const script = new Script(text, {
      filename: path,
      lineOffset,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    scripts.set(name, script);
    return script.runInThisContext();
  };

  const together = cache.together.every(pack.has) ? cache.together : [];
  const places = new Map(together.map((name, place) => [name, place]));
  let common: readonly ChunkFunction[] | undefined;
  const functionOf = (name: string): ChunkFunction => {
    const place = places.get(name);
    if (place === undefined) {
      const { text, line } = pack.chunk(name);
      return compiled(name, text, line) as ChunkFunction;
    }
    common ??= compiled(TOGETHER, pack.list(together), 0) as ChunkFunction[];
    return common[place] as ChunkFunction;
  };

  const chunk = (name: string): Exported => {
    const before = done.get(name);
    if (before !== undefined) return before;
    used.add(name);
    const exported = functionOf(name)(load, require);
    done.set(name, exported);
    return exported;
  };
  const later = async (name: string): Promise<object> => await chunk(name);
  const text = (name: string): string => pack.chunk(name).text;
  const load = Object.defineProperty(Object.assign(chunk, { later, text, url: '' }), 'url', {
    get: () => pathToFileURL(path).href,
  });
  return { load, scripts, used };
}
