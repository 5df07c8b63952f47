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
 * The tables of the data model as text, each read when it is first asked for: most runs need a few of them, and making
 * them all takes longer than anything else in a short run.
 */
export function tablesAsText(tables: { readonly [name: string]: object }): string {
  const texts = Object.entries(tables).map(
    ([name, entries]) =>
      `export const ${name} = lazily(${JSON.stringify(
        Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)])),
      )});`,
  );
  return `${texts.join('\n')}
function lazily(texts) {
  const tables = {};
  for (const name in texts) {
    let table;
    Object.defineProperty(tables, name, { enumerable: true, get: () => (table ??= JSON.parse(texts[name])) });
  }
  return tables;
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
  const changed = text.replace(LISTENER, '').replaceAll(
    REQUIRED,
    (_, name: string, helper: string | undefined, __, path: string) => {
      names.push(name);
      const loaded = helper === undefined ? `require("${path}")` : `${helper}(require("${path}"))`;
      return `let $${name}; const ${name} = { get _() { return $${name} ??= ${loaded}; } };`;
    },
  );
  return names.reduce(
    (body, name) => body.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${name}._.`),
    changed,
  );
}
