import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/analyze/index.ts';
import { analyzed, found } from '../analyzed.ts';

const facts = (findings: readonly Finding[]) =>
  findings.map(({ pointer, level, data }) => ({ pointer, level, data }));
const unreachable = (yaml: string, type?: string) => facts(found('unreachable-cluster', yaml, type));
const names = (yaml: string, type?: string) =>
  found('unreachable-cluster', yaml, type).map(({ data }) => data.cluster);
const undecided = (yaml: string, type?: string) =>
  analyzed(yaml, type).filter(
    ({ rule, data }) => rule === 'undecided' && data.rule === 'unreachable-cluster',
  );

/** Clusters and the routes of one virtual host. */
const resources = (clusters: readonly string[], routes: string, more = '') => `clusters:
${clusters.map((name) => `  - { name: ${name}, connect_timeout: 1s }`).join('\n')}
virtual_hosts:
  - name: shop
    domains: ['*']
    routes:
${routes}
${more}`;

const MANAGER =
  'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

/** A bootstrap whose listener runs one HTTP filter before the router, and one network filter. */
const bootstrap = (clusters: readonly string[], filter: string, more = '') => `static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 127.0.0.1, port_value: 8080 } }
      filter_chains:
        - filters:
${filter.replace(/^/gm, '            ')}
  clusters:
${clusters.map((name) => `    - { name: ${name}, connect_timeout: 1s }`).join('\n')}
${more}`;

const manager = (
  httpFilters: string,
  routes = '{ match: { prefix: / }, route: { cluster: shop } }',
) => `- name: proxy.filters.network.http_connection_manager
  typed_config:
    '@type': ${MANAGER}
    stat_prefix: front
    http_filters: [${httpFilters}]
    route_config:
      virtual_hosts: [{ name: shop, domains: ['*'], routes: [${routes}] }]`;

describe('reasons', () => {
  test('nothing names it', () => {
    expect(
      unreachable(resources(['shop', 'old'], '      - { match: { prefix: / }, route: { cluster: shop } }')),
    ).toEqual([
      { pointer: '/clusters/1', level: 'warning', data: { cluster: 'old', reason: 'unreferenced' } },
    ]);
  });

  test('only a route that is never reached leads to it', () => {
    const routes = `      - { match: { prefix: / }, route: { cluster: shop } }
      - { match: { prefix: /cart }, route: { cluster: cart } }`;
    const [finding] = found('unreachable-cluster', resources(['shop', 'cart'], routes));
    expect(finding).toMatchObject({
      pointer: '/clusters/1',
      data: { cluster: 'cart', reason: 'only-shadowed-routes' },
      related: [{ pointer: '/virtual_hosts/0/routes/1/route/cluster' }],
    });
  });

  test('only behind a runtime fraction that is 0 by default: not certain, and no more than worth knowing', () => {
    const routes = `      - match: { prefix: /, runtime_fraction: { default_value: { numerator: 0 }, runtime_key: new } }
        route: { cluster: cart }
      - { match: { prefix: / }, route: { cluster: shop } }`;
    expect(unreachable(resources(['shop', 'cart'], routes))).toEqual([
      {
        pointer: '/clusters/1',
        level: 'info',
        data: { cluster: 'cart', reason: 'only-shadowed-routes', certain: false },
      },
    ]);
  });

  const split = (prefix: string) => `      - match: { prefix: / }
        route: { weighted_clusters: { ${prefix}clusters: [{ name: shop, weight: 100 }, { name: cart, weight: 0 }] } }`;

  test('a weight of 0', () => {
    expect(unreachable(resources(['shop', 'cart'], split('')))).toEqual([
      { pointer: '/clusters/1', level: 'warning', data: { cluster: 'cart', reason: 'zero-weight' } },
    ]);
  });

  test('a weight of 0 that a runtime key can raise', () => {
    expect(unreachable(resources(['shop', 'cart'], split('runtime_key_prefix: split, ')))).toEqual([
      {
        pointer: '/clusters/1',
        level: 'info',
        data: { cluster: 'cart', reason: 'zero-weight', certain: false },
      },
    ]);
  });

  test.each([
    ['{ cluster: copy, runtime_fraction: { default_value: { numerator: 0 } } }', { reason: 'zero-weight' }],
    [
      '{ cluster: copy, runtime_fraction: { default_value: { numerator: 0 }, runtime_key: copy } }',
      { reason: 'zero-weight', certain: false },
    ],
    ['{ cluster: copy, runtime_key: copy }', { reason: 'zero-weight', certain: false }],
  ])('a mirror policy without a share: %s', (policy, data) => {
    const routes = `      - match: { prefix: / }
        route: { cluster: shop, request_mirror_policy: ${policy} }`;
    expect(unreachable(resources(['shop', 'copy'], routes)).map((each) => each.data)).toEqual([
      { cluster: 'copy', ...data },
    ]);
  });

  test.each([
    ['runtime: { base: { share: 250 } }', []],
    ['layered_runtime: { layers: [{ name: a, static_layer: { share: 250 } }] }', []],
    ['layered_runtime: { layers: [{ name: a, static_layer: { share: 0 } }] }', ['copy']],
    ['layered_runtime: { layers: [{ name: a, static_layer: { other: 1 } }] }', ['copy']],
  ])('a mirror policy whose runtime key the bootstrap itself gives: %s', (runtime, expected) => {
    const action = '{ cluster: shop, request_mirror_policy: { cluster: copy, runtime_key: share } }';
    const filter = manager('', `{ match: { prefix: / }, route: ${action} }`);
    const found = names(bootstrap(['shop', 'copy'], filter, `${runtime}\n`));
    expect(found).toEqual(expected);
  });

  test('part of an aggregate cluster that nothing reaches', () => {
    const aggregate = `  - name: both
    connect_timeout: 1s
    lb_policy: CLUSTER_PROVIDED
    cluster_type:
      name: proxy.clusters.aggregate
      typed_config:
        '@type': type.googleapis.com/proxy.config.cluster.aggregate.v2alpha.ClusterConfig
        clusters: [first, second]`;
    const route = (cluster: string) => `clusters:
  - { name: first, connect_timeout: 1s }
  - { name: second, connect_timeout: 1s }
${aggregate}
routes: [{ match: { prefix: / }, route: { cluster: ${cluster} } }]
`;
    expect(names(route('both'))).toEqual([]);
    expect(unreachable(route('first')).map(({ data }) => data)).toEqual([
      { cluster: 'second', reason: 'unreferenced' },
      { cluster: 'both', reason: 'unreferenced' },
    ]);
  });

  test('part of a composite cluster that nothing reaches', () => {
    const route = (cluster: string) => `clusters:
  - { name: first }
  - { name: second }
  - name: both
    lb_policy: CLUSTER_PROVIDED
    cluster_type:
      name: envoy.clusters.composite
      typed_config:
        '@type': type.googleapis.com/envoy.extensions.clusters.composite.v3.ClusterConfig
        clusters: [{ name: first }, { name: second }]
routes: [{ match: { prefix: / }, route: { cluster: ${cluster} } }]
`;
    expect(names(route('both'))).toEqual([]);
    expect(names(route('first'))).toEqual(['second', 'both']);
  });

  test('a fault filter only asks whether a request goes there', () => {
    const filter = manager(
      '{ name: proxy.filters.http.fault, config: { upstream_cluster: cart } }, { name: proxy.filters.http.router }',
    );
    expect(names(bootstrap(['shop', 'cart'], filter))).toEqual(['cart']);
  });

  test('its own name inside itself is no reference', () => {
    const yaml = `clusters:
  - { name: shop, connect_timeout: 1s, metadata: { filter_metadata: { a: { name: shop } } } }
virtual_hosts: []
`;
    expect(names(yaml)).toEqual(['shop']);
  });
});

describe('what leads to a cluster', () => {
  const routes = (action: string) => `      - { match: { prefix: / }, route: ${action} }`;

  test.each([
    [
      'a weight',
      '{ weighted_clusters: { clusters: [{ name: shop, weight: 60 }, { name: cart, weight: 40 }] } }',
    ],
    ['a mirror', '{ cluster: shop, request_mirror_policy: { cluster: cart } }'],
    ['mirrors', '{ cluster: shop, request_mirror_policies: [{ cluster: cart }] }'],
    [
      'a part of the requests mirrored',
      '{ cluster: shop, request_mirror_policy: { cluster: cart, runtime_fraction: { default_value: { numerator: 1 } } } }',
    ],
    ['a cluster in a header', '{ cluster_header: x-cluster }'],
  ])('%s', (_, action) => {
    expect(names(resources(['shop', 'cart'], routes(action)))).toEqual([]);
  });

  test.each([
    ['a split', '{ weighted_clusters: { clusters: [{ cluster_header: x-cluster, weight: 1 }] } }', ''],
    ['a mirror', '{ cluster: shop, request_mirror_policies: [{ cluster_header: x-copy }] }', ''],
    ['a mirror around it', '{ cluster: shop }', 'request_mirror_policies: [{ cluster_header: x-copy }]'],
  ])('a cluster in a header: %s', (_, action, around) => {
    const text = `static_resources:
  clusters: [{ name: shop }, { name: cart }]
  listeners:
    - filter_chains:
        - filters:
            - name: h
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                route_config:
                  virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: ${action} }] }]
                  ${around}
`;
    expect(names(text)).toEqual([]);
    expect(
      names(
        text.replace(/cluster_header: [\w-]+/, action.includes('weighted') ? 'name: shop' : 'cluster: shop'),
      ),
    ).toEqual(['cart']);
  });

  test('a cluster in a header of Thrift', () => {
    const thrift = (to: string) => `static_resources:
  clusters: [{ name: shop }, { name: cart }]
  listeners:
    - filter_chains:
        - filters:
            - name: h
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.thrift_proxy.v3.ThriftProxy
                route_config: { name: r, routes: [{ match: { method_name: "" }, route: { ${to} } }] }
            - name: t
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                route_config: { virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }] }
`;
    expect(names(thrift('cluster_header: x-cluster'))).toEqual([]);
    expect(names(thrift('cluster: shop'))).toEqual(['cart']);
  });

  test('a cluster in a header of a route that is never reached leads nowhere', () => {
    const all = `${routes('{ cluster: shop }')}
      - { match: { prefix: /cart }, route: { cluster_header: x-cluster } }`;
    expect(names(resources(['shop', 'cart'], all))).toEqual(['cart']);
  });

  const router = '{ name: proxy.filters.http.router }';
  test.each([
    [
      'an external authorization over gRPC',
      '{ name: proxy.filters.http.ext_authz, config: { grpc_service: { envoy_grpc: { cluster_name: side } } } }',
    ],
    [
      'an external authorization over HTTP',
      '{ name: proxy.filters.http.ext_authz, config: { http_service: { server_uri: { uri: "http://side", cluster: side, timeout: 1s } } } }',
    ],
    [
      'a rate limit service',
      '{ name: proxy.rate_limit, config: { domain: d, rate_limit_service: { grpc_service: { envoy_grpc: { cluster_name: side } } } } }',
    ],
    [
      'keys of a token issuer',
      '{ name: proxy.filters.http.jwt_authn, config: { providers: { p: { issuer: i, remote_jwks: { http_uri: { uri: "http://side/keys", cluster: side, timeout: 1s } } } } } }',
    ],
    [
      'a share of healthy hosts',
      '{ name: proxy.health_check, config: { pass_through_mode: false, cluster_min_healthy_percentages: { side: { value: 25 } } } }',
    ],
    ['a filter nobody knows', '{ name: test.filters.widget, config: { upstream: [{ target: side }] } }'],
    [
      'a type nobody knows',
      '{ name: test.filters.widget, typed_config: { "@type": type.googleapis.com/test.Widget, targets: [side] } }',
    ],
    ['JSON within a text', `{ name: test.filters.widget, config: { code: '{"cluster": "side"}' } }`],
    [
      'a program',
      `{ name: proxy.lua, config: { inline_code: "function proxy_on_request(h) h:httpCall('side', {}, '', 100) end" } }`,
    ],
    [
      'a program that works the name out',
      `{ name: proxy.lua, config: { inline_code: "function proxy_on_request(h) h:httpCall(target(h), {}, '', 100) end" } }`,
    ],
    ['an unknown field', '{ name: proxy.filters.http.router, calls: side }'],
  ])('%s', (_, filter) => {
    expect(names(bootstrap(['shop', 'side'], manager(`${filter}, ${router}`)))).toEqual([]);
  });

  test.each([
    ['a part of the name', '{ name: test.filters.widget, config: { upstream: side-car } }'],
    [
      'a program without calls',
      `{ name: proxy.lua, config: { inline_code: "function proxy_on_request(h) h:logInfo('aside') end" } }`,
    ],
  ])('but not %s', (_, filter) => {
    expect(names(bootstrap(['shop', 'side'], manager(`${filter}, ${router}`)))).toEqual(['side']);
  });

  test.each([
    ['one cluster', 'cluster: side'],
    ['weights', 'weighted_clusters: { clusters: [{ name: side, weight: 1 }] }'],
    ['routes of the first version', 'deprecated_v1: { routes: [{ cluster: side }] }'],
  ])('a TCP proxy with %s', (_, target) => {
    expect(
      names(bootstrap(['side'], `- { name: proxy.tcp_proxy, config: { stat_prefix: t, ${target} } }`)),
    ).toEqual([]);
  });

  test('the server name that a client asks for may be that of any cluster', () => {
    const filters = `- { name: proxy.filters.network.sni_cluster }
- { name: proxy.tcp_proxy, config: { stat_prefix: t, cluster: side } }`;
    expect(names(bootstrap(['side', 'other'], filters))).toEqual([]);
  });

  test.each([
    [
      'a tracer',
      'tracing: { http: { name: proxy.zipkin, config: { collector_cluster: side, collector_endpoint: /api } } }',
    ],
    ['a stats sink', 'stats_sinks: [{ name: proxy.statsd, config: { tcp_cluster_name: side } }]'],
    ['the cluster of the proxy itself', 'cluster_manager: { local_cluster_name: side }'],
    [
      'load reports',
      'cluster_manager: { load_stats_config: { api_type: GRPC, grpc_services: [{ envoy_grpc: { cluster_name: side } }] } }',
    ],
    [
      'a config source',
      'hds_config: { api_type: GRPC, grpc_services: [{ proxy_grpc: { cluster_name: side } }] }',
    ],
    ['a polled config source', 'hds_config: { api_type: REST, cluster_names: [side], refresh_delay: 1s }'],
  ])('%s of the bootstrap', (_, more) => {
    expect(names(bootstrap(['shop', 'side'], manager(router), more))).toEqual([]);
  });
});

describe('where it is judged', () => {
  test.each([
    ['clusters alone', 'clusters: [{ name: shop, connect_timeout: 1s }]'],
    ['a list of clusters', '- { name: shop, connect_timeout: 1s }\n- { name: cart, connect_timeout: 1s }'],
  ])('not for %s', (_, yaml) => {
    expect(names(yaml)).toEqual([]);
    expect(undecided(yaml)).toEqual([]);
  });

  test.each(['virtual_hosts: []', 'listeners: []', 'route_configs: []', 'routes: []'])('with %s', (place) => {
    expect(names(`clusters: [{ name: shop, connect_timeout: 1s }]\n${place}\n`)).toEqual(['shop']);
  });

  test('for a bootstrap without listeners', () => {
    expect(names('static_resources: { clusters: [{ name: shop, connect_timeout: 1s }] }')).toEqual(['shop']);
  });
});

describe('parts that come from elsewhere', () => {
  const ROUTER = '{ name: proxy.filters.http.router }';
  const fetched = (routes: string) => `- name: proxy.filters.network.http_connection_manager
  config: { stat_prefix: front, http_filters: [${ROUTER}], ${routes} }`;

  test.each([
    ['listeners', 'dynamic_resources: { lds_config: { path: /lds.yaml } }', '/dynamic_resources/lds_config'],
    ['listeners over ADS', 'dynamic_resources: { lds_config: { ads: {} } }', '/dynamic_resources/lds_config'],
  ])('%s', (_, more, pointer) => {
    const yaml = bootstrap(['shop', 'cart'], manager(ROUTER), more);
    expect(names(yaml)).toEqual([]);
    expect(undecided(yaml)).toMatchObject([
      { pointer, level: 'info', data: { rule: 'unreachable-cluster', clusters: ['cart'] } },
    ]);
  });

  test.each([
    ['rds', 'rds: { route_config_name: front, config_source: { ads: {} } }'],
    [
      'scoped_routes',
      'scoped_routes: { name: s, scope_key_builder: { fragments: [] }, scoped_rds: { scoped_rds_config_source: { ads: {} } } }',
    ],
  ])('routes behind %s', (field, routes) => {
    const yaml = bootstrap(['shop'], fetched(routes));
    expect(names(yaml)).toEqual([]);
    expect(undecided(yaml)).toMatchObject([
      { pointer: `/static_resources/listeners/0/filter_chains/0/filters/0/config/${field}` },
    ]);
  });

  test('nothing is open where everything here is reached', () => {
    const yaml = bootstrap(['shop'], manager(ROUTER), 'dynamic_resources: { lds_config: { ads: {} } }');
    expect(undecided(yaml)).toEqual([]);
  });

  test('14.12 under CDS a static cluster is not certainly unreachable: one from there may name it', () => {
    const yaml = bootstrap(
      ['shop', 'cart'],
      manager(ROUTER),
      'dynamic_resources: { cds_config: { ads: {} } }',
    );
    expect(names(yaml)).toEqual([]);
    expect(undecided(yaml).map(({ message }) => message)).toEqual([
      'whether "cart" can be reached is not decided: nothing here leads there, but clusters also come from cds_config (ADS), and one of those may name it',
    ]);
  });

  test('a fetched route configuration that another document shows', () => {
    const yaml = `${bootstrap(['shop', 'cart'], fetched('rds: { route_config_name: front, config_source: { ads: {} } }'))}
---
name: front
virtual_hosts: [{ name: shop, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }]
`;
    expect(names(yaml)).toEqual(['cart']);
  });

  test('a program around an api_listener may call any cluster', () => {
    const yaml = `static_resources:
  listeners:
    - name: api
      address: { socket_address: { address: 0.0.0.0, port_value: 1 } }
      api_listener: { api_listener: { '@type': ${MANAGER}, stat_prefix: a, http_filters: [${ROUTER}], route_config: { virtual_hosts: [] } } }
  clusters: [{ name: shop, connect_timeout: 1s }]
`;
    expect(names(yaml)).toEqual([]);
    expect(undecided(yaml)).toHaveLength(1);
  });
});
