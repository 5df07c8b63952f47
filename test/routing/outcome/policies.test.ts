import { describe, expect, test } from 'vitest';
import { routeConfiguration, traced, withRoutes } from '../traced.ts';

function outcome(action: string, fields: object = {}, more = '') {
  return traced(withRoutes(`- { match: { prefix: / }, route: { cluster: a, ${action} } }`, more), fields)
    .outcome;
}

describe('timeouts', () => {
  test('15 s by default, 0 is no limit, idle and gRPC limits only where set', () => {
    expect(outcome('priority: DEFAULT')).toMatchObject({
      timeout: '15s',
      idle_timeout: null,
      max_grpc_timeout: null,
    });
    expect(outcome('timeout: 0s, idle_timeout: 0s')).toMatchObject({ timeout: '0s', idle_timeout: '0s' });
    expect(outcome('timeout: 1.50s, idle_timeout: 3s')).toMatchObject({
      timeout: '1.5s',
      idle_timeout: '3s',
    });
  });

  test('max_grpc_timeout: a gRPC request brings its own timeout, none without the header, capped', () => {
    const timeout = (action: string, grpcTimeout?: string, type = 'application/grpc') =>
      outcome(action, {
        headers: {
          'content-type': type,
          ...(grpcTimeout === undefined ? {} : { 'grpc-timeout': grpcTimeout }),
        },
      }).timeout;
    expect(timeout('max_grpc_timeout: 10s', '4S')).toBe('4s');
    expect(timeout('max_grpc_timeout: 10s', '1M')).toBe('10s');
    expect(timeout('max_grpc_timeout: 10s')).toBe('10s');
    expect(timeout('max_grpc_timeout: 0s', '1H')).toBe('3600s');
    expect(timeout('max_grpc_timeout: 0s')).toBe('0s');
    expect(timeout('timeout: 2s', '4S')).toBe('2s');
    expect(timeout('max_grpc_timeout: 10s', '4S', 'text/plain')).toBe('15s');
    expect(timeout('max_grpc_timeout: 10s', '1500u')).toBe('0.002s');
    expect(timeout('max_grpc_timeout: 10s, grpc_timeout_offset: 1s', '4S')).toBe('3s');
    expect(timeout('max_grpc_timeout: 10s, grpc_timeout_offset: 5s', '4S')).toBe('4s');
    expect(timeout('max_grpc_timeout: 10s', '4 parsecs')).toBe('10s');
  });
});

describe('retry policy', () => {
  const host = 'retry_policy: { retry_on: 5xx, num_retries: 3 }';

  test('the route wins over the virtual host entirely, nothing is inherited', () => {
    expect(outcome('retry_policy: { retry_on: reset }', {}, host).retry_policy).toMatchObject({
      retry_on: 'reset',
      num_retries: 1,
    });
    expect(outcome('priority: HIGH', {}, host).retry_policy).toMatchObject({
      retry_on: '5xx',
      num_retries: 3,
    });
    expect(outcome('priority: HIGH').retry_policy).toBeNull();
  });

  test('fact 58: an empty retry policy of the route hides that of the virtual host', () => {
    const { retry_policy: own } = outcome('retry_policy: {}', {}, host);
    expect(Object.entries(own ?? {})).toEqual([
      ['num_retries', 1],
      ['host_selection_retry_max_attempts', 1],
    ]);
  });
});

describe('CORS', () => {
  const share = (numerator: number) => ({ default_value: { numerator, denominator: 'HUNDRED' } });

  test('fact 60: enabled is 0 or 100 of a hundred, shadow_enabled 100 by default', () => {
    expect(outcome('cors: { enabled: false }').cors).toMatchObject({ filter_enabled: share(0) });
    expect(outcome('cors: { enabled: true }').cors).toMatchObject({ filter_enabled: share(100) });
    expect(outcome('cors: { allow_methods: GET }').cors).toMatchObject({
      allow_methods: 'GET',
      filter_enabled: share(100),
      shadow_enabled: share(100),
    });
    expect(outcome('cors: { enabled: false }').cors).not.toHaveProperty('enabled');
  });

  test('enabled is read on routes only', () => {
    expect(outcome('priority: HIGH', {}, 'cors: { enabled: false }').cors).toMatchObject({
      filter_enabled: share(100),
    });
    expect(outcome('priority: HIGH').cors).toBeNull();
  });

  test.each([
    ['allow_origin: [a.test]', 'allow_headers: x-h', { allow_origin: ['a.test'], allow_headers: 'x-h' }],
    ['allow_origin: [a.test]', 'allow_origin: []', { allow_origin: ['a.test'] }],
    ['allow_methods: GET', "allow_methods: ''", { allow_methods: 'GET' }],
    ['allow_methods: GET', 'allow_methods: POST', { allow_methods: 'POST' }],
    ['expose_headers: x-e, max_age: "5"', 'max_age: "9"', { expose_headers: 'x-e', max_age: '9' }],
    ['allow_credentials: true', 'allow_methods: GET', { allow_credentials: true, allow_methods: 'GET' }],
    ['allow_credentials: true', 'allow_credentials: false', { allow_credentials: false }],
  ])('14.1 what the route leaves unset comes from the virtual host: %s and %s', (host, own, expected) => {
    const { cors } = outcome(`cors: { ${own} }`, {}, `cors: { ${host} }`);
    expect(JSON.parse(JSON.stringify(cors))).toEqual({
      ...expected,
      filter_enabled: share(100),
      shadow_enabled: share(100),
    });
  });

  test('14.1 the lists of allowed origins count as one', () => {
    const { cors } = outcome(
      'cors: { allow_origin_string_match: [{ exact: b.test }] }',
      {},
      'cors: { allow_origin: [a.test], allow_origin_regex: [c] }',
    );
    expect(cors).toMatchObject({ allow_origin_string_match: [{ exact: 'b.test' }] });
    expect(cors).not.toHaveProperty('allow_origin');
    expect(cors).not.toHaveProperty('allow_origin_regex');
  });

  test('14.1 what cannot be read is set, so that nothing of the virtual host takes its place', () => {
    const { cors } = outcome(
      'cors: { allow_origin: { a: b }, allow_methods: [GET] }',
      {},
      'cors: { allow_origin_string_match: [{ exact: a.test }], allow_methods: PUT, max_age: "5" }',
    );
    expect(cors).toMatchObject({ allow_origin: { a: 'b' }, allow_methods: ['GET'], max_age: '5' });
    expect(cors).not.toHaveProperty('allow_origin_string_match');
  });

  test('14.1 whether a policy is on is what the route says alone', () => {
    const off = 'cors: { filter_enabled: { default_value: { numerator: 0 } }, shadow_enabled: {} }';
    expect(outcome('cors: { allow_methods: GET }', {}, off).cors).toMatchObject({
      filter_enabled: share(100),
      shadow_enabled: share(100),
    });
    expect(outcome('priority: HIGH', {}, off).cors).toMatchObject({
      filter_enabled: { default_value: { numerator: 0 } },
    });
  });
});

describe('hash policy', () => {
  const hashed = (policies: string, fields: object) =>
    outcome(`hash_policy: [${policies}]`, fields).hash_policy.map((each) => each.hashed);

  test('fact 59: policies are given in their order, whether or not one is terminal', () => {
    const fields = { headers: { a: '1', b: '2' } };
    const [a, b] = ['{ header: { header_name: A } }', '{ header: { header_name: b } }'];
    expect(hashed(`${a}, ${b}`, fields)).toEqual(['1', '2']);
    expect(hashed(`${b}, ${a}`, fields)).toEqual(['2', '1']);
  });

  test('data model: a terminal policy ends the evaluation once there is a hash', () => {
    const policies = '{ header: { header_name: a }, terminal: true }, { header: { header_name: b } }';
    expect(hashed(policies, { headers: { a: '1', b: '2' } })).toEqual(['1']);
    expect(hashed(policies, { headers: { b: '2' } })).toEqual([null, '2']);
    const later =
      '{ header: { header_name: b } }, { header: { header_name: c }, terminal: true }, { header: { header_name: a } }';
    expect(hashed(later, { headers: { a: '1', b: '2' } })).toEqual(['2', null]);
  });

  test('data model and errors table: no hash at all is no error', () => {
    const found = outcome('hash_policy: [{ header: { header_name: a } }]');
    expect(found).toMatchObject({
      kind: 'forward',
      hash_policy: [{ header: { header_name: 'a' }, hashed: null }],
    });
    expect(outcome('priority: HIGH').hash_policy).toEqual([]);
  });

  test('cookies, the client address and query parameters', () => {
    const cookie = '{ cookie: { name: id } }';
    expect(hashed(cookie, { headers: { cookie: 'x=1; id="7"' } })).toEqual(['7']);
    expect(hashed(cookie, { headers: { cookie: 'xid=1' } })).toEqual([null]);
    expect(outcome('hash_policy: [{ cookie: { name: id, ttl: 0s } }]').hash_policy).toMatchObject([
      { hashed: null, generated: true },
    ]);
    expect(hashed('{ connection_properties: { source_ip: true } }', { remote_address: '10.0.0.1' })).toEqual([
      '10.0.0.1',
    ]);
    expect(hashed('{ connection_properties: {} }', { remote_address: '10.0.0.1' })).toEqual([null]);
    expect(hashed('{ query_parameter: { name: q } }', { path: '/?q=v' })).toEqual(['v']);
    expect(hashed('{ filter_state: { key: k } }', {})).toEqual([null]);
  });
});

test('metadata_match is what stands under the word’s lb namespace, the weighted cluster’s keys first', () => {
  const configuration = withRoutes(`
- match: { prefix: / }
  route:
    metadata_match: { filter_metadata: { envoy.lb: { stage: prod, v: "1" }, other: { x: 1 } } }
    weighted_clusters:
      clusters: [{ name: a, weight: 100, metadata_match: { filter_metadata: { envoy.lb: { v: "2" } } } }]`);
  expect(traced(configuration, {}, { namespace: 'envoy' }).outcome.metadata_match).toEqual({
    stage: 'prod',
    v: '2',
  });
  expect(traced(configuration).outcome.metadata_match).toEqual({});
});

test('priority', () => {
  expect(outcome('timeout: 1s').priority).toBe('DEFAULT');
  expect(outcome('priority: HIGH').priority).toBe('HIGH');
});

describe('header changes', () => {
  const level = (name: string, indent: string) =>
    [
      `request_headers_to_add: [{ header: { key: x-${name}, value: "1" }, append: false }]`,
      `request_headers_to_remove: [rm-${name}]`,
      `response_headers_to_add: [{ header: { key: y-${name}, value: "%PROTOCOL%" } }]`,
      `response_headers_to_remove: [rm, rs-${name}]`,
    ]
      .map((line) => indent + line)
      .join('\n');
  const configuration = (more: string) =>
    routeConfiguration(`
${more}
${level('config', '')}
virtual_hosts:
  - name: all
    domains: ["*"]
${level('host', '    ')}
    routes:
      - match: { prefix: / }
${level('route', '        ')}
        route:
          weighted_clusters:
            clusters:
              - name: a
                weight: 100
${level('cluster', '                ')}`);

  test('weighted cluster, route, virtual host, route configuration', () => {
    const { request_headers: request, response_headers: response } = traced(configuration('')).outcome;
    expect(request.add.map(({ key }) => key)).toEqual(['x-cluster', 'x-route', 'x-host', 'x-config']);
    expect(request.add[0]).toEqual({ key: 'x-cluster', value: '1', append: false });
    expect(request.remove).toEqual(['rm-cluster', 'rm-route', 'rm-host', 'rm-config']);
    expect(response.add.map(({ key }) => key)).toEqual(['y-cluster', 'y-route', 'y-host', 'y-config']);
    expect(response.add[0]).toEqual({ key: 'y-cluster', value: '%PROTOCOL%', append: true });
    expect(response.remove).toEqual(['rm', 'rs-cluster', 'rs-route', 'rs-host', 'rs-config']);
  });

  test('most_specific_header_mutations_wins lets the route have the last word', () => {
    const { request_headers: request } = traced(
      configuration('most_specific_header_mutations_wins: true'),
    ).outcome;
    expect(request.add.map(({ key }) => key)).toEqual(['x-cluster', 'x-config', 'x-host', 'x-route']);
  });
});
