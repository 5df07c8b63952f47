/**
 * Makes the program's files in dist/cli from the sources: `npm run build`.
 *
 * program.js   the command line in one file, a function body for start.cjs to compile with a code cache
 * start.cjs    what bin/run.js loads
 * modules/     ECMAScript modules: the program once more for `explore`, whose libraries are of that kind
 */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { commandManifest } from './bundle-manifest.ts';
import { elsewhere, lazyOclif, plainOclif } from './bundle-plugins.ts';

const CLI = 'dist/cli';

const shared: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
};

const define = { CFGTOOL_MANIFEST: JSON.stringify(await commandManifest()) };

async function program(): Promise<void> {
  const { outputFiles = [] } = await build({
    ...shared,
    define,
    entryPoints: ['src/commands/main.ts'],
    format: 'cjs',
    outfile: join(CLI, 'program.js'),
    plugins: [elsewhere(/\/explore\.ts$/), plainOclif(), lazyOclif()],
  });
  const text = outputFiles[0]?.text ?? '';
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  put(join(CLI, 'program.js'), `/*${hash}*/(function (exports, require, module) {${text}\n})`);
}

async function start(): Promise<void> {
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: ['src/commands/start.ts'],
    format: 'cjs',
    outfile: join(CLI, 'start.cjs'),
  });
  for (const { path, text } of outputFiles) put(path, text);
}

/** In one step, since somebody may be starting the program meanwhile. */
function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

await Promise.all([program(), start()]);
