/** What the command line is bundled of, however it is written to files. */
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { heldTypes, heldTypesOfGenerated, typedConfigHolders } from '../src/schema/held-types.ts';
import { tableTexts } from '../src/schema/tables-text.ts';
import { lateModules } from './bundle-late.ts';
import { commandManifest } from './bundle-manifest.ts';
import { lazyOclif, librariesElsewhere, librariesEntry, oclifElsewhere, oclifEntry } from './bundle-oclif.ts';
import type { Chunk } from './bundle-pack.ts';
import { inlined, tablesFromText } from './bundle-plugins.ts';

const OCLIF = 'oclif.js';
const LIBRARIES = 'oclif-libraries.js';
/** The threads behind `explore` and `lsp`, each of which wants a file. */
export const WORKERS = [
  'src/tui/edge/explore-worker.ts',
  'src/lsp/edge/lsp-worker.ts',
  'src/commands/many/pool/part-worker.ts',
  'src/commands/own/own-worker.ts',
];

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

/** What was worked out while building instead of in each run. */
export const heldTypesText = inlined(
  /\/schema\/held-types\.ts$/,
  `let known;
  export const heldTypes = () => (known ??= JSON.parse(${JSON.stringify(JSON.stringify(heldTypes()))}));
  let generated;
  export const heldTypesOfGenerated = () => (generated ??= JSON.parse(${JSON.stringify(JSON.stringify(heldTypesOfGenerated()))}));
  export const typedConfigHolders = () => ${JSON.stringify(typedConfigHolders())};`,
);
export const tables = {
  messages: tableTexts.messages(),
  enums: tableTexts.enums(),
  generatedMessages: tableTexts.generatedMessages(),
  generatedEnums: tableTexts.generatedEnums(),
  history: tableTexts.history(),
};

/** The tables as texts, each of which an expression gets. */
export function tablesFrom(text: (name: keyof typeof tables) => string): Plugin {
  const texts = Object.fromEntries(
    (Object.keys(tables) as (keyof typeof tables)[]).map((name) => [name, text(name)]),
  );
  return inlined(/\/schema\/tables\.ts$/, tablesFromText(texts));
}

/** The program has them as texts. */
const textsOfTables = inlined(
  /\/schema\/tables-text\.ts$/,
  `export const tableTexts = { ${Object.keys(tables)
    .map((name) => `${name}: () => __load.text('${name}.txt')`)
    .join(', ')} };`,
);

/** Much has nothing to convert, no routes that changed, and no regular expressions or the same on both sides. */
const late = [
  { importer: 'src/canonical/convert.ts', module: 'src/canonical/apply-patch.ts' },
  { importer: 'src/migrate/prove.ts', module: 'src/replay/index.ts' },
  { importer: 'src/migrate/index.ts', module: 'src/migrate/lift/lift.ts' },
  { importer: 'src/analyze/subject.ts', module: 'src/routing/regex/engine.ts' },
  { importer: 'src/routing/where/listeners.ts', module: 'src/routing/regex/engine.ts' },
  { importer: 'src/analyze/fields/cel.ts', module: 'src/routing/regex/index.ts' },
  { importer: 'src/analyze/rules/conditions.ts', module: 'src/routing/regex/index.ts' },
  { importer: 'src/analyze/rules/conditions.ts', module: 'src/routing/regex/parse.ts' },
  { importer: 'src/lsp/question.ts', module: 'src/lsp/requests/difference.ts' },
  { importer: 'src/engine/compare.ts', module: 'src/diff/behaviour/index.ts' },
  { importer: 'src/engine/compare.ts', module: 'src/engine/refused.ts' },
  { importer: 'src/engine/compare.ts', module: 'src/results/picture/of-sides.ts' },
  { importer: 'src/diff/facts/regex.ts', module: 'src/routing/regex/index.ts' },
  { importer: 'src/diff/judgement/dead-routes.ts', module: 'src/diff/judgement/route-reachability.ts' },
];

export const metafiles: Metafile[] = [];

export async function bundled(options: BuildOptions): Promise<readonly OutputFile[]> {
  const { outputFiles = [], metafile } = await build({ ...shared, ...options });
  if (metafile !== undefined) metafiles.push(metafile);
  return outputFiles;
}

/** The command line and its threads in chunks, of which a command needs a few. @param to a folder, for their names */
export async function programChunks(to: string): Promise<readonly Chunk[]> {
  const manifest = `export const manifest = () => (${JSON.stringify(await commandManifest())});`;
  const outputs = await bundled({
    entryPoints: ['src/commands/main.ts', ...WORKERS],
    entryNames: '[name]',
    // react's development build is several times slower.
    logOverride: { 'assign-to-define': 'silent' },
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'esm',
    splitting: true,
    outdir: to,
    plugins: [
      inlined(/\/commands\/manifest\.ts$/, manifest),
      tablesFrom((name) => `__load.text('${name}.txt')`),
      textsOfTables,
      heldTypesText,
      // For developers of ink, where DEV is set.
      inlined(/\/ink\/build\/devtools\.js$/, ''),
      lateModules(late),
      oclifElsewhere(`./${OCLIF}`),
    ],
  });
  return [...outputs, ...(await oclif())];
}

/** oclif, and the libraries that it uses where it prints help or complains. */
async function oclif(): Promise<readonly Chunk[]> {
  const used = new Set<string>();
  const chunk = async (path: string, contents: () => string, plugins: readonly Plugin[]): Promise<Chunk> => {
    const outputs = await bundled({
      stdin: { contents: contents(), resolveDir: join(process.cwd(), 'node_modules/@oclif/core') },
      format: 'cjs',
      minifyWhitespace: true,
      minifySyntax: true,
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
      // oclif's own diary, which loads terminals and colours before anything else does.
      plugins: [inlined(/\/debug\/src\/index\.js$/, 'module.exports = () => () => {};'), ...plugins],
    });
    return { path, text: outputs[0]?.text ?? '', isCommonJs: true };
  };
  const own = await chunk(OCLIF, () => oclifEntry, [lazyOclif(), librariesElsewhere(`./${LIBRARIES}`, used)]);
  return [own, await chunk(LIBRARIES, () => librariesEntry(used), [])];
}
