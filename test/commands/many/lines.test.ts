import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from '../run.ts';
import { CHANGED, FLEET, linesOf, writeAll, wrongWith } from './fleet.ts';

const folder = temporaryFolder();
beforeAll(() => {
  writeAll(join(folder.path, 'old'), FLEET);
  writeAll(join(folder.path, 'new'), CHANGED);
});
const run = (...args: readonly string[]) => cfgtool(args, { cwd: folder.path });

describe('--format ndjson', () => {
  it('of analyze: a line for each file, a failed and a skipped one too, the run in the last', () => {
    const { code, out } = run('analyze', 'old', '--format', 'ndjson');
    expect(code).toBe(2);
    const lines = linesOf(out);
    const last = lines.pop();
    expect(lines.map(({ file }) => file)).toEqual(
      Object.keys(FLEET)
        .map((name) => `old/${name}`)
        .sort(),
    );
    expect(last?.summary).toMatchObject({ files: 9, unread: 1, skipped: 1, suppressed: 1 });
    expect(last?.run).toEqual({ command: 'analyze', found: true });
    const of = (name: string) => lines.find(({ file }) => file === `old/${name}`);
    expect(of('b/broken.yaml')?.error?.position).toMatchObject({ line: expect.any(Number) });
    expect(of('b/other.yaml')?.skipped).toContain('greeting');
    expect(of('a/clean.yaml')).toMatchObject({ findings: [], summary: { warning: 0 } });
  });

  it('says the same as json', () => {
    const { out } = run('analyze', 'old', '--format', 'json');
    expect(wrongWith('analyze', out)).toBeUndefined();
    const report = JSON.parse(out);
    const lines = linesOf(run('analyze', 'old', '--format', 'ndjson').out);
    expect(lines.flatMap(({ findings = [] }) => findings)).toEqual(report.findings);
    const { files, error, warning, info, suppressed } = lines.at(-1)?.summary ?? {};
    expect({ files, error, warning, info, suppressed }).toEqual(report.summary);
  });

  it('of diff: a line for each pair', () => {
    const { out } = run('diff', 'old', 'new', '--format', 'ndjson');
    const lines = linesOf(out);
    const changed = lines.filter(({ equal }) => equal === false).map(({ file }) => file);
    expect(changed).toEqual(['a/clean.yaml', 'c/new.yaml', 'c/routes.yaml']);
    expect(lines.at(-1)?.summary).toMatchObject({ equal: false, unread: 2, skipped: 1 });
    const json = run('diff', 'old', 'new', '--format', 'json').out;
    expect(wrongWith('diff', json)).toBeUndefined();
    expect(lines.flatMap(({ changes = [] }) => changes)).toEqual(JSON.parse(json).changes);
  });

  it('of migrate --check: a line for each file', () => {
    const { out } = run('migrate', 'old', '--check', '--format', 'ndjson');
    const lines = linesOf(out);
    const json = run('migrate', 'old', '--check', '--format', 'json').out;
    expect(wrongWith('migrate', json)).toBeUndefined();
    const files = lines.filter(({ applied }) => applied !== undefined);
    expect(files.map(({ cfgtool: _, ...rest }) => rest)).toEqual(JSON.parse(json).files);
    expect(lines.at(-1)?.summary).toMatchObject({ files: 9, changed: 5 });
  });

  it('goes to a file in one step, with nothing left beside it', () => {
    folder.write('out/report.ndjson', 'before');
    const { out } = run('analyze', 'old', '--format', 'ndjson', '--output', 'out/report.ndjson');
    expect(out).toBe('');
    expect(readdirSync(join(folder.path, 'out'))).toEqual(['report.ndjson']);
    expect(linesOf(readFileSync(join(folder.path, 'out/report.ndjson'), 'utf8'))).toHaveLength(12);
  });

  it('holds no secret, in the lines around findings neither', () => {
    const { out } = run('analyze', 'old/c/token.yaml', '--format', 'ndjson');
    expect(linesOf(out)[0]?.findings?.length).toBeGreaterThan(0);
    expect(out).not.toContain('s3cr3t');
    expect(out).toContain('<redacted>');
  });

  it('keeps of a line of 2000 characters what is around findings', () => {
    const [line] = linesOf(run('analyze', 'old/b/one-line.json', '--format', 'ndjson').out);
    expect(line?.findings).toHaveLength(40);
    const kept = line?.lines?.lines ?? [];
    expect(kept.every(({ line: number }) => number === 1)).toBe(true);
    expect(kept.map(({ text }) => text).join('')).toContain('round_robin');
  });
});

describe('files with the same content', () => {
  it('are reported under their own names', () => {
    const lines = linesOf(run('analyze', 'old', '--format', 'ndjson').out);
    const [one, other] = ['a/legacy.yaml', 'b/legacy-again.yaml'].map((name) => {
      const alone = linesOf(run('analyze', `old/${name}`, '--format', 'ndjson').out)[0];
      const among = lines.find(({ file }) => file === `old/${name}`);
      expect(among).toEqual(alone);
      return among;
    });
    expect(other?.findings?.[0]?.file).toBe('old/b/legacy-again.yaml');
    expect(one?.findings).toHaveLength(other?.findings?.length ?? 0);
  });

  it('have the settings of their folders', () => {
    writeAll(join(folder.path, 'set'), {
      'x/cart.yaml': FLEET['a/legacy.yaml'] ?? '',
      'y/cart.yaml': FLEET['a/legacy.yaml'] ?? '',
      'y/.cfgtool.yaml': 'rules: { deprecated-field: error }\n',
      'z/cart.yaml': FLEET['a/legacy.yaml'] ?? '',
      'z/.cfgtool.yaml': 'rules: { deprecated-field: off }\n',
    });
    const lines = linesOf(run('analyze', 'set', '--format', 'ndjson').out);
    const levels = lines.flatMap(({ findings }) =>
      findings === undefined
        ? []
        : [findings.filter(({ rule }) => rule === 'deprecated-field').map(({ level }) => level)],
    );
    expect(levels).toEqual([['warning'], ['error'], []]);
  });

  it('count each where they form one configuration', () => {
    const { out } = run(
      'analyze',
      'old/a/legacy.yaml',
      'old/b/legacy-again.yaml',
      '--together',
      '--format',
      'ndjson',
    );
    const rules = linesOf(out).flatMap(({ findings = [] }) => findings.map(({ rule }) => rule));
    expect(rules).toContain('duplicate-name');
  });

  it('are hidden by a baseline each', () => {
    run('analyze', 'old/a', '--baseline', 'base.json', '--write-baseline');
    const { out } = run('analyze', 'old', '--baseline', 'base.json', '--format', 'ndjson');
    const of = (name: string) => linesOf(out).find(({ file }) => file === `old/${name}`);
    expect(of('a/legacy.yaml')?.summary).toMatchObject({ warning: 0, baselined: 1 });
    expect(of('b/legacy-again.yaml')?.summary).toMatchObject({ warning: 0, baselined: 1 });
  });
});
