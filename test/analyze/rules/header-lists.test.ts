import { describe, expect, test } from 'vitest';
import { found, foundInTwo } from '../analyzed.ts';

const add = (...keys: readonly string[]): string =>
  `[${keys.map((key) => `{ header: { key: "${key}", value: a } }`).join(', ')}]`;

describe('invalid-header-name', () => {
  const names = (fields: string) =>
    foundInTwo(
      'invalid-header-name',
      `{ match: { prefix: / }, route: { cluster: a }, ${fields} }`,
      'route.Route',
    ).map(({ level, pointer }) => `${level} ${pointer}`);
  test.each([
    [`request_headers_to_add: ${add('x-a', ':path')}`, ['error /request_headers_to_add/1/header/key']],
    [`response_headers_to_add: ${add(':status')}`, ['error /response_headers_to_add/0/header/key']],
    ['request_headers_to_remove: [x-a, ":authority"]', ['error /request_headers_to_remove/1']],
    ['response_headers_to_remove: [":status"]', ['error /response_headers_to_remove/0']],
    [`request_headers_to_add: ${add('Host')}`, ['warning /request_headers_to_add/0/header/key']],
    [`request_headers_to_add: ${add('x a')}`, ['warning /request_headers_to_add/0/header/key']],
    [`request_headers_to_add: ${add('x-a:')}`, ['warning /request_headers_to_add/0/header/key']],
    ['request_headers_to_remove: ["x a"]', ['warning /request_headers_to_remove/0']],
    ['request_headers_to_add: [{ header: { key: host, value: a }, append: false }]', []],
    [`response_headers_to_add: ${add('host')}`, []],
    [`request_headers_to_add: ${add('X-Shop_Tenant', 'x.a!#$%&*+^`|~')}`, []],
    ['request_headers_to_remove: [X-Forwarded-For]', []],
  ])('%s', (fields, expected) => {
    expect(names(fields)).toEqual(expected);
  });

  test.each([
    ['request_headers_to_remove: [Host]', ['error /request_headers_to_remove/0']],
    ['response_headers_to_remove: [x-a, HOST]', ['error /response_headers_to_remove/1']],
    ['request_headers_to_remove: [":Path"]', ['error /request_headers_to_remove/0']],
  ])('14.10 the proxy refuses to remove %s', (fields, expected) => {
    expect(names(fields)).toEqual(expected);
  });

  test.each([
    [`request_headers_to_add: ${add('Host')}`, ['error /request_headers_to_add/0/header/key']],
    [
      'request_headers_to_add: [{ header: { key: host, value: a }, append: false }]',
      ['error /request_headers_to_add/0/header/key'],
    ],
    [`response_headers_to_add: ${add('host')}`, ['error /response_headers_to_add/0/header/key']],
    [`response_headers_to_add: ${add('x-host')}`, []],
  ])('version 3 refuses the host in every list: %s', (fields, expected) => {
    const route = `{ match: { prefix: / }, route: { cluster: a }, ${fields} }`;
    expect(
      found('invalid-header-name', route, 'route.Route').map(({ level, pointer }) => `${level} ${pointer}`),
    ).toEqual(expected);
  });

  test('14.10 the lists of a health check are read like those of routes', () => {
    const check = `name: a
connect_timeout: 1s
health_checks:
- { timeout: 1s, interval: 1s, unhealthy_threshold: 1, healthy_threshold: 1, http_health_check: { path: /, request_headers_to_remove: [host], request_headers_to_add: ${add(':path', 'host')} } }
`;
    const removed = '/health_checks/0/http_health_check/request_headers_to_remove/0';
    const added = (index: number) =>
      `/health_checks/0/http_health_check/request_headers_to_add/${index}/header/key`;
    const pointers = (findings: ReturnType<typeof found>) => findings.map(({ pointer }) => pointer).sort();
    expect(pointers(foundInTwo('invalid-header-name', check, 'Cluster'))).toEqual([added(0), removed]);
    expect(pointers(found('invalid-header-name', check, 'Cluster'))).toEqual([added(0), added(1), removed]);
  });

  test('at every level', () => {
    const yaml = `request_headers_to_add: ${add(':a')}
virtual_hosts:
  - name: shop
    domains: [shop.test]
    request_headers_to_add: ${add(':b')}
    routes:
      - match: { prefix: / }
        route: { weighted_clusters: { clusters: [{ name: a, weight: 100, request_headers_to_add: ${add(':c')} }] } }
`;
    expect(found('invalid-header-name', yaml, 'RouteConfiguration').length).toBe(3);
  });
});

describe('cancelled-header', () => {
  interface Levels {
    readonly configuration?: string;
    readonly host?: string;
    readonly route?: string;
    readonly cluster?: string;
  }
  const cancelled = ({ configuration = '', host = '', route = '', cluster = '' }: Levels) =>
    found(
      'cancelled-header',
      `{ name: front, ${configuration} virtual_hosts: [{ name: shop, domains: [shop.test], ${host} routes: [{ match: { prefix: / }, ${route}
  route: { weighted_clusters: { clusters: [{ name: a, weight: 100, ${cluster} }] } } }] }] }`,
      'RouteConfiguration',
    ).map(({ pointer, related }) => [pointer, ...related.map((each) => each.pointer)]);
  const adds = `request_headers_to_add: ${add('X-A')},`;
  const removes = 'request_headers_to_remove: [x-a],';
  const host = '/virtual_hosts/0';
  const route = `${host}/routes/0`;

  test('what an outer level removes', () => {
    const key = `${route}/request_headers_to_add/0/header/key`;
    expect(cancelled({ route: adds, host: removes })).toEqual([[key, `${host}/request_headers_to_remove`]]);
    expect(cancelled({ route: adds, configuration: removes })).toEqual([[key, '/request_headers_to_remove']]);
    expect(cancelled({ host: adds, configuration: removes })).toEqual([
      [`${host}/request_headers_to_add/0/header/key`, '/request_headers_to_remove'],
    ]);
    expect(cancelled({ cluster: adds, route: removes })).toEqual([
      [
        `${route}/route/weighted_clusters/clusters/0/request_headers_to_add/0/header/key`,
        `${route}/request_headers_to_remove`,
      ],
    ]);
  });

  test('not what a level reads before it is gone', () => {
    const reads = 'request_headers_to_add: [{ header: { key: x-b, value: "%REQ(X-a)%" } }],';
    expect(cancelled({ route: adds, host: `${reads} ${removes}` })).toEqual([]);
    expect(cancelled({ route: adds, host: reads, configuration: removes })).toEqual([]);
    expect(cancelled({ route: adds, host: removes, configuration: reads })).toHaveLength(1);
  });

  test('not what an inner level removes, or the same one, since removals come first there', () => {
    expect(cancelled({ route: removes, host: adds })).toEqual([]);
    expect(cancelled({ route: removes, cluster: '', configuration: adds })).toEqual([]);
    expect(cancelled({ route: `${adds} ${removes}` })).toEqual([]);
  });

  test('not another header, and not the other direction', () => {
    expect(cancelled({ route: adds, host: 'request_headers_to_remove: [x-b],' })).toEqual([]);
    expect(cancelled({ route: adds, host: 'response_headers_to_remove: [x-a],' })).toEqual([]);
  });

  test('where the most specific level wins the order is the other one', () => {
    const configuration = 'most_specific_header_mutations_wins: true,';
    expect(cancelled({ configuration, route: adds, host: removes })).toEqual([]);
    expect(cancelled({ configuration, cluster: adds, host: removes })).toHaveLength(1);
  });
});

describe('host-header', () => {
  test.each([
    ['route.RouteAction', 'cluster_header: host', ['/cluster_header']],
    ['route.RouteAction', 'cluster_header: ":authority"', []],
    [
      'route.RouteAction',
      '{ cluster: a, hash_policy: [{ header: { header_name: Host } }] }',
      ['/hash_policy/0/header/header_name'],
    ],
    [
      'route.RateLimit.Action.RequestHeaders',
      '{ header_name: HOST, descriptor_key: host }',
      ['/header_name'],
    ],
    [
      'route.RateLimit.Action.HeaderValueMatch',
      '{ descriptor_value: a, headers: [{ name: host }] }',
      ['/headers/0/name'],
    ],
    [
      'route.RouteMatch',
      '{ prefix: /, headers: [{ name: host, exact_match: a, invert_match: true }] }',
      ['/headers/0/name'],
    ],
    // A route that can never match is told by another rule.
    ['route.RouteMatch', '{ prefix: /, headers: [{ name: host, exact_match: a }] }', []],
    ['route.HeaderMatcher', '{ name: x-host }', []],
  ])('%s %s', (type, yaml, expected) => {
    expect(foundInTwo('host-header', yaml, type).map(({ pointer }) => pointer)).toEqual(expected);
    expect(found('host-header', yaml, type), 'in version 3 it reads :authority').toEqual([]);
  });
});

describe('method-case', () => {
  test.each([
    ['exact_match: get', 1],
    ['exact_match: Post', 1],
    ['exact_match: put, invert_match: true', 1],
    ['exact_match: GET', 0],
    ['exact_match: purge', 0],
    ['prefix_match: get', 0],
  ])('%s', (text, count) => {
    expect(found('method-case', `{ name: ":method", ${text} }`, 'route.HeaderMatcher').length).toBe(count);
  });

  test('not for other headers, and with a fix', () => {
    expect(found('method-case', '{ name: x-method, exact_match: get }', 'route.HeaderMatcher')).toEqual([]);
    expect(
      found('method-case', '{ name: ":method", exact_match: get }', 'route.HeaderMatcher'),
    ).toMatchObject([
      {
        pointer: '/exact_match',
        // Over HTTP/2 a client can send it (asked of the proxy 1.40).
        message: expect.not.stringContaining('no client'),
        fix: { operations: [{ op: 'replace', path: '/exact_match', value: 'GET' }] },
      },
    ]);
  });
});
