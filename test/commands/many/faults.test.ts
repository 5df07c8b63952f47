/** One input of many on which cfgtool itself fails: it is reported, and the others are answered. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Configuration } from '../../../src/model/index.ts';
import { type Folder, makeFolder } from '../../fuzz/folder.ts';
import { innerRunner, type Runner } from '../../fuzz/inner.ts';
import { LEGACY } from '../run.ts';

/** What stands in each file that cfgtool is made to fail on. */
const FAULT = 'meets-a-bug';

function failOn({ file }: Pick<Configuration, 'file'>): void {
  if ('text' in file && String(file.text).includes(FAULT))
    throw new TypeError('Receiver must be an instance');
}

vi.mock('../../../src/migrate/index.ts', async (original) => {
  const own = await original<typeof import('../../../src/migrate/index.ts')>();
  const failing: typeof own.migrateConfiguration = (configuration, options) => {
    failOn(configuration);
    return own.migrateConfiguration(configuration, options);
  };
  return { ...own, migrateConfiguration: failing };
});
vi.mock('../../../src/analyze/run.ts', async (original) => {
  const own = await original<typeof import('../../../src/analyze/run.ts')>();
  const failing: typeof own.analyze = (subject, options) => {
    for (const { configuration } of subject.documents) failOn(configuration);
    return own.analyze(subject, options);
  };
  return { ...own, analyze: failing };
});
vi.mock('../../../src/diff/index.ts', async (original) => {
  const own = await original<typeof import('../../../src/diff/index.ts')>();
  const failing: typeof own.diffConfigurations = (before, after, options) => {
    for (const each of [...before, ...after]) failOn(each);
    return own.diffConfigurations(before, after, options);
  };
  return { ...own, diffConfigurations: failing };
});

const root = resolve('.');
let folder: Folder;
let runner: Runner;
beforeAll(async () => {
  folder = makeFolder();
  runner = await innerRunner(root, folder);
});
afterAll(() => {
  process.chdir(root);
  folder.remove();
});

async function run(command: string, args: readonly string[], texts: { readonly [name: string]: string }) {
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  return await runner.run({ command, args, files, marks: [] });
}

// A side that says the same as the other is not looked into.
const BAD = LEGACY.replace('the shop', FAULT).replace('1s', '4s');
const THREE = { 'a.yaml': LEGACY, 'b.yaml': BAD, 'c.yaml': `${LEGACY}  # c\n` };
const PAIRS = {
  'old/a.yaml': LEGACY,
  'new/a.yaml': LEGACY.replace('1s', '2s'),
  'old/b.yaml': LEGACY,
  'new/b.yaml': BAD,
  'old/c.yaml': BAD,
  'new/c.yaml': LEGACY,
  'old/d.yaml': LEGACY,
  'new/d.yaml': LEGACY.replace('1s', '3s'),
};

describe('14.b1 a fault in one input of many is reported for it, and the others are answered', () => {
  it('analyze', async () => {
    const { code, out, err } = await run('analyze', ['.', '--format', 'json'], THREE);
    const { findings, run: facts } = JSON.parse(out);
    expect([...new Set(findings.map(({ file }: { file: string }) => file))]).toEqual(['a.yaml', 'c.yaml']);
    expect(facts.unread).toEqual([
      {
        file: 'b.yaml',
        problem: 'this is a bug in cfgtool, not in the file: TypeError: Receiver must be an instance',
        bug: true,
      },
    ]);
    expect(err).toContain('this is a bug in cfgtool, not in your configuration; this input has no result');
    expect(err).toContain('b.yaml: TypeError');
    expect(code).toBe(3);
  });

  it('validate', async () => {
    const { code, out } = await run('validate', ['.', '--format', 'json'], THREE);
    expect(JSON.parse(out)).toMatchObject({ summary: { files: 2 }, run: { unread: [{ file: 'b.yaml' }] } });
    expect(code).toBe(3);
    const together = await run('validate', ['.', '--together'], THREE);
    expect(together.code).toBe(3);
  });

  it.each(['analyze', 'validate'])('%s --by-node: the other nodes are answered', async (command) => {
    const fleet = {
      'n/a/x.yaml': BAD,
      'n/b/y.yaml': LEGACY,
      'n/b/z.yaml': `${LEGACY}  # z\n`,
      'n/c/x.yaml': LEGACY,
    };
    const { code, out, err } = await run(command, ['n', '--by-node', '--format', 'json'], fleet);
    expect(code).toBe(3);
    expect(err).toContain('n/a/x.yaml: TypeError');
    // Of b and c all files were looked at; in b the same cluster stands twice.
    const report = JSON.parse(out);
    expect(report.summary.files).toBe(3);
    expect(report.run.unread).toMatchObject([{ file: 'n/a/x.yaml' }]);
    expect(report.findings.map(({ rule }: { rule: string }) => rule)).toContain('duplicate-name');
  });

  it('analyze --fix: the others are fixed', async () => {
    const doubled = `${LEGACY}- {name: shop, type: STATIC, connect_timeout: 1s, connect_timeout: 1s}\n`;
    const texts = { 'a.yaml': doubled, 'b.yaml': BAD, 'c.yaml': doubled };
    const { code, after } = await run('analyze', ['.', '--fix'], texts);
    expect(code).toBe(3);
    expect(after.get('b.yaml')?.toString()).toBe(BAD);
    for (const name of ['a.yaml', 'c.yaml']) expect(after.get(name)?.toString()).not.toBe(doubled);
  });

  it('migrate --write: the others are written', async () => {
    const { code, after, err } = await run('migrate', ['.', '--write'], THREE);
    expect(code).toBe(3);
    expect(err).toContain('b.yaml');
    expect(after.get('b.yaml')?.toString()).toBe(BAD);
    for (const name of ['a.yaml', 'c.yaml']) expect(after.get(name)?.toString()).toContain('load_assignment');
  });

  it.each(['json', 'ndjson', 'html', 'junit', 'sarif'])(
    'diff of folders, both sides, as %s',
    async (format) => {
      const { code, out, err } = await run('diff', ['old', 'new', '--format', format], PAIRS);
      expect(code).toBe(3);
      expect(err.match(/this is a bug in cfgtool/g)).toHaveLength(2);
      for (const [name, isAnswered] of [
        ['a', true],
        ['d', true],
      ] as const)
        expect(out.includes(`${name}.yaml`)).toBe(isAnswered);
      if (format === 'json')
        expect(JSON.parse(out).run.unread.map(({ file }: { file: string }) => file)).toEqual([
          'b.yaml',
          'c.yaml',
        ]);
    },
  );

  it('a line for each, and report merge ends as the run did', async () => {
    const { code, out } = await run('analyze', ['.', '--format', 'ndjson'], THREE);
    expect(code).toBe(3);
    const merged = await run('report', ['merge', 'r.ndjson', '--format', 'json'], { 'r.ndjson': out });
    expect(merged.code).toBe(3);
    expect(JSON.parse(merged.out).run.unread).toMatchObject([{ file: 'b.yaml', bug: true }]);
  });

  it('the only input: no result, exit code 3', async () => {
    for (const [command, ...args] of [
      ['analyze', 'b.yaml'],
      ['migrate', 'b.yaml'],
      ['diff', 'a.yaml', 'b.yaml'],
    ] as const) {
      const { code, out, err } = await run(command, args, THREE);
      expect({ command, code, out }).toEqual({ command, code: 3, out: '' });
      expect(err).toContain('this is a bug in cfgtool');
    }
  });
});
