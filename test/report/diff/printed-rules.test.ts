/** Whatever rule a comparison prints, `explain` knows it, and so do the settings. */
import { describe, expect, test } from 'vitest';
import { ruleIds } from '../../../src/analyze/index.ts';
import { diffRules } from '../../../src/diff/index.ts';
import { compareSides } from '../../../src/engine/compare.ts';
import { withProperties } from '../../../src/engine/properties.ts';
import { pageText } from '../../../src/present/page-text.ts';
import { noPaint } from '../../../src/present/text.ts';
import { readProperties } from '../../../src/prove/read.ts';
import { diffReport } from '../../../src/report/diff/formats.ts';
import { explainName, overviewPage } from '../../../src/report/explain/find.ts';
import { acceptable } from '../../../src/results/accepted.ts';
import type { ComparedPair } from '../../../src/results/comparison.ts';
import { MOVED_RULES } from '../../../src/results/requests.ts';
import { showAll } from '../../../src/results/secrets/redact.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { parseSettings } from '../../../src/settings/parse.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { sideOf } from '../../diff/sides.ts';

const clock = { now: () => 0, milliseconds: 1_000_000 };
const properties = readProperties(
  sourceFile(
    'p.yaml',
    'properties: [{ name: p, when: { path: /a }, then: { reaches: { cluster: old } } }]',
    'named',
  ),
);

function compared(before: string, after: string): ComparedPair {
  const sides = [[sideOf(before, 'a.yaml')], [sideOf(after, 'b.yaml')]] as const;
  const [one, other] = sides.map((configurations) => ({
    configurations,
    routing: findRouting(configurations),
  }));
  if (one === undefined || other === undefined) throw new Error('two sides');
  const { pair } = compareSides(...sides, { clock, cosmetic: true });
  return withProperties(pair, properties, [one, other]);
}

const routes = (...all: readonly string[]): string =>
  `name: r\nvirtual_hosts: [{ name: v, domains: ["*"], routes: [${all.join(', ')}] }]\n`;
const to = (cluster: string): string => `{ match: { path: /a }, route: { cluster: ${cluster} } }`;

const PAIRS: readonly (readonly [before: string, after: string])[] = [
  [routes(to('old')), routes(to('new'))],
  [routes(to('old')), routes()],
  [routes(to('old')), 'clusters: []'],
  [
    routes(to('old')),
    routes(
      'r',
      '{ match: { path: /a }, route: { cluster_header: x } }',
      '{ match: { safe_regex: { google_re2: {}, regex: "(?=a)" } }, route: { cluster: b } }',
    ),
  ],
  ['clusters: [{ name: a, connect_timeout: 1s }]', 'clusters: [{ name: a, connect_timeout: 0s }]'],
  [
    'clusters: [{ name: a, connect_timeout: 1s }]',
    'clusters: [{ connect_timeout: 1.0s, name: a, lb_policy: ROUND_ROBIN }]',
  ],
];

/** The ids of all that is printed of some pairs, both ways round. */
async function printed(): Promise<ReadonlySet<string>> {
  const pairs = PAIRS.flatMap(([one, other]) => [compared(one, other), compared(other, one)]);
  const report = { pairs, files: { before: [], after: [] }, redact: showAll, version: '' };
  const github = await diffReport(report, 'github', { paint: noPaint });
  const json = await diffReport(report, 'json', { paint: noPaint });
  const sarif = await diffReport(report, 'sarif', { paint: noPaint });
  return new Set([
    ...[...github.matchAll(/title=([^,:]+)/g)].flatMap(([, id]) => id ?? []),
    ...[...json.matchAll(/"rule": "([^"]+)"/g)].flatMap(([, id]) => id ?? []),
    ...[...sarif.matchAll(/"ruleId": "([^"]+)"/g)].flatMap(([, id]) => id ?? []),
    // What a file of accepted differences lists.
    ...pairs.flatMap((pair) => acceptable(pair).map(({ rule }) => rule)),
  ]);
}

const ids = await printed();
const all = [...new Set([...ids, ...MOVED_RULES, ...diffRules().map(({ id }) => id)])];

test('the pairs show each rule about no single field', () => {
  const about = diffRules().flatMap(({ about: what, id }) => (what === undefined ? [] : [id]));
  expect(about.filter((id) => !ids.has(id))).toEqual([]);
});

/** Errors of both sides are those of analysis. */
const known = { rules: ruleIds, changes: diffRules() };
const changeIds = all.filter((id) => !ruleIds.includes(id) || diffRules().some((rule) => rule.id === id));

describe('every id that is printed', () => {
  test('is explained, as a rule of the comparison', () => {
    for (const id of changeIds) {
      const found = explainName(id);
      const subtitles = found.kind === 'explained' ? found.pages.map(({ subtitle }) => subtitle) : [];
      expect(subtitles, id).toEqual(
        expect.arrayContaining([expect.stringMatching(/^rule of cfgtool diff, /)]),
      );
    }
    for (const id of all) expect(explainName(id).kind, id).toBe('explained');
  });

  test('is listed by explain without a name, to which the settings point', () => {
    const listed = new Set(pageText(overviewPage(), noPaint).split(/\s+/));
    expect(all.filter((id) => !listed.has(id))).toEqual([]);
  });

  test('is known to the settings', () => {
    const fixed = changeIds.flatMap((id) => {
      try {
        const { diff } = parseSettings('s.yaml', `diff: { rules: { ${id}: info } }`, known);
        expect(diff.rules.get(id)).toBe('info');
        return [];
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.details.problem).toBe(`settings set no level of ${id}`);
        return [id];
      }
    });
    expect(fixed.sort()).toEqual(['requests-newly-routed', 'requests-no-longer-routed', 'undecided']);
  });
});

test('a group of requests takes a level, but cannot be switched off', () => {
  expect(() => parseSettings('s.yaml', 'diff: { rules: { request-rerouted: off } }', known)).toThrow(
    '"off" is none of the choices',
  );
});
