/** Evaluates the chunks of a pack, each once. */
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { type CompiledRun, type Content, TOGETHER } from './code-cache.ts';
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

export interface Loaded extends CompiledRun {
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
