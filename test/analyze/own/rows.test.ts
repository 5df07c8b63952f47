/** Rules that are rows: what their conditions mean, and that what they name has to be there. */
import { describe, expect, test } from 'vitest';
import { analyze, rowRules, subjectOf } from '../../../src/analyze/index.ts';
import { openConfiguration } from '../../../src/model/open.ts';
import { parseSettings } from '../../../src/settings/parse.ts';
import { InputError } from '../../../src/source/errors.ts';
import { sourceFile } from '../../../src/source/load.ts';

const ROUTES = `
name: public
virtual_hosts:
- name: books
  domains: [books.test]
  routes:
  - { match: { prefix: /a }, route: { cluster: shop-a, timeout: 5s } }
  - { match: { prefix: /b }, route: { cluster: shop-b, timeout: 90s, retry_policy: { retry_on: 5xx, num_retries: 9 } } }
  - { match: { prefix: /c }, route: { cluster: office, priority: HIGH, hash_policy: [{ header: { header_name: x-user } }] } }
`;

/** The clusters of routes for which a condition holds. */
function holds(condition: string, words = '{cluster}'): readonly string[] {
  const text = `own_rules: [{ id: own/x, message: RouteAction, condition: ${condition}, words: '${words}' }]`;
  const { own } = parseSettings('.cfgtool.yaml', text, { rules: [], changes: [] });
  const subject = subjectOf([openConfiguration(sourceFile('a.yaml', ROUTES, 'named'))]);
  const { findings } = analyze(subject, { rules: rowRules(own.rows), known: ['own/x'] });
  return findings.filter(({ rule }) => rule === 'own/x').map(({ message }) => message);
}

test.each([
  ['{ timeout: absent }', ['office']],
  ['{ timeout: present }', ['shop-a', 'shop-b']],
  ['{ timeout: 5000ms }', ['shop-a']],
  ['{ timeout: { above: 30s } }', ['shop-b']],
  ['{ timeout: { above: 1s, below: 30s } }', ['shop-a']],
  ['{ timeout: { not: 5s } }', ['shop-b', 'office']],
  ['{ retry_policy.num_retries: { above: 3 } }', ['shop-b']],
  ['{ retry_policy.num_retries: 9, timeout: 90s }', ['shop-b']],
  ['{ retry_policy.num_retries: 9, timeout: 5s }', []],
  ['{ priority: HIGH }', ['office']],
  ['{ cluster: { prefix: shop- } }', ['shop-a', 'shop-b']],
  ['{ cluster: { suffix: -b } }', ['shop-b']],
  ['{ cluster: { contains: ffi } }', ['office']],
  ['{ cluster: { regex: "shop-[ab]" } }', ['shop-a', 'shop-b']],
  ['{ cluster: { regex: shop } }', []],
  ['{ cluster: { one_of: [office, shop-a] } }', ['shop-a', 'office']],
  ['{ cluster: { prefix: shop-, not: { suffix: -b } } }', ['shop-a']],
  ['{ hash_policy.header.header_name: x-user }', ['office']],
  ['{ any: [{ timeout: absent }, { timeout: { above: 30s } }] }', ['shop-b', 'office']],
  ['{ all: [{ timeout: present }, { not: { timeout: 5s } }] }', ['shop-b']],
])('%s', (condition, clusters) => {
  expect(holds(condition)).toEqual(clusters);
});

test('words name what is there, and say what is not', () => {
  expect(holds('{ priority: HIGH }', '{cluster} waits {timeout}')).toEqual(['office waits (not set)']);
});

test('a pattern that is none leaves the finding undecided', () => {
  const { own } = parseSettings(
    's',
    'own_rules: [{ id: own/x, message: RouteAction, condition: { cluster: { regex: "(" } }, words: w }]',
    { rules: [], changes: [] },
  );
  const subject = subjectOf([openConfiguration(sourceFile('a.yaml', ROUTES, 'named'))]);
  const { findings } = analyze(subject, { rules: rowRules(own.rows), known: [] });
  expect(findings.map(({ rule, data }) => [rule, data.rule])).toEqual(Array(3).fill(['undecided', 'own/x']));
});

describe('what there is not is said with its place', () => {
  const problem = (row: string): string => {
    try {
      rowRules(parseSettings('s.yaml', `\nown_rules:\n- ${row}\n`, { rules: [], changes: [] }).own.rows);
    } catch (error) {
      if (error instanceof InputError) return `${error.message} | ${error.details.hint}`;
      throw error;
    }
    return 'taken';
  };
  const row = (message: string, condition: string, words = 'w') =>
    `{ id: own/x, message: ${message}, condition: ${condition}, words: '${words}' }`;

  test.each([
    [row('RouteActoin', '{ timeout: absent }'), 'there is no message "RouteActoin"'],
    [row('RouteAction', '{ timeot: absent }'), 'has no field "timeot"; did you mean timeout?'],
    [row('RouteAction', '{ retry_policy.retries: 1 }'), 'has no field "retries"'],
    [row('RouteAction', '{ timeout.seconds: 1 }'), '"timeout" of route.RouteAction is a value'],
    [row('RouteAction', '{ timeout: absent }', '{clster}'), 'has no field "clster"; did you mean cluster?'],
    [row('RouteAction', '{ timeout: { over: 1s } }'), 'there is no test "over"'],
    [row('RouteAction', '{ timeout: absnt }'), '"timeout" is never "absnt"'],
    [row('RouteAction', '{ priority: HIHG }'), 'no such value; did you mean HIGH?'],
    [row('RouteAction', '{ priority: { one_of: [HIGH, HIHG] } }'), 'did you mean HIGH?'],
    [row('RouteAction', '{ priority: { not: HIHG } }'), 'did you mean HIGH?'],
    [row('RouteAction', '{ auto_host_rewrite: ture }'), '"auto_host_rewrite" is never "ture"'],
    [row('RouteAction', '{ retry_policy.num_retries: many }'), 'is not a whole number'],
    [row('RouteAction', '{ retry_policy: none }'), 'it is a route.RetryPolicy, which has fields'],
    [row('RouteAction', '{ timeout: { above: long } }'), '"above" of "timeout" takes a number'],
    [row('RouteAction', '{}'), 'an empty condition holds of everything'],
    [row('RouteAction', '{ any: [] }'), '"any" takes a list'],
    [row('RouteAction', '{ timeout: [1s] }'), 'takes a value'],
    [row('RouteAction', `${'{ not: '.repeat(30)}{ timeout: absent }${' }'.repeat(30)}`), 'nested too deeply'],
    ['{ id: shadowed-route, message: Cluster, condition: { name: a }, words: w }', 'is "own/" and a name'],
    ['{ id: own/x, message: Cluster, words: w }', 'this rule has no "condition"'],
    [
      '{ id: own/x, message: Cluster, condition: { name: a }, words: w, run: "x" }',
      'there is no setting "run"',
    ],
  ])('%s', (text, said) => {
    expect(problem(text)).toMatch(/^s\.yaml:3:\d+: /);
    expect(problem(text)).toContain(said);
  });
});

test('keys that objects inherit are fields of nothing', () => {
  expect(() => holds('{ __proto__: present }')).toThrow(InputError);
  expect(() => holds('{ constructor: present }')).toThrow(InputError);
});
