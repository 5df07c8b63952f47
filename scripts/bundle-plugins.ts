/** What the bundler does to modules on their way into the program. */
import type { Plugin } from 'esbuild';

/** Puts another text in the place of a module's own. */
export function inlined(path: RegExp, contents: string): Plugin {
  return {
    name: 'inlined',
    setup(build) {
      build.onLoad({ filter: path }, () => ({ contents, loader: 'js' }));
    },
  };
}

/**
 * A module with objects that look like the tables.
 *
 * @param texts for each export the expression that gets its text
 */
export function tablesFromText(texts: { readonly [name: string]: string }): string {
  const objects = Object.entries(texts).map(
    ([name, text]) => `export const ${name} = lazily(() => ${text});\n`,
  );
  return `${objects.join('')}
function lazily(load) {
  let text, places;
  const known = new Map();
  // One pass over the text takes less than looking for a few names in it.
  const index = () => {
    text ??= load();
    places = new Map();
    for (let at = 0, end; at < text.length - 1; at = end) {
      const tab = text.indexOf('\\t', at);
      end = text.indexOf('\\n', tab);
      places.set(text.slice(at + 1, tab), tab + 1);
    }
    return places;
  };
  const has = (name) => (places ?? index()).has(name);
  const table = (name) => {
    if (!known.has(name)) known.set(name, has(name) ? read(places.get(name)) : undefined);
    return known.get(name);
  };
  const read = (start) => JSON.parse(text.slice(start, text.indexOf('\\n', start)));
  return new Proxy({}, {
    get: (_, name) => table(name),
    has: (_, name) => has(name),
    ownKeys: () => [...(places ?? index()).keys()],
    getOwnPropertyDescriptor: (_, name) =>
      has(name) ? { configurable: true, enumerable: true, get: () => table(name) } : undefined,
  });
}`;
}
