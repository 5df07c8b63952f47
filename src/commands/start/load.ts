/** Evaluates the chunks of a pack, each once. */
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { Pack } from './pack.ts';

/** What a chunk exports; a promise of it where the chunk waits for something. */
export type Exported = object | Promise<object>;

export interface Load {
  (name: string): Exported;
  /** What `import()` is in a chunk. */
  later(name: string): Promise<object>;
  /** A text that is packed beside the chunks. */
  text(name: string): string;
  /** What `import.meta.url` is in a chunk. */
  readonly url: string;
}

export interface Loaded {
  readonly load: Load;
  /** The scripts of the chunks that were evaluated so far, by name. */
  readonly scripts: ReadonlyMap<string, Script>;
}

type ChunkFunction = (load: Load, require: NodeJS.Require) => Exported;

/** @param path what stack traces call the file @param data code caches of chunks by name */
export function loader(
  path: string,
  pack: Pack,
  data: ReadonlyMap<string, Buffer>,
  require: NodeJS.Require,
): Loaded {
  const scripts = new Map<string, Script>();
  const done = new Map<string, Exported>();
  const chunk = (name: string): Exported => {
    const before = done.get(name);
    if (before !== undefined) return before;
    const { text, line } = pack.chunk(name);
    const cachedData = data.get(name);
    const script = new Script(text, {
      filename: path,
      lineOffset: line,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    scripts.set(name, script);
    const exported = (script.runInThisContext() as ChunkFunction)(load, require);
    done.set(name, exported);
    return exported;
  };
  const later = async (name: string): Promise<object> => await chunk(name);
  const text = (name: string): string => pack.chunk(name).text;
  const load = Object.defineProperty(Object.assign(chunk, { later, text, url: '' }), 'url', {
    get: () => pathToFileURL(path).href,
  });
  return { load, scripts };
}
