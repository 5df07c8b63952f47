import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import type { OpenFile, WriteIo, WriteStatus } from '../../src/source/io.ts';
import { openOutput, replaceFile, writeOutput } from '../../src/source/write.ts';
import { systemError } from './fake-io.ts';

interface Disk {
  readonly io: WriteIo;
  readonly files: Map<string, string>;
  readonly modes: Map<string, number>;
  /** What was done, in order. */
  readonly log: string[];
}

/** A disk in memory; `failing` names operations and the code that they fail with. */
function disk(
  start: { readonly [path: string]: string },
  failing: { readonly [operation: string]: string } = {},
  links: { readonly [path: string]: string } = {},
): Disk {
  const files = new Map(Object.entries(start));
  const modes = new Map(Object.keys(start).map((path) => [path, 0o100640]));
  const log: string[] = [];
  const step = (operation: string, detail: string): void => {
    log.push(`${operation} ${detail}`);
    const code = failing[operation];
    if (code !== undefined) throw systemError(code);
  };
  const handle = (path: string): OpenFile => ({
    async write(content) {
      const bytes = content instanceof Uint8Array ? content : await joined(content);
      // A full disk takes a part before it refuses.
      files.set(
        path,
        (files.get(path) ?? '') +
          Buffer.from(bytes)
            .toString()
            .slice(0, failing.write ? 3 : undefined),
      );
      step('write', path);
    },
    sync: async () => step('sync', path),
    async setMode(mode) {
      step('setMode', path);
      modes.set(path, mode);
    },
    setOwner: async (owner, group) => step('setOwner', `${path} ${owner}:${group}`),
    close: async () => step('close', path),
  });
  const status = (path: string): WriteStatus => {
    const target = links[path] ?? path;
    if (target.startsWith('/dev/')) return { kind: 'other', mode: 0o20666, owner: 0, group: 0, names: 1 };
    if (!files.has(target)) throw systemError('ENOENT');
    return { kind: 'file', mode: modes.get(target) ?? 0, owner: 7, group: 8, names: 1 };
  };
  const io: WriteIo = {
    realPath: async (path) => links[path] ?? path.replace(/(?<=.)\/$/, ''),
    status: async (path) => status(path),
    isLink: async (path) => links[path] !== undefined,
    readFile: async (path) => Buffer.from(files.get(path) ?? ''),
    checkWritable: async (path) => step('checkWritable', path),
    async create(path) {
      step('create', path);
      files.set(path, '');
      return handle(path);
    },
    async scratch(path) {
      step('scratch', path);
      const parts: Uint8Array[] = [];
      return {
        async write(bytes) {
          parts.push(bytes);
          step('writeScratch', path);
        },
        async *content() {
          yield* parts;
        },
        close: async () => step('closeScratch', path),
      };
    },
    async append(path) {
      step('append', path);
      return handle(path);
    },
    async rename(from, to) {
      step('rename', `${from} ${to}`);
      files.set(to, files.get(from) ?? '');
      files.delete(from);
    },
    async remove(path) {
      step('remove', path);
      files.delete(path);
    },
    syncDirectory: async (path) => step('syncDirectory', path),
    randomName: () => 'random',
  };
  return { io, files, modes, log };
}

async function joined(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function refusal(work: Promise<unknown>): Promise<InputError['details']> {
  try {
    await work;
  } catch (error) {
    if (error instanceof InputError) return error.details;
    throw error;
  }
  throw new Error('it was written');
}

describe('replacing a file', () => {
  it('writes beside it, syncs, keeps mode and owner, renames, syncs the directory', async () => {
    const { io, files, log, modes } = disk({ 'conf/front.yaml': 'old\n' });
    await replaceFile('conf/front.yaml', 'new\n', io, 'old\n');
    expect([...files]).toEqual([['conf/front.yaml', 'new\n']]);
    expect(modes.get('conf/.front.yaml.random.tmp')).toBe(0o640);
    expect(log).toEqual([
      'checkWritable conf/front.yaml',
      'create conf/.front.yaml.random.tmp',
      'write conf/.front.yaml.random.tmp',
      'setOwner conf/.front.yaml.random.tmp 7:8',
      'setMode conf/.front.yaml.random.tmp',
      'sync conf/.front.yaml.random.tmp',
      'close conf/.front.yaml.random.tmp',
      'rename conf/.front.yaml.random.tmp conf/front.yaml',
      'syncDirectory conf/',
    ]);
  });

  it('replaces what a link leads to, and leaves the link', async () => {
    const { io, files, log } = disk(
      { '/real/front.yaml': 'old\n' },
      {},
      { 'front.yaml': '/real/front.yaml' },
    );
    await replaceFile('front.yaml', 'new\n', io);
    expect([...files]).toEqual([['/real/front.yaml', 'new\n']]);
    expect(log).toContain('rename /real/.front.yaml.random.tmp /real/front.yaml');
  });

  it.each([
    ['checkWritable', 'EACCES', /not permitted/],
    ['create', 'EROFS', /file system is read-only/],
    ['create', 'EACCES', /not permitted/],
    ['create', 'ENOSPC', /disk is full/],
    ['write', 'ENOSPC', /disk is full/],
    ['write', 'EDQUOT', /quota/],
    ['setMode', 'EPERM', /not permitted/],
    ['sync', 'EIO', /disk reports an error/],
    ['close', 'ENOSPC', /disk is full/],
    ['rename', 'EXDEV', /across file systems/],
    ['rename', 'EBUSY', /in use/],
    ['rename', 'EWEIRD', /EWEIRD/],
  ])(
    'leaves the original whole and nothing beside it where %s fails with %s',
    async (operation, code, problem) => {
      const { io, files } = disk({ 'front.yaml': 'old\n' }, { [operation]: code });
      const { problem: said, file } = await refusal(replaceFile('front.yaml', 'new\n', io));
      expect(said).toMatch(problem);
      expect(said).toMatch(/the original is unchanged/);
      expect(file).toBe('front.yaml');
      expect([...files]).toEqual([['front.yaml', 'old\n']]);
    },
  );

  it('does without the owner and without syncing the directory where that is refused', async () => {
    const { io, files } = disk({ 'front.yaml': 'old\n' }, { setOwner: 'EPERM', syncDirectory: 'EINVAL' });
    await replaceFile('front.yaml', 'new\n', io);
    expect([...files]).toEqual([['front.yaml', 'new\n']]);
  });

  it('tells of the first error where removing the new file fails too', async () => {
    const { io } = disk({ 'front.yaml': 'old\n' }, { write: 'ENOSPC', remove: 'EROFS' });
    expect((await refusal(replaceFile('front.yaml', 'new\n', io))).problem).toMatch(/disk is full/);
  });

  it('does not overwrite what somebody else wrote meanwhile', async () => {
    const { io, files } = disk({ 'front.yaml': 'theirs\n' });
    expect((await refusal(replaceFile('front.yaml', 'new\n', io, 'old\n'))).problem).toMatch(/somebody else/);
    expect([...files]).toEqual([['front.yaml', 'theirs\n']]);
  });

  it('stands whole whatever the step that it is killed at', async () => {
    const steps = 8;
    const states = new Set<string>();
    for (let last = 0; last <= steps; last++) {
      const { io, files } = disk({ 'front.yaml': 'old\n' });
      let done = 0;
      // A killed process does nothing any more, cleaning up least of all: each further step waits for ever.
      const alive = () => (done++ < last ? Promise.resolve() : new Promise<never>(() => {}));
      const mortal = <A extends readonly unknown[], R>(step: (...args: A) => Promise<R>) => {
        return async (...args: A): Promise<R> => {
          await alive();
          return await step(...args);
        };
      };
      const dying: WriteIo = {
        ...io,
        async create(path) {
          await alive();
          const file = await io.create(path);
          return {
            write: mortal(file.write),
            sync: mortal(file.sync),
            setMode: mortal(file.setMode),
            setOwner: mortal(file.setOwner),
            close: mortal(file.close),
          };
        },
        rename: mortal(io.rename),
        remove: mortal(io.remove),
        syncDirectory: mortal(io.syncDirectory),
      };
      const end = new Promise((resolve) => setTimeout(resolve, 5));
      await Promise.race([replaceFile('front.yaml', 'new\n', dying, 'old\n'), end]);
      const text = files.get('front.yaml') ?? 'gone';
      expect(['old\n', 'new\n']).toContain(text);
      states.add(text);
      for (const name of files.keys()) expect(name).toMatch(/^front\.yaml$|^\.front\.yaml\.random\.tmp$/);
    }
    expect([...states]).toEqual(['old\n', 'new\n']);
  });

  it('does not take a bug for a full disk', async () => {
    const { io } = disk({ 'front.yaml': 'old\n' });
    const broken = { ...io, rename: () => Promise.reject(new TypeError('a bug')) };
    await expect(replaceFile('front.yaml', 'new\n', broken)).rejects.toThrow(TypeError);
  });
});

describe('writing a result', () => {
  it('makes a new file in one step', async () => {
    const { io, files, log } = disk({});
    await writeOutput('out/front.yaml', 'new\n', io);
    expect([...files]).toEqual([['out/front.yaml', 'new\n']]);
    expect(log).toContain('rename out/.front.yaml.random.tmp out/front.yaml');
  });

  it('replaces a regular file, and leaves nothing half-written', async () => {
    const good = disk({ 'out.yaml': 'old\n' });
    await writeOutput('out.yaml', 'new\n', good.io);
    expect([...good.files]).toEqual([['out.yaml', 'new\n']]);
    const full = disk({ 'out.yaml': 'old\n' }, { write: 'ENOSPC' });
    expect((await refusal(writeOutput('out.yaml', 'new\n', full.io))).problem).toMatch(/disk is full/);
    expect([...full.files]).toEqual([['out.yaml', 'old\n']]);
  });

  it('writes straight into a device, a pipe, and streams that a shell has redirected', async () => {
    const { io, log } = disk({ '/proc/self/fd/1': '' });
    await writeOutput('/dev/null', 'new\n', io);
    await writeOutput('/dev/fd/63', 'new\n', io);
    await writeOutput('/proc/self/fd/1', 'new\n', io);
    expect(log.filter((line) => /append|create|rename/.test(line))).toEqual([
      'append /dev/null',
      'append /dev/fd/63',
      'append /proc/self/fd/1',
    ]);
  });

  it('refuses a directory that is missing', async () => {
    const { io } = disk({});
    const broken: WriteIo = { ...io, realPath: () => Promise.reject(systemError('ENOENT')) };
    expect((await refusal(writeOutput('nowhere/out.yaml', 'new\n', broken))).problem).toMatch(
      /directory to write into/,
    );
  });

  it('lets the end of a pipe through, which is no failure of the file', async () => {
    const { io } = disk({}, { write: 'EPIPE' });
    await expect(writeOutput('/dev/fd/1', 'new\n', io)).rejects.toMatchObject({ code: 'EPIPE' });
  });
});

describe('a result that is written piece by piece', () => {
  it('stands under its name when it is whole, and before that nowhere', async () => {
    const { io, files, log } = disk({ 'out.ndjson': 'old\n' });
    const output = await openOutput('out.ndjson', io);
    await output.write('one\n');
    await output.write('two\n');
    expect([...files]).toEqual([['out.ndjson', 'old\n']]);
    await output.finish();
    expect([...files]).toEqual([['out.ndjson', 'one\ntwo\n']]);
    expect(log.filter((line) => line.startsWith('rename'))).toEqual([
      'rename .out.ndjson.random.tmp out.ndjson',
    ]);
    expect(log.at(-1)).toBe('closeScratch .out.ndjson.random.tmp');
  });

  it.each(['writeScratch', 'create', 'write', 'rename'])(
    'leaves the old one where %s fails',
    async (step) => {
      const { io, files } = disk({ 'out.ndjson': 'old\n' }, { [step]: 'ENOSPC' });
      const output = await openOutput('out.ndjson', io);
      const failed = async (): Promise<void> => {
        await output.write('one\n');
        await output.finish();
      };
      expect((await refusal(failed())).file).toBe('out.ndjson');
      expect([...files]).toEqual([['out.ndjson', 'old\n']]);
    },
  );

  it('leaves nothing where it is given up', async () => {
    const { io, files } = disk({});
    const output = await openOutput('out.ndjson', io);
    await output.write('one\n');
    await output.abandon();
    expect([...files]).toEqual([]);
  });
});
