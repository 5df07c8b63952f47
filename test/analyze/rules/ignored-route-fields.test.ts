import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const ignored = (yaml: string, type?: string) =>
  found('ignored-field', yaml, type).map(({ pointer, message }) => ({ pointer, message }));
const pointers = (yaml: string, type?: string) => ignored(yaml, type).map(({ pointer }) => pointer);

/** A route to the cluster `shop`, in one input with it. */
const withCluster = (action: string, cluster: string): string => `clusters:
  - { name: shop, connect_timeout: 1s, ${cluster} }
  - { name: cart, connect_timeout: 1s, type: STRICT_DNS, lb_policy: MAGLEV }
route_configs:
  - name: front
    virtual_hosts:
      - name: shop
        domains: [shop.test]
        routes: [{ match: { prefix: / }, route: { ${action} } }]
`;
const inAction = (action: string, cluster: string) =>
  pointers(withCluster(action, cluster)).filter((pointer) => pointer.startsWith('/route_configs'));
const at = '/route_configs/0/virtual_hosts/0/routes/0/route';
const EDS = 'type: EDS, eds_cluster_config: { eds_config: { path: /etc/proxy/shop.yaml } }';

describe('what the clusters of an action leave without effect', () => {
  test.each([
    ['cluster: shop, auto_host_rewrite: true', 'type: STATIC', ['/auto_host_rewrite']],
    ['cluster: shop, auto_host_rewrite: true', EDS, []],
    ['cluster: shop, auto_host_rewrite: true', 'lb_policy: RANDOM', ['/auto_host_rewrite']],
    ['cluster: shop, auto_host_rewrite: true', 'type: STRICT_DNS', []],
    ['cluster: shop, auto_host_rewrite: true', 'type: logical_dns', []],
    ['cluster: shop, auto_host_rewrite: true', 'cluster_type: { name: shop.finder }', []],
    ['cluster: shop, auto_host_rewrite: false', 'type: STATIC', []],
    ['cluster: elsewhere, auto_host_rewrite: true', 'type: STATIC', []],
    ['cluster_header: x-cluster, auto_host_rewrite: true', 'type: STATIC', []],
    [
      'cluster: shop, hash_policy: [{ header: { header_name: x-a } }]',
      'lb_policy: LEAST_REQUEST',
      ['/hash_policy'],
    ],
    ['cluster: shop, hash_policy: [{ header: { header_name: x-a } }]', 'type: STRICT_DNS', ['/hash_policy']],
    ['cluster: shop, hash_policy: [{ header: { header_name: x-a } }]', 'lb_policy: RING_HASH', []],
    ['cluster: shop, hash_policy: [{ header: { header_name: x-a } }]', 'lb_policy: CLUSTER_PROVIDED', []],
    ['cluster: shop, hash_policy: []', 'lb_policy: RANDOM', []],
    [
      'cluster: shop, metadata_match: { filter_metadata: { proxy.lb: { v: 1 } } }',
      'type: STATIC',
      ['/metadata_match'],
    ],
    [
      'cluster: shop, metadata_match: { filter_metadata: { proxy.lb: { v: 1 } } }',
      'lb_subset_config: { subset_selectors: [{ keys: [v] }] }',
      [],
    ],
    ['cluster: other, metadata_match: { filter_metadata: { proxy.lb: { v: 1 } } }', 'type: STATIC', []],
    [
      'cluster: other, metadata_match: { filter_metadata: { shop.lb: { v: 1 } } }',
      'type: STATIC',
      ['/metadata_match'],
    ],
  ])('%s to %s', (action, cluster, expected) => {
    expect(inAction(action, cluster)).toEqual(expected.map((field) => `${at}${field}`));
  });

  const weighted = (field: string): string =>
    `weighted_clusters: { clusters: [{ name: shop, weight: 50 }, { name: cart, weight: 50 }] }, ${field}`;
  test('with several clusters, only where it has none on any', () => {
    expect(inAction(weighted('auto_host_rewrite: true'), 'type: STATIC')).toEqual([]);
    expect(inAction(weighted('hash_policy: [{ header: { header_name: x-a } }]'), 'type: STATIC')).toEqual([]);
    const one = 'weighted_clusters: { clusters: [{ name: shop, weight: 100 }] }, auto_host_rewrite: true';
    expect(inAction(one, 'type: STATIC')).toEqual([`${at}/auto_host_rewrite`]);
  });
});

describe('what a route leaves without effect', () => {
  const route = (match: string, action: string) =>
    pointers(`{ match: { prefix: /, ${match} }, route: { cluster: shop, ${action} } }`, 'route.Route');
  test.each([
    ['grpc: {}', 'timeout: 3s, max_grpc_timeout: 0s', ['/route/timeout']],
    ['grpc: {}', 'timeout: 3s', []],
    ['', 'timeout: 3s, max_grpc_timeout: 0s', []],
    [
      'headers: [{ name: Content-Type, exact_match: text/html }]',
      'max_grpc_timeout: 5s',
      ['/route/max_grpc_timeout'],
    ],
    ['headers: [{ name: content-type, exact_match: application/grpc }]', 'max_grpc_timeout: 5s', []],
    ['headers: [{ name: content-type, exact_match: application/grpc+json }]', 'max_grpc_timeout: 5s', []],
    [
      'headers: [{ name: content-type, exact_match: text/html, invert_match: true }]',
      'max_grpc_timeout: 5s',
      [],
    ],
    ['', 'grpc_timeout_offset: 1s', ['/route/grpc_timeout_offset']],
    ['', 'grpc_timeout_offset: 1s, max_grpc_timeout: 5s', []],
    ['', 'max_internal_redirects: 3', ['/route/max_internal_redirects']],
    ['', 'max_internal_redirects: 3, internal_redirect_action: HANDLE_INTERNAL_REDIRECT', []],
    ['', 'prefix_rewrite: ""', ['/route/prefix_rewrite']],
    ['', 'prefix_rewrite: /', []],
    // Whether there is a virtual host around it is not known here.
    ['', 'include_vh_rate_limits: true', []],
    ['', 'hash_policy: [{ connection_properties: {} }]', ['/route/hash_policy/0/connection_properties']],
    ['', 'hash_policy: [{ connection_properties: { source_ip: true } }]', []],
    [
      '',
      'request_mirror_policy: { cluster: b, runtime_key: a, runtime_fraction: { default_value: { numerator: 5 } } }',
      ['/route/request_mirror_policy/runtime_key'],
    ],
    ['', 'request_mirror_policy: { cluster: b, runtime_key: a }', []],
    [
      '',
      'retry_policy: { host_selection_retry_max_attempts: 3 }',
      ['/route/retry_policy/host_selection_retry_max_attempts'],
    ],
    [
      '',
      'retry_policy: { host_selection_retry_max_attempts: 3, retry_host_predicate: [{ name: shop.other }] }',
      [],
    ],
    ['', 'cors: { enabled: false }', []],
  ])('%s, %s', (match, action, expected) => {
    expect(route(match, action)).toEqual(expected);
  });

  test('changes to a request that goes nowhere', () => {
    const added =
      'request_headers_to_add: [{ header: { key: x-a, value: b } }], request_headers_to_remove: [x-b]';
    const both = ['/request_headers_to_add', '/request_headers_to_remove'];
    expect(
      pointers(`{ match: { prefix: / }, direct_response: { status: 404 }, ${added} }`, 'route.Route'),
    ).toEqual(both);
    expect(
      pointers(`{ match: { prefix: / }, redirect: { https_redirect: true }, ${added} }`, 'route.Route'),
    ).toEqual(both);
    expect(pointers(`{ match: { prefix: / }, route: { cluster: a }, ${added} }`, 'route.Route')).toEqual([]);
    const response = 'response_headers_to_add: [{ header: { key: x-a, value: b } }]';
    expect(
      pointers(`{ match: { prefix: / }, direct_response: { status: 404 }, ${response} }`, 'route.Route'),
    ).toEqual([]);
  });
});

describe('what a matcher leaves without effect', () => {
  test.each([
    ['route.RouteMatch', '{ regex: /a.*, case_sensitive: false }', ['/case_sensitive']],
    [
      'route.RouteMatch',
      '{ safe_regex: { google_re2: {}, regex: /a }, case_sensitive: false }',
      ['/case_sensitive'],
    ],
    ['route.RouteMatch', '{ safe_regex: { google_re2: {}, regex: /a }, case_sensitive: true }', []],
    ['route.RouteMatch', '{ prefix: /a, case_sensitive: false }', []],
    [
      'type.matcher.StringMatcher',
      '{ safe_regex: { google_re2: {}, regex: a }, ignore_case: true }',
      ['/ignore_case'],
    ],
    ['type.matcher.StringMatcher', '{ exact: a, ignore_case: true }', []],
    ['route.QueryParameterMatcher', '{ name: id, regex: true }', ['/regex']],
    ['route.QueryParameterMatcher', '{ name: id, value: a, regex: true }', []],
    ['route.QueryParameterMatcher', '{ name: id, value: a, string_match: { exact: b } }', ['/value']],
  ])('%s %s', (type, yaml, expected) => {
    expect(pointers(yaml, type)).toEqual(expected);
  });
});

describe('what the routes of a virtual host leave without effect', () => {
  const limits = 'rate_limits: [{ actions: [{ remote_address: {} }] }]';
  const host = (fields: string, ...routes: readonly string[]) =>
    pointers(
      `{ name: shop, domains: [shop.test], ${fields}, routes: [${routes.map((each) => `{ match: { prefix: / }, ${each} }`).join(', ')}] }`,
      'route.VirtualHost',
    );
  test.each([
    ['retry_policy: { retry_on: reset }', ['route: { cluster: a, retry_policy: {} }'], ['/retry_policy']],
    [
      'retry_policy: { retry_on: reset }',
      ['route: { cluster: a, retry_policy: {} }', 'route: { cluster: a }'],
      [],
    ],
    ['retry_policy: { retry_on: reset }', ['redirect: { https_redirect: true }'], ['/retry_policy']],
    ['retry_policy: { retry_on: reset }', [], []],
    ['cors: { allow_methods: GET }', ['route: { cluster: a, cors: {} }'], []],
    ['cors: { allow_methods: GET }', ['route: { cluster: a, cors: { allow_methods: PUT } }'], ['/cors']],
    ['cors: { filter_enabled: {} }', ['route: { cluster: a, cors: {} }'], ['/cors']],
    ['cors: { allow_methods: GET }', ["route: { cluster: a, cors: { allow_methods: '' } }"], []],
    ['cors: { allow_methods: GET }', ['route: { cluster: a }'], []],
    ['cors: { enabled: false }', ['route: { cluster: a }'], ['/cors/enabled']],
    [limits, [`route: { cluster: a, ${limits} }`], ['/rate_limits']],
    [limits, [`route: { cluster: a, ${limits}, include_vh_rate_limits: true }`], []],
    [
      limits,
      ['route: { cluster: a, include_vh_rate_limits: true }'],
      ['/routes/0/route/include_vh_rate_limits'],
    ],
    [
      'require_tls: NONE',
      [`route: { cluster: a, ${limits}, include_vh_rate_limits: true }`],
      ['/routes/0/route/include_vh_rate_limits'],
    ],
    [
      'include_request_attempt_count: true',
      ['direct_response: { status: 404 }'],
      ['/include_request_attempt_count'],
    ],
    ['include_request_attempt_count: true', ['route: { cluster: a }'], []],
  ])('%s over %j', (fields, routes, expected) => {
    expect(host(fields, ...routes)).toEqual(expected);
  });

  test('a switch that proxies may read after all is not removed by a fix', () => {
    const [finding] = found(
      'ignored-field',
      '{ name: a, domains: [a], cors: { enabled: false }, routes: [] }',
      'route.VirtualHost',
    );
    expect(finding).toMatchObject({ pointer: '/cors/enabled', data: { field: 'enabled' } });
    expect(finding?.fix).toBeUndefined();
  });
});

describe('what the filters of a connection manager leave without effect', () => {
  const manager = (filters: string): string => `codec_type: AUTO
stat_prefix: front
http_filters: [${filters}]
route_config:
  virtual_hosts:
    - name: shop
      domains: [shop.test]
      cors: { allow_methods: GET }
      routes:
        - match: { prefix: / }
          route: { cluster: a, rate_limits: [{ actions: [{ remote_address: {} }] }] }
`;
  const type = 'HttpConnectionManager';
  const base = '/route_config/virtual_hosts/0';
  test.each([
    ['{ name: proxy.filters.http.router }', [`${base}/cors`, `${base}/routes/0/route/rate_limits`]],
    ['{ name: proxy.cors }, { name: proxy.router }', [`${base}/routes/0/route/rate_limits`]],
    ['{ name: proxy.filters.http.cors }, { name: proxy.rate_limit }, { name: proxy.router }', []],
    ['{ name: shop.audit }, { name: proxy.router }', []],
    ['', []],
  ])('%s', (filters, expected) => {
    expect(pointers(manager(filters), type)).toEqual(expected);
  });

  test('a route configuration by itself may be used by any', () => {
    const yaml =
      '{ name: a, virtual_hosts: [{ name: a, domains: [a], cors: { allow_methods: GET }, routes: [] }] }';
    expect(pointers(yaml, 'RouteConfiguration')).toEqual([]);
  });
});
