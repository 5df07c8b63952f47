import { describe, expect, test } from 'vitest';
import { folded } from '../../../src/report/analyze/fold.ts';
import { analyzeReport } from '../../../src/report/analyze/formats.ts';
import type { AnalyzeReport } from '../../../src/report/analyze/report.ts';
import { showAll } from '../../../src/report/redact.ts';
import { noPaint } from '../../../src/report/text/paint.ts';
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

function reportOf(text: string): AnalyzeReport {
  const findings = analyzed(text, 'RouteConfiguration')
    .filter(({ rule }) => rule === 'shadowed-route')
    .map((finding) => ({ ...finding, file: 'a.yaml' }));
  const files = [{ name: 'a.yaml', lines: lineIndex(text), redact: showAll }];
  return { files, findings, suppressed: 0, baselined: 0, version: '1.2.3' };
}

describe('findings of one cause', () => {
  test('are one with the others behind it from three on', () => {
    const counts = (routes: number) =>
      folded(reportOf(shop(routes)).findings).map(({ others }) => others.length);
    expect(counts(1)).toEqual([0]);
    expect(counts(2)).toEqual([0, 0]);
    expect(counts(3)).toEqual([2]);
    expect(counts(9)).toEqual([8]);
  });

  test('differ where another route is the cause', () => {
    const two = `${shop(3)}${shop(4).replace('virtual_hosts:\n', '').replaceAll('shop', 'other').replace("'*'", 'a.test')}`;
    expect(folded(reportOf(two).findings).map(({ others }) => others.length)).toEqual([2, 3]);
  });

  test('of which something else is said have a message of their own', () => {
    const text = shop(6).replace(/(\/p[345] }.*cluster: )c/g, '$1d');
    const [same, moved, ...more] = folded(reportOf(text).findings);
    expect(more).toEqual([]);
    expect(same?.finding.message).toMatch(/it does the same as route 0: delete it$/);
    expect(moved?.finding.message).toMatch(/move it above line 5 if it is meant, else delete it$/);
    expect([same, moved].map((each) => each?.others.length)).toEqual([2, 2]);
  });

  test('that name no other place stay by themselves', () => {
    const clusters = Array.from({ length: 5 }, (_, at) => `- { name: c${at}, hosts: [] }\n`).join('');
    const findings = analyzed(`clusters:\n${clusters}`).map((finding) => ({ ...finding, file: 'a.yaml' }));
    const alone = findings.filter(({ related }) => related.length === 0);
    expect(alone.length).toBeGreaterThan(4);
    expect(folded(alone).every(({ others }) => others.length === 0)).toBe(true);
  });
});

test('each has its place in the text, and the summary counts all', () => {
  const text = analyzeReport(reportOf(shop(4)), 'text', noPaint);
  expect(text.match(/^a\.yaml:\d+/gm)).toEqual(['a.yaml:6']);
  expect(text.match(/^ {2}also .*$/gm)).toEqual([
    '  also a.yaml:7:5 (Route shop/2)',
    '  also a.yaml:8:5 (Route shop/3)',
    '  also a.yaml:9:5 (Route shop/4)',
  ]);
  expect(text).toContain('4 warnings in 1 file');
});
