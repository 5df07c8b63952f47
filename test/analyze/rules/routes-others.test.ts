import { describe, expect, test } from 'vitest';
import { analyzedInTwo as analyzed, foundInTwo as found, found as foundInThree } from '../analyzed.ts';

describe('impossible-domain', () => {
  const impossible = (domain: string) =>
    found('impossible-domain', `{ name: a, domains: ["${domain}"], routes: [] }`, 'route.VirtualHost').length;
  test.each([
    ['shop.*.test'],
    ['*.shop.*'],
    ['*:*'],
    ['https://shop.test'],
    ['shop.test/cart'],
    ['shop test'],
    ['bücher.test'],
    ['user@shop.test'],
    [''],
  ])('%s', (domain) => {
    expect(impossible(domain)).toBe(1);
  });

  test('what another header holds may be anything', () => {
    const hosts = (more: string) =>
      `{ name: r, ${more} virtual_hosts: [{ name: a, domains: ["a b"], routes: [] }] }`;
    expect(found('impossible-domain', hosts(''), 'RouteConfiguration')).toHaveLength(1);
    expect(foundInThree('impossible-domain', hosts('vhost_header: x,'), 'RouteConfiguration')).toEqual([]);
  });

  test.each([
    ['*'],
    ['shop.test'],
    ['SHOP.test'],
    ['*.shop.test'],
    ['*-shop.test:8080'],
    ['shop.*'],
    ['shop.test:*'],
    ['shop.test:80'],
    ['10.0.0.1:8080'],
    ['[::1]:8080'],
    ['my_service'],
    ['xn--bcher-kva.test'],
  ])('not %s', (domain) => {
    expect(impossible(domain)).toBe(0);
  });
});

describe('impossible-origin', () => {
  const impossible = (origin: string) =>
    found('impossible-origin', `allow_origin: ["${origin}"]`, 'route.CorsPolicy').length;
  test.each([
    ['shop.test'],
    ['https://*.shop.test'],
    ['https://shop.test/'],
    ['https://shop.test/cart'],
    ['https://Shop.test'],
    ['https://shop.test:443'],
    ['http://shop.test:80'],
  ])('%s', (origin) => {
    expect(impossible(origin)).toBe(1);
  });

  test.each([
    ['*'],
    ['null'],
    ['https://shop.test'],
    ['http://shop.test:443'],
    ['https://shop.test:8443'],
    ['http://[::1]:8080'],
    ['chrome-extension://abcdef'],
  ])('not %s', (origin) => {
    expect(impossible(origin)).toBe(0);
  });

  test('of string matchers only those that are exact', () => {
    const yaml = `allow_origin_string_match:
  - { exact: shop.test }
  - { suffix: .shop.test }
  - { exact: "https://SHOP.test", ignore_case: true }
`;
    expect(found('impossible-origin', yaml, 'route.CorsPolicy').map(({ pointer }) => pointer)).toEqual([
      '/allow_origin_string_match/0/exact',
    ]);
  });
});

describe('malformed-redirect', () => {
  const pointers = (redirect: string) =>
    found('malformed-redirect', redirect, 'route.RedirectAction').map(({ pointer }) => pointer);
  test.each([
    ['{ scheme_redirect: "https://" }', ['/scheme_redirect']],
    ['{ host_redirect: "https://shop.test" }', ['/host_redirect']],
    ['{ host_redirect: shop.test/cart }', ['/host_redirect']],
    ['{ host_redirect: "shop.test:8443", port_redirect: 443 }', ['/port_redirect']],
    ['{ host_redirect: "[::1]:8443", port_redirect: 443 }', ['/port_redirect']],
    ['{ port_redirect: 70000 }', ['/port_redirect']],
    ['{ path_redirect: cart }', ['/path_redirect']],
    ['{ host_redirect: shop.test, prefix_rewrite: cart }', ['/prefix_rewrite']],
    // Where a redirect leads back to itself is told by another rule.
    ['{}', []],
    ['{ https_redirect: false, port_redirect: 0 }', []],
    ['{ https_redirect: true }', []],
    ['{ host_redirect: "shop.test:8443" }', []],
    ['{ host_redirect: "[::1]", port_redirect: 443 }', []],
    ['{ path_redirect: "/cart?x=1" }', []],
    ['{ path_redirect: "?x=1" }', []],
    ['{ strip_query: true }', []],
    ['{ prefix_rewrite: / }', []],
    ['{ port_redirect: 8443 }', []],
  ])('%s', (redirect, expected) => {
    expect(pointers(redirect)).toEqual(expected);
  });
});

describe('direct-response', () => {
  const of = (yaml: string) =>
    found('direct-response', yaml, 'route.DirectResponseAction').map(
      ({ pointer, level }) => `${level} ${pointer}`,
    );
  const base64 = (bytes: number): string => Buffer.alloc(bytes).toString('base64');
  test.each([
    ['{}', ['error ']],
    ['{ body: { inline_string: a } }', ['error ']],
    [`{ status: 200, body: { inline_string: "${'a'.repeat(4097)}" } }`, ['error /body']],
    [`{ status: 200, body: { inline_string: "${'ä'.repeat(2049)}" } }`, ['error /body']],
    [`{ status: 200, body: { inline_bytes: "${base64(4097)}" } }`, ['error /body']],
    [`{ status: 200, body: { inline_string: "${'a'.repeat(4096)}" } }`, []],
    [`{ status: 200, body: { inline_bytes: "${base64(4096)}" } }`, []],
    ['{ status: 200, body: { filename: /etc/proxy/page.html } }', []],
    ['{ status: nothing }', []],
  ])('%#', (yaml, expected) => {
    expect(of(yaml)).toEqual(expected);
  });
});

describe('duplicate-upgrade', () => {
  const of = (...types: readonly string[]) =>
    found(
      'duplicate-upgrade',
      `{ cluster: a, upgrade_configs: [${types.map((type) => `{ upgrade_type: ${type} }`).join(', ')}] }`,
      'route.RouteAction',
    ).map(({ pointer, related }) => [pointer, related[0]?.pointer]);
  test('in any letter case', () => {
    expect(of('websocket', 'h2c', 'WebSocket')).toEqual([['/upgrade_configs/2', '/upgrade_configs/0']]);
    expect(of('websocket', 'h2c')).toEqual([]);
  });
});

describe('conflicting-fields', () => {
  const of = (yaml: string, type: string) =>
    found('conflicting-fields', yaml, type).map(({ level }) => level);
  const regex = 'regex_rewrite: { pattern: { google_re2: {}, regex: a }, substitution: b }';
  test.each([
    ['route.RouteAction', `{ cluster: a, prefix_rewrite: /b, ${regex} }`, 1],
    ['route.RouteAction', `{ cluster: a, prefix_rewrite: "", ${regex} }`, 0],
    ['route.RouteAction', `{ cluster: a, ${regex} }`, 0],
    [
      'route.RouteAction',
      '{ cluster: a, request_mirror_policy: { cluster: b }, request_mirror_policies: [{ cluster: c }] }',
      1,
    ],
    [
      'route.RouteAction',
      '{ cluster: a, request_mirror_policy: { cluster: b }, request_mirror_policies: [] }',
      0,
    ],
    ['route.VirtualCluster', '{ name: a, pattern: /a, headers: [{ name: ":path", prefix_match: /b }] }', 1],
    ['route.VirtualCluster', '{ name: a, headers: [{ name: ":path", prefix_match: /b }] }', 0],
  ])('%s %s', (type, yaml, count) => {
    expect(of(yaml, type)).toEqual(Array(count).fill('error'));
  });
});

describe('fraction-above-whole', () => {
  const of = (text: string) => found('fraction-above-whole', `{ ${text} }`, 'type.FractionalPercent').length;
  test.each([
    ['numerator: 101', 1],
    ['numerator: 10001, denominator: TEN_THOUSAND', 1],
    ['numerator: 100', 0],
    ['numerator: 5000, denominator: TEN_THOUSAND', 0],
    ['numerator: 1000000, denominator: MILLION', 0],
    ['', 0],
  ])('%s', (text, count) => {
    expect(of(text)).toBe(count);
  });
});

describe('unreachable-hash-policy', () => {
  const of = (...policies: readonly string[]) =>
    found(
      'unreachable-hash-policy',
      `{ cluster: a, hash_policy: [${policies.join(', ')}] }`,
      'route.RouteAction',
    ).map(({ pointer }) => pointer);
  const header = '{ header: { header_name: x-a } }';
  test('behind a cookie that always gives a hash', () => {
    const cookie = '{ cookie: { name: a, ttl: 0s }, terminal: true }';
    expect(of(cookie, header, header)).toEqual(['/hash_policy/1', '/hash_policy/2']);
    expect(of(header, cookie)).toEqual([]);
  });

  test.each([
    ['{ cookie: { name: a }, terminal: true }'],
    ['{ cookie: { name: a, ttl: 5s } }'],
    ['{ header: { header_name: x-b }, terminal: true }'],
    // No address, no hash: a client on a socket of the same machine.
    ['{ connection_properties: { source_ip: true }, terminal: true }'],
  ])('not behind %s', (policy) => {
    expect(of(policy, header)).toEqual([]);
  });
});

describe('duplicate-entry', () => {
  const of = (yaml: string, type: string) =>
    found('duplicate-entry', yaml, type).map(({ pointer, fix }) => [pointer, fix]);
  test('with a fix that removes the later one', () => {
    expect(
      of(
        '{ retry_on: retriable-status-codes, retriable_status_codes: [409, 500, 409] }',
        'route.RetryPolicy',
      ),
    ).toMatchObject([
      [
        '/retriable_status_codes/2',
        { kind: 'operations', operations: [{ op: 'remove', path: '/retriable_status_codes/2' }] },
      ],
    ]);
  });

  test.each([
    [
      'route.Route',
      '{ match: { prefix: / }, route: { cluster: a }, request_headers_to_remove: [X-A, x-a] }',
      1,
    ],
    ['route.RouteMatch', '{ prefix: /, query_parameters: [{ name: a }, { name: a }] }', 1],
    ['route.CorsPolicy', 'allow_origin: ["*", "*"]', 1],
    ['route.RouteMatch', '{ prefix: /, query_parameters: [{ name: a }, { name: A }] }', 0],
    [
      'route.RouteMatch',
      '{ prefix: /, headers: [{ name: a, exact_match: b }, { name: a, exact_match: c }] }',
      0,
    ],
    // The order of additions counts, and each appends.
    [
      'route.Route',
      '{ match: { prefix: / }, route: { cluster: a }, request_headers_to_add: [{ header: { key: a } }, { header: { key: a } }] }',
      0,
    ],
    // Findings of other rules.
    ['route.VirtualHost', '{ name: a, domains: [a.test, a.test], routes: [] }', 0],
  ])('%s %s', (type, yaml, count) => {
    expect(of(yaml, type).length).toBe(count);
  });
});

describe('subset-fallback', () => {
  const input = (subset: string, action: string, filters?: string): string => {
    const hosts = `virtual_hosts: [{ name: shop, domains: ["*"], routes: [{ match: { prefix: / }, route: { ${action} } }] }]`;
    const routes =
      filters === undefined
        ? `route_configs: [{ name: front, ${hosts} }]`
        : `listeners:
  - name: public
    address: { socket_address: { address: 0.0.0.0, port_value: 8080 } }
    filter_chains:
      - filters:
          - name: proxy.filters.network.http_connection_manager
            typed_config:
              "@type": type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
              stat_prefix: public
              http_filters: [${filters}]
              route_config: { ${hosts} }`;
    return `clusters: [{ name: shop, connect_timeout: 1s, lb_subset_config: { ${subset} } }]\n${routes}\n`;
  };
  const of = (...parts: Parameters<typeof input>) => found('subset-fallback', input(...parts));
  const selectors = 'subset_selectors: [{ keys: [stage, version] }, { keys: [stage] }]';
  const asks = (keys: string) =>
    `cluster: shop, metadata_match: { filter_metadata: { proxy.lb: { ${keys} } } }`;
  const router = '{ name: proxy.filters.http.router }';

  test('keys that no selector has', () => {
    expect(of(selectors, asks('region: north'))).toMatchObject([
      {
        level: 'warning',
        pointer: '/route_configs/0/virtual_hosts/0/routes/0/route/metadata_match',
        data: { cluster: 'shop', keys: ['region'] },
      },
    ]);
    const [finding] = of(`${selectors}, fallback_policy: ANY_ENDPOINT`, asks('stage: a, region: b'));
    expect(finding?.message).toContain('[stage, version], [stage]; all its requests come to ANY_ENDPOINT');
  });

  test('too few keys are certain only where no filter can add the others', () => {
    expect(of(selectors, asks('version: v2'))).toEqual([]);
    expect(of(selectors, asks('version: v2'), router)).toHaveLength(1);
    expect(
      of(selectors, asks('version: v2'), `{ name: proxy.filters.http.header_to_metadata }, ${router}`),
    ).toEqual([]);
    expect(of(selectors, asks('version: v2'), `{ name: shop.own }, ${router}`)).toEqual([]);
  });

  test.each([
    [selectors, asks('stage: prod')],
    [selectors, asks('version: v2, stage: prod')],
    [selectors, 'cluster: shop'],
    [selectors, 'cluster: elsewhere, metadata_match: { filter_metadata: { proxy.lb: { region: a } } }'],
    ['subset_selectors: []', asks('region: a')],
  ])('not: %s, %s', (subset, action) => {
    expect(of(subset, action)).toEqual([]);
  });

  test('a weighted cluster brings its own keys beside those of the route', () => {
    const weighted = (own: string, all: string) =>
      `weighted_clusters: { clusters: [{ name: shop, weight: 100, metadata_match: { filter_metadata: { proxy.lb: { ${own} } } } }] }, metadata_match: { filter_metadata: { proxy.lb: { ${all} } } }`;
    expect(of(selectors, weighted('version: v2', 'stage: prod'))).toEqual([]);
    expect(of(selectors, weighted('region: a', 'stage: prod'))).toMatchObject([
      {
        pointer:
          '/route_configs/0/virtual_hosts/0/routes/0/route/weighted_clusters/clusters/0/metadata_match',
        data: { keys: ['stage', 'region'] },
      },
    ]);
  });
});

test('a route configuration with none of these faults', () => {
  const yaml = `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test, "*.shop.test"]
    routes:
      - match: { path: /cart, headers: [{ name: ":method", exact_match: GET }] }
        route:
          cluster: cart
          timeout: 5s
          retry_policy: { retry_on: "5xx,reset", num_retries: 2, per_try_timeout: 1s }
      - match: { prefix: /api/ }
        route: { cluster: api, prefix_rewrite: / }
      - match: { prefix: /old }
        redirect: { path_redirect: /new }
      - match: { prefix: / }
        route: { cluster: shop }
        request_headers_to_add: [{ header: { key: x-tenant, value: shop }, append: false }]
`;
  expect(analyzed(yaml, 'RouteConfiguration')).toEqual([]);
});
