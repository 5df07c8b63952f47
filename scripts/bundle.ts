/**
 * Makes what the package holds from the sources: `npm run build`.
 *
 * cli/program.js     the command line in one file: chunks, of which start.cjs compiles those that a command needs
 * cli/start.cjs      what bin/run.js loads
 * cli/help/          pages of help, a text for each command
 * cli/playground.html.br  the page of that command
 * cli/descriptors.binpb.br  messages of the newest release, by which answers of management servers are read
 * library/           the library as one ECMAScript module, with its types
 * THIRD-PARTY.txt    licences of the packages that are bundled
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { commandNames } from '../src/commands/index.ts';
import { tablesMark } from '../src/playground/tables-in-page.ts';
import { descriptors } from './bundle-descriptors.ts';
import { helpPages } from './bundle-help.ts';
import { pack } from './bundle-pack.ts';
import { declarations, notices, type Written } from './bundle-package.ts';
import { playground } from './bundle-playground.ts';
import {
  bundled,
  heldTypesText,
  metafiles,
  programChunks,
  tables,
  tablesFrom,
  WORKERS,
} from './bundle-program.ts';

const CLI = 'dist/cli';
const HELP = join(CLI, 'help');
const LIBRARY = 'dist/library';
async function program(): Promise<Written> {
  return { path: join(CLI, 'program.js'), text: pack(await programChunks(CLI), tables) };
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
    // Nobody reads it as it is; short names take a thirtieth off the package.
    minify: true,
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
  // Only a file of its own has `import()`: what the modules of own rules are loaded by.
  const begins = name === 'own-worker' ? '.serveOwnRules((url) => import(url))' : '';
  return {
    path: join(CLI, `${name}.js`),
    text: `require('./start.cjs').startChunk('${name}.js')${begins};\n`,
  };
});
const scope: Written = { path: join(CLI, 'package.json'), text: '{ "type": "commonjs" }\n' };
const page = playground([tablesFrom((name) => JSON.stringify(tablesMark(name))), heldTypesText], metafiles);
const written = await Promise.all([program(), start(), library()]);
// Declarations that are no longer needed go.
rmSync(LIBRARY, { recursive: true, force: true });
for (const file of [...written.flat(), ...workers, scope, notices('dist/THIRD-PARTY.txt', metafiles)])
  put(file);
writeFileSync(join(CLI, 'descriptors.binpb.br'), compressed(descriptors()));
writeFileSync(join(CLI, 'playground.html.br'), compressed(await page));
rmSync(join(CLI, 'playground.html'), { force: true });
rmSync(HELP, { recursive: true, force: true });
for (const file of await helpPages(commandNames, HELP)) put(file);

/** What few runs need stands in the package as small as it can be. */
function compressed(part: string | Uint8Array): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(part, { params });
}
