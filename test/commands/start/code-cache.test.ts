import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  cacheFolder,
  decoded,
  encoded,
  openCodeCache,
  readOwn,
  type Surroundings,
  TOGETHER,
  writeOwn,
} from '../../../src/commands/start/code-cache.ts';
import { loader } from '../../../src/commands/start/pack.ts';
import { BIN, plainEnvironment, temporaryFolder } from '../run.ts';

const require = createRequire(import.meta.url);

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
  const content = {
    together: ['x.js', 'y.js'],
    data: new Map([
      ['a.js', Buffer.from('one\n')],
      [TOGETHER, Buffer.alloc(0)],
      ['c.js', Buffer.from([0, 10, 255])],
    ]),
  };
  const nothing = { together: [], data: new Map() };

  it('comes back as it was', () => {
    expect(decoded(encoded(content))).toEqual(content);
    expect(decoded(encoded(nothing))).toEqual(nothing);
  });

  it('is nothing where the file is cut off, longer, changed in one bit, or something else', () => {
    const whole = encoded(content);
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const changed = Buffer.from(whole);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decoded(changed)).toEqual(nothing);
    }
    for (let length = 0; length < whole.length; length++)
      expect(decoded(whole.subarray(0, length))).toEqual(nothing);
    expect(decoded(Buffer.concat([whole, Buffer.from('x')]))).toEqual(nothing);
    expect(decoded(Buffer.alloc(100))).toEqual(nothing);
    // What other versions may have written.
    for (const line of ['{"a":1}\n', '[["main.js",0]]\n', '[3,[]]\n', '[[],3]\n', '[[],[["a",4]]]\n', '\n'])
      expect(decoded(Buffer.from(line + line))).toEqual(nothing);
    expect(decoded(undefined)).toEqual(nothing);
  });
});

describe('runs of a command', () => {
  const textOf = (name: string): string => `(function () { return { name: '${name}' }; })`;
  /** A program of chunks, each of which answers with its name and what it was compiled from. */
  const pack = {
    hash: 'abc',
    has: (name: string) => name.endsWith('.js'),
    chunk: (name: string) => ({ text: textOf(name), line: 1 }),
    list: (names: readonly string[]) => `[${names.map(textOf).join(',')}]`,
  };
  const runner = (where: string, purpose = 'explain') => {
    const surroundings = here({ XDG_CACHE_HOME: join(folder.path, where) });
    return (...names: readonly string[]) => {
      const cache = openCodeCache(pack.hash, purpose, surroundings);
      const loaded = loader('program.js', pack, cache, require);
      for (const name of names) expect(loaded.load(name)).toEqual({ name });
      cache.keep(loaded);
      return [...loaded.scripts].map(([name, { cachedDataRejected }]) => [name, cachedDataRejected]);
    };
  };

  it('compile what they have in common as one, and take its code from the third on', () => {
    const run = runner('together');
    expect(run('a.js', 'b.js')).toEqual([
      ['a.js', undefined],
      ['b.js', undefined],
    ]);
    expect(run('b.js', 'a.js')).toEqual([[TOGETHER, undefined]]);
    expect(run('a.js', 'b.js')).toEqual([[TOGETHER, false]]);
    // Another chunk has a code of its own, beside the rest.
    const more = (rejected: boolean | undefined) => [
      [TOGETHER, false],
      ['c.js', rejected],
    ];
    expect(run('a.js', 'b.js', 'c.js')).toEqual(more(undefined));
    expect(run('a.js', 'b.js', 'c.js')).toEqual(more(false));
    expect(run('a.js')).toEqual([[TOGETHER, false]]);
  });

  it('leave out what the second one does not need', () => {
    const run = runner('less');
    run('a.js', 'b.js', 'c.js');
    expect(run('a.js', 'c.js', 'd.js')).toEqual([
      [TOGETHER, undefined],
      ['d.js', undefined],
    ]);
    expect(run('a.js', 'b.js', 'c.js')).toEqual([
      [TOGETHER, undefined],
      ['b.js', undefined],
    ]);
    expect(run('a.js', 'b.js', 'c.js')).toEqual([
      [TOGETHER, false],
      ['b.js', false],
    ]);
  });

  it('begin anew where the file is damaged, or names chunks that are not there', () => {
    const run = runner('damaged');
    for (let times = 0; times < 3; times++) run('a.js');
    const [name = ''] = readdirSync(join(folder.path, 'damaged/cfgtool/code'));
    const file = join(folder.path, 'damaged/cfgtool/code', name);
    if (uid !== undefined) expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, 'not a cache');
    expect(run('a.js')).toEqual([['a.js', undefined]]);
    writeFileSync(file, encoded({ together: ['a.js', 'gone'], data: new Map() }));
    expect(run('a.js')).toEqual([['a.js', undefined]]);
  });

  it('of two at once leave one whole cache, and no other file', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        promisify(execFile)(process.execPath, [BIN, 'explain', 'Cluster.hosts'], {
          env: plainEnvironment({ XDG_CACHE_HOME: join(folder.path, 'processes') }),
        }),
      ),
    );
    const names = readdirSync(join(folder.path, 'processes/cfgtool/code'));
    expect(names).toEqual([expect.stringMatching(/-explain$/)]);
    const file = readFileSync(join(folder.path, 'processes/cfgtool/code', names[0] ?? ''));
    expect(decoded(file).together).toContain('main.js');
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
