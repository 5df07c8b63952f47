/** The GitHub action, its shell lines run against a real repository; `npm test` builds the program first. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BIN, plainEnvironment } from '../commands/run.ts';
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
    'Hold all to changed properties': 0,
    'Ask for version 3': 0,
    'Say what the change means': 0,
    'Comment on the pull request': 0,
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

test('version 3 of the API where it is asked for', () => {
  commit({
    'configs/front.yaml': ROUTES.replace('cluster: cart', 'cluster: cart, auto_host_rewrite_header: x-host'),
  });
  expect(pullRequest({ 'inputs.fail-on': 'none', 'inputs.diff-fail-on': 'none' }).codes.get('Result')).toBe(
    0,
  );
  const asked = { 'inputs.fail-on': 'none', 'inputs.diff-fail-on': 'none', 'inputs.require-v3': 'true' };
  const run = pullRequest(asked);
  expect(run.codes.get('Result')).toBe(1);
  expect(run.log).toContain('::error title=cfgtool migrate::');
  expect(run.log).toContain('configs/front.yaml:');
  commit({
    'configs/front.yaml': ROUTES.replace('cluster: cart', 'cluster: cart, host_rewrite_header: x-host'),
  });
  expect(pullRequest(asked).codes.get('Result')).toBe(0);
});

test('properties: what breaks one fails, wherever it changed', () => {
  const properties = (cluster: string) =>
    `properties: [{ name: the cart stays, when: { path: { prefix: /cart } }, then: { reaches: { cluster: ${cluster} } } }]\n`;
  const only = ROUTES.replace('[shop.test]', '["*"]');
  commit({
    'access.yaml': properties('cart'),
    '.cfgtool.yaml': 'properties: access.yaml\n',
    'configs/front.yaml': only,
    'configs/old.yaml': only,
  });
  const asked = {
    'inputs.fail-on': 'none',
    'inputs.diff-fail-on': 'none',
    'inputs.properties': 'access.yaml\n',
  };
  base = git('rev-parse', 'HEAD');
  expect(pullRequest(asked).codes.get('Result')).toBe(0);
  commit({ 'configs/front.yaml': SWAPPED.replace('[shop.test]', '["*"]') });
  const moved = pullRequest({ ...asked, 'inputs.diff-fail-on': 'breaking' });
  expect(moved.codes.get('Result')).toBe(1);
  expect(moved.summary).toContain('property-broken');
  expect(moved.summary).toContain('property-refuted');
  base = git('rev-parse', 'HEAD');
  commit({ 'access.yaml': properties('shop') });
  const changed = pullRequest(asked);
  expect(changed.codes.get('Result')).toBe(1);
  expect(changed.log).toContain('property-refuted');
  expect(changed.log).toContain('Configurations that break a property of a file that changed');
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

/** A client of the platform that keeps comments in a file; each line is an id, who wrote it, and the body. */
const CLIENT = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
const path = __dirname + '/comments.json';
const all = JSON.parse(readFileSync(path, 'utf8'));
const args = process.argv.slice(2);
if (args[0] !== 'api' || process.env.GH_TOKEN !== 'secret') process.exit(9);
const after = (flag) => args[args.indexOf(flag) + 1];
if (args.includes('--jq')) {
  const mark = /startswith\\("([^"]*)"\\)/.exec(after('--jq'))[1];
  if (args.some((each) => each.endsWith('issues/7/comments')) === false) process.exit(9);
  for (const { id, bot, body } of all) if (bot && body.startsWith(mark)) console.log(id);
} else {
  const body = readFileSync(after('--field').replace('body=@', ''), 'utf8');
  const [, id] = /comments\\/(\\d+)$/.exec(args.find((each) => each.startsWith('repos/'))) || [];
  if (after('--method') === 'POST') all.push({ id: all.length + 1, bot: true, body });
  else all.find((each) => each.id === Number(id)).body = body;
  writeFileSync(path, JSON.stringify(all));
}
`.replaceAll('\\\\', '\\');

describe('the comment', () => {
  const asked = {
    'inputs.comment': 'true',
    'github.event.pull_request.number': '7',
    'github.repository': 'a/shop',
    'github.token': 'secret',
    'inputs.fail-on': 'none',
  };
  const run = (more: { readonly [name: string]: string } = {}): ActionRun =>
    runAction(
      folder,
      new Map(Object.entries({ 'github.event.pull_request.base.sha': base, ...asked, ...more })),
      join(outer, 'programs'),
    );
  const comments = (): readonly { readonly body: string }[] =>
    JSON.parse(readFileSync(join(outer, 'programs/comments.json'), 'utf8'));

  beforeEach(() => {
    mkdirSync(join(outer, 'programs'));
    writeFileSync(join(outer, 'programs/gh'), CLIENT, { mode: 0o755 });
    const other = { id: 1, bot: false, body: '<!-- cfgtool review -->\nI only look like it' };
    writeFileSync(join(outer, 'programs/comments.json'), JSON.stringify([other]));
  });

  test('is written once, and updated on the next push', () => {
    commit({ 'configs/front.yaml': SWAPPED });
    expect(run().codes.get('Result')).toBe(0);
    expect(comments()).toHaveLength(2);
    expect(comments()[1]?.body).toMatch(
      /^<!-- cfgtool review -->\n### .* cfgtool diff: .*1 group of requests/,
    );
    commit({ 'configs/front.yaml': `# as it was\n${ROUTES}` });
    run();
    expect(comments()).toHaveLength(2);
    expect(comments()[1]?.body).toContain('equal in meaning');
    expect(comments()[0]?.body).toContain('I only look like it');
  });

  test('accepted differences are folded in it, and fail no job', () => {
    commit({ 'configs/front.yaml': SWAPPED });
    const accept = ['diff', '--git', base, 'HEAD', '--accept', '--', '.'];
    const { status } = spawnSync(process.execPath, [BIN, ...accept], {
      cwd: folder,
      env: plainEnvironment(),
    });
    expect(status).toBe(0);
    const { codes } = run({ 'inputs.diff-fail-on': 'info' });
    expect(codes.get('Result')).toBe(0);
    expect(comments()[1]?.body).toMatch(
      /nothing differs but what was accepted[\s\S]*<details>\n<summary>\d+ accepted/,
    );
  });

  test('that may not be written is a warning, since pull requests from forks never may', () => {
    commit({ 'configs/front.yaml': SWAPPED });
    const { codes, log } = run({ 'github.token': 'none' });
    expect(codes.get('Result')).toBe(0);
    expect(log).toContain('::warning title=cfgtool::');
    expect(comments()).toHaveLength(1);
  });

  test('is nobody asked for by default', () => {
    commit({ 'configs/front.yaml': SWAPPED });
    run({ 'inputs.comment': 'false' });
    expect(comments()).toHaveLength(1);
  });
});
