import { describe, expect, test } from 'vitest';
import { type AnalyzeReport, folded } from '../../../src/present/finding.ts';
import { noPaint } from '../../../src/present/text.ts';
import { analyzeFormats, analyzeReport } from '../../../src/report/analyze/formats.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { lineIndex } from '../../../src/source/lines.ts';
import { analyzed } from '../../analyze/analyzed.ts';

/** A virtual host whose first route takes everything from so many others. */
function shop(routes: number): string {
  const others = Array.from(
    { length: routes },
    (_, at) => `  - { match: { path: /p${at} }, route: { cluster: c } }`,
  );
  return `virtual_hosts:\n- name: shop\n  domains: ['*']\n  routes:\n  - { match: { prefix: / }, route: { cluster: c } }\n${others.join('\n')}\n`;
}

const analyzedFile = (text: string) => analyzed(text).map((finding) => ({ ...finding, file: 'a.yaml' }));
const reportOf = (text: string) => found('shadowed-route', text);

/** A report of what one rule finds. */
function found(rule: string, text: string): AnalyzeReport {
  const findings = analyzedFile(text).filter((finding) => finding.rule === rule);
  const files = [{ name: 'a.yaml', lines: lineIndex(text), redact: showAll }];
  return { files, findings, suppressed: 0, baselined: 0, version: '1.2.3' };
}

const counts = (report: AnalyzeReport) => folded(report.findings).map(({ others }) => others.length);

describe('findings of one rule with the same words and cause in one resource', () => {
  test('14.u are one entry, from two on', () => {
    expect(counts(reportOf(shop(1)))).toEqual([0]);
    expect(counts(reportOf(shop(2)))).toEqual([1]);
    expect(counts(reportOf(shop(9)))).toEqual([8]);
  });

  test('differ where another route is the cause', () => {
    const two = `${shop(3)}${shop(4).replace('virtual_hosts:\n', '').replaceAll('shop', 'other').replace("'*'", 'a.test')}`;
    expect(counts(reportOf(two))).toEqual([2, 3]);
  });

  test('of which something else is said have a message of their own', () => {
    const text = shop(6).replace(/(\/p[345] }.*cluster: )c/g, '$1d');
    const [same, moved, ...more] = folded(reportOf(text).findings);
    expect(more).toEqual([]);
    expect(same?.finding.message).toMatch(/it does the same as route 0: delete it$/);
    expect(moved?.finding.message).toMatch(/move it above line 5 if it is meant, else delete it$/);
    expect([same, moved].map((each) => each?.others.length)).toEqual([2, 2]);
  });

  test('are one entry whatever each would have done itself, and apart where another set of routes takes them', () => {
    const own = Array.from(
      { length: 4 },
      (_, at) => `  - { match: { path: /p${at} }, route: { cluster: c${at} } }\n`,
    );
    const text = `virtual_hosts:\n- name: shop\n  domains: ['*']\n  routes:\n  - { match: { prefix: /, headers: [{ name: a, present_match: true }] }, route: { cluster: c } }\n  - { match: { prefix: / }, route: { cluster: d } }\n${own.join('')}  - { match: { path: /q, headers: [{ name: a, exact_match: x }] }, route: { cluster: e } }\n`;
    const report = reportOf(text);
    const [together, alone, ...more] = folded(report.findings);
    expect(more).toEqual([]);
    expect(together?.finding.message).toMatch(/cluster "d", not cluster "c0": move it above line 6/);
    expect([together, alone].map((each) => each?.others.length)).toEqual([3, 0]);
    for (const format of ['text', 'markdown', 'html'] as const) {
      const shown = analyzeReport(report, format, { paint: noPaint });
      expect(shown, format).toMatch(/4 times/);
      // The page also shows each at its line.
      if (format !== 'html') expect(shown.match(/not cluster/g), format).toHaveLength(2);
    }
  });

  test('14.u stay apart in two resources, named alike, unnamed or not', () => {
    const retries = (name: string, domain: string, count: number) =>
      `- name: ${name}\n  domains: ['${domain}']\n  routes:\n${Array.from({ length: count }, (_, at) => `  - { match: { path: /${at} }, route: { cluster: c, retry_policy: { retry_on: 5xx } } }\n`).join('')}`;
    const hosts = `virtual_hosts:\n${retries('a', 'a.test', 3)}${retries('a', 'b.test', 2)}`;
    expect(counts(found('no-try-timeout', hosts))).toEqual([2, 1]);
    const clusters = (names: readonly string[]) =>
      `clusters:\n${names.map((name) => `- { ${name}connect_timeout: 1s, type: static, lb_policy: random }\n`).join('')}`;
    expect(counts(found('loose-spelling', clusters(['name: a, ', 'name: b, '])))).toEqual([0, 0, 0, 0]);
    expect(counts(found('loose-spelling', clusters(['', ''])))).toEqual([0, 0, 0, 0]);
  });
});

test('14.u within a resource the severest come first, resources in the order of the file', () => {
  const text = `clusters:
- { name: a, connect_timeout: 1s, type: static, lb_policy: NONSENSE, hosts: [] }
- { name: b, connect_timeout: 0s, type: static }
`;
  const entries = folded(analyzedFile(text)).map(
    ({ finding }) => `${finding.resource?.name} ${finding.level}`,
  );
  const levels = (name: string) =>
    entries.flatMap((each) => (each.startsWith(`${name} `) ? each.slice(2) : []));
  expect(entries.map((each) => each.charAt(0)).join('')).toMatch(/^a+b+$/);
  for (const name of ['a', 'b']) {
    expect(levels(name)).toContain('error');
    expect(levels(name)).toContain('info');
    const order = ['error', 'warning', 'info'];
    expect(levels(name)).toEqual(levels(name).toSorted((l, r) => order.indexOf(l) - order.indexOf(r)));
  }
});

test('each has its place in the text, and the summary counts all', () => {
  const text = analyzeReport(reportOf(shop(4)), 'text', { paint: noPaint });
  expect(text.match(/^a\.yaml:\d+.*$/gm)).toEqual([
    'a.yaml:6:5 warning shadowed-route (Route shop/1), 4 times',
  ]);
  expect(text.match(/^ {2}also .*$/gm)).toEqual([
    '  also a.yaml:7:5 (Route shop/2)',
    '  also a.yaml:8:5 (Route shop/3)',
    '  also a.yaml:9:5 (Route shop/4)',
  ]);
  expect(text).toContain('4 warnings in 1 file');
});

test('14.u the first places are named, --verbose lists all', () => {
  const report = reportOf(shop(30));
  const text = analyzeReport(report, 'text', { paint: noPaint });
  expect(text.match(/^ {2}also /gm)).toHaveLength(5);
  expect(text).toContain('  and 24 more; --verbose lists them all\n');
  const verbose = analyzeReport(report, 'text', { paint: noPaint, verbose: true });
  expect(verbose.match(/^ {2}also /gm)).toHaveLength(29);
});

describe('infos', () => {
  const routes = Array.from(
    { length: 8 },
    (_, at) => `  - { match: { path: /${at} }, route: { cluster: c, retry_policy: { retry_on: 5xx } } }\n`,
  );
  const report = found(
    'no-try-timeout',
    `virtual_hosts:\n- name: a\n  domains: [a]\n  routes:\n${routes.join('')}`,
  );

  test('14.u are a line each without excerpt: 8 times the same is one line with a count', () => {
    const lines = analyzeReport(report, 'text', { paint: noPaint }).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^a\.yaml:5:63 info no-try-timeout \(Route a\/0\) retry_on holds 5xx, .* \[8 times, also at 6:63, 7:63, 8:63, 9:63, 10:63 and 2 more\]$/,
    );
    expect(lines.at(-1)).toBe('8 infos in 1 file');
  });

  test('14.u have their lines with --verbose', () => {
    const text = analyzeReport(report, 'text', { paint: noPaint, verbose: true });
    expect(text).toContain('> 5 │');
  });

  test('14.u are left out by --min-level from what people read, and json, sarif and ndjson stay complete', () => {
    for (const format of analyzeFormats) {
      const all = analyzeReport(report, format, { paint: noPaint });
      const shown = analyzeReport(report, format, { paint: noPaint, minLevel: 'warning' });
      if (['json', 'sarif', 'ndjson'].includes(format)) expect(shown).toBe(all);
      else expect(shown).not.toContain('retry_on holds 5xx');
    }
    expect(analyzeReport(report, 'text', { paint: noPaint, minLevel: 'warning' })).toBe(
      'nothing else found in 1 file (8 infos left out by --min-level)\n',
    );
  });
});

describe('38.5 a type that is not known', () => {
  const filters = ['One', 'One', 'Other'].map(
    (type) => `{name: ${type}, typed_config: {"@type": type.googleapis.com/acme.${type}}}`,
  );
  const listener = (name: string) =>
    `- {name: ${name}, address: {socket_address: {address: 10.0.0.1, port_value: 80}}, filter_chains: [{filters: [${filters.join(', ')}]}]}\n`;
  const report = found('unknown-extension', `listeners:\n${listener('a')}${listener('b')}`);

  test('is said once, whatever listener it stands in', () => {
    expect(counts(report)).toEqual([3, 1]);
  });

  test('is said once over several files, whose names stand at their places', () => {
    const [file] = report.files;
    if (file === undefined) throw new Error('there is a file');
    const other = report.findings.map((finding) => ({ ...finding, file: 'b.yaml' }));
    const both = {
      ...report,
      files: [file, { ...file, name: 'b.yaml' }],
      findings: [...report.findings, ...other],
    };
    expect(counts(both)).toEqual([7, 3]);
    const [line] = analyzeReport(both, 'text', { paint: noPaint }).split('\n');
    expect(line).toMatch(
      /\[8 times, also at 2:\d+, 3:\d+, 3:\d+, b\.yaml:2:\d+, b\.yaml:2:\d+ and 2 more\]$/,
    );
  });
});

test('38.5 markdown folds as text does', () => {
  const text = analyzeReport(reportOf(shop(30)), 'markdown', { paint: noPaint });
  expect(text.match(/^\| ⚠️ warning /gm)).toHaveLength(1);
  expect(text).toContain('| `a.yaml:6`, 30 times |');
  expect(text).toMatch(/^also `a\.yaml:7`, .* and 9 more$/m);
  expect(text.split('\n', 1)).toEqual(['### cfgtool: 30 warnings in 1 file']);
});

test('38.12 a page shows what is said many times as one card that counts them, with a place for each link', () => {
  const page = analyzeReport(reportOf(shop(30)), 'html', { paint: noPaint });
  expect(page.match(/<li class="card/g)).toHaveLength(1);
  expect(page).toContain('data-count="30"');
  for (let id = 1; id <= 30; id++) expect(page.match(new RegExp(`id="f${id}"`, 'g'))).toHaveLength(1);
  for (const [, id] of page.matchAll(/href="#(f\d+)"/g)) expect(page).toContain(`id="${id}"`);
});
