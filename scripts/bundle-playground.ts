/** The page of `cfgtool playground`: the core as it is, with what stands in for node's own modules in a browser. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { inScript } from '../src/playground/in-script.ts';
import { playgroundHtml } from '../src/playground/page-text.ts';

const SHIMS = 'src/playground/shims';

/** Node's modules by what stands in for them. A module that has none fails the build. */
const shims: Plugin = {
  name: 'shims',
  setup(builder) {
    builder.onResolve({ filter: /^node:(?:buffer|crypto|net)$/ }, ({ path }) => ({
      path: resolve(SHIMS, `${path.slice('node:'.length)}.ts`),
    }));
  },
};

/** @param plugins what the command line's bundle does to the tables too */
export async function playground(plugins: readonly Plugin[], metafiles: Metafile[]): Promise<string> {
  const bundled = async (entry: string, own: readonly Plugin[]): Promise<string> => {
    const { outputFiles = [], metafile } = await build({
      entryPoints: [`src/playground/page/${entry}`],
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      platform: 'browser',
      format: 'iife',
      target: 'es2023',
      charset: 'ascii',
      legalComments: 'none',
      logLevel: 'warning',
      plugins: [shims, ...own],
      inject: [`${SHIMS}/buffer.ts`],
    });
    if (metafile !== undefined) metafiles.push(metafile);
    return inScript(outputFiles[0]?.text.trim() ?? '');
  };
  const [main, worker] = await Promise.all([bundled('main.ts', []), bundled('worker.ts', plugins)]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return playgroundHtml({ main, worker, version });
}
