/**
 * `node dist/scripts/bundle-plain.js FOLDER`: the command line as plain ECMAScript modules with node's own compile cache,
 * which `npm run bench -- --start --plain` measures beside the program (docs/performance.md). None of it is published.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { asDeclaration, type Chunk, IMPORT, NOW, REQUIRED_CHUNK } from './bundle-pack.ts';
import type { Written } from './bundle-package.ts';
import { bundled, programChunks, tables } from './bundle-program.ts';

const TEXT = /__load\.text\(("[^"\n]+")\)/g;

/** A chunk as a file. What is loaded when it is first called in the packed program is so here. */
function asFile({ path, text, isCommonJs }: Chunk): Written {
  const name = basename(path, '.js');
  if (isCommonJs)
    return {
      path: `${name}.cjs`,
      text: text.replaceAll(REQUIRED_CHUNK, (call) => call.replace('.js', '.cjs')),
    };
  const body = text
    .replaceAll(IMPORT, (statement: string, names: string | undefined, from: string) => {
      if (from === './oclif.js') return asDeclaration(names, from, 'require("./oclif.cjs")');
      return isBuiltin(from) ? asDeclaration(names, from, `process.getBuiltinModule("${from}")`) : statement;
    })
    .replaceAll(NOW, 'require("./$1")')
    .replaceAll(TEXT, 'process.getBuiltinModule("fs").readFileSync(new URL($1, import.meta.url), "utf8")');
  const require = 'const require = process.getBuiltinModule("module").createRequire(import.meta.url);\n';
  return { path: `${name}.js`, text: /\brequire\b/.test(body) ? `${require}${body}` : body };
}

/**
 * What stands for bin/run.js and src/commands/start.ts. `--version` and the pages of help, which need no cache, are
 * answered as there. @param flags of V8
 */
const entry = (flags: string): string => `
  import { enableCompileCache } from 'node:module';
  import { join } from 'node:path';
  import { helpPage } from './start/help-pages.ts';
  import { standardOutput } from './start/output.ts';
  const root = ${JSON.stringify(process.cwd())};
  const { version } = require(join(root, 'package.json'));
  const given = process.argv.slice(2);
  async function start() {
    const page = given[0] === '--version'
      ? version + '\\n'
      : helpPage(given, join(root, 'dist/cli/help'), standardOutput);
    if (page !== undefined) return standardOutput.write(page);
    if ('${flags}' !== '') require('node:v8').setFlagsFromString('${flags}');
    // Node 20 has none.
    enableCompileCache?.(join(__dirname, 'cache'));
    const program = await import('./main.js');
    process.exitCode = await program.main(given, { root, version });
    if (program.isDone()) process.exit();
  }
  start();`;

async function run(path: string, flags = ''): Promise<Written> {
  const outputs = await bundled({
    stdin: { contents: entry(flags), loader: 'ts', resolveDir: resolve('src/commands') },
    format: 'cjs',
    external: ['./main.js'],
    minifyWhitespace: true,
    minifySyntax: true,
  });
  return { path, text: outputs[0]?.text ?? '' };
}

const to = resolve(process.argv[2] ?? '');
const files = [
  ...(await programChunks(to)).map(asFile),
  ...Object.entries(tables).map(([name, text]) => ({ path: `${name}.txt`, text })),
  await run('run.cjs'),
  // V8 compiles a function when it is first called, and node keeps what is compiled before anything is called.
  await run('run-eager.cjs', '--no-lazy'),
  { path: 'package.json', text: '{ "type": "module" }\n' },
];
mkdirSync(to, { recursive: true });
for (const { path, text } of files) writeFileSync(join(to, path), text);
