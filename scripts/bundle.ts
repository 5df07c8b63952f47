/**
 * Makes the program's files in dist/cli from the sources: `npm run build`.
 *
 * program.js   the command line in one file: chunks, of which start.cjs compiles those that a command needs
 * start.cjs    what bin/run.js loads
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { ANYTHING, heldTypes, TYPED_STRUCTS } from '../src/schema/held-types.ts';
import { enums, messages } from '../src/schema/index.ts';
import { commandManifest } from './bundle-manifest.ts';
import { type Chunk, pack } from './bundle-pack.ts';
import { inlined, lazyOclif, oclifElsewhere, oclifEntry, tablesAsText } from './bundle-plugins.ts';

const CLI = 'dist/cli';
const OCLIF = 'oclif.js';
/** The thread behind `explore`, which wants a file. */
const WORKER = 'src/tui/edge/explore-worker.ts';

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

const heldTypesAsText = `
  export const ANYTHING = ${JSON.stringify(ANYTHING)};
  export const TYPED_STRUCTS = new Set(${JSON.stringify([...TYPED_STRUCTS])});
  export const heldTypes = ${JSON.stringify(heldTypes)};`;

async function program(): Promise<Written> {
  const manifest = `export const manifest = () => (${JSON.stringify(await commandManifest())});`;
  const { outputFiles = [] } = await build({
    ...shared,
    entryPoints: ['src/commands/main.ts', WORKER],
    entryNames: '[name]',
    // react's development build is several times slower.
    logOverride: { 'assign-to-define': 'silent' },
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'esm',
    splitting: true,
    outdir: CLI,
    plugins: [
      inlined(/\/commands\/manifest\.ts$/, manifest),
      inlined(/\/schema\/tables\.ts$/, tablesAsText({ messages, enums })),
      inlined(/\/schema\/held-types\.ts$/, heldTypesAsText),
      oclifElsewhere(`./${OCLIF}`),
    ],
  });
  return { path: join(CLI, 'program.js'), text: pack([...outputFiles, await oclif()]) };
}

async function oclif(): Promise<Chunk> {
  const { outputFiles = [] } = await build({
    ...shared,
    stdin: { contents: oclifEntry, resolveDir: process.cwd() },
    format: 'cjs',
    // For plugins, scans and sources in TypeScript, of which there are none here.
    external: [
      'semver',
      'minimatch',
      'tinyglobby',
      'lilconfig',
      'typescript',
      'cli-spinners',
      'wsl-utils',
      'get-package-type',
    ],
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

const worker: Written = {
  path: join(CLI, 'explore-worker.js'),
  text: "require('./start.cjs').startChunk('explore-worker.js');\n",
};
const scope: Written = { path: join(CLI, 'package.json'), text: '{ "type": "commonjs" }\n' };
for (const file of await Promise.all([program(), start(), worker, scope])) put(file);
