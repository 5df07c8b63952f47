import { describe, expect, test } from 'vitest';
import { coverageOf } from '../../../src/routing/expect/coverage.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { failures, results } from './tests.ts';

const host = (routes: string, more = '') =>
  `virtual_hosts:\n- name: shop\n  domains: ["*"]\n  ${more}\n  routes: [${routes}]`;
const FORWARD = host('{match: {prefix: /}, route: {cluster: a, host_rewrite: b.test}}');
const REDIRECT = host('{match: {prefix: /}, redirect: {path_redirect: /b}}');
const DIRECT = host('{match: {prefix: /}, direct_response: {status: 200, body: {inline_string: hi}}}');
const NONE = host('{match: {prefix: /x}, route: {cluster: a}}');
const TEXTS = ['cluster_name', 'virtual_cluster_name', 'virtual_host_name', 'path_rewrite', 'host_rewrite'];

describe('the manners of the route check tool', () => {
  test('a forwarded request has all its texts', () => {
    const expected =
      'cluster_name: a, virtual_cluster_name: "", virtual_host_name: shop, path_rewrite: /, host_rewrite: b.test, path_redirect: ""';
    expect(failures(FORWARD, '', expected)).toEqual([]);
  });

  test('14.12 where the route does not forward, every text but path_redirect is empty, the host of a redirect too', () => {
    const empty = TEXTS.map((key) => `${key}: ""`).join(', ');
    expect(failures(NONE, '', `${empty}, path_redirect: ""`)).toEqual([]);
    expect(failures(DIRECT, '', `${empty}, path_redirect: "http://shop.test/"`)).toEqual([]);
    expect(failures(REDIRECT, '', `${empty}, path_redirect: "http://shop.test/b"`)).toEqual([]);
    expect(failures(REDIRECT, '', 'virtual_host_name: shop')).toEqual([
      { key: 'virtual_host_name', expected: 'shop', actual: '' },
    ]);
  });

  test('an unmatched virtual cluster is other, or empty where there are none', () => {
    const clusters = 'virtual_clusters: [{name: v, pattern: /v}]';
    const route = '{match: {prefix: /}, route: {cluster: a}}';
    expect(failures(host(route, clusters), '', 'virtual_cluster_name: other')).toEqual([]);
    expect(failures(host(route, clusters), 'path: /v', 'virtual_cluster_name: v')).toEqual([]);
  });

  test('a fraction matches only where runtime names its key, up to and including the numerator', () => {
    const routes = host(
      '{match: {prefix: /, runtime_fraction: {runtime_key: k, default_value: {numerator: 30}}}, route: {cluster: new}}, {match: {prefix: /}, route: {cluster: old}}',
    );
    expect(failures(routes, '', 'cluster_name: old')).toEqual([]);
    expect(failures(routes, 'runtime: other', 'cluster_name: old')).toEqual([]);
    expect(failures(routes, 'runtime: k', 'cluster_name: new')).toEqual([]);
    expect(failures(routes, 'runtime: k, random_value: 130', 'cluster_name: new')).toEqual([]);
    expect(failures(routes, 'runtime: k, random_value: 31', 'cluster_name: old')).toEqual([]);
  });

  test('random_value is 0 unless given, and picks among weighted clusters', () => {
    const routes = host(
      '{match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: a, weight: 40}, {name: b, weight: 60}]}}}',
    );
    expect(failures(routes, '', 'cluster_name: a')).toEqual([]);
    expect(failures(routes, 'random_value: 140', 'cluster_name: b')).toEqual([]);
  });

  test('metadata that a route asks about is what the test says it is', () => {
    const asks = 'dynamic_metadata: [{filter: f, path: [{key: a}], value: {string_match: {exact: b}}}]';
    const type = '"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration';
    const routes = `${type}\n${host(
      `{match: {prefix: /, ${asks}}, route: {cluster: new}}, {match: {prefix: /}, route: {cluster: old}}`,
    )}`;
    for (const [metadata, cluster] of [
      ['{f: {a: b}}', 'new'],
      ['{filter_metadata: {f: {a: b}}}', 'new'],
      ['{f: {a: c}}', 'old'],
      ['{g: {a: b}}', 'old'],
      ['{}', 'old'],
    ])
      expect(failures(routes, `dynamic_metadata: ${metadata}`, `cluster_name: ${cluster}`), metadata).toEqual(
        [],
      );
    expect(failures(routes, '', 'cluster_name: old')).not.toEqual([]);
  });

  test('the peer is 127.0.0.1', () => {
    const routes = host(
      '{match: {prefix: /}, route: {cluster: a}, request_headers_to_add: [{header: {key: x-ip, value: "%DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT%"}}]}',
    );
    expect(failures(routes, '', 'custom_header_fields: [{field: X-IP, value: 127.0.0.1}]')).toEqual([]);
  });

  test('codes', () => {
    expect(failures(REDIRECT, '', 'code_redirect: 301, response_code: "301"')).toEqual([]);
    expect(failures(NONE, '', 'response_code: 404')).toEqual([]);
    expect(failures(FORWARD, '', 'response_code: 200')).toEqual([
      { key: 'response_code', expected: '200', actual: 'undecided: the upstream answers' },
    ]);
  });

  test('header matchers see the final headers', () => {
    const matches = (side: string, matcher: string) =>
      failures(
        side === 'request' ? FORWARD : DIRECT,
        'additional_request_headers: [{key: x-a, value: "5"}]',
        `${side}_header_matches: [${matcher}]`,
      );
    expect(matches('request', '{name: x-a, range_match: {start: 5, end: 6}}')).toEqual([]);
    expect(matches('request', '{name: ":authority", exact_match: b.test}')).toEqual([]);
    expect(matches('request', '{name: x-b, present_match: true, invert_match: true}')).toEqual([]);
    expect(matches('response', '{name: content-length, exact_match: "2"}')).toEqual([]);
    expect(matches('response', '{name: x-none}')).toEqual([
      { key: 'response_header_matches x-none', expected: 'to be there', actual: null },
    ]);
    expect(matches('request', '{name: x-a, exact_match: "6"}')).toEqual([
      { key: 'request_header_matches x-a', expected: '{"exact_match":"6"}', actual: '5' },
    ]);
  });

  test('string_match and contains_match of later files', () => {
    const fails = (matcher: string) =>
      failures(
        FORWARD,
        'additional_request_headers: [{key: x-a, value: Abc}]',
        `request_header_matches: [${matcher}]`,
      ).length;
    expect(fails('{name: x-a, string_match: {exact: Abc}}')).toBe(0);
    expect(fails('{name: x-a, string_match: {exact: abc}}')).toBe(1);
    expect(fails('{name: x-a, string_match: {prefix: aB, ignore_case: true}}')).toBe(0);
    expect(fails('{name: x-a, stringMatch: {suffix: bc}, invert_match: true}')).toBe(1);
    expect(fails('{name: x-a, string_match: {safe_regex: {google_re2: {}, regex: "[A-Z].*"}}}')).toBe(0);
    expect(fails('{name: x-a, string_match: {contains: B, ignore_case: true}}')).toBe(0);
    expect(fails('{name: x-a, string_match: {contains: B}}')).toBe(1);
    expect(fails('{name: x-a, contains_match: bc}')).toBe(0);
    expect(fails('{name: x-b, contains_match: bc, invert_match: true}')).toBe(1);
    expect(
      failures(FORWARD, '', 'request_header_matches: [{name: x-a, string_match: {exakt: a}}]'),
    ).not.toEqual([]);
    expect(failures(FORWARD, '', 'request_header_matches: [{name: x-a, contains_match: a}]')).toEqual([
      {
        key: 'request_header_matches x-a',
        expected: '{"contains_match":"a"}',
        actual: null,
      },
    ]);
  });

  test('the upstream may be taken to send headers', () => {
    const input = 'additional_response_headers: [{key: x-b, value: c}]';
    expect(failures(FORWARD, input, 'response_header_matches: [{name: x-b, exact_match: c}]')).toEqual([]);
  });

  test('what is not known is never taken to hold', () => {
    const routes = host(
      '{match: {prefix: /}, route: {cluster: a}, request_headers_to_add: [{header: {key: x-a, value: "%START_TIME%"}}]}',
    );
    expect(failures(routes, '', 'header_fields: [{key: x-a, value: "%START_TIME%"}]')).toMatchObject([
      { key: 'header_fields x-a', actual: expect.stringMatching(/^undecided: /) },
    ]);
  });
});

test('coverage: routes and kinds reached by any test, and those never reached', () => {
  const routes = host(
    '{match: {path: /a}, route: {cluster: a}}, {match: {path: /b}, redirect: {path_redirect: /}}, {match: {prefix: /}, route: {cluster: c}}',
  );
  const all = results(
    routes,
    '- {input: {authority: a, path: /a}, validate: {cluster_name: wrong}}\n- {input: {authority: a, path: /b}, validate: {cluster_name: ""}}',
  );
  const [first] = all;
  if (!first) throw new Error('no result');
  const open = () => ({ kind: 'undecided', why: 'nobody asked' }) as const;
  const coverage = coverageOf([first.found], all, open, findRouting([]));
  expect(coverage).toMatchObject({
    total: 3,
    reached: 2,
    kinds: [
      { kind: 'forward', total: 2, reached: 1 },
      { kind: 'redirect', total: 1, reached: 1 },
    ],
    outcomes: [{ kind: 'forward', tests: 1 }, { kind: 'redirect', tests: 1 }, {}, {}, {}],
    never: [{ virtualHost: 0, route: 2, kind: 'forward' }],
  });
  expect(coverage.percent).toBeCloseTo(66.67, 1);
});

test('what is expected of a header is shown without fields that nobody knows', () => {
  const expected = (matcher: string) =>
    failures(FORWARD, '', `request_header_matches: [{name: x-a, ${matcher}}]`).flatMap((each) =>
      typeof each === 'string' ? [] : [each.expected],
    );
  expect(expected('exact_match: b, private_key: {inline_string: c}')).toEqual(['{"exact_match":"b"}']);
  expect(expected('string_match: {exact: b}')).toEqual(['{"string_match":{"exact":"b"}}']);
  expect(expected('stringMatch: {exact: b}')).toEqual(['{"string_match":{"exact":"b"}}']);
  expect(expected('private_key: b')).toEqual(['to be there']);
});
