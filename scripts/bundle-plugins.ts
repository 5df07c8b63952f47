/** What the bundler does to modules on their way into the program. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Modules that another file of the program holds: here they are empty. */
export function elsewhere(path: RegExp): Plugin {
  return {
    name: 'elsewhere',
    setup(build) {
      build.onResolve({ filter: path }, (asked) => ({ path: asked.path, namespace: 'elsewhere' }));
      build.onLoad({ filter: /.*/, namespace: 'elsewhere' }, () => ({
        contents: 'export default undefined;',
      }));
    },
  };
}

/** `@oclif/core` alone loads all of it: here it is the three modules that commands use. */
export function plainOclif(): Plugin {
  const contents = `
    export { Command } from '@oclif/core/command';
    export * as Flags from '@oclif/core/flags';
    export * as Args from '@oclif/core/args';`;
  return {
    name: 'plain-oclif',
    setup(build) {
      build.onResolve({ filter: /^@oclif\/core$/ }, (asked) => ({
        path: asked.path,
        namespace: 'plain-oclif',
        pluginData: asked.resolveDir,
      }));
      build.onLoad({ filter: /.*/, namespace: 'plain-oclif' }, ({ pluginData }) => ({
        contents,
        resolveDir: pluginData,
      }));
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

function lazilyRequiring(text: string): string {
  const names: string[] = [];
  const changed = text.replaceAll(
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
