import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isInShard, shardOf } from '../../../src/commands/many/parts.ts';
import { cfgtool, temporaryFolder } from '../run.ts';
import { CHANGED, FLEET, linesOf, writeAll, wrongWith } from './fleet.ts';

const folder = temporaryFolder();
beforeAll(() => {
  writeAll(join(folder.path, 'old'), FLEET);
  writeAll(join(folder.path, 'new'), CHANGED);
});
const run = (...args: readonly string[]) => cfgtool(args, { cwd: folder.path });

const written = new Map<string, readonly string[]>();

/** Writes the reports of all shares, those that were written before once; answers with their names. */
function shares(command: readonly string[], count: number, format: string): readonly string[] {
  const key = [...command, count, format].join(' ');
  const before = written.get(key);
  if (before !== undefined) return before;
  const names = Array.from({ length: count }, (_, at) => {
    const name = `${command.join('-').replaceAll('/', '-')}-${at + 1}-of-${count}.${format}`;
    run(...command, '--shard', `${at + 1}/${count}`, '--format', format, '--output', name);
    return name;
  });
  written.set(key, names);
  return names;
}

describe('report merge: the shares of a run come to the report of the run', () => {
  const analyze = ['analyze', 'old'];

  it.each([1, 2, 5])('of %d shares of analyze, from both formats', (count) => {
    const names = [...shares(analyze, count, 'ndjson')].reverse();
    const jsons = shares(analyze, count, 'json');
    for (const format of ['json', 'ndjson']) {
      const whole = run(...analyze, '--format', format);
      for (const parts of [names, jsons]) {
        const merged = run('report', 'merge', ...parts, '--format', format);
        expect(merged.out).toBe(whole.out);
        expect(merged.code).toBe(whole.code);
      }
    }
  });

  it.each(['text', 'sarif', 'github', 'junit', 'markdown'])('of analyze as %s', (format) => {
    const whole = run(...analyze, '--format', format);
    const merged = run('report', 'merge', ...shares(analyze, 3, 'ndjson'), '--format', format);
    expect(merged.out).toBe(whole.out);
    expect(merged.code).toBe(whole.code);
  });

  it.each([['--min-level', 'warning'], ['--verbose'], ['--min-level', 'error', '--verbose']])(
    '14.u shown as analyze %s %s %s shows it',
    (...shown) => {
      const whole = run(...analyze, ...shown);
      const merged = run('report', 'merge', ...shares(analyze, 2, 'ndjson'), ...shown);
      expect(merged.out).toBe(whole.out);
      expect(whole.out).not.toBe(run(...analyze).out);
      expect(merged.code).toBe(whole.code);
    },
  );

  it('14.u what is shown of findings is no flag for other reports', () => {
    const names = shares(['diff', 'old', 'new'], 1, 'json');
    expect(run('report', 'merge', ...names, '--min-level', 'warning')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--min-level is for reports of analyze'),
    });
  });

  it.each(['text', 'json', 'ndjson', 'sarif', 'github', 'junit', 'markdown'])('of diff as %s', (format) => {
    const diff = ['diff', 'old', 'new'];
    const whole = run(...diff, '--format', format);
    const from = format === 'text' ? 'json' : 'ndjson';
    const merged = run('report', 'merge', ...shares(diff, 3, from), '--format', format);
    expect(merged.out).toBe(whole.out);
    expect(merged.code).toBe(whole.code);
  });

  it.each(['text', 'json', 'ndjson'])('of migrate --check as %s', (format) => {
    const migrate = ['migrate', 'old', '--check'];
    const whole = run(...migrate, '--format', format);
    const from = format === 'text' ? 'json' : 'ndjson';
    const merged = run('report', 'merge', ...shares(migrate, 2, from), '--format', format);
    expect(merged.out).toBe(whole.out);
    expect(merged.code).toBe(whole.code);
  });

  it('as a page that names every finding', () => {
    const merged = run('report', 'merge', ...shares(analyze, 2, 'ndjson'), '--format', 'html');
    expect(merged.out).toMatch(/<!doctype html>/i);
    expect(merged.out).toContain('Joined from reports, which hold the lines around findings only');
    expect(run(...analyze, '--format', 'html').out).not.toContain('Joined from');
    for (const rule of ['deprecated-field', 'unknown-field', 'shadowed-route'])
      expect(merged.out).toContain(rule);
  });
});

describe('report merge', () => {
  it('joins runs over different files one after the other', () => {
    run('analyze', 'old/a', '--format', 'ndjson', '--output', 'a.ndjson');
    run('analyze', 'old/c', '--format', 'json', '--output', 'c.json');
    const { out, code } = run('report', 'merge', 'c.json', 'a.ndjson', '--format', 'json');
    expect(wrongWith('analyze', out)).toBeUndefined();
    expect(JSON.parse(out).files.map(({ file }: { file: string }) => file)).toEqual([
      ...['c/documents.yaml', 'c/routes.yaml', 'c/token.yaml'].map((name) => `old/${name}`),
      ...['a/clean.yaml', 'a/legacy.yaml', 'a/misspelt.yaml'].map((name) => `old/${name}`),
    ]);
    expect(code).toBe(1);
  });

  it('says which share is missing, and ends with 2', () => {
    const [first = '', , third = ''] = shares(['analyze', 'old/a'], 3, 'ndjson');
    const { out, err, code } = run('report', 'merge', first, third, '--format', 'json');
    expect(code).toBe(2);
    expect(err).toContain('share 2 is missing');
    expect(JSON.parse(out)).toMatchObject({ partial: true, run: { missing: [2] } });
    expect(wrongWith('analyze', out)).toBeUndefined();
    expect(run('report', 'merge', first, third).out).toContain('partial: share 2 is missing');
  });

  it.each(['rule', 'fingerprint'])(
    'refuses a %s that is no name, which would be shown as it stands',
    (key) => {
      const { out } = run('analyze', 'old/a/legacy.yaml', '--format', 'json');
      folder.write('wrong.json', out.replace(new RegExp(`"${key}": "`), `$&\u202e`));
      const merged = run('report', 'merge', 'wrong.json');
      expect(merged.code).toBe(2);
      expect(merged.err).toMatch(new RegExp(`/${key} is no name of letters`));
    },
  );

  it('goes by --fail-on where it is given', () => {
    run('analyze', 'old/a/legacy.yaml', '--format', 'json', '--output', 'one.json');
    const code = (level: string) => run('report', 'merge', 'one.json', '--fail-on', level).code;
    expect([code('error'), code('warning'), code('none')]).toEqual([0, 1, 0]);
    expect(run('report', 'merge', 'one.json', '--fail-on', 'breaking').err).toContain('reports of analyze');
  });

  it.each([
    ['[]', 'it is no report of cfgtool'],
    ['{"cfgtool": {"version": "1", "format_version": 1}}', '/run is no object'],
    ['{"cfgtool": {"version": "1", "format_version": 2}}', 'format_version'],
    [
      '{"cfgtool":{"version":"1","format_version":1,"command":"analyze"},"file":"a.yaml","skipped":"x"}\n',
      'breaks off',
    ],
    ['name: cart\n', 'it is no report of cfgtool: this is not JSON'],
    ['{"cfgtool":{"version":"1","format_version":1,"command":"analyze"},"file":"a', 'breaks off'],
    ['\n', 'it is empty'],
  ])('refuses %s', (content, problem) => {
    folder.write('wrong.json', content);
    const { code, out, err } = run('report', 'merge', 'wrong.json');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(problem);
    expect(err).not.toContain('bug');
  });

  it('refuses reports that do not belong together', () => {
    const [first = '', second = ''] = shares(['analyze', 'old/a'], 2, 'json');
    const [third = ''] = shares(['analyze', 'old/a'], 3, 'json');
    run('diff', 'old/a', 'new/a', '--format', 'json', '--output', 'diff.json');
    run('analyze', 'old/a', '--format', 'json', '--output', 'whole.json');
    expect(run('report', 'merge', first, first, second).err).toContain('share 1 of 2');
    expect(run('report', 'merge', first, third).err).toContain('share 1 of 3');
    expect(run('report', 'merge', first, 'whole.json').err).toContain('no share');
    expect(run('report', 'merge', 'whole.json', 'diff.json').err).toContain('a report of diff');
  });

  it('holds no secret of the files', () => {
    const names = shares(['analyze', 'old/c'], 2, 'ndjson');
    for (const format of ['text', 'json', 'markdown', 'html', 'sarif'])
      expect(run('report', 'merge', ...names, '--format', format).out).not.toContain('s3cr3t');
  });
});

describe('--shard', () => {
  it('gives every input to one share, wherever the folder lies', () => {
    const filesOf = (root: string) =>
      [1, 2, 3].map((index) =>
        linesOf(run('analyze', root, '--shard', `${index}/3`, '--format', 'ndjson').out)
          .slice(0, -1)
          .map(({ file }) => file.slice(root.length + 1)),
      );
    const shared = filesOf('old');
    expect(shared.flat().sort()).toEqual(Object.keys(FLEET).sort());
    writeAll(join(folder.path, 'elsewhere/deep'), { ...FLEET, 'a/another.yaml': 'name: another\n' });
    const again = filesOf('elsewhere/deep').map((files) => files.filter((file) => file !== 'a/another.yaml'));
    expect(again).toEqual(shared);
  });

  it('is a report without files where the share is empty', () => {
    const { out, code } = run('analyze', 'old/a/clean.yaml', '--shard', '1/7', '--format', 'ndjson');
    const others = [2, 3, 4, 5, 6, 7].map(
      (index) => run('analyze', 'old/a/clean.yaml', '--shard', `${index}/7`, '--format', 'ndjson').out,
    );
    expect(code).toBe(0);
    expect([out, ...others].map((each) => linesOf(each).length).sort()).toEqual([1, 1, 1, 1, 1, 1, 2]);
  });

  it.each(['0/3', '4/3', '1', 'a/b', '1/0', '-1/3'])('refuses %s', (text) => {
    expect(() => shardOf(text)).toThrow('--shard takes I/N');
  });

  it('law: each key is in one share, and shares are of like size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.string(), (count, key) => {
        const shards = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));
        expect(shards.filter((shard) => isInShard(key, shard))).toHaveLength(1);
      }),
    );
    const sizes = [0, 0, 0, 0];
    for (let at = 0; at < 4000; at++)
      for (let index = 1; index <= 4; index++)
        if (isInShard(`configs/${at}.yaml`, { index, count: 4 }))
          sizes[index - 1] = (sizes[index - 1] ?? 0) + 1;
    for (const size of sizes) expect(Math.abs(size - 1000)).toBeLessThan(150);
  });
});
