/** `cfgtool init` as a process; `npm test` builds it first. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ruleIds } from '../../src/analyze/index.ts';
import { settingsText } from '../../src/commands/init.ts';
import { diffRules } from '../../src/diff/index.ts';
import { parseSettings } from '../../src/settings/parse.ts';
import { BIN, cfgtool, plainEnvironment } from './run.ts';
import { isInstalled, openShell } from './shell.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfgtool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

const init = (...args: readonly string[]) => cfgtool(['init', ...args], { cwd: folder });
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const git = (...args: readonly string[]) =>
  spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: plainEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null' }),
  });

const ROUTES = `virtual_hosts:
- name: shop
  domains: [shop.test]
  routes: [{ match: { prefix: / }, route: { cluster: shop } }]
`;

describe('settings', () => {
  const known = { rules: ruleIds, changes: diffRules() };

  test('what is written sets nothing but the word that was found', () => {
    const { rules, ignore, failOn, namespace } = parseSettings('x', settingsText('envoy'), known);
    expect({ rules: rules.size, ignore, failOn, namespace }).toEqual({
      rules: 0,
      ignore: [],
      failOn: undefined,
      namespace: 'envoy',
    });
    expect(parseSettings('x', settingsText(undefined), known).namespace).toBeUndefined();
  });

  test('every example in it can be switched on, and every key has one', () => {
    const settings = parseSettings('x', settingsText(undefined).replaceAll(/^#(?! \S)/gm, ''), known);
    expect(settings).toMatchObject({ namespace: 'envoy', failOn: 'error' });
    for (const many of [settings.rules, settings.diff.rules]) expect(many.size).toBeGreaterThan(0);
    for (const list of [settings.ignore, settings.diff.ignore]) expect(list.length).toBeGreaterThan(0);
  });

  test('the word of the configurations is found', () => {
    mkdirSync(join(folder, 'configs'));
    writeFileSync(
      join(folder, 'configs/a.yaml'),
      'name: public\nfilter_chains: [{ filters: [{ name: envoy.tcp_proxy }] }]\n',
    );
    writeFileSync(join(folder, 'configs/other.yaml'), 'services: { web: { image: nginx } }\n');
    writeFileSync(join(folder, 'configs/broken.yaml'), 'a: [\n');
    expect(init('configs').code).toBe(0);
    expect(read('.cfgtool.yaml')).toContain('\nnamespace: envoy\n');
  });

  test('name every key that docs/configuration.md lists', () => {
    const page = readFileSync('docs/configuration.md', 'utf8');
    const keys = [...page.matchAll(/^\| `([a-z_]+)[.\w]*` \|/gm)].map(([, key = '']) => key);
    expect(keys).toEqual(expect.arrayContaining(['api', 'release', 'descriptors', 'properties', 'diff']));
    const named = [...settingsText(undefined).matchAll(/^#?(\w+):/gm)].map(([, key = '']) => key);
    expect(new Set(named)).toEqual(new Set(keys));
  });
});

describe('what is there already', () => {
  test('is not replaced: exit code 2, and what to do', () => {
    writeFileSync(join(folder, '.cfgtool.yaml'), 'fail_on: none\n');
    const { code, out, err } = init();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('.cfgtool.yaml');
    expect(err).toContain('--force replaces the file');
    expect(read('.cfgtool.yaml')).toBe('fail_on: none\n');
  });

  test('stays beside what else is asked for', () => {
    writeFileSync(join(folder, '.cfgtool.yaml'), 'fail_on: none\n');
    const { code, err } = init('--ci', 'github');
    expect({ code, err }).toEqual({ code: 0, err: '.cfgtool.yaml is there already and stays as it is\n' });
    expect(read('.cfgtool.yaml')).toBe('fail_on: none\n');
    expect(existsSync(join(folder, '.github/workflows/cfgtool.yml'))).toBe(true);
    const again = init('--ci', 'github');
    expect(again.code).toBe(2);
    expect(again.err).toContain('.github/workflows/cfgtool.yml');
  });

  test('is replaced with --force', () => {
    writeFileSync(join(folder, '.cfgtool.yaml'), 'fail_on: none\n');
    expect(init('--force').code).toBe(0);
    expect(read('.cfgtool.yaml')).toBe(settingsText(undefined));
  });

  test('a link that leads nowhere counts as there', () => {
    symlinkSync('/nonexistent/target', join(folder, '.cfgtool.yaml'));
    expect(init().code).toBe(2);
  });
});

test('--dry-run prints all of it and writes nothing', () => {
  const { code, out } = init('--dry-run', '--git', '--ci', 'gitlab');
  expect(code).toBe(0);
  expect(out).toContain(settingsText(undefined));
  expect(out).toContain('base=$CI_MERGE_REQUEST_DIFF_BASE_SHA');
  expect(out).toContain("git config diff.cfgtool.command 'cfgtool diff'");
  expect(existsSync(join(folder, '.cfgtool.yaml'))).toBe(false);
  expect(existsSync(join(folder, '.gitlab'))).toBe(false);
});

test.each([
  [['/etc'], 'not below it'],
  [['../x'], 'not below it'],
  [['a b'], 'mean something'],
  [['$(touch harm)'], 'mean something'],
  [['absent'], 'there is no folder absent'],
  [['--write-git-config'], 'needs a git repository'],
  [['--ci', 'jenkins'], 'github'],
])('%j ends with 2 before anything is written', (args, message) => {
  const { code, err } = init(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(existsSync(join(folder, '.cfgtool.yaml'))).toBe(false);
});

describe('git', () => {
  beforeEach(() => {
    git('init', '-q');
    mkdirSync(join(folder, 'configs/deep'), { recursive: true });
    writeFileSync(join(folder, 'configs/deep/front.yaml'), ROUTES);
  });

  test('--git only prints', () => {
    const { out, code } = init('configs/', '--git');
    expect(code).toBe(0);
    expect(out).toContain('configs/**/*.yaml diff=cfgtool\n');
    expect(existsSync(join(folder, '.gitattributes'))).toBe(false);
    expect(git('config', '--get', 'diff.cfgtool.command').status).toBe(1);
  });

  test('--write-git-config sets it up, once, beside what stands there; git diff then runs cfgtool', () => {
    writeFileSync(join(folder, '.gitattributes'), '*.png binary');
    expect(init('./configs/', '--write-git-config').code).toBe(0);
    expect(read('.gitattributes')).toBe(
      '*.png binary\nconfigs/**/*.yaml diff=cfgtool\nconfigs/**/*.yml diff=cfgtool\n',
    );
    const again = init('configs', '--write-git-config');
    expect(again.out).toContain('.gitattributes: has the lines already');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@shop.test', 'commit', '-qm', 'first');
    writeFileSync(join(folder, 'configs/deep/front.yaml'), ROUTES.replace('cluster: shop', 'cluster: cart'));
    const { stdout } = git(
      '-c',
      `diff.cfgtool.command='${process.execPath}' '${BIN}' diff`,
      'diff',
      '--ext-diff',
    );
    expect(stdout).toContain('cfgtool diff configs/deep/front.yaml');
    expect(stdout).toContain('cart');
  });

  test('14.u --write-git-config works after an earlier init, whatever that wrote', () => {
    expect(init('configs', '--ci', 'github').code).toBe(0);
    const settings = read('.cfgtool.yaml');
    const { code, err } = init('configs', '--ci', 'github', '--write-git-config');
    expect([code, err]).toEqual([0, expect.stringContaining('.cfgtool.yaml is there already and stays')]);
    expect(err).toContain('.github/workflows/cfgtool.yml is there already and stays');
    expect(read('.cfgtool.yaml')).toBe(settings);
    expect(read('.gitattributes')).toContain('configs/**/*.yaml diff=cfgtool');
    expect(git('config', '--get', 'diff.cfgtool.command').stdout).toBe('cfgtool diff\n');
  });

  test('another driver of that name stays, and nothing is written then', () => {
    git('config', 'diff.cfgtool.command', 'other');
    const { code, err } = init('--write-git-config');
    expect(code).toBe(2);
    expect(err).toContain('set already, to other');
    expect(existsSync(join(folder, '.gitattributes'))).toBe(false);
    expect(init('--write-git-config', '--force').code).toBe(0);
    expect(git('config', '--get', 'diff.cfgtool.command').stdout).toBe('cfgtool diff\n');
  });
});

interface Step {
  readonly run?: string;
  readonly if?: string;
}

/** A program `cfgtool` for shell lines to find. */
function onPath(): string {
  const bin = join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'cfgtool'), `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`, {
    mode: 0o755,
  });
  return `${bin}:${process.env.PATH}`;
}

describe('CI files', () => {
  const bash = (script: string, env: { readonly [name: string]: string }) =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: plainEnvironment({ PATH: onPath(), ...env }),
    });

  /** No name of a registry, and no path that npm takes for a repository of somebody's. */
  function expectToInstallOnlyWhatIsNamed(script: string): void {
    const tools = join(folder, '.tools');
    mkdirSync(tools, { recursive: true });
    writeFileSync(join(tools, 'npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
    mkdirSync(join(folder, 'vendor'), { recursive: true });
    writeFileSync(join(folder, 'vendor/cfgtool.tgz'), '');
    writeFileSync(
      join(tools, 'curl'),
      '#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncp vendor/cfgtool.tgz "$2"\n',
      { mode: 0o755 },
    );
    const installed = (env: { readonly CFGTOOL?: string; readonly CFGTOOL_SHA256?: string }) => {
      const { status, stdout, stderr } = bash(script, { PATH: `${tools}:${process.env.PATH}`, ...env });
      return { status, stdout, stderr };
    };
    const packed = realpathSync(join(folder, 'vendor/cfgtool.tgz'));
    const CFGTOOL_SHA256 = createHash('sha256').update('').digest('hex');
    for (const CFGTOOL of ['vendor/cfgtool.tgz', './vendor/cfgtool.tgz', packed])
      expect(installed({ CFGTOOL, CFGTOOL_SHA256 })).toEqual({
        status: 0,
        stdout: `npm install --global ${packed}\n`,
        stderr: '',
      });
    const address = 'https://shop.test/cfgtool.tgz';
    expect(installed({ CFGTOOL: address, CFGTOOL_SHA256 })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^npm install --global \/.*\/cfgtool\.tgz\n$/),
    });
    const unset = {
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /Nothing to install: set two variables of the .*: CFGTOOL, the path .* and CFGTOOL_SHA256/,
      ),
    };
    expect(installed({})).toEqual(unset);
    expect(installed({ CFGTOOL: address })).toEqual(unset);
    expect(installed({ CFGTOOL: 'vendor/cfgtool.tgz' })).toEqual(unset);
    for (const CFGTOOL of ['', 'cfgtool', 'cfgtool@0.1.0', 'vendor/other.tgz', 'vendor'])
      expect(installed({ CFGTOOL, CFGTOOL_SHA256 })).toEqual(unset);
    for (const CFGTOOL of [address, 'vendor/cfgtool.tgz'])
      expect(installed({ CFGTOOL, CFGTOOL_SHA256: '0'.repeat(64) })).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('Not installed: the packed file has another checksum'),
      });
  }

  /** A repository in which a branch no longer serves a host, and has a route that nothing reaches. */
  function branches(): string {
    mkdirSync(join(folder, 'configs'), { recursive: true });
    writeFileSync(join(folder, 'configs/front.yaml'), ROUTES);
    git('init', '-q', '-b', 'main');
    const commit = (message: string) => {
      git('add', 'configs');
      git('-c', 'user.name=a', '-c', 'user.email=a@shop.test', 'commit', '-qm', message);
    };
    commit('first');
    const base = git('rev-parse', 'HEAD').stdout.trim();
    git('update-ref', 'refs/remotes/origin/main', base);
    writeFileSync(
      join(folder, 'configs/front.yaml'),
      ROUTES.replace('shop.test', 'new.test').replace(
        'routes: [',
        'routes: [{ match: { prefix: / }, redirect: {} }, ',
      ),
    );
    commit('second');
    return base;
  }

  test('github: its steps say what is wrong and what the change means', () => {
    branches();
    expect(init('configs', '--ci', 'github').code).toBe(0);
    const [workflow] = parseAllDocuments(read('.github/workflows/cfgtool.yml'));
    expect(workflow?.errors).toEqual([]);
    const steps = workflow?.toJS().jobs.configurations.steps as readonly Step[];
    const [install, findings, meaning, comment] = steps.flatMap(({ run }) => run ?? []);
    expect(read('.github/workflows/cfgtool.yml')).toMatch(/CFGTOOL: \$\{\{ vars\.CFGTOOL \}\}/);
    expectToInstallOnlyWhatIsNamed(install ?? '');
    const env = { GITHUB_BASE_REF: 'main', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const found = bash(findings ?? '', env);
    expect(found.stdout).toContain('::warning file=configs/front.yaml,');
    expect(found.status).toBe(1);
    const meant = bash(meaning ?? '', env);
    expect(meant.status).toBe(1);
    expect(meant.stderr).toMatch(/^(\S+: written\n)+$/);
    expect(read('summary.md')).toContain('shop.test');
    for (const name of ['findings', 'change'])
      expect(read(`cfgtool-pages/${name}.html`)).toMatch(/^<!DOCTYPE html>/);
    // The first push writes the comment, the next one writes it anew.
    const client = join(folder, '.bin/gh');
    onPath();
    writeFileSync(
      client,
      '#!/bin/sh\ncase "$*" in *--jq*) cat ids 2>/dev/null || true ;; *) echo "$@" >> asked; head -2 comment.md >> asked ;; esac\n',
      { mode: 0o755 },
    );
    const talks = { ...env, GITHUB_REPOSITORY: 'a/shop', NUMBER: '7' };
    expect(bash(comment ?? '', talks).status).toBe(0);
    writeFileSync(join(folder, 'ids'), '12\n');
    expect(bash(comment ?? '', talks).status).toBe(0);
    const asked = read('asked');
    expect(asked).toContain('--method POST repos/a/shop/issues/7/comments ');
    expect(asked).toContain('--method PATCH repos/a/shop/issues/comments/12 ');
    expect(asked.match(/^<!-- cfgtool review -->\n### /gm)).toHaveLength(2);
  });

  test.each(['github', 'gitlab'] as const)('%s: with --to-v3 it also asks for version 3', (kind) => {
    branches();
    const path = { github: '.github/workflows/cfgtool.yml', gitlab: '.gitlab/ci/cfgtool.yml' }[kind];
    const check = 'cfgtool migrate configs --to v3 --check';
    expect(init('configs', '--ci', kind).code).toBe(0);
    expect(read(path)).not.toContain(check);
    expect(init('configs', '--ci', kind, '--to-v3', '--force').code).toBe(0);
    expect(parseAllDocuments(read(path))[0]?.errors).toEqual([]);
    expect(read(path)).toContain(check);
    writeFileSync(
      join(folder, 'configs/front.yaml'),
      ROUTES.replace('cluster: ', 'auto_host_rewrite_header: a, cluster: '),
    );
    expect(bash(check, {})).toMatchObject({ status: 1 });
    expect(init('--to-v3', '--dry-run').code).toBe(2);
  });

  test('gitlab: its script leaves both reports behind, and fails as one', () => {
    const base = branches();
    const { out } = init('configs', '--ci', 'gitlab');
    expect(out).toContain('include: [{ local: .gitlab/ci/cfgtool.yml }]');
    const [job] = parseAllDocuments(read('.gitlab/ci/cfgtool.yml'));
    expect(job?.errors).toEqual([]);
    expectToInstallOnlyWhatIsNamed((job?.toJS().cfgtool.before_script ?? []).join('\n'));
    const script = (job?.toJS().cfgtool.script ?? []) as readonly string[];
    const { status } = bash(script.join('\n'), { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(status).toBe(1);
    expect(read('cfgtool-analyze.xml')).toContain('shadowed-route');
    expect(read('cfgtool-diff.xml')).toContain('<testsuite');
    expect(read('cfgtool-pages/findings.html')).toMatch(/^<!DOCTYPE html>/);
  });

  test('gitlab: with a token one note is written, and written anew', () => {
    const base = branches();
    init('configs', '--ci', 'gitlab');
    const [job] = parseAllDocuments(read('.gitlab/ci/cfgtool.yml'));
    const script = ((job?.toJS().cfgtool.script ?? []) as readonly string[]).join('\n');
    onPath();
    writeFileSync(
      join(folder, '.bin/curl'),
      '#!/bin/sh\ncase "$*" in *per_page*) cat notes.json ;; *) echo "$@" >> asked ;; esac\n',
      { mode: 0o755 },
    );
    const env = {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
      CI_API_V4_URL: 'https://forge.test/api/v4',
      CI_PROJECT_ID: '3',
      CI_MERGE_REQUEST_IID: '7',
    };
    writeFileSync(join(folder, 'notes.json'), '[{ "id": 1, "body": "hello" }]');
    expect(bash(script, env).status).toBe(1);
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    expect(bash(script, { ...env, CFGTOOL_TOKEN: 'secret' }).status).toBe(1);
    writeFileSync(join(folder, 'notes.json'), '[{ "id": 12, "body": "<!-- cfgtool review -->" }]');
    expect(bash(script, { ...env, CFGTOOL_TOKEN: 'secret' }).status).toBe(1);
    const notes = 'https://forge.test/api/v4/projects/3/merge_requests/7/notes';
    expect(read('asked')).toContain(`--request POST --data-urlencode body@comment.md ${notes}\n`);
    expect(read('asked')).toContain(`--request PUT --data-urlencode body@comment.md ${notes}/12\n`);
  });

  test('what was known before is hidden by the baseline that the next steps name', () => {
    branches();
    const { out } = init('configs', '--ci', 'github');
    const [, command = ''] = /begin with a baseline, .*: (cfgtool analyze .*), and commit/.exec(out) ?? [];
    expect(bash(command, {}).status).toBe(0);
    const [workflow] = parseAllDocuments(read('.github/workflows/cfgtool.yml'));
    const steps = (workflow?.toJS().jobs.configurations.steps ?? []) as readonly Step[];
    const [, findings = ''] = steps.flatMap(({ run }) => run ?? []);
    expect(bash(findings, {})).toMatchObject({ status: 0 });
  });
});

test.runIf(isInstalled('tmux'))('on a terminal it asks', async () => {
  mkdirSync(join(folder, 'configs'));
  writeFileSync(join(folder, 'configs/front.yaml'), ROUTES);
  const terminal = openShell('bash --norc --noprofile', folder, { PATH: onPath() });
  try {
    terminal.press('PS1="> "; cfgtool init', 'Enter');
    await terminal.screen((text) => text.includes('stand? [.]'));
    terminal.press('configs', 'Enter');
    await terminal.screen((text) => text.includes('git diff through'));
    terminal.press('y', 'Enter');
    await terminal.screen((text) => text.includes('in CI?'));
    terminal.press('cvs', 'Enter', 'github', 'Enter');
    const text = await terminal.screen((shown) => shown.includes('Next: cfgtool analyze configs'));
    expect(text).toContain('configs/**/*.yaml diff=cfgtool');
    expect(existsSync(join(folder, '.github/workflows/cfgtool.yml'))).toBe(true);
    expect(existsSync(join(folder, '.cfgtool.yaml'))).toBe(true);
  } finally {
    terminal.close();
  }
});
