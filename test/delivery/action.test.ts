/** The GitHub action, its shell lines run against a real repository; `npm test` builds the program first. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plainEnvironment } from '../commands/run.ts';
import { sarifSchema } from '../report/sarif-schema.ts';
import { type ActionRun, action, runAction } from './runner.ts';

const ROUTES = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: cart }
  - match: { prefix: / }
    route: { cluster: shop }
`;
/** The catch-all first: requests for the cart go elsewhere, and its route is dead. */
const SWAPPED = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: / }
    route: { cluster: shop }
  - match: { prefix: /cart }
    route: { cluster: cart }
`;

let outer = '';
let folder = '';
let base = '';

function git(...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: plainEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }),
  });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

function commit(files: { readonly [name: string]: string }): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@shop.test', 'commit', '-qm', 'change');
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'cfgtool-'));
  folder = join(outer, 'clone');
  mkdirSync(folder);
  git('init', '-q', '-b', 'main');
  commit({ 'configs/front.yaml': ROUTES, 'configs/old.yaml': ROUTES, 'README.md': 'a' });
  git('checkout', '-q', '-b', 'change');
  git('checkout', '-q', 'main');
  // The base moves on: what it changes is not the pull request's.
  base = commit({ 'configs/later.yaml': SWAPPED });
  git('checkout', '-q', 'change');
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

function pullRequest(more: { readonly [name: string]: string } = {}): ActionRun {
  return runAction(folder, new Map(Object.entries({ 'github.event.pull_request.base.sha': base, ...more })));
}

const sarifOf = ({ outputs }: ActionRun) => JSON.parse(readFileSync(outputs.get('sarif') ?? '', 'utf8'));

describe('the file', () => {
  test('shell lines get what they do not know by the environment only', () => {
    for (const { run, shell } of action.runs.steps) {
      if (run === undefined) continue;
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
    }
  });

  test('other actions are named with their version', () => {
    const used = action.runs.steps.flatMap(({ uses }) => uses ?? []);
    expect(used).toEqual([
      expect.stringMatching(/^actions\/setup-node@v\d+$/),
      expect.stringMatching(/^github\/codeql-action\/upload-sarif@v\d+$/),
    ]);
  });

  // The runner's shell ends at the first failure, a cd's too.
  test.runIf(spawnSync('shellcheck', ['--version']).status === 0)('shellcheck finds nothing', () => {
    for (const { run } of action.runs.steps) {
      if (run === undefined) continue;
      const { stdout } = spawnSync(
        'shellcheck',
        ['--shell=bash', '--severity=warning', '--exclude=SC2164', '-'],
        {
          input: run,
          encoding: 'utf8',
        },
      );
      expect(stdout).toBe('');
    }
  });
});

test('a change with a dead route: findings, what it means, and a failed job', () => {
  commit({ 'configs/front.yaml': SWAPPED, 'other.yaml': 'services: {}\n' });
  const run = pullRequest();
  expect(Object.fromEntries(run.codes)).toEqual({
    'Find what changed': 0,
    Analyze: 0,
    'Say what the change means': 0,
    Result: 1,
  });
  const sarif = sarifOf(run);
  expect(new Ajv2020({ strict: false }).validate(sarifSchema, sarif)).toBe(true);
  expect(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('shadowed-route');
  expect(JSON.stringify(sarif)).not.toContain('later.yaml');
  expect(run.summary).toContain('shadowed-route');
  expect(run.summary).toContain('/cart');
  expect(run.summary).not.toContain('later.yaml');
  expect(run.log).toContain('::error title=cfgtool analyze::');
  expect(run.log).not.toContain('::error title=cfgtool diff::');
});

test('levels decide what fails', () => {
  commit({ 'configs/front.yaml': SWAPPED });
  expect(pullRequest({ 'inputs.fail-on': 'none' }).codes.get('Result')).toBe(0);
  const strict = pullRequest({ 'inputs.fail-on': 'none', 'inputs.diff-fail-on': 'warning' });
  expect(strict.codes.get('Result')).toBe(1);
  expect(strict.log).toContain('::error title=cfgtool diff::');
});

test('a change without configurations passes, and uploads nothing', () => {
  commit({ 'README.md': 'b' });
  const run = pullRequest();
  expect(run.codes.get('Result')).toBe(0);
  expect(run.outputs.get('sarif')).toBe('');
});

test('a file that is gone is compared, not analyzed; other paths are left alone', () => {
  git('rm', '-q', 'configs/old.yaml');
  commit({ 'elsewhere/front.yaml': SWAPPED });
  const run = pullRequest({ 'inputs.paths': 'configs\n' });
  expect(run.outputs.get('sarif')).toBe('');
  expect(run.summary).not.toContain('elsewhere');
  expect(run.log).toContain('::error title=cfgtool diff::');
});

test('names of files and inputs are never run', () => {
  const names = [
    '$(touch harm).yaml',
    '`touch harm`.yaml',
    '; touch harm.yaml',
    '-rf.yaml',
    'two\nlines.yaml',
    "it's.yaml",
  ];
  commit(Object.fromEntries(names.map((name) => [name, SWAPPED])));
  const run = pullRequest({ 'inputs.fail-on': 'warning; touch harm', 'inputs.paths': '.\n$(touch harm)' });
  expect(existsSync(join(folder, 'harm'))).toBe(false);
  expect(run.codes.get('Result')).toBe(1);
  const plain = pullRequest();
  expect(sarifOf(plain).runs[0].results).toHaveLength(names.length);
  expect(existsSync(join(folder, 'harm'))).toBe(false);
});

test('a clone without the base says how to get it', () => {
  const run = runAction(folder, new Map([['github.event.pull_request.base.sha', 'f'.repeat(40)]]));
  expect(run.codes.get('Find what changed')).toBe(2);
  expect(run.log).toContain('fetch-depth 0');
});

test('the summary of a large change keeps to what GitHub takes', () => {
  const hosts = Array.from({ length: 800 }, (_, at) =>
    ROUTES.replace('virtual_hosts:\n', '').replaceAll('shop', `shop-${at}`),
  );
  const text = `virtual_hosts:\n${hosts.join('')}`;
  commit({ 'configs/many.yaml': text });
  base = git('rev-parse', 'HEAD');
  commit({
    'configs/many.yaml': text
      .replaceAll('prefix: /cart', 'prefix: /')
      .replaceAll('cluster: shop', 'cluster: new'),
  });
  const run = pullRequest();
  expect(run.codes.get('Result')).toBe(1);
  expect(Buffer.byteLength(run.summary)).toBeLessThan(1024 * 1024);
  expect(run.summary.length).toBeGreaterThan(1000);
});
