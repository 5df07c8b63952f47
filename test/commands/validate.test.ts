import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const valid = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('docs/schemas/validate.schema.json', 'utf8')),
);
const GOOD = 'name: cart\nconnect_timeout: 1s\nlb_policy: round_robin\n';
const BAD = 'name: cart\nconnect_timeout: 0s\nlb_policy: ROUNDABOUT\ntls_context: {}\n';
const validate = (...args: readonly string[]) => cfgtool(['validate', ...args], { cwd: folder.path });

describe('14.u validate', () => {
  it('says each error in one line, and ends with 1', () => {
    folder.write('bad.yaml', BAD);
    const { code, out } = validate('bad.yaml');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^bad\.yaml:2:18 error out-of-range \(Cluster cart\) connect_timeout of /),
      expect.stringMatching(/^bad\.yaml:3:12 error unknown-enum-value \(Cluster cart\) lb_policy /),
      '2 errors in 1 file',
      '',
    ]);
  });

  it('says nothing of warnings and infos, and ends with 0', () => {
    folder.write('good.yaml', GOOD);
    expect(validate('good.yaml')).toMatchObject({
      code: 0,
      out: 'nothing that the proxy refuses in 1 file\n',
      err: '',
    });
  });

  it('takes many inputs, each by itself or all together, and ends with 2 where one cannot be read', () => {
    folder.write('good.yaml', GOOD);
    folder.write('bad.yaml', BAD);
    folder.write('broken.yaml', 'name: [\n');
    expect(validate('good.yaml', 'bad.yaml').out).toContain('2 errors in 2 files\n');
    expect(validate('good.yaml', 'broken.yaml').code).toBe(2);
    folder.write('twin.yaml', GOOD);
    expect(validate('good.yaml', 'twin.yaml').code).toBe(0);
    const together = validate('good.yaml', 'twin.yaml', '--together');
    expect(together.code).toBe(1);
    expect(together.out).toMatch(/^twin\.yaml:1:1 error duplicate-name .*\n1 error in 2 files\n$/);
  });

  it('goes by comments, and by settings that make less of a rule but not by those that make more', () => {
    folder.write('hidden.yaml', BAD.replace('0s', '0s # cfgtool-ignore out-of-range: soon gone'));
    expect(validate('hidden.yaml').out).toMatch(/\n1 error in 1 file \(1 suppressed\)\n$/);
    folder.write('set/.cfgtool.yaml', 'rules: { out-of-range: warning, loose-spelling: error }\n');
    folder.write('set/bad.yaml', BAD);
    folder.write('set/good.yaml', GOOD);
    expect(validate('set/bad.yaml').out).toContain('1 error in 1 file');
    expect(validate('set/good.yaml').code).toBe(0);
  });

  it('has the formats of the contract', () => {
    folder.write('bad.yaml', BAD);
    const report = JSON.parse(validate('bad.yaml', '--format', 'json').out);
    expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
    expect(report.summary).toEqual({ files: 1, error: 2, warning: 0, info: 0, suppressed: 0 });
    expect(validate('bad.yaml', '--format', 'github').out).toMatch(/^::error file=bad\.yaml,line=2/);
    expect(JSON.parse(validate('bad.yaml', '--format', 'sarif').out).runs[0].results).toHaveLength(2);
    expect(validate('bad.yaml', '--format', 'junit').out).toContain('failures="2"');
    expect(validate('bad.yaml', '--format', 'html').code).toBe(2);
  });
});

function errorsIn(json: string): readonly unknown[] {
  const { findings } = JSON.parse(json);
  return findings.flatMap(({ fix: _, ...finding }: { level: string; rule: string; fix: unknown }) =>
    // What a house asks beyond the proxy is nothing that the proxy refuses.
    finding.level === 'error' && !finding.rule.startsWith('own/') ? finding : [],
  );
}

describe('14.u its findings are the error findings of analyze', () => {
  const CORPUS = '../shared/corpus';
  it.each([['examples'], [CORPUS], ['../shared/cases']])('over %s', (path) => {
    if (!existsSync(path)) return;
    const [fast, all] = ['validate', 'analyze'].map((command) =>
      errorsIn(cfgtool([command, path, '--format', 'json']).out),
    );
    expect(fast).toEqual(all);
    if (path === CORPUS) expect(fast?.length).toBeGreaterThan(50);
  });
});
