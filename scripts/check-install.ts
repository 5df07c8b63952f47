/**
 * `npm run check:install`: packs, installs the package and each supported node (npm's package `node`) into empty folders,
 * and runs it there as a command and as a library. Then, on a bare machine (bare-machine.ts): from git, by the real
 * pre-commit, by the action's own steps over a pull request, and by the steps of the container file, each held to its
 * transcript in test/delivery/transcripts; `-- --update` writes these. It needs npm's registry, and PyPI for
 * pre-commit: without them it says so and ends with 0, but with 1 in CI. What needs no network is in test/delivery.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { type BareOptions, plainText, typedBare, typedHere, whyNoBareMachine } from './bare-machine.ts';

const UPDATE = process.argv.includes('--update');
const CACHE = run('npm', ['config', 'get', 'cache'], '.').text.trim();
/** How npm comes to its registry here. */
const NETWORK = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /proxy$|ca_?cert|ssl_cert|^NODE_EXTRA_CA/i.test(name) ? [[name, value]] : [],
    ),
  ),
  npm_config_registry: run('npm', ['config', 'get', 'registry'], '.').text.trim(),
};
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

/** A way of installing: what a newcomer types, and what the home holds before. */
interface Way {
  readonly name: string;
  readonly lines: readonly string[];
  readonly files: { readonly [path: string]: string };
  readonly options?: BareOptions;
}

/** npm runs `prepare` of what comes from git, and nothing else. */
const FROM_GIT: Way = {
  name: 'from-git',
  files: { 'front.yaml': DEAD },
  lines: [
    'npm install --global git+file://$HOME/cfgtool.git',
    'cfgtool --version',
    'cfgtool analyze front.yaml || echo "ended with $?"',
    'ls prefix/share/man/man1 | head -1',
  ],
};

/** The real pre-commit, whose hook a commit runs; undefined where it cannot be fetched. */
function preCommit(work: string): Way | undefined {
  const place = join(work, 'pre-commit');
  const made = run('python3', ['-m', 'venv', place], work);
  const installed = run(join(place, 'bin/pip'), ['install', '--quiet', 'pre-commit'], work);
  if (made.code !== 0 || installed.code !== 0) return undefined;
  const base = run('python3', ['-c', 'import sys; print(sys.base_prefix)'], work).text.trim();
  return {
    name: 'pre-commit',
    files: {
      'shop/front.yaml': DEAD,
      'shop/compose.yaml': 'services: { web: { image: nginx } }\n',
      'shop/.pre-commit-config.yaml': `repos:
- repo: ../cfgtool.git
  rev: v1.0.0
  hooks: [{ id: cfgtool-analyze }]
`,
      'mended.yaml': CONFIG,
    },
    options: { also: [base, place], programs: [join(place, 'bin/pre-commit')], env: IDENTITY },
    lines: [
      'cd shop; git init --quiet; git add .; cat .pre-commit-config.yaml',
      'pre-commit install',
      'git commit --quiet -m "A route for the cart" || echo "ended with $?"',
      'cp ../mended.yaml front.yaml; git add .; git commit --quiet -m "A shop"',
      'git log --format=%s',
    ],
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'newcomer',
  GIT_AUTHOR_EMAIL: 'newcomer@shop.test',
  GIT_COMMITTER_NAME: 'newcomer',
  GIT_COMMITTER_EMAIL: 'newcomer@shop.test',
};

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
}

/**
 * The action's own steps in the order in which a runner takes them, over a pull request that puts a route behind one
 * that takes its requests. What `uses` names is the forge's.
 */
function action(): Way {
  const { inputs, runs } = parseDocument(readFileSync('action.yml', 'utf8')).toJS();
  const steps: readonly Step[] = runs.steps.filter(({ run: lines }: Step) => lines !== undefined);
  const known = (name: string): string => {
    if (name.startsWith('inputs.')) return inputs[name.slice('inputs.'.length)].default;
    if (name === 'github.event.pull_request.base.sha') return '$(git rev-parse main)';
    const [, id, output] = /^steps\.(\w+)\.outputs\.(\w+)$/.exec(name) ?? [];
    return id === undefined ? '' : `$(sed -n 's/^${output}=//p' ~/outputs/${id})`;
  };
  const files = Object.fromEntries(
    steps.map(({ name, id = 'none', run: lines = '', env = {} }) => {
      const settings = Object.entries(env).map(([key, text]) => {
        const value = text.replaceAll(
          /\$\{\{([^}]*)\}\}/g,
          (_, names: string) =>
            names
              .split('||')
              .map((each) => known(each.trim()))
              .find((each) => each !== '') ?? '',
        );
        return `export ${key}="${value}"\n`;
      });
      const own = `export GITHUB_OUTPUT=~/outputs/${id} GITHUB_STEP_SUMMARY=~/summary.md RUNNER_TEMP=~/temp GITHUB_ACTION_PATH=~/action\n`;
      return [`steps/${name}`, `${own}${settings.join('')}${lines}`];
    }),
  );
  return {
    name: 'action',
    files: { ...files, 'shop/front.yaml': CONFIG, 'changed.yaml': DEAD, 'outputs/none': '', 'temp/none': '' },
    options: { env: IDENTITY },
    lines: [
      'git clone --quiet cfgtool.git action',
      'cd shop; git init --quiet -b main; git add .; git commit --quiet -m "A shop"; git checkout --quiet -b change',
      'cp ../changed.yaml front.yaml; git commit --quiet -a -m "A route for the cart"',
      ...steps.map(
        ({ name }) =>
          `bash --noprofile --norc -eo pipefail ~/steps/"${name}"${name === 'Result' ? ' || echo "ended with $?"' : ''}`,
      ),
      'cat ~/summary.md',
    ],
  };
}

/** The steps of the container file but for those that install packages of the distribution. */
function containerFile(): Way {
  const steps = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('RUN ') && !line.includes('apt-get'))
    .map((line) => line.slice('RUN '.length).replaceAll('/tmp', '~'));
  return {
    name: 'container-file',
    files: { 'front.yaml': DEAD },
    lines: [
      'git clone --quiet cfgtool.git build; cd build',
      ...steps,
      'cd; rm -rf build; cfgtool analyze front.yaml || echo "ended with $?"',
    ],
  };
}

/** Types a way, and holds what was seen to its transcript. Returns what is wrong. */
function problemOf(
  work: string,
  { name, lines, files, options }: Way,
  here: string | undefined,
): string | undefined {
  const home = join(work, `home-${name}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  run('git', ['clone', '--quiet', '--bare', process.cwd(), join(home, 'cfgtool.git')], work);
  run('git', ['--git-dir', join(home, 'cfgtool.git'), 'tag', '--force', 'v1.0.0', 'HEAD'], work);
  const typed = here === undefined ? typedBare : typedHere;
  const { status, transcript } = typed(home, lines, {
    ...options,
    cache: CACHE,
    env: { ...NETWORK, npm_config_prefer_offline: 'true', ...options?.env },
  });
  const seen = plainText(transcript);
  if (status !== 0) return seen;
  const path = join('test/delivery/transcripts', `${name}.txt`);
  if (UPDATE) writeFileSync(path, seen);
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return seen === known ? undefined : `is not as ${path} has it (--update writes it):\n${seen}`;
}

function main(work: string): number {
  const here = whyNoBareMachine();
  if (here !== undefined) console.log(`NO BARE MACHINE: ${here}; what follows is typed in an empty home`);
  const isCi = (process.env.CI ?? '') !== '';
  let failed = 0;
  for (const way of [FROM_GIT, preCommit(work), action(), containerFile()]) {
    const problem = way && problemOf(work, way, here);
    if (way === undefined) console.log('pre-commit: NOT CHECKED, pip cannot fetch it');
    else console.log(`${way.name}: ${problem ?? 'ok'}`);
    if (way === undefined ? isCi : problem !== undefined) failed++;
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
