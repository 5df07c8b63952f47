/** What the bundler does to modules on their way into the program. */
import { readFileSync } from 'node:fs';
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
  const lookUp = (name) => {
    text ??= load();
    const at = typeof name === 'string' && !/[\\n\\t]/.test(name) ? text.indexOf('\\n' + name + '\\t') : -1;
    if (at === -1) return undefined;
    const start = at + name.length + 2;
    return JSON.parse(text.slice(start, text.indexOf('\\n', start)));
  };
  const table = (name) => {
    if (!known.has(name)) known.set(name, lookUp(name));
    return known.get(name);
  };
  return new Proxy({}, {
    get: (_, name) => table(name),
    has: (_, name) => table(name) !== undefined,
    ownKeys: () => (names ??= (text ??= load()).match(/(?<=\\n)[^\\t\\n]+(?=\\t)/g)),
    getOwnPropertyDescriptor: (_, name) =>
      table(name) && { configurable: true, enumerable: true, value: table(name) },
  });
}`;
}

/** What commands use of oclif, each with the module that has it. */
const OCLIF: { readonly [name: string]: string } = {
  Command: "require('@oclif/core/command').Command",
  Flags: "require('@oclif/core/flags')",
  Args: "require('@oclif/core/args')",
  CLIError: "require('@oclif/core/errors').CLIError",
  ExitError: "require('@oclif/core/errors').ExitError",
  Config: "require('@oclif/core/config').Config",
  Help: "require('@oclif/core/help').Help",
  settings: "require('@oclif/core/settings').settings",
};

/** oclif as one chunk of its own. What it exports is loaded when somebody asks for it. */
export const oclifEntry = `module.exports = {
${Object.entries(OCLIF)
  .map(([name, value]) => `  get ${name}() { return ${value}; },`)
  .join('\n')}
};`;

/** Leaves oclif to its own chunk. */
export function oclifElsewhere(chunk: string): Plugin {
  return {
    name: 'oclif-elsewhere',
    setup(build) {
      build.onResolve({ filter: /^@oclif\/core/ }, () => ({ path: chunk, external: true }));
    },
  };
}

const REQUIRED = /^const (\w+) = (__importDefault|__importStar)?(\(?)require\("([^"]+)"\)\3?\)?;$/gm;

/**
 * Lets a module of oclif load others when it first uses them. Its compiled form names every required module by one
 * constant, so that the constant can become an object whose one property requires it once.
 */
export function lazyOclif(): Plugin {
  return {
    name: 'lazy-oclif',
    setup(build) {
      build.onLoad({ filter: /@oclif\/core\/lib\/.*\.js$/ }, ({ path }) => ({
        contents: lazilyRequiring(readFileSync(path, 'utf8')),
        loader: 'js',
      }));
    },
  };
}

/** What oclif's commands do to standard output when they are loaded; it loads node's streams, and ours are quiet anyway. */
const LISTENER = /^process\.stdout\.on\('error', \(err\) => \{\n(?: .*\n)+\}\);$/m;

function lazilyRequiring(text: string): string {
  const names: string[] = [];
  const changed = text
    .replace(LISTENER, '')
    .replaceAll(REQUIRED, (_, name: string, helper: string | undefined, __, path: string) => {
      names.push(name);
      const loaded = helper === undefined ? `require("${path}")` : `${helper}(require("${path}"))`;
      return `let $${name}; const ${name} = { get _() { return $${name} ??= ${loaded}; } };`;
    });
  return names.reduce(
    (body, name) => body.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${name}._.`),
    changed,
  );
}
