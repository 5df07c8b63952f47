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
 * The tables of the data model as text, a line each: its name, a tab, the table as JSON. Each is looked up and read when
 * it is first asked for: most runs need a few of them, and making them all takes longer than anything else in a short run.
 */
export function tablesText(tables: object): string {
  const lines = Object.entries(tables).map(([name, table]) => `${name}\t${JSON.stringify(table)}\n`);
  return `\n${lines.join('')}`;
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
  let text, names;
  const known = new Map();
  const places = new Map();
  const placeOf = (name) => {
    text ??= load();
    let at = places.get(name);
    if (at === undefined) {
      at = typeof name === 'string' && !/[\\n\\t]/.test(name) ? text.indexOf('\\n' + name + '\\t') : -1;
      places.set(name, at);
    }
    return at;
  };
  const table = (name) => {
    if (!known.has(name)) known.set(name, lookUp(name));
    return known.get(name);
  };
  const lookUp = (name) => {
    const at = placeOf(name);
    if (at === -1) return undefined;
    const start = at + name.length + 2;
    return JSON.parse(text.slice(start, text.indexOf('\\n', start)));
  };
  const namesIn = (text) => {
    const all = [];
    for (let at = 0; at < text.length - 1; at = text.indexOf('\\n', at + 1)) {
      all.push(text.slice(at + 1, text.indexOf('\\t', at)));
      places.set(all.at(-1), at);
    }
    return all;
  };
  return new Proxy({}, {
    get: (_, name) => table(name),
    has: (_, name) => placeOf(name) !== -1,
    ownKeys: () => (names ??= namesIn(text ??= load())),
    getOwnPropertyDescriptor: (_, name) =>
      placeOf(name) === -1 ? undefined : { configurable: true, enumerable: true, get: () => table(name) },
  });
}`;
}
