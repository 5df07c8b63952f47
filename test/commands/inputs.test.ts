import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIN, CURRENT, cfgtool, LEGACY, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const files = (...args: readonly string[]): string[] => {
  const { out, err } = cfgtool(['migrate', '--format', 'json', ...args], { cwd: folder.path });
  if (out === '') throw new Error(err);
  return JSON.parse(out).files.map((each: { file: string }) => each.file);
};

beforeAll(() => {
  folder.write('front.yaml', LEGACY);
  folder.write('configs/b.yml', LEGACY);
  folder.write('configs/a.json', '{"clusters": [{"name": "a", "connect_timeout": "1s"}]}\n');
  folder.write('configs/deep/c.yaml', CURRENT);
  folder.write('configs/deep/readme.md', '# nothing\n');
  folder.write('configs/deep/other.yaml', 'kind: Other\n');
  folder.write('configs/node_modules/x.yaml', LEGACY);
  folder.write('configs/.git/x.yaml', LEGACY);
  symlinkSync('..', `${folder.path}/configs/deep/loop`);
});

describe('inputs', () => {
  it('a directory, recursively and in order', () => {
    expect(files('configs')).toEqual(['configs/a.json', 'configs/b.yml', 'configs/deep/c.yaml']);
  });

  it('a directory with settings, of which nobody is told', () => {
    folder.write('set/.cfgtool.yaml', 'fail_on: none\n');
    folder.write('set/front.yaml', CURRENT);
    expect(cfgtool(['analyze', 'set'], { cwd: folder.path })).toMatchObject({ code: 0, err: '' });
  });

  it('a quoted glob', () => {
    expect(files('configs/**/*.{yml,yaml}')).toEqual(['configs/b.yml', 'configs/deep/c.yaml']);
    expect(files('c*/?.json')).toEqual(['configs/a.json']);
  });

  it('standard input', () => {
    const { code, out } = cfgtool(['migrate', '-'], { input: LEGACY });
    expect(code).toBe(0);
    expect(out).toContain('load_assignment:');
  });

  it('standard input that is a terminal’s, a directory or closed is no crash', () => {
    const line = `node "${BIN}" migrate - < /`;
    const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env: plainEnvironment() });
    expect(stderr).toMatch(/<stdin>: this is a directory/);
    expect(status).toBe(2);
    const closed = spawnSync('bash', ['-c', `node "${BIN}" migrate - <&-`], {
      encoding: 'utf8',
      env: plainEnvironment(),
    });
    expect(closed.status).toBe(2);
  });

  it('a pipe with a name', () => {
    const line = `node "${BIN}" migrate <(cat "${folder.path}/front.yaml") --format json`;
    const { status, stdout } = spawnSync('bash', ['-c', line], { encoding: 'utf8', env: plainEnvironment() });
    expect(status).toBe(0);
    expect(JSON.parse(stdout).files[0].changed).toBe(true);
  });

  it('names after --', () => {
    folder.write('--odd.yaml', LEGACY);
    expect(files('--', '--odd.yaml').length).toBe(1);
  });
});

describe('REV:PATH', () => {
  const git = (...args: readonly string[]): void => {
    const user = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
    execFileSync('git', [...user, ...args], { cwd: `${folder.path}/repository`, env: plainEnvironment() });
  };

  beforeAll(() => {
    folder.write('repository/front.yaml', LEGACY);
    folder.write('repository/configs/a.yaml', LEGACY);
    folder.write(
      'repository/configs/deep/b.json',
      '{"clusters": [{"name": "a", "connect_timeout": "1s"}]}\n',
    );
    folder.write('repository/configs/notes.txt', 'none');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'old');
    folder.write('repository/front.yaml', CURRENT);
    git('commit', '-q', '-a', '-m', 'new');
    folder.write('repository/front.yaml', '# edited, and not committed\n');
  });

  const run = (args: readonly string[], below = '') =>
    cfgtool(['migrate', ...args], { cwd: `${folder.path}/repository${below}` });

  it('reads what git stored', () => {
    expect(run(['main:front.yaml']).out).toBe(CURRENT);
    expect(run(['HEAD~1:front.yaml', '--check'])).toMatchObject({ code: 1 });
    expect(run([':configs/a.yaml']).out).toContain('load_assignment');
    expect(run(['HEAD:./a.yaml'], '/configs').out).toContain('load_assignment');
  });

  it('reads a directory', () => {
    const list = (input: string) =>
      JSON.parse(run([input, '--format', 'json']).out).files.map((one: { file: string }) => one.file);
    expect(list('main:configs')).toEqual(['main:configs/a.yaml', 'main:configs/deep/b.json']);
    expect(list('main:configs/')).toEqual(['main:configs/a.yaml', 'main:configs/deep/b.json']);
    expect(list('HEAD~1:')).toEqual([
      'HEAD~1:configs/a.yaml',
      'HEAD~1:configs/deep/b.json',
      'HEAD~1:front.yaml',
    ]);
  });

  it('makes a diff that applies to the working copy', () => {
    expect(run(['main:configs/a.yaml', '--format', 'diff']).out).toMatch(
      /^--- a\/configs\/a\.yaml\n\+\+\+ b\/configs\/a\.yaml\n/,
    );
  });

  it('says what is wrong', () => {
    expect(run(['main:missing.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/does not exist in 'main'/),
    });
    expect(run(['nowhere:front.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no revision "nowhere"/),
    });
    expect(run(['--', '-x:front.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/begin with a dash/),
    });
    expect(run(['--write', 'main:front.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/as git stored it/),
    });
    const outside = cfgtool(['migrate', 'main:front.yaml'], {
      cwd: folder.path,
      env: { GIT_CEILING_DIRECTORIES: folder.path },
    });
    expect(outside).toMatchObject({ code: 2, err: expect.stringMatching(/no git repository|no such file/) });
  });

  it('prefers a file whose name holds a colon', () => {
    folder.write('repository/main:other.yaml', LEGACY);
    expect(run(['main:other.yaml']).out).toContain('load_assignment');
  });
});
