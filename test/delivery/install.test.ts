/**
 * Ways of installing that need no network, each as a newcomer types it on a machine with nothing but node, npm and git
 * (scripts/bare-machine.ts), with what they saw. Those that fetch or build (from git, pre-commit, the action, the
 * container, other versions of node) are `npm run check:install`, whose transcripts stand beside these.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainText, typedBare, typedHere, whyNoBareMachine } from '../../scripts/bare-machine.ts';
import { CURRENT, temporaryFolder } from '../commands/run.ts';

const folder = temporaryFolder();
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const WHY_NOT = whyNoBareMachine();
if (WHY_NOT !== undefined)
  console.warn(`NO BARE MACHINE: ${WHY_NOT}; ways of installing are tried in an empty home on this one`);
let registry: ChildProcess;
let address = '';
let tarball = '';

beforeAll(async () => {
  const { stdout } = spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder.path], {
    encoding: 'utf8',
  });
  tarball = join(folder.path, stdout.trim().split('\n').at(-1) ?? '');
  registry = spawn(process.execPath, ['dist/scripts/local-registry.js', tarball], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = registry.stdout === null ? [''] : await once(registry.stdout, 'data');
  address = String(line).trim();
});
afterAll(() => registry.kill());

/** The steps of the container file that install, and what it begins with. */
function lastStepsOfContainer(): readonly string[] {
  const lines = readFileSync('Dockerfile', 'utf8').replaceAll(/\\\n/g, ' ').split('\n');
  const step = lines.findLast((line) => line.startsWith('RUN npm install'))?.slice('RUN '.length) ?? '';
  expect(step).toContain('/tmp/cfgtool.tgz');
  return [...step.replaceAll('/tmp/', './').split(' && '), 'cfgtool --help | head -1'];
}

test.each([
  [
    'npm-global',
    [
      'npm install --global cfgtool',
      'cfgtool --version',
      'cfgtool validate front.yaml',
      'ls prefix/share/man/man1 | head -1',
      'npm uninstall --global cfgtool',
      'ls prefix/bin',
    ],
  ],
  ['npx', [`npx --yes cfgtool@${version} --version`, `npx --yes cfgtool@${version} validate front.yaml`]],
  [
    'dependency',
    [
      `echo '{}' > package.json`,
      'npm install cfgtool',
      // The lock file pins what it is.
      `grep -c '"integrity": "sha512-' package-lock.json`,
      'npx cfgtool --version',
      `node --input-type=module -e "import { analyze } from 'cfgtool'; console.log(analyze('clusters: []').summary)"`,
    ],
  ],
  ['packed-file', ['npm install --global ./cfgtool.tgz', 'cfgtool --version', 'cfgtool validate front.yaml']],
  ['container-file-last', lastStepsOfContainer()],
])('%s', async (name, lines) => {
  const home = join(folder.path, name);
  mkdirSync(home, { recursive: true });
  folder.write(`${name}/front.yaml`, CURRENT);
  copyFileSync(tarball, join(home, 'cfgtool.tgz'));
  const typed = WHY_NOT === undefined ? typedBare : typedHere;
  const { status, transcript } = typed(home, lines, { env: { npm_config_registry: address } });
  await expect(plainText(transcript)).toMatchFileSnapshot(`transcripts/${name}.txt`);
  expect(status).toBe(0);
});
