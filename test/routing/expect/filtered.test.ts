/** Tests of configurations with HTTP filters: what the client gets where a filter answers, and which policies decide. */
import { expect, test } from 'vitest';
import { coverageOf } from '../../../src/routing/expect/coverage.ts';
import { chooseForTest, startFiltering } from '../../../src/routing/expect/filtered.ts';
import { startReaching } from '../../../src/routing/expect/reach.ts';
import { readTests } from '../../../src/routing/expect/read.ts';
import { runTest } from '../../../src/routing/expect/run.ts';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { opened } from '../../opened.ts';
import { any, bootstrapOf, type ChainCase, filter } from '../filters/chains.ts';

const regexes = regexEngine();

const denying = filter('rbac', 'RBAC', {
  rules: {
    action: 'DENY',
    policies: {
      admin: { permissions: [{ url_path: { path: { prefix: '/admin' } } }], principals: [{ any: true }] },
      remove: {
        permissions: [{ header: { name: ':method', string_match: { exact: 'DELETE' } } }],
        principals: [{ any: true }],
      },
    },
  },
});
const own = any('extensions.filters.http.rbac.v3.RBACPerRoute', {
  rbac: {
    rules: {
      action: 'ALLOW',
      policies: { own: { permissions: [{ any: true }], principals: [{ any: true }] } },
    },
  },
});
const script = filter('lua', 'Lua', { default_source_code: { inline_string: 'a' } });
const ROUTES = [
  { match: { prefix: '/admin' }, route: { cluster: 'c' } },
  { match: { prefix: '/gone' }, direct_response: { status: 410 } },
  { match: { prefix: '/own' }, route: { cluster: 'd' }, typed_per_filter_config: { rbac: own } },
];

function run(parts: Pick<ChainCase, 'filters'>, tests: string) {
  const routing = findRouting([
    opened(bootstrapOf([{ name: '', requests: [], routes: ROUTES, ...parts }]), {}, 'front.json'),
  ]);
  const contextFor = () => ({ namespace: 'envoy', regexes });
  const results = readTests(sourceFile('tests.yaml', tests, 'named'), 'envoy').map((each) => {
    const found = chooseForTest(routing, each.request, {});
    if ('problem' in found) throw new Error(found.problem);
    return runTest(each, found, contextFor(), startFiltering(routing, {}));
  });
  const reachOf = startReaching({ routing, contextFor, meter: () => startMeter({ work: 2_000_000 }) });
  return { results, coverage: coverageOf(routing.routes, results, reachOf, routing) };
}

const asking = (path: string, validate: string, method = 'GET') =>
  `- {input: {authority: shop.test, path: ${path}, method: ${method}}, validate: {${validate}}}\n`;
const failures = (parts: Pick<ChainCase, 'filters'>, tests: string) =>
  run(parts, tests).results.map((each) => [...each.test.problems, ...each.failures]);

test('response_code is what a filter answers, other keys stay what the route says', () => {
  expect(failures({ filters: [denying] }, asking('/admin', 'cluster_name: c, response_code: 403'))).toEqual([
    [],
  ]);
  expect(
    failures({ filters: [denying] }, asking('/gone', 'response_code: 403, code_redirect: 410', 'DELETE')),
  ).toEqual([[]]);
  expect(failures({ filters: [denying] }, asking('/admin', 'response_code: 200'))).toMatchObject([
    [{ key: 'response_code', expected: '200', actual: '403' }],
  ]);
});

test('what a filter may answer leaves the status of the route', () => {
  expect(failures({ filters: [script] }, asking('/gone', 'response_code: 410'))).toEqual([[]]);
  expect(failures({ filters: [script] }, asking('/admin', 'response_code: 403'))).toMatchObject([
    [{ actual: 'undecided: the upstream answers' }],
  ]);
});

test('policies that decide about no test are told, with their place', () => {
  const { coverage } = run({ filters: [denying] }, asking('/admin', 'cluster_name: c'));
  expect(coverage.policies).toMatchObject({
    total: 3,
    reached: 1,
    never: [
      {
        filter: 'rbac',
        policy: 'remove',
        pointer: expect.stringMatching(/http_filters.*\/policies\/remove$/),
      },
      { filter: 'rbac', policy: 'own', pointer: expect.stringMatching(/routes\/2\/.*\/policies\/own$/) },
    ],
  });
  const both = asking('/gone', 'response_code: 403', 'DELETE') + asking('/own', 'cluster_name: d');
  expect(run({ filters: [denying] }, both).coverage.policies).toMatchObject({ reached: 2 });
});

test('suggested tests expect what filters answer, and hold', () => {
  const { coverage } = run({ filters: [denying] }, asking('/none', 'cluster_name: ""'));
  const suggested = coverage.never.flatMap(({ reach }) => (reach.kind === 'reachable' ? reach.tests : []));
  expect(suggested.map(({ test_name: name, validate }) => [name, validate])).toMatchObject([
    ['prefix /admin at v goes to c, but rbac answers 403', { cluster_name: 'c', response_code: 403 }],
    ['prefix /gone at v is answered with 410', { response_code: 410 }],
    ['prefix /own at v goes to d', { cluster_name: 'd' }],
  ]);
  const again = JSON.stringify({ tests: suggested });
  expect(failures({ filters: [denying] }, again)).toEqual([[], [], []]);
});
