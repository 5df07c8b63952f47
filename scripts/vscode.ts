/**
 * `npm run vscode`: packs the extension for Visual Studio Code, with the server that was built last, into
 * dist/vscode/cfgtool.vsix. Nothing of it needs the network.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { notices } from './bundle-package.ts';

const FROM = 'editors/vscode';
const TO = 'dist/vscode';
const FOLDER = join(TO, 'extension');

/** What the server is made of (docs/architecture.md, the built program). */
const SERVER = ['bin', 'dist/cli', 'dist/THIRD-PARTY.txt', 'LICENSE'];

async function assemble(): Promise<void> {
  rmSync(TO, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const { metafile } = await build({
    metafile: true,
    entryPoints: [join(FROM, 'src/extension.ts')],
    outfile: join(FOLDER, 'extension.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The editor's own.
    external: ['vscode'],
    logLevel: 'warning',
  });
  const { path, text } = notices(join(FOLDER, 'THIRD-PARTY.txt'), [metafile]);
  writeFileSync(path, text);
  // The address is filled at release (scripts/release.ts); what is packed here has none.
  const { version, homepage, repository, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
  // What is bundled is no ECMAScript module.
  const { type: _, ...written } = JSON.parse(readFileSync(join(FROM, 'package.json'), 'utf8'));
  const manifest = { ...written, version, homepage, repository, bugs };
  writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(FOLDER, '.vscodeignore'), '# all of it is packed\n');
  cpSync(join(FROM, 'README.md'), join(FOLDER, 'README.md'));
  cpSync('LICENSE', join(FOLDER, 'LICENSE'));
  for (const path of SERVER) cpSync(path, join(FOLDER, 'server', path), { recursive: true });
  // The page is for browsers, which no editor is.
  rmSync(join(FOLDER, 'server/dist/cli/playground.html.br'));
  writeFileSync(join(FOLDER, 'server/package.json'), `${JSON.stringify({ name: 'cfgtool', version })}\n`);
}

function pack(): number {
  const vsce = join(dirname(createRequire(import.meta.url).resolve('@vscode/vsce/package.json')), 'vsce');
  const args = [
    'package',
    '--no-dependencies',
    '--skip-license',
    '--allow-missing-repository',
    '--out',
    resolve(TO, 'cfgtool.vsix'),
  ];
  const { status } = spawnSync(process.execPath, [vsce, ...args], { cwd: FOLDER, stdio: 'inherit' });
  return status ?? 1;
}

await assemble();
process.exitCode = pack();
