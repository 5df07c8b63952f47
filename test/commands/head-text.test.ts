/** What the language server asks of git. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runGit } from '../../src/commands/io.ts';
import { headText } from '../../src/commands/lsp.ts';
import { temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const PATH = process.env.PATH;
afterEach(() => {
  process.env.PATH = PATH;
});

function git(path: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: path });
}

function script(name: string, lines: string): string {
  const path = folder.write(name, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the text of the last commit comes, whatever is staged or written since, and no program of the repository starts', async () => {
  const path = folder.write('one/sub/-front file.yaml', 'first: 1\n');
  const repository = join(folder.path, 'one');
  git(repository, 'init', '-q');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'first');
  folder.write('one/sub/-front file.yaml', 'second: 2\n');
  git(repository, 'add', '.');
  folder.write('one/sub/-front file.yaml', 'third: 3\n');
  const mark = join(folder.path, 'started');
  const program = script('program', `touch '${mark}'`);
  for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'diff.external', 'filter.a.smudge'])
    git(repository, 'config', key, program);
  git(repository, 'config', 'core.hooksPath', folder.path);
  script('post-checkout', `touch '${mark}'`);
  expect(await headText(path)).toEqual({ name: 'HEAD:./-front file.yaml', text: 'first: 1\n' });
  process.env.GIT_DIR = '/nowhere';
  try {
    expect((await headText(path)).text).toBe('first: 1\n');
  } finally {
    delete process.env.GIT_DIR;
  }
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['no repository', 'none/a.yaml', 'a.yaml is in no git repository', []],
  ['no commit', 'empty/a.yaml', 'the repository has no commit to compare with', [['init', '-q']]],
  [
    'not in it',
    'other/a.yaml',
    'a.yaml is not in the last commit (HEAD)',
    [
      ['init', '-q'],
      ['commit', '-q', '--allow-empty', '-m', 'first'],
    ],
  ],
])('%s is told', async (_, file, problem, commands) => {
  const path = folder.write(file, 'a: 1\n');
  for (const each of commands) git(dirname(path), ...each);
  await expect(headText(path)).rejects.toMatchObject({ details: { problem } });
});

test('no git is told, and one that does not end is ended', async () => {
  const path = folder.write('no-git/a.yaml', 'a: 1\n');
  mkdirSync(join(folder.path, 'bin'));
  process.env.PATH = join(folder.path, 'bin');
  await expect(headText(path)).rejects.toMatchObject({ details: { problem: 'git is not installed' } });
  process.env.PATH = PATH;
  script('slow/git', 'exec sleep 60');
  const started = performance.now();
  const environment = { PATH: `${join(folder.path, 'slow')}:${PATH}` };
  await expect(runGit(['status'], 100, environment, 200)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(performance.now() - started).toBeLessThan(10_000);
});
