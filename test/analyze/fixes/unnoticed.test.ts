import { expect, test } from 'vitest';
import { fixFile } from '../../../src/analyze/fixes/fix.ts';
import { replacementsOf } from '../../../src/analyze/fixes/replacements.ts';
import { proved } from '../../../src/analyze/fixes/unnoticed.ts';
import { analysisRules, analyze, type Finding, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { opened } from '../../opened.ts';

function found(text: string) {
  const configuration = opened(text);
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return { configuration, findings };
}

const CORS = `virtual_hosts:
- name: v
  domains: ['*']
  cors:
    allow_origin: ["https://a.test"]
    allow_methods: POST
  routes:
  - match: {prefix: /}
    route:
      cluster: c
      cors:
        allow_headers: x-h
`;

test('14.1 --fix keeps a CORS policy whose fields a route falls back to', () => {
  const { configuration, findings } = found(CORS);
  expect(findings.map(({ rule }) => rule)).not.toContain('ignored-field');
  expect(fixFile(configuration, findings, false)).toMatchObject({ changed: false, text: CORS });
});

/** The fix of a finding, made to take away something else. */
function taking(finding: Finding | undefined, path: string): Finding {
  if (finding?.fix?.kind !== 'operations') throw new Error('a finding with operations was expected');
  return { ...finding, fix: { ...finding.fix, operations: [{ op: 'remove', path }] } };
}

const SHADOWED = `virtual_hosts:
- name: v
  domains: ['*']
  routes:
  - match: {prefix: /a}
    route: {cluster: one}
  - match: {prefix: /a/b}
    route: {cluster: one}
  - match: {prefix: /a/c}
    route: {cluster: one}
`;

test('14.1 what a request would notice is not taken away, with the reason; the rest is', () => {
  const { configuration, findings } = found(SHADOWED);
  const shadowed = findings.filter(({ rule }) => rule === 'shadowed-route');
  expect(shadowed).toHaveLength(2);
  const [first, second] = shadowed;
  const wrong = taking(first, '/routes/0');
  const { text, done, left, noticed } = fixFile(configuration, [wrong, second as Finding], false);
  expect(done).toHaveLength(1);
  expect(text).toContain('prefix: /a}');
  expect(text).not.toContain('prefix: /a/c}');
  expect(left).toEqual([
    expect.stringMatching(/^shadowed-route: .*: not taken away, since a request would notice: GET \S+\/a/),
  ]);
  expect([...noticed]).toEqual([wrong]);
  expect([...replacementsOf(configuration, [wrong, second as Finding]).keys()]).toEqual([second]);
});

test('14.1 fixes that together are noticed are found by halving, within a bound', () => {
  const configuration = opened(SHADOWED);
  const line = /- match: \{prefix: \/a\}\n.*\n/;
  const asked: number[] = [];
  const all = Array.from({ length: 16 }, (_, index) => index);
  const { unnoticed, refused } = proved(configuration, all, (taken) => {
    asked.push(taken.length);
    return taken.includes(11) ? SHADOWED.replace(line, '') : SHADOWED;
  });
  expect(refused.map(({ fix }) => fix)).toEqual([11]);
  expect(unnoticed).toEqual(all.filter((each) => each !== 11));
  expect(asked.length).toBeLessThan(12);
  const none = proved(
    configuration,
    Array.from({ length: 500 }, (_, index) => index),
    (taken) => (taken.length > 0 ? SHADOWED.replace(line, '') : SHADOWED),
  );
  expect(none.unnoticed).toEqual([]);
  expect(none.refused).toHaveLength(500);
  expect(none.refused.at(-1)?.reason).toContain('too many fixes of this file');
});
