/** Names of branches are shown as they are written, never acted upon; git takes nearly any sign into them. */
import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { CURRENT, cfgtool, LEGACY, plainEnvironment, temporaryFolder } from '../commands/run.ts';
import { UNSAFE } from './hostile.ts';

const folder = temporaryFolder();
const BRANCH = 'x\u202e<script>alert(1)</script>`|@all&"\'\u200b';

beforeAll(() => {
  const git = (...args: readonly string[]): void => {
    const user = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
    execFileSync('git', [...user, ...args], { cwd: folder.path, env: plainEnvironment() });
  };
  folder.write('front.yaml', LEGACY);
  git('init', '-q', '-b', BRANCH);
  git('add', '.');
  git('commit', '-q', '-m', 'old');
  folder.write('front.yaml', CURRENT);
});

test.each(['text', 'json', 'markdown', 'github', 'sarif', 'junit', 'html'])('diff --format %s', (format) => {
  for (const args of [
    [`${BRANCH}:front.yaml`, 'front.yaml'],
    ['--git', BRANCH],
  ]) {
    const { code, out, err } = cfgtool(['diff', '--format', format, ...args], { cwd: folder.path });
    expect(code, err).toBe(1);
    expect(UNSAFE.exec(out + err)?.[0]).toBeUndefined();
    if (format === 'html') expect(out).not.toContain('<script>alert');
  }
});

test.each(['missing.yaml', 'front.yaml\u202e'])('errors about %j', (name) => {
  for (const input of [`${BRANCH}:${name}`, `${BRANCH}\u001b:front.yaml`]) {
    const { code, err } = cfgtool(['normalize', input], { cwd: folder.path });
    expect(code).toBe(2);
    expect(UNSAFE.exec(err)?.[0]).toBeUndefined();
  }
});
