import { describe, expect, test } from 'vitest';
import { analyze, ruleIds, subjectOf } from '../../../src/analyze/index.ts';
import { overwrittenHeader } from '../../../src/analyze/rules/headers.ts';
import { openConfiguration } from '../../../src/model/open.ts';
import { typeUrl } from '../../../src/model/type-url.ts';
import type { Release } from '../../../src/schema/release.ts';
import { sourceFile } from '../../../src/source/load.ts';
import { foundInTwo as found } from '../analyzed.ts';

describe('negative-duration', () => {
  const of = (yaml: string, type: string) =>
    found('negative-duration', yaml, type).map(({ pointer, level }) => `${level} ${pointer}`);
  test.each([
    ['route.RouteAction', '{ cluster: a, timeout: -5s }', ['error /timeout']],
    [
      'route.RouteAction',
      '{ cluster: a, idle_timeout: -0.001s, max_grpc_timeout: 1s }',
      ['error /idle_timeout'],
    ],
    ['route.RetryPolicy', '{ per_try_timeout: -1s }', ['error /per_try_timeout']],
    ['Cluster.CommonLbConfig', '{ update_merge_window: -1s }', ['error /update_merge_window']],
    ['route.RouteAction', '{ cluster: a, timeout: 0s, idle_timeout: 0s, max_grpc_timeout: 0s }', []],
    // Fields with a bound of their own.
    ['Cluster', '{ name: a, connect_timeout: -1s }', []],
  ])('%s %s', (type, yaml, expected) => {
    expect(of(yaml, type)).toEqual(expected);
  });
});

describe('overwritten-header', () => {
  const add = (key: string): string => `request_headers_to_add: [{ header: { key: ${key}, value: a } }]`;
  const host = (counts: boolean, onHost: string, onRoute: string, action = 'cluster: a') =>
    found(
      'overwritten-header',
      `{ name: shop, domains: [shop.test], include_request_attempt_count: ${counts}, ${onHost}, routes: [{ match: { prefix: /a/ }, route: { ${action} }, ${onRoute} }] }`,
      'route.VirtualHost',
    ).map(({ pointer }) => pointer);
  const none = 'request_headers_to_remove: [x-b]';
  const key = '/request_headers_to_add/0/header/key';
  test('the number of the attempt', () => {
    expect(host(true, add('X-Envoy-Attempt-Count'), none)).toEqual([key]);
    expect(host(true, none, add('x-envoy-attempt-count'))).toEqual([`/routes/0${key}`]);
    expect(host(false, add('x-envoy-attempt-count'), none)).toEqual([]);
    expect(host(true, add('x-attempt-count'), none)).toEqual([]);
  });

  test('since 1.37 attempts are counted before headers are added, so that nothing is overwritten', () => {
    const text = `{ name: shop, domains: [shop.test], include_request_attempt_count: true, ${add('x-envoy-attempt-count')}, routes: [{ match: { prefix: / }, route: { cluster: a } }] }`;
    const at = (release: Release) => {
      const options = { type: 'route.VirtualHost', api: 'v3', release } as const;
      const subject = subjectOf([openConfiguration(sourceFile('host.yaml', text, 'named'), options)]);
      const { findings } = analyze(subject, {
        rules: [overwrittenHeader],
        levels: new Map(),
        known: ruleIds,
      });
      return findings.map(({ rule }) => rule);
    };
    expect(at('1.36')).toEqual(['overwritten-header']);
    expect(at('1.37')).toEqual([]);
  });

  test('the path before a rewrite, on the route that rewrites, unless the router writes no such headers', () => {
    const written = (onHost: string, onRoute: string, action: string, router = '{}') =>
      found(
        'overwritten-header',
        `{ stat_prefix: a, http_filters: [{ name: envoy.router, config: ${router} }], route_config: { virtual_hosts: [{ name: shop, domains: [shop.test], ${onHost}, routes: [{ match: { prefix: /a/ }, route: { ${action} }, ${onRoute} }] }] } }`,
        'HttpConnectionManager',
      ).length;
    const rewrite = 'cluster: a, prefix_rewrite: /b/';
    expect(written(none, add('x-envoy-original-path'), rewrite)).toBe(1);
    expect(written(none, add('x-envoy-original-path'), 'cluster: a')).toBe(0);
    expect(written(add('x-envoy-original-path'), none, rewrite)).toBe(0);
    const suppressing = '{ suppress_envoy_headers: true }';
    expect(written(none, add('x-envoy-original-path'), rewrite, suppressing)).toBe(0);
    // Whose routes they are, a route configuration that is fetched does not say.
    expect(host(false, none, add('x-envoy-original-path'), rewrite)).toEqual([]);
  });
});

const MANAGER = 'HttpConnectionManager';
const manager = (filters: string, host: string): string => `stat_prefix: front
http_filters: [${filters}]
route_config:
  virtual_hosts: [{ name: shop, domains: [shop.test], ${host} }]
`;

describe('unused-filter-config', () => {
  const pointers = (yaml: string, type: string) =>
    found('unused-filter-config', yaml, type).map(({ pointer }) => pointer);
  const settings = (field: string, key: string): string => `${field}: { ${key}: {} }, routes: []`;
  const router = '{ name: proxy.router }';
  test.each([
    [
      router,
      settings('per_filter_config', 'proxy.buffer'),
      ['/route_config/virtual_hosts/0/per_filter_config/proxy.buffer'],
    ],
    [`{ name: proxy.buffer }, ${router}`, settings('per_filter_config', 'proxy.buffer'), []],
    // An older name and the current one are the same filter.
    [`{ name: proxy.filters.http.buffer }, ${router}`, settings('per_filter_config', 'proxy.buffer'), []],
    [router, settings('per_filter_config', 'shop.own'), []],
    [`{ name: shop.own }, ${router}`, settings('per_filter_config', 'proxy.buffer'), []],
    ['', settings('per_filter_config', 'proxy.buffer'), []],
    [
      router,
      'routes: [{ match: { prefix: / }, route: { cluster: a }, per_filter_config: { proxy.csrf: {} } }]',
      ['/route_config/virtual_hosts/0/routes/0/per_filter_config/proxy.csrf'],
    ],
  ])('%s with %s', (filters, host, expected) => {
    expect(pointers(manager(filters, host), MANAGER)).toEqual(expected);
  });

  test('a virtual host by itself may be used by any manager', () => {
    expect(
      pointers('{ name: a, domains: [a], per_filter_config: { proxy.buffer: {} } }', 'route.VirtualHost'),
    ).toEqual([]);
  });
});

describe('the stage of a rate limit', () => {
  const limit = (stage: string): string =>
    `routes: [{ match: { prefix: / }, route: { cluster: a, rate_limits: [{ ${stage} actions: [{ remote_address: {} }] }] } }]`;
  const filter = (stage: string): string =>
    `{ name: proxy.rate_limit, config: { domain: shop, ${stage} } }, { name: proxy.router }`;
  const pointers = (filters: string, host: string) =>
    found('ignored-field', manager(filters, host), MANAGER).map(({ pointer, fix }) => [pointer, fix]);
  const at = '/route_config/virtual_hosts/0/routes/0/route/rate_limits/0/actions';
  test.each([
    ['stage: 1', 'stage: 2,', [[at, undefined]]],
    ['stage: 1', '', [[at, undefined]]],
    ['', 'stage: 2,', [[at, undefined]]],
    ['stage: 2', 'stage: 2,', []],
    ['', '', []],
  ])('filter %s, route %s', (own, route, expected) => {
    expect(pointers(filter(own), limit(route))).toEqual(expected);
  });

  test('one of several filters is enough, and one that cannot be read may be it', () => {
    expect(
      pointers(
        `{ name: proxy.rate_limit, config: { domain: a } }, ${filter('stage: 2')}`,
        limit('stage: 2,'),
      ),
    ).toEqual([]);
    expect(pointers(`{ name: proxy.rate_limit }, ${filter('')}`, limit('stage: 2,'))).toEqual([]);
  });
});

describe('invalid-max-age', () => {
  test.each([
    ['24h', 1],
    ['86400s', 1],
    ['"1.5"', 1],
    ['"86400"', 0],
    ['86400', 0],
    ['"-1"', 0],
    ['""', 0],
  ])('%s', (age, count) => {
    expect(found('invalid-max-age', `max_age: ${age}`, 'route.CorsPolicy').length).toBe(count);
  });
});

describe('runtime-value-range', () => {
  const bootstrap = (
    value: string,
    routing: string,
  ): string => `layered_runtime: { layers: [{ name: base, static_layer: { shop.share: ${value} } }] }
static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
      filter_chains:
        - filters:
            - name: proxy.filters.network.http_connection_manager
              typed_config:
                "@type": ${typeUrl(MANAGER, 'proxy')}
                stat_prefix: front
                route_config: { virtual_hosts: [{ name: shop, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: a, ${routing} } }] }] }
`;
  const mirror = 'request_mirror_policy: { cluster: b, runtime_key: shop.share }';
  const fraction =
    'request_mirror_policy: { cluster: b, runtime_fraction: { default_value: { numerator: 1 }, runtime_key: shop.share } }';
  test.each([
    ['10001', mirror, 1],
    ['10000', mirror, 0],
    ['101', fraction, 1],
    ['2500', fraction, 1],
    ['100', fraction, 0],
    ['{ numerator: 2500, denominator: TEN_THOUSAND }', fraction, 0],
    ['sometimes', fraction, 0],
  ])('%s at %s', (value, routing, count) => {
    const findings = found('runtime-value-range', bootstrap(value, routing));
    expect(findings.length).toBe(count);
    if (count > 0) expect(findings[0]?.pointer).toMatch(/\/runtime_key$/);
  });
});

describe('methods that a CORS policy allows', () => {
  test.each([
    ['"GET, put"', 1],
    ['patch', 1],
    ['"GET,PUT, PATCH"', 0],
    ['"*"', 0],
    ['purge', 0],
  ])('%s', (methods, count) => {
    expect(found('method-case', `allow_methods: ${methods}`, 'route.CorsPolicy').length).toBe(count);
  });
});

test('a redirect to the port of the other scheme, and codes that are none', () => {
  const redirect = (yaml: string) =>
    found('malformed-redirect', yaml, 'route.RedirectAction').map(({ pointer }) => pointer);
  expect(redirect('{ https_redirect: true, port_redirect: 80 }')).toEqual(['/port_redirect']);
  expect(redirect('{ scheme_redirect: HTTP, port_redirect: 443 }')).toEqual(['/port_redirect']);
  expect(redirect('{ https_redirect: true, port_redirect: 443 }')).toEqual([]);
  const codes = '{ retry_on: retriable-status-codes, retriable_status_codes: [99, 100, 503, 599, 600] }';
  expect(found('useless-retry', codes, 'route.RetryPolicy').map(({ pointer }) => pointer)).toEqual([
    '/retriable_status_codes/0',
    '/retriable_status_codes/4',
  ]);
});
