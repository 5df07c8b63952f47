/** What the bundler does to oclif: little of it is needed in most runs, and nothing of it shall be loaded otherwise. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** What commands use of oclif, each with the module that has it. */
const OCLIF: { readonly [name: string]: string } = {
  Command: "require('@oclif/core/command').Command",
  Flags: "require('@oclif/core/flags')",
  Args: "require('@oclif/core/args')",
  CLIError: "require('@oclif/core/errors').CLIError",
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

const LIBRARY_OF_OCLIF =
  /^(?:ejs|wrap-ansi|ansis|supports-color|ansi-escapes|widest-line|wordwrap|clean-stack|indent-string|string-width|strip-ansi)$/;

/** Leaves what oclif uses to a chunk of its own. @param used gets the names */
export function librariesElsewhere(chunk: string, used: Set<string>): Plugin {
  return {
    name: 'libraries-elsewhere',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path }) => {
        if (path === chunk) return { path, external: true };
        if (!LIBRARY_OF_OCLIF.test(path)) return undefined;
        used.add(path);
        return { path, namespace: 'elsewhere' };
      });
      build.onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(chunk)})[${JSON.stringify(path)}];`,
        resolveDir: process.cwd(),
      }));
    },
  };
}

/** The chunk of these libraries, sorted: the bundler comes across them in any order. */
export function librariesEntry(names: ReadonlySet<string>): string {
  const getters = [...names].sort().map((name) => `get '${name}'() { return require('${name}'); },\n`);
  return `module.exports = {\n${getters.join('')}};`;
}

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
