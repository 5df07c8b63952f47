/**
 * Makes the program's files in dist/cli from the sources: `npm run build`.
 *
 * program.js   the command line in one file: chunks, of which start.cjs compiles those that a command needs
 * start.cjs    what bin/run.js loads
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { commandManifest } from './bundle-manifest.ts';
import { type Chunk, pack } from './bundle-pack.ts';
import { inlined, lazyOclif, oclifElsewhere, oclifEntry } from './bundle-plugins.ts';

const CLI = 'dist/cli';
const OCLIF = 'oclif.js';

interface Written {
  readonly path: string;
  readonly text: string;
}

const shared: BuildOptions = {
  bundle: true,
  // Asked for by ink only where DEV is set, which explore takes away.
  external: ['react-devtools-core'],
  platform: 'node',
  target: 'node20.19',
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
};

async function program(): Promise<Written> {
  const manifest = `export const manifest = () => (${JSON.stringify(await commandManifest())});`;
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: ['src/commands/main.ts'],
    format: 'esm',
    splitting: true,
    outdir: CLI,
    plugins: [inlined(/\/commands\/manifest\.ts$/, manifest), oclifElsewhere(`./${OCLIF}`)],
  });
  return { path: join(CLI, 'program.js'), text: pack([...outputFiles, await oclif()]) };
}

async function oclif(): Promise<Chunk> {
  const { outputFiles = [] } = await build({
    ...shared,
    stdin: { contents: oclifEntry, resolveDir: process.cwd() },
    format: 'cjs',
    plugins: [lazyOclif()],
  });
  return { path: OCLIF, text: outputFiles[0]?.text ?? '', isCommonJs: true };
}

async function start(): Promise<Written> {
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: ['src/commands/start.ts'],
    format: 'cjs',
    outfile: join(CLI, 'start.cjs'),
  });
  return { path: join(CLI, 'start.cjs'), text: outputFiles[0]?.text ?? '' };
}

/** In one step, since somebody may be starting the program meanwhile. */
function put({ path, text }: Written): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

for (const file of await Promise.all([program(), start()])) put(file);
