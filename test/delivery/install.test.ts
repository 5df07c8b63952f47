/**
 * Ways of installing that need no network, each as somebody would type it, into empty folders. Those that fetch or build
 * (from git, pre-commit, the action, the container, other versions of node) are `npm run check:install`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CURRENT, plainEnvironment, temporaryFolder } from '../commands/run.ts';

const folder = temporaryFolder();
const { version, proxyRelease } = JSON.parse(readFileSync('package.json', 'utf8'));
const SAYS = `${version}, releases of the proxy up to ${proxyRelease}\n`;
let registry: ChildProcess;
let address = '';
let tarball = '';

/** A command of a shell in a home of its own, with what it printed. */
function typed(name: string, command: string): { readonly status: number | null; readonly out: string } {
  const home = join(folder.path, name);
  mkdirSync(home, { recursive: true });
  folder.write(`${name}/front.yaml`, CURRENT);
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', command], {
    cwd: home,
    encoding: 'utf8',
    env: plainEnvironment({
      HOME: home,
      PATH: `${home}/prefix/bin:${process.env.PATH}`,
      npm_config_prefix: `${home}/prefix`,
      npm_config_cache: `${home}/cache`,
      npm_config_registry: address,
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
    }),
  });
  return { status, out: status === 0 ? stdout : stdout + stderr };
}

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
}, 60_000);
afterAll(() => registry.kill());

describe('from a registry', () => {
  test('npm install --global, then the command, its man page and its library', () => {
    const { status, out } = typed(
      'global',
      'npm install --silent --global cfgtool; cfgtool --version; cfgtool validate front.yaml; ls prefix/share/man/man1 | head -1; npm uninstall --silent --global cfgtool; ls prefix/bin',
    );
    expect({ status, out }).toEqual({
      status: 0,
      out: `${SAYS}nothing that the proxy refuses in 1 file\ncfgtool-analyze.1\n`,
    });
  });

  test('npx, with the version pinned', () => {
    expect(typed('npx', `npx --yes cfgtool@${version} --version`)).toEqual({ status: 0, out: SAYS });
  });

  test('as a dependency, with its integrity in the lock file', () => {
    const { status, out } = typed(
      'dependency',
      `echo '{}' > package.json; npm install --silent cfgtool; grep -c '"integrity": "sha512-' package-lock.json; node --input-type=module -e "import { analyze } from 'cfgtool'; console.log(analyze('clusters: []').summary.error)"`,
    );
    expect({ status, out }).toEqual({ status: 0, out: '1\n0\n' });
  });
});

test('a packed file', () => {
  expect(typed('packed', `npm install --silent --global '${tarball}'; cfgtool --version`)).toEqual({
    status: 0,
    out: SAYS,
  });
});

test('the last steps of the container file', () => {
  const lines = readFileSync('Dockerfile', 'utf8').replaceAll(/\\\n/g, ' ').split('\n');
  const install = lines.findLast((line) => line.startsWith('RUN npm install'))?.slice('RUN '.length) ?? '';
  const command = install.replaceAll('/tmp/cfgtool.tgz', './cfgtool.tgz');
  expect(install).toContain('/tmp/cfgtool.tgz');
  expect(
    typed('container', `cp '${tarball}' cfgtool.tgz; { ${command}; } >&2; cfgtool --help | head -1`),
  ).toEqual({
    status: 0,
    out: 'Reads, checks, compares and migrates layer-7 proxy configurations.\n',
  });
});
