/**
 * `npm run check:install`: packs, installs the package and each supported node (npm's package `node`) into empty folders,
 * and runs it there as a command and as a library; then from git, by the real pre-commit, by the action's own step, and
 * by the steps of the container file. It needs npm's registry, and PyPI for pre-commit: without them it says so and ends
 * with 0, but with 1 in CI. What needs no network is in test/delivery.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseDocument } from 'yaml';

const VERSIONS = ['20.19', '22', '24'];
const CONFIG =
  'virtual_hosts: [{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]\n';
const DEAD = CONFIG.replace('{match', '{match: {prefix: /}, route: {cluster: shop}}, {match');
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

/** What stands before the first thing that could not be fetched. */
const UNFETCHED = 'NOT CHECKED, ';

/** The real pre-commit, over a repository with a dead route, with the hooks of what is committed here. */
function problemWithPreCommit(work: string): string | undefined {
  const place = join(work, 'pre-commit');
  const fetched = run('python3', ['-m', 'venv', place], work);
  const installed = run(join(place, 'bin/pip'), ['install', '--quiet', 'pre-commit'], work);
  if (fetched.code !== 0 || installed.code !== 0) return `${UNFETCHED}pip cannot fetch pre-commit`;
  const folder = join(work, 'hooked');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.yaml'), DEAD);
  writeFileSync(join(folder, 'other.yaml'), 'services: { web: { image: nginx } }\n');
  run('git', ['init', '--quiet'], folder);
  run('git', ['add', '.'], folder);
  const hook = (paths: readonly string[]): Done =>
    run(
      join(place, 'bin/pre-commit'),
      ['try-repo', process.cwd(), 'cfgtool-analyze', '--ref', 'HEAD', '--verbose', '--files', ...paths],
      folder,
    );
  const found = hook(['a.yaml', 'other.yaml']);
  if (found.code !== 1 || !found.text.includes('shadowed-route')) return found.text;
  const other = hook(['other.yaml']);
  return other.code === 0 ? undefined : other.text;
}

/** Lines of a shell in a clone of what is committed here, as a runner or a builder has it. */
function problemInClone(work: string, name: string, lines: string): string | undefined {
  const clone = join(work, name);
  run('git', ['clone', '--quiet', process.cwd(), clone], work);
  const done = spawnSync('bash', ['-eo', 'pipefail', '-c', lines], {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...process.env,
      GITHUB_ACTION_PATH: clone,
      npm_config_prefix: join(work, `${name}-prefix`),
      PATH: `${join(work, `${name}-prefix/bin`)}:${process.env.PATH}`,
    },
  });
  return done.status === 0 ? undefined : `${done.stdout}${done.stderr}`;
}

function problemWithAction(work: string): string | undefined {
  const action = parseDocument(readFileSync('action.yml', 'utf8')).toJS();
  const step = action.runs.steps.find(({ name }: { readonly name?: string }) => name === 'Install cfgtool');
  return problemInClone(work, 'action', `${step.run}\nnode bin/run.js --version\n`);
}

/** The steps of the container file but for those that install packages of the distribution. */
function problemWithContainer(work: string): string | undefined {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('RUN ') && !line.includes('apt-get'))
    .map((line) => line.slice('RUN '.length).replaceAll('/tmp/', `${work}/`));
  return problemInClone(work, 'container', [...lines, 'cfgtool --help'].join('\n'));
}

function main(work: string): number {
  const fromGit = problemFromGit(work);
  console.log(`from git: ${fromGit ?? 'ok'}`);
  const others = [
    ['pre-commit', problemWithPreCommit],
    ['action', problemWithAction],
    ['container file', problemWithContainer],
  ] as const;
  const isCi = (process.env.CI ?? '') !== '';
  let wrong = 0;
  for (const [name, problemOf] of others) {
    const problem = problemOf(work);
    console.log(`${name}: ${problem ?? 'ok'}`);
    if (problem !== undefined && (isCi || !problem.startsWith(UNFETCHED))) wrong++;
  }
  const packed = run('npm', ['pack', '--pack-destination', work], '.');
  const [tarball] = readdirSync(work).filter((name) => name.endsWith('.tgz'));
  if (packed.code !== 0 || tarball === undefined) throw new Error(packed.text);
  const folder = join(work, 'package');
  const installed = install(folder, join(work, tarball));
  if (installed.code !== 0) throw new Error(installed.text);
  writeFileSync(join(folder, 'a.yaml'), CONFIG);
  writeFileSync(join(folder, 'b.yaml'), CONFIG.replace('cluster: shop', 'cluster: cart'));
  writeFileSync(join(folder, 'library.mjs'), LIBRARY);
  let failed = wrong + (fromGit === undefined ? 0 : 1);
  for (const version of VERSIONS) {
    const place = join(work, `node-${version}`);
    const fetched = install(place, `node@${version}`);
    if (fetched.code !== 0) {
      console.log(`node ${version}: NOT CHECKED, npm cannot fetch it: ${fetched.text.split('\n')[0]}`);
      if (isCi) failed++;
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
