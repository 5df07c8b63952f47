/**
 * `npm run check:install`: packs, installs the package and each supported node (npm's package `node`) into empty folders,
 * and runs it there as a command and as a library. It needs npm's registry: without one it says so and ends with 0,
 * but with 1 in CI.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const VERSIONS = ['20.19', '22', '24'];
const CONFIG =
  'virtual_hosts: [{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]\n';
const LIBRARY = `import { analyze, diff, migrate, normalize, trace } from 'cfgtool';
import { readFileSync } from 'node:fs';
const text = readFileSync('a.yaml', 'utf8');
if (analyze(text).summary.error !== 0 || !diff(text, text).equal) throw new Error('analyze or diff');
if (migrate(text).changed || normalize(text).length !== 1) throw new Error('migrate or normalize');
if (trace(text, 'http://shop.test/').virtual_host !== 'shop') throw new Error('trace');
`;

interface Done {
  readonly code: number | null;
  readonly text: string;
}

function run(command: string, args: readonly string[], cwd: string): Done {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}` };
}

function install(folder: string, what: string): Done {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  return run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', what], folder);
}

/** What goes wrong with one version of node, or nothing. */
function problemWith(node: string, folder: string): string | undefined {
  const cfgtool = join('node_modules', 'cfgtool', 'bin', 'run.js');
  const runs: readonly (readonly [code: number, args: readonly string[]])[] = [
    [0, [cfgtool, '--version']],
    [0, [cfgtool, '--help']],
    [0, [cfgtool, 'analyze', 'a.yaml']],
    [1, [cfgtool, 'diff', 'a.yaml', 'b.yaml']],
    // Once more, with the code cache.
    [1, [cfgtool, 'diff', 'a.yaml', 'b.yaml']],
    [0, [cfgtool, 'explain', 'Cluster.hosts']],
    [0, ['library.mjs']],
  ];
  for (const [code, args] of runs) {
    const done = run(node, args, folder);
    if (done.code !== code) return `${args.join(' ')} ended with ${done.code}\n${done.text}`;
  }
  return undefined;
}

/** npm runs `prepare` of what comes from git, and nothing else: what is committed here, as the pre-commit hook gets it. */
function problemFromGit(work: string): string | undefined {
  const folder = join(work, 'from-git');
  const done = install(folder, `git+file://${process.cwd()}`);
  if (done.code !== 0) return done.text;
  writeFileSync(join(folder, 'a.yaml'), CONFIG);
  writeFileSync(join(folder, 'b.yaml'), CONFIG.replace('cluster: shop', 'cluster: cart'));
  writeFileSync(join(folder, 'library.mjs'), LIBRARY);
  return problemWith(process.execPath, folder);
}

function main(work: string): number {
  const fromGit = problemFromGit(work);
  console.log(`from git: ${fromGit ?? 'ok'}`);
  const packed = run('npm', ['pack', '--pack-destination', work], '.');
  const [tarball] = readdirSync(work).filter((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || tarball === undefined) throw new Error(packed.text);
  const folder = join(work, 'package');
  const installed = install(folder, join(work, tarball));
  if (installed.code !== 0) throw new Error(installed.text);
  writeFileSync(join(folder, 'a.yaml'), CONFIG);
  writeFileSync(join(folder, 'b.yaml'), CONFIG.replace('cluster: shop', 'cluster: cart'));
  writeFileSync(join(folder, 'library.mjs'), LIBRARY);
  let failed = fromGit === undefined ? 0 : 1;
  for (const version of VERSIONS) {
    const place = join(work, `node-${version}`);
    const fetched = install(place, `node@${version}`);
    if (fetched.code !== 0) {
      console.log(`node ${version}: NOT CHECKED, npm cannot fetch it: ${fetched.text.split('\n')[0]}`);
      if ((process.env.CI ?? '') !== '') failed++;
      continue;
    }
    const problem = problemWith(resolve(place, 'node_modules/.bin/node'), folder);
    console.log(`node ${version}: ${problem ?? 'ok'}`);
    if (problem !== undefined) failed++;
  }
  return failed === 0 ? 0 : 1;
}

const work = mkdtempSync(join(tmpdir(), 'cfgtool-install-'));
try {
  process.exitCode = main(work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
