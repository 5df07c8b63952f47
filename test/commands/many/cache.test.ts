import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileCache, userCacheFolder } from '../../../src/commands/many/cache.ts';
import { object, text } from '../../../src/results/shapes.ts';
import { cfgtool, temporaryFolder } from '../run.ts';
import { CHANGED, FLEET, writeAll } from './fleet.ts';

const folder = temporaryFolder();
beforeAll(() => {
  writeAll(join(folder.path, 'old'), FLEET);
  writeAll(join(folder.path, 'new'), CHANGED);
});
beforeEach(() => rmSync(join(folder.path, 'kept'), { recursive: true, force: true }));

const CACHE = ['--cache', '--cache-location', 'kept'];
const run = (...args: readonly string[]) => cfgtool(args, { cwd: folder.path });

/** The entries of the cache, by path. */
function entries(): readonly string[] {
  const top = join(folder.path, 'kept');
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

describe('--cache', () => {
  it.each([
    ['analyze', 'old', '--format', 'json'],
    ['analyze', 'old', '--format', 'text'],
    ['analyze', 'old', '--format', 'sarif'],
    ['diff', 'old', 'new', '--format', 'json'],
    ['migrate', 'old', '--check', '--format', 'json'],
  ])('says the same as without: %s %s %s %s %s', (...args) => {
    const without = run(...args);
    const [first, second] = [run(...args, ...CACHE), run(...args, ...CACHE)];
    expect(first).toEqual(without);
    expect(second).toEqual(without);
    expect(entries().length).toBeGreaterThan(4);
  });

  it('looks a file up, not its name; one entry is what the next run takes', () => {
    run('analyze', 'old/a/legacy.yaml', ...CACHE);
    const [entry = ''] = entries();
    const before = readFileSync(entry, 'utf8');
    expect(entries()).toHaveLength(1);
    // An entry that says something else shows that it is taken.
    expect(before).toContain('deprecated');
    const { out } = run('analyze', 'old/b/legacy-again.yaml', '--format', 'json', ...CACHE);
    expect(entries()).toHaveLength(1);
    expect(JSON.parse(out).findings[0].file).toBe('old/b/legacy-again.yaml');
  });

  it('takes settings and flags into account', () => {
    const level = (...flags: readonly string[]) =>
      JSON.parse(run('analyze', 'old/a/legacy.yaml', '--format', 'json', ...CACHE, ...flags).out).findings[0]
        ?.level;
    expect(level()).toBe('warning');
    expect(level('--rule', 'deprecated-field=error')).toBe('error');
    folder.write('settings.yaml', 'rules: { deprecated-field: info }\n');
    expect(level('--config', 'settings.yaml')).toBe('info');
    expect(level()).toBe('warning');
    expect(entries()).toHaveLength(3);
  });

  it.each([
    ['is cut off', (path: string) => truncateSync(path, 200)],
    ['is empty', (path: string) => truncateSync(path, 0)],
    ['is foreign', (path: string) => writeFileSync(path, '{"hello": ["world"]}')],
    ['is no JSON', (path: string) => writeFileSync(path, 'hello')],
    [
      'was changed',
      (path: string) =>
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('is deprecated', 'is fine')),
    ],
  ])('writes an entry that %s anew, without a word', (_, damage) => {
    const args = ['analyze', 'old/a/legacy.yaml', ...CACHE];
    const first = run(...args);
    const [entry = ''] = entries();
    const whole = readFileSync(entry, 'utf8');
    damage(entry);
    expect(run(...args)).toEqual(first);
    expect(readFileSync(entry, 'utf8')).toBe(whole);
  });

  it('holds no secret, is for the user only, and --show-secrets keeps nothing', () => {
    run('analyze', 'old/c/token.yaml', '--format', 'json', '--show-secrets', ...CACHE);
    expect(entries()).toEqual([]);
    for (const command of ['analyze', 'migrate'])
      run(command, 'old/c/token.yaml', '--format', 'json', ...CACHE);
    run('diff', 'old/c/token.yaml', 'new/c/documents.yaml', '--format', 'json', ...CACHE);
    expect(entries()).toHaveLength(3);
    for (const path of entries()) {
      expect(readFileSync(path, 'utf8')).not.toContain('s3cr3t');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    }
  });

  it('is passed over where it cannot be written', () => {
    folder.write('a-file', '');
    const { code, err } = run('analyze', 'old/a/legacy.yaml', '--cache', '--cache-location', 'a-file');
    expect([code, err]).toEqual([1, '']);
  });
});

describe('fileCache', () => {
  const key = (at: number) => at.toString(16).padStart(64, '0');
  const cacheOf = (most: number) =>
    fileCache(
      { folder: join(folder.path, 'kept'), most },
      {
        objectOf: (value: string) => ({ value }),
        shape: (data, at) => object({ value: text })(data, at).value,
      },
    );

  it('keeps the entries that were used last within its bounds', async () => {
    const cache = cacheOf(3000);
    for (let at = 0; at < 10; at++) await cache.set(key(at), { result: 'x'.repeat(700), notes: [] });
    const day = (path: string) => Number.parseInt(path.slice(-6, -5), 16);
    for (const path of entries()) utimesSync(path, 1000 + day(path), 1000 + day(path));
    expect((await cache.get(key(2)))?.result).toBe('x'.repeat(700));
    await cache.trim();
    const left = entries().map((path) => Number.parseInt(path.slice(-6, -5), 16));
    expect(left).toEqual([2, 8, 9]);
    expect(await cache.get(key(0))).toBeUndefined();
  });

  it('answers for no other key', async () => {
    const cache = cacheOf(3000);
    await cache.set(key(1), { result: 'one', notes: ['a note'] });
    expect(await cache.get(key(1))).toEqual({ result: 'one', notes: ['a note'] });
    const [path = ''] = entries();
    writeFileSync(path.replace(/1\.json$/, '2.json'), readFileSync(path));
    expect(await cache.get(key(2))).toBeUndefined();
  });

  it("is in the user's own folder", () => {
    expect(userCacheFolder({ XDG_CACHE_HOME: '/tmp/xdg' }, 'linux')).toBe('/tmp/xdg/cfgtool');
    expect(userCacheFolder({ XDG_CACHE_HOME: 'relative' }, 'linux')).toMatch(/\/\.cache\/cfgtool$/);
    expect(userCacheFolder({}, 'darwin')).toMatch(/Library\/Caches\/cfgtool$/);
  });
});
