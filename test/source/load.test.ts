import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import type { Io } from '../../src/source/io.ts';
import { MAX_BYTES } from '../../src/source/limits.ts';
import { loadInputs, type SourceFile } from '../../src/source/load.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';
import { type Files, fakeIo, systemError } from './fake-io.ts';

async function load(inputs: readonly string[], io: Io): Promise<(SourceFile | InputError)[]> {
  const all: (SourceFile | InputError)[] = [];
  for await (const one of loadInputs(inputs, io)) all.push(one);
  return all;
}

const namesOf = (loaded: readonly (SourceFile | InputError)[]): string[] =>
  loaded.map((one) => (one instanceof InputError ? `! ${one.message}` : one.name));

async function refusal(input: string, io: Io): Promise<InputError['details']> {
  const [only, ...others] = await load([input], io);
  expect(others).toEqual([]);
  if (!(only instanceof InputError)) throw new Error('it was read');
  return only.details;
}

const FOLDER: Files = {
  'configs/b.yaml': 'name: b\n',
  'configs/a.json': '{"name": "a"}\n',
  'configs/deep/c.yml': 'name: c\n',
  'configs/deep/notes.txt': 'none',
  'configs/.git/x.yaml': 'name: x\n',
  'configs/node_modules/x.yaml': 'name: x\n',
  'configs/linked.yaml': { link: 'configs/b.yaml' },
  'configs/elsewhere.yaml': { link: 'other' },
  'other/d.yaml': 'name: d\n',
};

describe('inputs', () => {
  it('reads a file as it was named', async () => {
    const [file] = await load(['./front.yaml'], fakeIo({ 'front.yaml': '\uFEFFname: x\n---\nname: y\n' }));
    expect(file).toMatchObject({ name: './front.yaml', path: './front.yaml', found: 'named' });
    if (!file || file instanceof InputError) throw new Error('unread');
    expect(file.text.charCodeAt(0)).toBe(0xfeff);
    expect(file.trees.map((tree) => plainValue(tree, ROOT))).toEqual([{ name: 'x' }, { name: 'y' }]);
  });

  it('reads a directory in order, without links to directories, .git and node_modules', async () => {
    const loaded = await load(['configs'], fakeIo(FOLDER));
    expect(namesOf(loaded)).toEqual([
      'configs/a.json',
      'configs/b.yaml',
      'configs/deep/c.yml',
      'configs/linked.yaml',
    ]);
    expect(loaded.every((one) => !(one instanceof InputError) && one.found === 'searched')).toBe(true);
  });

  it('spells files below the working directory without a dot', async () => {
    expect(namesOf(await load(['.'], fakeIo(FOLDER)))).toContain('configs/deep/c.yml');
    expect(namesOf(await load(['configs/'], fakeIo(FOLDER)))).toContain('configs/a.json');
  });

  it('expands a glob, and takes only configurations where it names no extension', async () => {
    expect(namesOf(await load(['configs/**/*.yml'], fakeIo(FOLDER)))).toEqual(['configs/deep/c.yml']);
    expect(namesOf(await load(['configs/deep/*'], fakeIo(FOLDER)))).toEqual(['configs/deep/c.yml']);
    expect(namesOf(await load(['{configs/b,other/d}.yaml'], fakeIo(FOLDER)))).toEqual([
      'configs/b.yaml',
      'other/d.yaml',
    ]);
  });

  it('takes a file whose name holds magic, or a colon, for that file', async () => {
    const io = fakeIo({ 'a[1].yaml': 'name: x\n', 'HEAD:b.yaml': 'name: y\n' });
    expect(namesOf(await load(['a[1].yaml', 'HEAD:b.yaml'], io))).toEqual(['a[1].yaml', 'HEAD:b.yaml']);
    expect(io.gitCalls).toEqual([]);
  });

  it('reads a file once, as named, where several inputs stand for it', async () => {
    const loaded = await load(
      ['configs', './configs/b.yaml', 'configs/b.yaml', '-', '-'],
      fakeIo(FOLDER, { stdin: 'a: 1' }),
    );
    expect(namesOf(loaded).filter((name) => name.includes('b.yaml'))).toEqual(['./configs/b.yaml']);
    expect(namesOf(loaded).filter((name) => name === '<stdin>')).toHaveLength(1);
    expect(loaded.find((one) => 'found' in one && one.found === 'named')).toMatchObject({
      name: './configs/b.yaml',
    });
  });

  it('reads standard input, with nowhere to write back to', async () => {
    const [file] = await load(['-'], fakeIo({}, { stdin: '{"name": "x"}' }));
    expect(file).toMatchObject({ name: '<stdin>', found: 'named' });
    expect(file).not.toHaveProperty('path');
  });

  it('goes on after a file that cannot be read', async () => {
    const io = fakeIo({ 'a.yaml': 'a: [', 'b.yaml': 'name: b\n', 'c.yaml': { error: 'EACCES' } });
    const loaded = await load(['a.yaml', 'c.yaml', 'b.yaml'], io);
    expect(loaded.map((one) => one instanceof InputError)).toEqual([true, true, false]);
  });

  it('leaves a searched file without documents to be skipped', async () => {
    const [file] = await load(['configs'], fakeIo({ 'configs/a.yaml': '# later\n' }));
    expect(file).toMatchObject({ found: 'searched', trees: [] });
  });
});

describe('formats', () => {
  const formatOf = async (name: string, text: string): Promise<string> => {
    const [file] = await load([name], fakeIo({ [name]: text }));
    if (!file) throw new Error('nothing');
    return file instanceof InputError ? file.details.problem : (file.trees[0]?.format ?? 'none');
  };

  it('goes by the text, not by the name', async () => {
    expect(await formatOf('a.yaml', '{"name": "x"}')).toBe('json');
    expect(await formatOf('a.json', 'name: x\n')).toBe('yaml');
    expect(await formatOf('a.json', '{name: x, "list": [a, b]}')).toBe('yaml');
    expect(await formatOf('a.yaml', '{a: 1}\n---\n{b: 1}\n')).toBe('yaml');
  });

  it('reports the error of the format that the name claims', async () => {
    expect(await formatOf('a.json', '{"name": "x"')).toMatch(/^this is not JSON/);
    expect(await formatOf('a.yaml', '{"name": "x"')).toMatch(/^this is not YAML/);
    expect(await formatOf('a.conf', '{"name": "x"')).toMatch(/^this is not JSON/);
    expect(await formatOf('a.json', 'name: [')).toMatch(/^this is not JSON/);
  });
});

describe('inputs that cannot be read', () => {
  it.each([
    ['empty', '', /holds no document: the file is empty/],
    ['blank', '\n \n', /only blank lines/],
    ['comments', '# nothing\n', /only comments/],
    ['empty documents', '---\n---\n', /only comments or empty ones/],
  ])('a file that is %s', async (_name, text, problem) => {
    expect((await refusal('a.yaml', fakeIo({ 'a.yaml': text }))).problem).toMatch(problem);
  });

  it('names the file that was meant', async () => {
    const io = fakeIo({ 'configs/front.yaml': 'x: 1', 'configs/back.yml': 'x: 1' });
    const hint = async (input: string) => (await refusal(input, io)).hint;
    expect(await hint('configs/frnot.yaml')).toBe('did you mean configs/front.yaml?');
    expect(await hint('configs/back.json')).toBe('did you mean configs/back.yml?');
    expect(await hint('configs/other.yaml')).toBe('look into configs');
    expect(await hint('nowhere/front.yaml')).toBe('there is no directory nowhere either');
  });

  it.each([
    ['EACCES', /not permitted/],
    ['EISDIR', /directory/],
    ['ELOOP', /links/],
    ['ENAMETOOLONG', /too long/],
    ['EIO', /disk/],
    ['EWEIRD', /EWEIRD/],
  ])('the system says %s', async (code, problem) => {
    expect((await refusal('a.yaml', fakeIo({ 'a.yaml': { error: code } }))).problem).toMatch(problem);
  });

  it('a directory or glob without configurations', async () => {
    const io = fakeIo({ 'docs/readme.md': '', 'x.yaml': 'a: 1' });
    expect((await refusal('docs', io)).problem).toMatch(/no \*\.yaml/);
    expect((await refusal('docs/*.yaml', io)).problem).toBe('no file matches this glob');
    expect((await refusal('nowhere/*.yaml', io)).problem).toMatch(/no such file or directory/);
  });

  it('a directory that cannot be listed, beside those that can', async () => {
    const io = fakeIo(FOLDER, { unreadable: ['configs/deep'] });
    expect(namesOf(await load(['configs'], io))).toEqual([
      '! configs/deep: reading it is not permitted',
      'configs/a.json',
      'configs/b.yaml',
      'configs/linked.yaml',
    ]);
  });

  it('something that is larger than can be read', async () => {
    const io: Io = { ...fakeIo({}), status: async () => ({ kind: 'file', size: MAX_BYTES + 1 }) };
    expect((await refusal('a.yaml', io)).problem).toMatch(/larger than 500 MB/);
  });

  it('an address that cannot be understood', async () => {
    expect((await refusal('https://', fakeIo({ x: '' }))).problem).toMatch(/no address of a running proxy/);
  });

  it('an empty name', async () => {
    expect((await refusal('', fakeIo({}))).problem).toBe('an input is empty');
  });

  it('errors that are nobody’s fault but ours stay what they are', async () => {
    const io: Io = { ...fakeIo({}), status: () => Promise.reject(new TypeError('a bug')) };
    await expect(load(['a.yaml'], io)).rejects.toThrow('a bug');
  });
});

describe('a running proxy', () => {
  it('is asked for its dump, and called by its address without credentials', async () => {
    const io = fakeIo({ 'http://127.0.0.1:9901': 'clusters: []' });
    const files = await load(['http://ops:secret-1@127.0.0.1:9901'], io);
    expect(files).toEqual([expect.objectContaining({ name: 'http://127.0.0.1:9901', text: 'clusters: []' })]);
    expect(files[0]).not.toHaveProperty('path');
  });

  it('gives way to a file of that name', async () => {
    const io = fakeIo({ 'unix:admin.yaml': 'clusters: []' });
    expect(await load(['unix:admin.yaml'], io)).toEqual([
      expect.objectContaining({ path: 'unix:admin.yaml' }),
    ]);
  });
});

describe('REV:PATH', () => {
  const git = (answers: { readonly [line: string]: string }) => (args: readonly string[]) => {
    const answer = answers[args.join(' ')];
    if (answer === undefined) return { status: 128, complaint: "fatal: path 'x' does not exist in 'HEAD'\n" };
    return { output: Buffer.from(answer) };
  };

  it('asks git for a file by its hash, and never hands it an option', async () => {
    const io = fakeIo(
      {},
      {
        git: git({
          'rev-parse --verify --end-of-options HEAD~1:front.yaml': 'abc\n',
          'cat-file -t abc': 'blob\n',
          'cat-file blob abc': 'name: x\n',
        }),
      },
    );
    const [file] = await load(['HEAD~1:front.yaml'], io);
    expect(file).toMatchObject({ name: 'HEAD~1:front.yaml', text: 'name: x\n', found: 'named' });
    expect(file).not.toHaveProperty('path');
    expect((await refusal('--output=x:front.yaml', io)).problem).toMatch(/cannot begin with a dash/);
    expect(io.gitCalls.flat().some((argument) => argument.includes('--output'))).toBe(false);
  });

  it('lists a directory, without links and submodules', async () => {
    const tree = [
      '100644 blob 1\tb.yaml',
      '100755 blob 2\ta b.json',
      '120000 blob 3\tlink.yaml',
      '160000 commit 4\tmodule.yaml',
      '100644 blob 5\treadme.md',
      '100644 blob 6\tnode_modules/x.yaml',
    ];
    const io = fakeIo(
      {},
      {
        git: git({
          'rev-parse --verify --end-of-options main:configs/': 'abc\n',
          'cat-file -t abc': 'tree\n',
          'ls-tree -r -z --full-tree abc': `${tree.join('\0')}\0`,
          'cat-file blob 1': 'name: b\n',
          'cat-file blob 2': '{"name": "a"}',
        }),
      },
    );
    expect(namesOf(await load(['main:configs/'], io))).toEqual([
      'main:configs/a b.json',
      'main:configs/b.yaml',
    ]);
  });

  it('says why not, and that there is no such file either', async () => {
    const failing = (complaint: string) => fakeIo({}, { git: () => ({ status: 128, complaint }) });
    const problem = async (io: Io) => (await refusal('HEAD:front.yaml', io)).problem;
    expect(await problem(failing("fatal: path 'front.yaml' does not exist in 'HEAD'"))).toMatch(
      /does not exist in/,
    );
    expect(await problem(failing("fatal: invalid object name 'HEAD'."))).toMatch(/no revision "HEAD"/);
    expect(await problem(failing('fatal: not a git repository'))).toMatch(/no git repository/);
    expect(await problem(fakeIo({}, { git: () => systemError('ENOENT') }))).toMatch(/not installed/);
  });

  it.each([
    '127.0.0.1:18998',
    'localhost:9901',
    'front.internal:9901/config_dump?include_eds',
    '[::1]:9901/',
  ])('asks whether %s was meant as an address', async (input) => {
    const failing = (complaint: string) => fakeIo({}, { git: () => ({ status: 128, complaint }) });
    const hint = `did you mean http://${input}?`;
    expect(await refusal(input, failing('fatal: not a git repository'))).toMatchObject({ hint });
    expect(await refusal(input, failing('fatal: invalid object name'))).toMatchObject({ hint });
    expect(await refusal(input, fakeIo({}, { git: () => systemError('ENOENT') }))).toMatchObject({ hint });
    const known = await refusal(input, failing("fatal: path 'x' does not exist in 'localhost'"));
    expect(known.problem).toMatch(/does not exist in/);
  });

  it.each(['main:9901x', 'main:1/front.yaml', 'HEAD~1:9901'])('takes %s for no address', async (input) => {
    const io = fakeIo({}, { git: () => ({ status: 128, complaint: 'fatal: invalid object name' }) });
    expect((await refusal(input, io)).problem).toMatch(/git knows no revision/);
  });

  it.each([
    [
      'ftp://x/y',
      /^addresses begin with http:\/\/, https:\/\/, unix:, xds:\/\/ or xdss:\/\/; a file is named by/,
    ],
    ['htp://127.0.0.1:9901', /^did you mean http:\/\/127.0.0.1:9901\?$/],
    ['ftp://me:secret@x/y', /^addresses begin/],
  ])('fetches nothing from %s', async (input, hint) => {
    const io = fakeIo({});
    const { file, problem, hint: said } = await refusal(input, io);
    expect(problem).toBe(`no configuration is fetched from ${input.split(':')[0]}://`);
    expect(said).toMatch(hint);
    expect(file).not.toContain('secret');
    expect(io.gitCalls).toEqual([]);
  });

  it('leaves drive letters to the file system', async () => {
    const io = fakeIo({ 'x.yaml': '' });
    expect((await refusal('C:\\configs\\front.yaml', io)).problem).toMatch(/no such file/);
    expect(io.gitCalls).toEqual([]);
  });
});
