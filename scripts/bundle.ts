/**
 * Makes what the package holds from the sources: `npm run build`.
 *
 * cli/program.js     the command line in one file: chunks, of which start.cjs compiles those that a command needs
 * cli/start.cjs      what bin/run.js loads
 * cli/help/          pages of help, a text for each command
 * cli/playground.html  the page of that command
 * library/           the library as one ECMAScript module, with its types
 * THIRD-PARTY.txt    licences of the packages that are bundled
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { commandNames } from '../src/commands/index.ts';
import { tablesMark } from '../src/playground/tables-in-page.ts';
import {
  ANYTHING,
  heldTypes,
  heldTypesOfGenerated,
  TYPED_STRUCTS,
  typedConfigHolders,
} from '../src/schema/held-types.ts';
import { tableTexts } from '../src/schema/tables-text.ts';
import { helpPages } from './bundle-help.ts';
import { lateModules } from './bundle-late.ts';
import { commandManifest } from './bundle-manifest.ts';
import { lazyOclif, librariesElsewhere, librariesEntry, oclifElsewhere, oclifEntry } from './bundle-oclif.ts';
import { type Chunk, pack } from './bundle-pack.ts';
import { declarations, notices, type Written } from './bundle-package.ts';
import { playground } from './bundle-playground.ts';
import { inlined, tablesFromText } from './bundle-plugins.ts';

const CLI = 'dist/cli';
const HELP = join(CLI, 'help');
const LIBRARY = 'dist/library';
const OCLIF = 'oclif.js';
const LIBRARIES = 'oclif-libraries.js';
/** The threads behind `explore` and `lsp`, each of which wants a file. */
const WORKERS = [
  'src/tui/edge/explore-worker.ts',
  'src/lsp/edge/lsp-worker.ts',
  'src/commands/many/pool/part-worker.ts',
];

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

/** What was worked out while building instead of in each run. */
const heldTypesText = inlined(
  /\/schema\/held-types\.ts$/,
  `export const ANYTHING = ${JSON.stringify(ANYTHING)};
  export const TYPED_STRUCTS = new Set(${JSON.stringify([...TYPED_STRUCTS])});
  let known;
  export const heldTypes = () => (known ??= JSON.parse(${JSON.stringify(JSON.stringify(heldTypes()))}));
  let generated;
  export const heldTypesOfGenerated = () => (generated ??= JSON.parse(${JSON.stringify(JSON.stringify(heldTypesOfGenerated()))}));
  export const typedConfigHolders = () => ${JSON.stringify(typedConfigHolders())};`,
);
const tables = {
  messages: tableTexts.messages(),
  enums: tableTexts.enums(),
  generatedMessages: tableTexts.generatedMessages(),
  generatedEnums: tableTexts.generatedEnums(),
};

/** The tables as texts, each of which an expression gets. */
function tablesFrom(text: (name: keyof typeof tables) => string): Plugin {
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
  { importer: 'src/migrate/replay-changes.ts', module: 'src/replay/index.ts' },
  { importer: 'src/migrate/index.ts', module: 'src/migrate/lift/lift.ts' },
  { importer: 'src/analyze/subject.ts', module: 'src/routing/regex/engine.ts' },
  { importer: 'src/routing/where/chain-matcher.ts', module: 'src/routing/regex/engine.ts' },
  { importer: 'src/analyze/rules/invalid-regex.ts', module: 'src/routing/regex/index.ts' },
  { importer: 'src/analyze/rules/invalid-regex.ts', module: 'src/routing/regex/split.ts' },
  { importer: 'src/lsp/question.ts', module: 'src/lsp/requests/difference.ts' },
  { importer: 'src/diff/facts/regex.ts', module: 'src/routing/regex/index.ts' },
  { importer: 'src/diff/judgement/dead-routes.ts', module: 'src/diff/judgement/route-lives.ts' },
];

const metafiles: Metafile[] = [];

async function bundled(options: BuildOptions): Promise<readonly OutputFile[]> {
  const { outputFiles = [], metafile } = await build({ ...shared, ...options });
  if (metafile !== undefined) metafiles.push(metafile);
  return outputFiles;
}

async function program(): Promise<Written> {
  const manifest = `export const manifest = () => (${JSON.stringify(await commandManifest())});`;
  const outputs = await bundled({
    entryPoints: ['src/commands/main.ts', ...WORKERS],
    entryNames: '[name]',
    // react's development build is several times slower.
    logOverride: { 'assign-to-define': 'silent' },
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'esm',
    splitting: true,
    outdir: CLI,
    plugins: [
      inlined(/\/commands\/manifest\.ts$/, manifest),
      tablesFrom((name) => `__load.text('${name}.txt')`),
      textsOfTables,
      heldTypesText,
      lateModules(late),
      oclifElsewhere(`./${OCLIF}`),
    ],
  });
  return { path: join(CLI, 'program.js'), text: pack([...outputs, ...(await oclif())], tables) };
}

/** oclif, and the libraries that it uses where it prints help or complains. */
async function oclif(): Promise<readonly Chunk[]> {
  const used = new Set<string>();
  const chunk = async (path: string, contents: () => string, plugins: readonly Plugin[]): Promise<Chunk> => {
    const outputs = await bundled({
      stdin: { contents: contents(), resolveDir: join(process.cwd(), 'node_modules/@oclif/core') },
      format: 'cjs',
      minifyWhitespace: true,
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

async function start(): Promise<Written> {
  const outputs = await bundled({
    entryPoints: ['src/commands/start.ts'],
    format: 'cjs',
    // Node compiles it anew in each run.
    minifyWhitespace: true,
    minifySyntax: true,
    outfile: join(CLI, 'start.cjs'),
  });
  return { path: join(CLI, 'start.cjs'), text: outputs[0]?.text ?? '' };
}

/** In one step, since somebody may be starting the program meanwhile. */
function put({ path, text }: Written): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** The library as one module, with the types that its face needs. */
async function library(): Promise<readonly Written[]> {
  const outputs = await bundled({
    entryPoints: ['src/index.ts'],
    format: 'esm',
    outfile: join(LIBRARY, 'index.js'),
    // Some of the libraries in it are CommonJS.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module';\nconst require = $createRequire(import.meta.url);",
    },
    plugins: [tablesFrom((name) => JSON.stringify(tables[name])), heldTypesText],
  });
  const code = { path: join(LIBRARY, 'index.js'), text: outputs[0]?.text ?? '' };
  return [code, ...declarations('dist/src', 'index.d.ts', LIBRARY)];
}

const workers = WORKERS.map((entry): Written => {
  const name = basename(entry, '.ts');
  return { path: join(CLI, `${name}.js`), text: `require('./start.cjs').startChunk('${name}.js');\n` };
});
const scope: Written = { path: join(CLI, 'package.json'), text: '{ "type": "commonjs" }\n' };
const page = playground(
  join(CLI, 'playground.html'),
  [tablesFrom((name) => JSON.stringify(tablesMark(name))), heldTypesText],
  metafiles,
);
const written = await Promise.all([program(), start(), library(), page]);
// Declarations that are no longer needed go.
rmSync(LIBRARY, { recursive: true, force: true });
for (const file of [...written.flat(), ...workers, scope, notices('dist/THIRD-PARTY.txt', metafiles)])
  put(file);
rmSync(HELP, { recursive: true, force: true });
for (const file of await helpPages(commandNames, HELP)) put(file);
