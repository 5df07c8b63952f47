/** What makes no difference in meaning, each with the condition under which it does. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import type { Data } from '../../../src/source/data.ts';
import { opened } from '../../opened.ts';

type Fields = { readonly [field: string]: Data };

const address = (port: number): Data => ({ socket_address: { address: '10.0.0.1', port_value: port } });

function assignment(endpoint: Fields = {}, locality: Fields = {}, around: Fields = {}): Data {
  const lbEndpoint = { endpoint: { address: address(80) }, ...endpoint };
  return { cluster_name: 'c', endpoints: [{ lb_endpoints: [lbEndpoint], ...locality }], ...around };
}

function cluster(fields: Fields = {}, bootstrap: Fields = {}): Data {
  const one = { name: 'c', connect_timeout: '1s', type: 'STATIC', load_assignment: assignment(), ...fields };
  return { static_resources: { clusters: [one] }, ...bootstrap };
}

function eds(name: Fields = {}, bootstrap: Fields = {}): Data {
  const config = { eds_config: { path: '/x' }, ...name };
  const one = { name: 'c', connect_timeout: '1s', type: 'EDS', eds_cluster_config: config };
  return { static_resources: { clusters: [one] }, ...bootstrap };
}

const CHECK = { timeout: '1s', interval: '5s', unhealthy_threshold: 2, healthy_threshold: 2 };

function checked(fields: Fields = {}): Data {
  return cluster({ health_checks: [{ ...CHECK, http_health_check: { path: '/h' }, ...fields }] });
}

function route(match: Fields, action: Fields = {}, others: Fields = {}, host: Fields = {}): Data {
  const one = { match, route: { cluster: 'c', ...action }, ...others };
  return { name: 'rc', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [one], ...host }] };
}

function allowing(...origins: readonly Data[]): Data {
  return route({ prefix: '/' }, {}, {}, { cors: { allow_origin_string_match: origins } });
}

const regex = { safe_regex: { google_re2: {}, regex: '/a.*b' } };
const header = { name: 'x', exact_match: '1' };
const fraction = (numerator: number, denominator: string, key: Fields = {}): Fields => ({
  prefix: '/',
  runtime_fraction: { ...key, default_value: { numerator, denominator } },
});
const origins = (fields: Fields = {}): Fields => ({
  cors: { allow_origin_string_match: [{ safe_regex: { google_re2: {}, regex: 'a.*' }, ...fields }] },
});

/** The rules of what differs; the behaviour of both sides where that does. */
function told(before: Data, after: Data): readonly string[] {
  const [one, other] = [before, after].map((each) => [opened(JSON.stringify(each), { api: 'v2' })]);
  if (one === undefined || other === undefined) throw new Error('two sides');
  const { changes } = diffConfigurations(one, other);
  const behaviour = compareBehaviour(one, other);
  return [
    ...changes.map(({ rule, path }) => `${rule} ${path}`),
    ...behaviour.changes.map(({ aspects }) => `requests: ${aspects.join()}`),
    ...behaviour.undecided.map(({ reason }) => reason),
  ];
}

function cosmetic(before: Data, after: Data): readonly string[] {
  const [one, other] = [before, after].map((each) => [opened(JSON.stringify(each), { api: 'v2' })]);
  return diffConfigurations(one ?? [], other ?? [], { cosmetic: true }).changes.map(({ rule }) => rule);
}

describe('14.11 makes no difference in meaning, and is shown as cosmetic:', () => {
  test.each<[what: string, before: Data, after: Data, rule: string]>([
    [
      'an entry that says in other words what another one of its set says',
      allowing({ regex: 'a/b' }, { regex: 'a/b', ignore_case: true }),
      allowing({ regex: 'a/b' }),
      'without-effect',
    ],
    [
      'the weight of a locality without locality weighting',
      cluster(),
      cluster({ load_assignment: assignment({}, { load_balancing_weight: 1 }) }),
      'without-effect',
    ],
    [
      "cluster_name inside the cluster's own assignment",
      cluster({ load_assignment: assignment({}, {}, { cluster_name: 'other' }) }),
      cluster(),
      'without-effect',
    ],
    [
      'a second threshold entry of one priority',
      cluster({ circuit_breakers: { thresholds: [{ max_connections: 1 }] } }),
      cluster({ circuit_breakers: { thresholds: [{ max_connections: 1 }, { max_connections: 9 }] } }),
      'without-effect',
    ],
    [
      'case_sensitive: false on a regex',
      route(regex),
      route({ ...regex, case_sensitive: false }),
      'without-effect',
    ],
    [
      'lb_subset_config without selectors',
      cluster(),
      cluster({ lb_subset_config: { fallback_policy: 'ANY_ENDPOINT' } }),
      'without-effect',
    ],
    ["service_name equal to the cluster's name", eds(), eds({ service_name: 'c' }), 'without-effect'],
    [
      'per_try_timeout: 0s',
      route({ prefix: '/' }, { retry_policy: { retry_on: '5xx' } }),
      route({ prefix: '/' }, { retry_policy: { retry_on: '5xx', per_try_timeout: '0s' } }),
      'without-effect',
    ],
    [
      'a header matcher that stands twice',
      route({ prefix: '/', headers: [header] }),
      route({ prefix: '/', headers: [header, header] }),
      'without-effect',
    ],
    ['a keyless 100 % fraction', route({ prefix: '/' }), route(fraction(100, 'HUNDRED')), 'same-value'],
    [
      'HEALTHY and UNKNOWN',
      cluster(),
      cluster({ load_assignment: assignment({ health_status: 'HEALTHY' }) }),
      'same-value',
    ],
    [
      'unhealthy_interval equal to interval',
      checked(),
      checked({ unhealthy_interval: '5s' }),
      'default-written-out',
    ],
    [
      'unhealthy_edge_interval equal to unhealthy_interval',
      checked({ unhealthy_interval: '7s' }),
      checked({ unhealthy_interval: '7s', unhealthy_edge_interval: '7s' }),
      'default-written-out',
    ],
    [
      'healthy_edge_interval equal to interval',
      checked({ unhealthy_interval: '7s' }),
      checked({ unhealthy_interval: '7s', healthy_edge_interval: '5s' }),
      'default-written-out',
    ],
    [
      'letter case in a case-insensitive prefix',
      route({ prefix: '/Ab', case_sensitive: false }),
      route({ prefix: '/aB', case_sensitive: false }),
      'same-value',
    ],
    [
      '100/HUNDRED and 10000/TEN_THOUSAND',
      route(fraction(100, 'HUNDRED', { runtime_key: 'k' })),
      route(fraction(10_000, 'TEN_THOUSAND', { runtime_key: 'k' })),
      'same-value',
    ],
    [
      'ignore_case beside a regular expression, in a set',
      route({ prefix: '/' }, origins()),
      route({ prefix: '/' }, origins({ ignore_case: true })),
      'without-effect',
    ],
    [
      'two fields of which one alone would have been read by the other',
      route({ prefix: '/', headers: [{ name: 'content-type', exact_match: 'a/b' }] }),
      route(
        { prefix: '/', headers: [{ name: 'content-type', exact_match: 'a/b' }] },
        { max_grpc_timeout: '1s', grpc_timeout_offset: '0.1s' },
      ),
      'without-effect',
    ],
    [
      "a virtual host's own retries where every route has some",
      route({ prefix: '/' }, { retry_policy: {} }),
      route({ prefix: '/' }, { retry_policy: {} }, {}, { retry_policy: { retry_on: '5xx' } }),
      'without-effect',
    ],
    [
      'request headers of a route that redirects',
      {
        name: 'rc',
        virtual_hosts: [
          {
            name: 'v',
            domains: ['*'],
            routes: [{ match: { prefix: '/' }, redirect: { https_redirect: true } }],
          },
        ],
      },
      {
        name: 'rc',
        virtual_hosts: [
          {
            name: 'v',
            domains: ['*'],
            routes: [
              {
                match: { prefix: '/' },
                redirect: { https_redirect: true },
                request_headers_to_remove: ['x'],
              },
            ],
          },
        ],
      },
      'without-effect',
    ],
  ])('%s', (_, before, after, rule) => {
    expect(told(before, after)).toEqual([]);
    expect(told(after, before)).toEqual([]);
    expect(cosmetic(before, after)).toContain(rule);
  });
});

describe('14.11 counts under its condition:', () => {
  const weighted = { common_lb_config: { locality_weighted_lb_config: {} } };
  const reporting = { cluster_manager: { load_stats_config: { api_type: 'GRPC', grpc_services: [] } } };
  const hashing = (policy: string, action: Fields): Data => ({
    clusters: [{ name: 'c', connect_timeout: '1s', lb_policy: policy }],
    route_configs: [route({ prefix: '/' }, action)],
  });
  const hashed = { hash_policy: [{ header: { header_name: 'x' } }] };
  test.each<[what: string, before: Data, after: Data, expected: readonly unknown[]]>([
    [
      'the weight of a locality with locality weighting',
      cluster(weighted),
      cluster({ ...weighted, load_assignment: assignment({}, { load_balancing_weight: 1 }) }),
      [expect.stringContaining('load_balancing_weight')],
    ],
    [
      'an entry of a set that says something else',
      allowing({ exact: 'a' }, { exact: 'a', ignore_case: true }),
      allowing({ exact: 'a' }),
      [expect.stringContaining('allow_origin_string_match'), 'requests: cors'],
    ],
    [
      'the first of two threshold entries',
      cluster({ circuit_breakers: { thresholds: [{ max_connections: 1 }, { max_connections: 9 }] } }),
      cluster({ circuit_breakers: { thresholds: [{ max_connections: 9 }, { max_connections: 1 }] } }),
      [expect.stringContaining('thresholds[DEFAULT].max_connections')],
    ],
    [
      'case_sensitive: false on a prefix',
      route({ prefix: '/a' }),
      route({ prefix: '/a', case_sensitive: false }),
      [expect.any(String), expect.any(String)],
    ],
    [
      'a service_name of its own',
      eds(),
      eds({ service_name: 'd' }),
      [expect.stringContaining('service_name')],
    ],
    [
      'service_name where loads are reported by it',
      eds({}, reporting),
      eds({ service_name: 'c' }, reporting),
      [expect.stringContaining('service_name')],
    ],
    [
      'a fraction with a runtime key',
      route({ prefix: '/' }),
      route(fraction(100, 'HUNDRED', { runtime_key: 'k' })),
      expect.arrayContaining([expect.stringContaining('runtime_fraction')]) as never,
    ],
    [
      'HEALTHY and DRAINING',
      cluster({ load_assignment: assignment({ health_status: 'HEALTHY' }) }),
      cluster({ load_assignment: assignment({ health_status: 'DRAINING' }) }),
      [expect.stringContaining('health_status')],
    ],
    [
      'letter case in a prefix on whose side alone it does not count',
      route({ prefix: '/Ab', case_sensitive: false }),
      route({ prefix: '/aB' }),
      expect.arrayContaining([expect.stringContaining('prefix')]) as never,
    ],
    [
      'a field without effect that the other side gives one',
      hashing('ROUND_ROBIN', {}),
      hashing('RING_HASH', hashed),
      expect.arrayContaining([expect.stringContaining('hash_policy')]) as never,
    ],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  test('a field that the change of another one gives an effect is not said to have changed itself', () => {
    expect(told(hashing('ROUND_ROBIN', hashed), hashing('RING_HASH', hashed))).toEqual([
      expect.stringContaining('lb_policy'),
    ]);
    expect(told(hashing('ROUND_ROBIN', {}), hashing('ROUND_ROBIN', hashed))).toEqual([]);
  });
});

test('14.11 an endpoint that changed is one change, not one gone and one new', () => {
  const other = assignment({ endpoint: { address: address(81) } });
  expect(told(cluster(), cluster({ load_assignment: other }))).toEqual([
    'cluster-endpoint-changed load_assignment.endpoints[0].lb_endpoints[10.0.0.1:81].endpoint.address.socket_address.port_value',
  ]);
});
