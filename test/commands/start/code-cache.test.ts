import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { cacheFolder, type Surroundings } from '../../../src/commands/start/cache-folder.ts';
import { decoded, encoded, openCodeCache } from '../../../src/commands/start/code-cache.ts';
import { readOwn, writeOwn } from '../../../src/commands/start/own-file.ts';
import { temporaryFolder } from '../run.ts';

const folder = temporaryFolder();
const uid = process.getuid?.();
const here = (env: Surroundings['env']): Surroundings => ({
  env,
  platform: process.platform,
  version: process.version,
  arch: process.arch,
  uid,
});

describe('where the code cache is', () => {
  const where = (env: Surroundings['env'], platform = 'linux') => cacheFolder({ ...here(env), platform });

  it('is in the user’s cache folder', () => {
    expect(where({ XDG_CACHE_HOME: '/c', HOME: '/h' })).toBe('/c/cfgtool/code');
    expect(where({ HOME: '/h' })).toBe('/h/.cache/cfgtool/code');
    expect(where({ XDG_CACHE_HOME: '', HOME: '/h' })).toBe('/h/.cache/cfgtool/code');
    expect(where({ LOCALAPPDATA: '/local', HOME: '/h' }, 'win32')).toBe('/local/cfgtool/code');
  });

  it('is nowhere where nobody says where, a path is relative, or the user wants none', () => {
    expect(where({})).toBeUndefined();
    expect(where({ XDG_CACHE_HOME: 'cache' })).toBeUndefined();
    expect(where({ HOME: '/h', NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined();
    expect(where({ HOME: '/h', CFGTOOL_CODE_CACHE: '0' })).toBeUndefined();
  });
});

describe('what a cache holds', () => {
  const parts = new Map([
    ['a.js', Buffer.from('one\n')],
    ['b.js', Buffer.alloc(0)],
    ['c.js', Buffer.from([0, 10, 255])],
  ]);

  it('comes back as it was', () => {
    expect([...decoded(encoded(parts))]).toEqual([...parts]);
  });

  it('is nothing where the file is cut off, longer, changed in one bit, or something else', () => {
    const whole = encoded(parts);
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decoded(changed).size).toBe(0);
    }
    for (let length = 0; length < whole.length; length++)
      expect(decoded(whole.subarray(0, length)).size).toBe(0);
    expect(decoded(Buffer.concat([whole, Buffer.from('x')])).size).toBe(0);
    expect(decoded(Buffer.from('{"a":1}\n')).size).toBe(0);
    expect(decoded(undefined).size).toBe(0);
  });

  it('is written after a run without one, and taken by the next', () => {
    const surroundings = here({ XDG_CACHE_HOME: join(folder.path, 'written') });
    const source = '(function () { return 42; })';
    const run = () => {
      const cache = openCodeCache('abc', 'explain', surroundings);
      const cachedData = cache.data.get('main.js');
      const script = new Script(source, cachedData === undefined ? {} : { cachedData });
      script.runInThisContext();
      cache.keep(new Map([['main.js', script]]));
      return { hadOne: cachedData !== undefined, rejected: script.cachedDataRejected };
    };
    expect(run()).toEqual({ hadOne: false, rejected: undefined });
    expect(run()).toEqual({ hadOne: true, rejected: false });
    const [name = ''] = readdirSync(join(folder.path, 'written/cfgtool/code'));
    const file = join(folder.path, 'written/cfgtool/code', name);
    if (uid !== undefined) expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, 'not a cache');
    expect(run()).toEqual({ hadOne: false, rejected: undefined });
    expect(run()).toEqual({ hadOne: true, rejected: false });
  });
});

describe.skipIf(uid === undefined)('whom a cache is taken from', () => {
  const content = Buffer.from('content');
  const made = (name: string): string => {
    const path = join(folder.path, name);
    rmSync(path, { recursive: true, force: true });
    writeOwn(path, 'file', content, uid);
    return path;
  };

  it('is the user alone', () => {
    const path = made('own');
    expect(readOwn(path, 'file', uid)).toEqual(content);
    expect(readOwn(path, 'file', (uid ?? 0) + 1)).toBeUndefined();
    expect(readOwn(path, 'other', uid)).toBeUndefined();
  });

  it('is nobody where others may write the folder or the file', () => {
    const path = made('open');
    chmodSync(path, 0o777);
    expect(readOwn(path, 'file', uid)).toBeUndefined();
    chmodSync(path, 0o755);
    expect(readOwn(path, 'file', uid)).toEqual(content);
    chmodSync(join(path, 'file'), 0o664);
    expect(readOwn(path, 'file', uid)).toBeUndefined();
  });

  it('is nobody where the file or the folder is a symbolic link', () => {
    const path = made('real');
    symlinkSync('file', join(path, 'link'));
    expect(readOwn(path, 'link', uid)).toBeUndefined();
    const link = join(folder.path, 'linked');
    symlinkSync('real', link);
    expect(readOwn(link, 'file', uid)).toBeUndefined();
  });

  it('nothing is written into a folder of somebody else’s, or open to others', () => {
    const path = join(folder.path, 'shared');
    mkdirSync(path);
    chmodSync(path, 0o777);
    writeOwn(path, 'file', content, uid);
    writeOwn(join(folder.path, 'theirs'), 'file', content, (uid ?? 0) + 1);
    expect(readdirSync(path)).toEqual([]);
    expect(readdirSync(folder.path)).not.toContain('theirs');
  });

  it('keeps a bounded number of files', () => {
    const path = made('many');
    for (let index = 0; index < 80; index++) writeFileSync(join(path, `old-${index}`), '');
    writeOwn(path, 'new', content, uid);
    expect(readdirSync(path).length).toBe(60);
    expect(readOwn(path, 'new', uid)).toEqual(content);
  });
});
