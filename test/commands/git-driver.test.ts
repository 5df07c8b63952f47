/** Called by git, files that are no configurations are shown as git shows them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const tool = resolve('bin/run.js');
const PLAIN = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_PAGER: 'cat' };

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
    cwd: `${folder.path}/repo`,
    encoding: 'utf8',
    env: { ...process.env, ...PLAIN },
  });
}

const deployment = (replicas: number, more = ''): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: shop }\nspec:\n  replicas: ${replicas}\n${more}`;
const manifest = (count: number): string => deployment(count, '# one\n# two\n# three\n# four\n'.repeat(4));
const front = (timeout: string): string =>
  `clusters:\n- { name: shop, connect_timeout: ${timeout}, hosts: [{ pipe: { path: /run/shop } }] }\n`;

describe('as the driver of every YAML file', () => {
  beforeAll(() => {
    folder.write('repo/deployment.yaml', manifest(3));
    folder.write('repo/gone.yaml', deployment(1));
    folder.write('repo/old name.yaml', manifest(5));
    folder.write('repo/broken.yaml', 'clusters: [\n');
    folder.write('repo/endings.yaml', 'kind: a\r\nvalue: 1\r\n');
    folder.write('repo/becomes.yaml', front('1s'));
    folder.write('repo/same.yaml', deployment(2));
    folder.write('repo/front.yaml', front('1s'));
    writeFileSync(join(folder.path, 'repo/picture.yaml'), Buffer.from([0, 1, 2, 255]));
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    folder.write('repo/deployment.yaml', manifest(0));
    folder.write('repo/fresh.yaml', deployment(4));
    folder.write('repo/broken.yaml', 'clusters: [[\n');
    folder.write('repo/endings.yaml', 'kind: a\r\nvalue: 2\r\n');
    folder.write('repo/becomes.yaml', deployment(9));
    folder.write('repo/front.yaml', front('2s'));
    rmSync(join(folder.path, 'repo/gone.yaml'));
    git('mv', 'old name.yaml', 'new name.yaml');
    folder.write('repo/new name.yaml', manifest(6));
    writeFileSync(join(folder.path, 'repo/picture.yaml'), Buffer.from([0, 1, 3, 255]));
    chmodSync(join(folder.path, 'repo/same.yaml'), 0o755);
    git('add', '.');
    git('commit', '-q', '-m', 'second');
    git('config', 'diff.cfgtool.command', `node ${tool} diff`);
    folder.write('repo/.git/info/attributes', '*.yaml diff=cfgtool\n');
  });

  const compared = (...args: readonly string[]) => ({
    own: git('diff', '--no-ext-diff', ...args),
    shown: git('diff', ...args),
  });

  it.each([
    ['changed', 'deployment.yaml'],
    ['new', 'fresh.yaml'],
    ['gone', 'gone.yaml'],
    ['renamed', 'old name.yaml', 'new name.yaml'],
    ['not to be read', 'broken.yaml'],
    ['with line ends of another system', 'endings.yaml'],
    ['a configuration on one side only', 'becomes.yaml'],
    ['binary', 'picture.yaml'],
    ['of another mode', 'same.yaml'],
  ])('%s', (_, ...paths) => {
    const { own, shown } = compared('HEAD~1', 'HEAD', '--', ...paths);
    expect(own).not.toBe('');
    expect(shown).toBe(own);
  });

  it('in the working tree', () => {
    folder.write('repo/deployment.yaml', manifest(8));
    const { own, shown } = compared('--', 'deployment.yaml');
    git('checkout', '-q', 'deployment.yaml');
    expect(own).toContain('+  replicas: 8');
    expect(shown).toBe(own);
  });

  it('a configuration is compared by what it means', () => {
    const { shown } = compared('HEAD~1', 'HEAD', '--', 'front.yaml');
    expect(shown).toMatch(/^cfgtool diff front\.yaml\nchanges: 1 info\n/);
  });

  it('a conflict is named', () => {
    git('checkout', '-q', '-b', 'side', 'HEAD~1');
    folder.write('repo/front.yaml', front('3s'));
    git('commit', '-q', '-a', '-m', 'other');
    expect(() => git('merge', '-q', 'main')).toThrow();
    const out = git('diff', '--cached', '--', 'front.yaml');
    git('merge', '--abort');
    git('checkout', '-q', 'main');
    expect(out).toContain('Unmerged path front.yaml');
  });

  it('so does the difftool', () => {
    const difftool = (...args: readonly string[]): string =>
      git('difftool', '-y', '-x', `node ${tool} diff --no-pager`, 'HEAD~1', 'HEAD', '--', ...args);
    for (const path of ['deployment.yaml', 'fresh.yaml', 'gone.yaml'])
      expect(difftool(path)).toBe(git('diff', '--no-ext-diff', 'HEAD~1', 'HEAD', '--', path));
    expect(difftool('front.yaml')).toContain('--- a/front.yaml\n+++ b/front.yaml\n');
  });

  it('control characters do not reach the terminal', () => {
    folder.write('repo/deployment.yaml', manifest(3).replace('shop', '\u001b[31mshop'));
    const { shown } = compared('--', 'deployment.yaml');
    git('checkout', '-q', 'deployment.yaml');
    expect(shown).toContain('\\u001b[31mshop');
    expect(shown).not.toContain('\u001b');
  });
});
