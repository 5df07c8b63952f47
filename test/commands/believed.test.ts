/** Whose files are believed: what somebody else put into a shared folder decides nothing about an input. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, cfgtool, IS_ROOT, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

/** Nobody has this number. */
const SOMEBODY = 54_321;

const ROUTES = `name: front
virtual_hosts:
- name: shop
  domains: ['*']
  routes:
  - match: {prefix: /}
    route: {cluster: a}
  - match: {prefix: /cart}
    route: {cluster: b}
`;
const SETTINGS = 'rules: {shadowed-route: "off"}\n';

describe.runIf(IS_ROOT)('settings above an input', () => {
  test('that belong to somebody else are not gone by, and that is an error', () => {
    const settings = folder.write('shared/.cfgtool.yaml', SETTINGS);
    const input = folder.write('shared/mine/a.yaml', ROUTES);
    expect(cfgtool(['analyze', input]).out).not.toContain('shadowed-route');
    chownSync(settings, SOMEBODY, SOMEBODY);
    const { code, out, err } = cfgtool(['analyze', input]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('settings that belong to another user are not gone by');
    expect(err).toContain('--config FILE');
    expect(cfgtool(['analyze', input, '--config', settings])).toMatchObject({ code: 0 });
    expect(cfgtool(['analyze', input, '--config', '/dev/null']).out).toContain('shadowed-route');
  });

  test('that belong to whoever owns the input are gone by, as in a container', () => {
    const settings = folder.write('checkout/.cfgtool.yaml', SETTINGS);
    const input = folder.write('checkout/front/a.yaml', ROUTES);
    for (const each of [settings, input]) chownSync(each, SOMEBODY, SOMEBODY);
    expect(cfgtool(['analyze', input])).toMatchObject({ code: 0 });
  });

  test('accepted differences of somebody else are not gone by', () => {
    const [before, after] = [
      folder.write('acc/a.yaml', ROUTES),
      folder.write('acc/b.yaml', ROUTES.replace(': a', ': c')),
    ];
    const cwd = join(folder.path, 'acc');
    expect(cfgtool(['diff', before, after, '--accept'], { cwd }).code).toBe(0);
    expect(cfgtool(['diff', before, after], { cwd }).code).toBe(0);
    chownSync(join(cwd, '.cfgtool-accepted'), SOMEBODY, SOMEBODY);
    const { code, err } = cfgtool(['diff', before, after], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('accepted differences that belong to another user are not gone by');
  });
});

describe('a pipe', () => {
  const run = (cwd: string, args: readonly string[]) => {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
      cwd,
      env: plainEnvironment(),
      encoding: 'utf8',
      timeout: 20_000,
    });
    return { status, signal, stdout, stderr };
  };

  test('called like the settings is waited for by nobody', () => {
    const input = folder.write('pipe/a.yaml', ROUTES);
    spawnSync('mkfifo', [join(dirname(input), '.cfgtool.yaml')]);
    expect(run(dirname(input), ['analyze', input])).toMatchObject({ signal: null, status: 1 });
  });

  test('called like the accepted differences is an error', () => {
    const input = folder.write('fifo/a.yaml', ROUTES);
    spawnSync('mkfifo', [join(dirname(input), '.cfgtool-accepted')]);
    const { status, signal, stderr } = run(dirname(input), ['diff', input, input]);
    expect([status, signal]).toEqual([2, null]);
    expect(stderr).toContain('.cfgtool-accepted: this is no file');
  });
});

describe.runIf(IS_ROOT)('entries of a cache in a shared folder', () => {
  test('are believed where they are the user’s own, and nobody else can write them', () => {
    const input = folder.write('cached/a.yaml', ROUTES);
    const cache = join(folder.path, 'cache');
    const analyze = () => cfgtool(['analyze', input, '--cache', '--cache-location', cache]).out;
    const fresh = analyze();
    const entries = readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) forge(entry);
    // What the user wrote is taken as it is.
    expect(analyze()).toContain('forged');
    for (const entry of entries) chownSync(entry, SOMEBODY, SOMEBODY);
    expect(analyze()).toBe(fresh);
    for (const entry of entries) forge(entry);
    for (const entry of entries) chmodSync(entry, 0o666);
    expect(analyze()).toBe(fresh);
  });
});

/** Another message, under the sum that is right for it. */
function forge(entry: string): void {
  const script = `const { createHash } = require('node:crypto'); const fs = require('node:fs');
    const path = process.argv[1]; const all = fs.readFileSync(path, 'utf8').replaceAll('is never reached', 'is forged');
    const body = '{' + all.slice(all.indexOf(',"notes":') + 1);
    fs.writeFileSync(path, all.replace(/"sum":"[0-9a-f]+"/, '"sum":"' + createHash('sha256').update(body).digest('hex') + '"'));`;
  spawnSync(process.execPath, ['-e', script, entry]);
}

describe('places of results', () => {
  test('a link that leads nowhere is not replaced', () => {
    const input = folder.write('out/a.yaml', ROUTES);
    const link = join(dirname(input), 'link.yaml');
    spawnSync('ln', ['-s', 'nowhere/b.yaml', link]);
    const { code, err } = cfgtool(['normalize', input, '-o', link]);
    expect(code).toBe(2);
    expect(err).toContain('this is a link that leads nowhere');
  });

  test('settings are not overwritten', () => {
    const input = folder.write('own/a.yaml', ROUTES);
    const settings = folder.write('own/.cfgtool.yaml', SETTINGS);
    const cwd = dirname(input);
    for (const args of [
      ['normalize', input],
      ['analyze', input],
      ['analyze', input, '--format', 'ndjson'],
    ]) {
      const { code, err } = cfgtool([...args, '-o', '.cfgtool.yaml'], { cwd });
      expect(code, args.join(' ')).toBe(2);
      expect(err).toContain('these are the settings of cfgtool');
    }
    expect(readFileSync(settings, 'utf8')).toBe(SETTINGS);
  });

  test('other names of a file that is written are told', () => {
    const old = 'clusters: [{name: a, connect_timeout: 1s, hosts: [{pipe: {path: /x}}]}]\n';
    const input = folder.write('hard/a.yaml', old);
    spawnSync('ln', [input, join(dirname(input), 'b.yaml')]);
    const { code, err } = cfgtool(['migrate', input, '--write']);
    expect(code).toBe(0);
    expect(err).toContain('1 other name (hard links) of this file still leads to the old text');
    expect(readFileSync(join(dirname(input), 'b.yaml'), 'utf8')).toBe(old);
    expect(readFileSync(input, 'utf8')).not.toBe(old);
  });

  test('several documents as JSON are one value', () => {
    const input = folder.write('two.yaml', `${ROUTES}---\n${ROUTES.replace('front', 'back')}`);
    const { out } = cfgtool(['normalize', input, '--format', 'json']);
    expect(JSON.parse(out)).toMatchObject([{ name: 'front' }, { name: 'back' }]);
    const alone = cfgtool(['normalize', folder.write('one.yaml', ROUTES), '--format', 'json']).out;
    expect(JSON.parse(alone)).toMatchObject({ name: 'front' });
  });
});

test('REV:PATH in a partial clone fetches nothing', () => {
  const git = (cwd: string, ...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });
  const origin = join(folder.path, 'origin');
  mkdirSync(origin);
  git(origin, 'init', '-q');
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  writeFileSync(join(origin, 'a.yaml'), ROUTES);
  git(origin, 'add', '.');
  git(origin, 'commit', '-qm', 'a');
  git(folder.path, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, 'partial');
  const cwd = join(folder.path, 'partial');
  const missing = () =>
    git(cwd, 'rev-list', '--objects', '--all', '--missing=print').stdout.match(/^\?/gm)?.length;
  expect(missing()).toBe(1);
  const { code } = cfgtool(['analyze', 'HEAD:a.yaml'], { cwd });
  expect(code).toBe(2);
  expect(missing()).toBe(1);
  rmSync(cwd, { recursive: true });
});
