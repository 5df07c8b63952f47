import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { sarifSchema } from '../report/sarif-schema.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync('docs/schemas/analyze.schema.json', 'utf8')),
);

const CLEAN = 'name: cart\nconnect_timeout: 1s\n';
/** Loose spelling (info) in line 2, a deprecated field (warning) in line 3. */
const CART = `name: cart
lb_policy: round_robin
hosts: [{ socket_address: { address: 10.0.0.7, port_value: 8080 } }]
connect_timeout: 1s
`;
const BROKEN = 'name: cart\nconnect_timeout: 1s\nlb_polcy: RANDOM\n';

function run(text: string, ...flags: readonly string[]) {
  folder.write('cart.yaml', text);
  return cfgtool(['analyze', 'cart.yaml', ...flags], { cwd: folder.path });
}

function json(text: string, ...flags: readonly string[]) {
  const { code, out, err } = run(text, '--format', 'json', ...flags);
  const report = JSON.parse(out);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return { code, report, err };
}

const rulesOf = (report: { findings: { rule: string }[] }) => report.findings.map(({ rule }) => rule);

describe('analyze', () => {
  it('ends with 0 where nothing is found, and says so', () => {
    expect(run(CLEAN)).toMatchObject({ code: 0, out: 'nothing found in 1 file\n', err: '' });
  });

  it('says what newer releases do otherwise where --upgrade asks, from a release on', () => {
    const text = `${CLEAN}outlier_detection: {}\n`;
    const changes = (...flags: readonly string[]) =>
      json(text, ...flags).report.findings.map(({ data }: { data: { change?: string } }) => data.change);
    expect(changes()).toEqual([]);
    expect(changes('--upgrade')).toEqual(['ejection-time-cap', 'ejection-percent']);
    expect(changes('--upgrade', '--from', '1.17')).toEqual(['ejection-percent']);
    expect(changes('--upgrade', '--from', 'v1.28.0')).toEqual([]);
    expect(changes('--rule', 'release-change=warning')).toHaveLength(2);
    expect(run(text, '--upgrade')).toMatchObject({ code: 0 });
    expect(run(text, '--upgrade', '--from', 'latest').err).toContain('--from takes a release such as 1.30');
    expect(run(text, '--from', '1.17').code).toBe(2);
    const ignored = text.replace('}', '} # cfgtool-ignore release-change: looked at');
    expect(json(ignored, '--upgrade').report.findings).toEqual([]);
  });

  it('shows what one rule finds alone, and lists the rules', () => {
    expect(rulesOf(json(CART).report)).toEqual(['loose-spelling', 'deprecated-field']);
    expect(rulesOf(json(CART, '--only', 'loose-spelling').report)).toEqual(['loose-spelling']);
    expect(rulesOf(json(CART, '--only', 'loose-spelling', '--only', 'deprecated-field').report)).toHaveLength(
      2,
    );
    expect(json(CART, '--only', 'unreachable-cluster')).toMatchObject({ code: 0, report: { findings: [] } });
    // A rule that the settings switch off is on where it is asked for.
    folder.write('.cfgtool.yaml', 'rules: { deprecated-field: off }');
    expect(rulesOf(json(CART, '--only', 'deprecated-field').report)).toEqual(['deprecated-field']);
    folder.write('.cfgtool.yaml', '{}');
    // What another rule finds is suppressed all the same, so the comment is of use.
    const hidden = CART.replace('}]', '}] # cfgtool-ignore deprecated-field: moved next week');
    expect(rulesOf(json(hidden, '--only', 'unused-suppression').report)).toEqual([]);
    expect(run(CART, '--only', 'loose-speling')).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean loose-spelling?'),
    });
    const { out, code } = cfgtool(['analyze', '--list'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(out).toMatch(/^shadowed-route {2,}warning {2}\S/m);
    expect(out.split('\n').length).toBeGreaterThan(100);
  });

  it('compares a baseline with what one rule finds', () => {
    const file = folder.write('base.json', '');
    run(CART, '--baseline', file, '--write-baseline');
    const { code, err } = run(CART, '--baseline', file, '--only', 'deprecated-field');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(run(CART, '--baseline', file, '--write-baseline', '--only', 'deprecated-field').code).toBe(2);
  });

  it('hands fixes on as SARIF fixes, each a replacement in the file', () => {
    const log = JSON.parse(run(BROKEN, '--format', 'sarif').out);
    const valid = new Ajv2020({ strict: false }).compile(sarifSchema);
    expect(valid(log), JSON.stringify(valid.errors)).toBe(true);
    expect(log.runs[0].results[0].fixes).toEqual([
      {
        description: { text: 'spell it lb_policy' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'cart.yaml' },
            replacements: [
              {
                deletedRegion: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 9 },
                insertedContent: { text: 'lb_policy' },
              },
            ],
          },
        ],
      },
    ]);
  });

  it('prints places, lines and a summary', () => {
    const { code, out } = run(CART);
    expect(code).toBe(1);
    expect(out).toContain('cart.yaml:3:1 warning deprecated-field (Cluster cart)');
    expect(out).toContain('> 3 │ hosts:');
    expect(out).toMatch(/1 warning, 1 info in 1 file\n--fix can fix all of them; .*\n$/);
  });

  it('shows how to try a request, also with standard input', () => {
    const routes = `virtual_hosts:
- name: a
  domains: [a.test]
  routes:
  - { match: { prefix: / }, route: { cluster: a } }
  - { match: { prefix: /b }, route: { cluster: b } }
`;
    expect(run(routes).out).toContain('try cfgtool trace cart.yaml https://a.test/b');
    const { out } = cfgtool(['analyze', '-'], { input: routes });
    expect(out).toContain('try cfgtool trace - https://a.test/b');
  });

  it('prints the JSON of the contract', () => {
    const { report } = json(CART);
    expect(report.summary).toEqual({ files: 1, error: 0, warning: 1, info: 1, suppressed: 0 });
    expect(report.findings[1]).toMatchObject({
      rule: 'deprecated-field',
      level: 'warning',
      file: 'cart.yaml',
      pointer: '/hosts',
      range: { start: { line: 3, column: 1 } },
      resource: { type: 'Cluster', name: 'cart' },
    });
  });

  it('is called lint as well', () => {
    folder.write('cart.yaml', BROKEN);
    expect(cfgtool(['lint', 'cart.yaml'], { cwd: folder.path })).toMatchObject({ code: 1 });
  });

  it.each([
    ['error', 0],
    ['warning', 1],
    ['info', 1],
    ['none', 0],
  ])('--fail-on %s ends with %d for a warning', (level, code) => {
    expect(run(CART, '--fail-on', level).code).toBe(code);
  });

  it('sets levels by --rule, which wins over the settings', () => {
    folder.write(
      '.cfgtool.yaml',
      'fail_on: error\nrules: { deprecated-field: error, loose-spelling: off }\n',
    );
    const settled = json(CART);
    expect(settled.code).toBe(1);
    expect(settled.report.findings).toMatchObject([{ rule: 'deprecated-field', level: 'error' }]);
    const overridden = json(CART, '--rule', 'deprecated-field=info', '--rule', 'loose-spelling=warning');
    expect(overridden.code).toBe(0);
    expect(overridden.report.findings.map((finding: { level: string }) => finding.level)).toEqual([
      'warning',
      'info',
    ]);
    folder.write('.cfgtool.yaml', '');
  });

  it.each([
    ['--rule', 'deprecated-feld=off', 'did you mean deprecated-field?'],
    ['--rule', 'deprecated-field=loud', 'a level is off, info, warning, error'],
  ])('refuses %s %s', (flag, value, hint) => {
    const { code, err } = run(CART, flag, value);
    expect(code).toBe(2);
    expect(err).toContain(hint);
  });

  it('reports a typo in the settings with its place', () => {
    folder.write('.cfgtool.yaml', 'rules:\n  deprecated-feld: off\n');
    const { code, err } = run(CART);
    folder.write('.cfgtool.yaml', '');
    expect(code).toBe(2);
    expect(err).toContain('.cfgtool.yaml:2:3');
    expect(err).toContain('did you mean deprecated-field?');
  });

  it('leaves ignored files out of searches, not those that are named', () => {
    folder.write('.cfgtool.yaml', 'ignore: [generated/]\n');
    folder.write('generated/cart.yaml', BROKEN);
    folder.write('kept/cart.yaml', CLEAN);
    const searched = cfgtool(['analyze', '.'], { cwd: folder.path });
    expect(searched.out).not.toContain('generated');
    expect(cfgtool(['analyze', 'generated/cart.yaml'], { cwd: folder.path }).code).toBe(1);
    folder.write('.cfgtool.yaml', '');
  });
});

describe('suppression', () => {
  it('hides what a comment names, above it or at the end of the line', () => {
    const { code, report } = json(`name: cart
lb_policy: round_robin # cfgtool-ignore loose-spelling: generated
# cfgtool-ignore deprecated-field: the fleet is not upgraded yet
hosts: [{ socket_address: { address: 10.0.0.7, port_value: 8080 } }]
connect_timeout: 1s
`);
    expect({ code, ...report.summary }).toEqual({
      code: 0,
      files: 1,
      error: 0,
      warning: 0,
      info: 0,
      suppressed: 2,
    });
  });

  it('reports one that suppresses nothing, and one without a reason', () => {
    const { report } = json(`# cfgtool-ignore weight-sun: no such rule
name: cart # cfgtool-ignore one-of: nothing here
lb_policy: round_robin # cfgtool-ignore loose-spelling
connect_timeout: 1s
`);
    expect(
      report.findings.map(({ rule, range }: never) => [
        rule,
        (range as { start: { line: number } }).start.line,
      ]),
    ).toEqual([
      ['unused-suppression', 1],
      ['unused-suppression', 2],
      ['suppression-without-reason', 3],
    ]);
  });

  it('takes no comment from inside a value', () => {
    const { report } = json(`name: 'cart # cfgtool-ignore loose-spelling: no comment'
lb_policy: "round_robin" 
connect_timeout: 1s
`);
    expect(rulesOf(report)).toEqual(['loose-spelling']);
  });
});

describe('the baseline', () => {
  it('hides what was there, survives moves, and names what is gone', () => {
    const made = run(CART, '--baseline', 'baseline.json', '--write-baseline');
    expect(made).toMatchObject({ code: 0, out: '' });
    const moved = `# a comment more\n\n- name: new\n  connect_timeout: 1s\n- ${CART.replaceAll('\n', '\n  ').trimEnd()}\n`;
    const same = json(moved, '--baseline', 'baseline.json');
    expect({ code: same.code, ...same.report.summary }).toMatchObject({
      code: 0,
      warning: 0,
      info: 0,
      suppressed: 2,
    });
    const better = json(CLEAN, '--baseline', 'baseline.json');
    expect(better.err).toContain('no longer found: deprecated-field in cart.yaml');
  });

  it('15.1 hides the same findings of a file that is written in another spelling and layout', () => {
    run(CART, '--baseline', 'baseline.json', '--write-baseline');
    const renamed = `{"connectTimeout": {"seconds": 1}, "lbPolicy": 0,
      "hosts": {"socketAddress": {"portValue": "8080", "address": "10.0.0.7"}}, "name": "cart"}`;
    const { code, report } = json(renamed, '--baseline', 'baseline.json');
    expect(code).toBe(0);
    // What is new is about the spelling itself.
    expect(new Set(rulesOf(report))).toEqual(new Set(['loose-spelling']));
    expect(report.summary).toMatchObject({ warning: 0, suppressed: 1 });
  });

  it('15.1 of an older cfgtool still hides what it lists, and says how to renew it', () => {
    run(CART, '--baseline', 'baseline.json', '--write-baseline');
    const written = JSON.parse(readFileSync(join(folder.path, 'baseline.json'), 'utf8'));
    expect(written.cfgtool.format_version).toBe(2);
    const older = {
      cfgtool: { ...written.cfgtool, format_version: 1 },
      baseline: written.baseline.map((entry: object) => ({ ...entry, fingerprint: '0123456789ab' })),
    };
    folder.write('baseline.json', JSON.stringify(older));
    const same = json(CART, '--baseline', 'baseline.json');
    expect(same.report.summary).toMatchObject({ warning: 0, info: 0, suppressed: 2 });
    expect(same.err).toContain('older cfgtool');
    expect(same.err).toContain('--write-baseline');
    // An entry stands for one finding: a second of the same kind is new.
    const more = json(`${CART}---\n${CART}`, '--baseline', 'baseline.json');
    expect(more.report.summary).toMatchObject({ warning: 1, info: 1, suppressed: 2 });
    expect(json(CLEAN, '--baseline', 'baseline.json').err).toContain('no longer found: deprecated-field');
    run(CART, '--baseline', 'baseline.json', '--write-baseline');
    expect(json(CART, '--baseline', 'baseline.json').err).toBe('');
  });

  it('of a later form is an error', () => {
    folder.write('baseline.json', '{"cfgtool": {"format_version": 3}, "baseline": []}');
    const { code, err } = run(CART, '--baseline', 'baseline.json');
    expect(code).toBe(2);
    expect(err).toContain('later cfgtool');
  });

  it('that is missing or none is an error with what to do', () => {
    expect(run(CART, '--baseline', 'missing.json')).toMatchObject({ code: 2 });
    folder.write('baseline.json', '{"baseline": [{"fingerprint": "x"}]}');
    const { code, err } = run(CART, '--baseline', 'baseline.json');
    expect(code).toBe(2);
    expect(err).toContain('--write-baseline');
  });
});

describe('--fix', () => {
  it('fixes in place and reports what remains', () => {
    const { code, err } = run(`${CART}bogus: 1\n`, '--fix');
    expect(err).toContain('hosts-to-load-assignment');
    expect(code).toBe(1);
    const text = readFileSync(`${folder.path}/cart.yaml`, 'utf8');
    expect(text).toContain('load_assignment:');
    expect(text).toContain('bogus: 1');
  });

  it('14.u --rule fixes what one rule finds and nothing else', () => {
    run(CART, '--fix', '--rule', 'loose-spelling');
    expect(readFileSync(`${folder.path}/cart.yaml`, 'utf8')).toBe(CART.replace('round_robin', 'ROUND_ROBIN'));
    run(CART, '--fix', '--rule', 'deprecated-field', '--rule', 'one-of=off');
    const text = readFileSync(`${folder.path}/cart.yaml`, 'utf8');
    expect(text).toContain('load_assignment:');
    expect(text).toContain('round_robin');
  });

  it('14.u --rule with a rule alone is for --fix', () => {
    expect(run(CART, '--rule', 'loose-spelling')).toMatchObject({ code: 2 });
    expect(run(CART, '--rule', 'loose-spelling').err).toContain('a rule alone goes with --fix');
    expect(run(CART, '--fix', '--rule', 'lose-spelling').err).toContain('did you mean loose-spelling?');
  });

  it('14.u --fix --dry-run that changes nothing says so', () => {
    expect(run(CLEAN, '--fix', '--dry-run')).toMatchObject({
      code: 0,
      out: '',
      err: 'nothing to fix: no file would change\n',
    });
    expect(run(CLEAN, '--fix').err).toBe('nothing was fixed: no file changed\n');
    expect(run(CART, '--fix', '--dry-run').err).toContain('2 fixes would be made; nothing was written');
  });

  it('14.u the summary counts what --fix can fix', () => {
    expect(run(CART).out).toContain('\n--fix can fix all of them; --fix --dry-run shows how\n');
    expect(run(`${CART}bogus: 1\n`).out).toContain('\n--fix can fix 2 of them; --fix --dry-run shows how\n');
    expect(run(CLEAN).out).not.toContain('--fix');
  });

  it('14.u --min-level and --verbose', () => {
    expect(run(CART, '--min-level', 'error')).toMatchObject({ code: 1 });
    expect(run(CART, '--min-level', 'error').out).toBe(
      'nothing else found in 1 file (1 warning, 1 info left out by --min-level)\n',
    );
    expect(run(CART).out).not.toContain('> 2 │');
    expect(run(CART, '--verbose').out).toContain('> 2 │');
  });

  it('--dry-run prints a diff and writes nothing', () => {
    const { out } = run(CART, '--fix', '--dry-run');
    expect(out).toMatch(/^--- a\/cart.yaml\n\+\+\+ b\/cart.yaml\n/);
    expect(readFileSync(`${folder.path}/cart.yaml`, 'utf8')).toBe(CART);
  });
});
