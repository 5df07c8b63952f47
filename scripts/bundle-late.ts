/**
 * Modules that most runs do without, for code that cannot wait for an `import()`: in the bundled program their functions
 * load them when they are first called.
 */
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** One module as another one imports it; it may take functions from it and nothing else. */
export interface Late {
  readonly importer: string;
  readonly module: string;
}

/** What scripts/bundle-pack.ts makes a call of `load` of. */
const loadNow = (path: string): string => `__now(() => import(${JSON.stringify(path)}))`;

export function lateModules(late: readonly Late[]): Plugin {
  const wanted = new Set(late.map(({ importer, module }) => `${resolve(importer)} ${resolve(module)}`));
  return {
    name: 'late-modules',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ importer, resolveDir, path, kind }) => {
        const module = join(resolveDir, path);
        const isLate = kind === 'import-statement' && wanted.has(`${importer} ${module}`);
        return isLate ? { path: module, namespace: 'late' } : undefined;
      });
      build.onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => {
        // The compiler has been there before.
        const compiled = path.replace(resolve('src'), resolve('dist/src')).replace(/\.ts$/, '.js');
        const functions = Object.entries(await import(compiled)).filter(
          ([, value]) => typeof value === 'function' && !/^class\b/.test(String(value)),
        );
        const lines = functions.map(
          ([name]) => `export const ${name} = (...given) => ${loadNow(path)}.${name}(...given);\n`,
        );
        return { contents: lines.join(''), resolveDir: join(path, '..'), loader: 'js' };
      });
    },
  };
}
