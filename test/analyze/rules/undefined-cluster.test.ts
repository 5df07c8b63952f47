import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/analyze/index.ts';
import { analyzed, found } from '../analyzed.ts';

const facts = (findings: readonly Finding[]) =>
  findings.map(({ pointer, level, data }) => ({ pointer, level, data }));
const undefinedIn = (yaml: string, type?: string) => facts(found('undefined-cluster', yaml, type));
const messages = (yaml: string) => found('undefined-cluster', yaml).map(({ message }) => message);
const undecided = (yaml: string) =>
  analyzed(yaml).filter(({ rule, data }) => rule === 'undecided' && data.rule === 'undefined-cluster');

const MANAGER =
  'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';
const THIRD =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

const resources = (action: string) => `clusters: [{ name: shop, connect_timeout: 1s }]
virtual_hosts:
  - name: shop
    domains: ['*']
    routes:
      - { match: { prefix: / }, route: ${action} }
`;

const bootstrap = (action: string, more = '', setting = '') => `static_resources:
  listeners:
    - name: front
      address: { socket_address: { address: 127.0.0.1, port_value: 8080 } }
      filter_chains:
        - filters:
            - name: proxy.filters.network.http_connection_manager
              typed_config:
                '@type': ${MANAGER}
                stat_prefix: front
                http_filters: [{ name: proxy.filters.http.router }]
                route_config:
                  ${setting}
                  virtual_hosts: [{ name: shop, domains: ['*'], routes: [{ match: { prefix: / }, route: ${action} }] }]
  clusters: [{ name: shop, connect_timeout: 1s }]
${more}
`;

describe('what a client gets', () => {
  test('503 by default', () => {
    expect(found('undefined-cluster', resources('{ cluster: cart }'))).toMatchObject([
      {
        pointer: '/virtual_hosts/0/routes/0/route/cluster',
        level: 'warning',
        data: { cluster: 'cart' },
        message:
          'the cluster "cart" is not defined: a request that comes here gets 503; define it or correct the name',
      },
    ]);
  });

  test('404 where the route says so', () => {
    expect(messages(resources('{ cluster: cart, cluster_not_found_response_code: NOT_FOUND }'))).toEqual([
      'the cluster "cart" is not defined: a request that comes here gets 404; define it or correct the name',
    ]);
  });

  test('a share of the requests, by the weights', () => {
    const action =
      '{ cluster_not_found_response_code: NOT_FOUND, weighted_clusters: { clusters: [{ name: shop, weight: 80 }, { name: cart, weight: 20 }] } }';
    expect(found('undefined-cluster', resources(action))).toMatchObject([
      {
        pointer: '/virtual_hosts/0/routes/0/route/weighted_clusters/clusters/1/name',
        level: 'warning',
        message: expect.stringContaining('20 of 100 requests get 404'),
      },
    ]);
  });

  test('a share of the sum of the weights, of total_weight in version 2', () => {
    const split = (more: string) =>
      `{ weighted_clusters: { clusters: [{ name: shop, weight: 1 }, { name: cart, weight: 1 }]${more} } }`;
    const third = bootstrap(split(', total_weight: 50')).replace(MANAGER, THIRD);
    expect(messages(third)).toEqual([expect.stringContaining('1 of 2 requests get 503')]);
    const picked = bootstrap(split(', header_name: x-pick')).replace(MANAGER, THIRD);
    expect(messages(picked)).toEqual([expect.stringContaining('requests for it get 503')]);
    const second = bootstrap(split(', total_weight: 50'));
    expect(messages(second)).toEqual([expect.stringContaining('1 of 50 requests get 503')]);
  });

  test('the specification of version 2 demands a mirror', () => {
    expect(undefinedIn(resources('{ cluster: shop, request_mirror_policy: { cluster: cart } }'))).toEqual([
      {
        pointer: '/virtual_hosts/0/routes/0/route/request_mirror_policy/cluster',
        level: 'error',
        data: { cluster: 'cart' },
      },
    ]);
  });

  test('at each reference', () => {
    const yaml = `clusters: [{ name: shop, connect_timeout: 1s }]
routes:
  - { match: { prefix: /a }, route: { cluster: cart } }
  - { match: { prefix: /b }, route: { cluster: cart } }
`;
    expect(undefinedIn(yaml).map(({ pointer }) => pointer)).toEqual([
      '/routes/0/route/cluster',
      '/routes/1/route/cluster',
    ]);
  });

  test('a near name is suggested', () => {
    expect(messages(resources('{ cluster: shopp }'))).toEqual([
      'the cluster "shopp" is not defined: a request that comes here gets 503; did you mean "shop"?',
    ]);
  });

  test('nothing is found where all are defined', () => {
    expect(undefinedIn(resources('{ cluster: shop }'))).toEqual([]);
    expect(undefinedIn(resources('{ cluster_header: x-cluster }'))).toEqual([]);
  });
});

describe('where the proxy refuses it', () => {
  test('a route configuration in a connection manager is checked', () => {
    expect(found('undefined-cluster', bootstrap('{ cluster: cart }'))).toMatchObject([
      { level: 'error', message: expect.stringContaining('the proxy refuses the route configuration') },
    ]);
  });

  describe('fact 157', () => {
    const ROUTE = '{ match: { prefix: / }, route: { cluster: cart } }';
    const COPIED = '{ match: { prefix: / }, route: { cluster: shop } }';
    const MIRROR = 'request_mirror_policies: [{ cluster: cart }]';
    const OWN = COPIED.replace('shop', 'shop, request_mirror_policies: [{ cluster: shop }]');
    const tree = (route: string) =>
      `matcher: { on_no_match: { action: { name: r, typed_config: { '@type': type.googleapis.com/envoy.config.route.v3.Route, ${route.slice(1)} } } }`;
    const levels = (host: string, setting = '') => {
      const written = bootstrap('{ cluster: shop }', '', setting).replace(MANAGER, THIRD);
      const yaml = written.replace(/routes: .*/, `${host} }]`);
      return undefinedIn(yaml).map(({ level }) => level);
    };

    test.each([
      ['a list', `routes: [${ROUTE}]`, ['error']],
      ['a tree', tree(ROUTE), ['warning']],
      ['a mirror of a tree', tree(COPIED.replace('shop', `shop, ${MIRROR}`)), ['warning']],
      ['a mirror around a tree', `${MIRROR}, ${tree(COPIED)}`, ['warning']],
      ['a mirror around a list', `${MIRROR}, routes: [${COPIED}]`, ['error']],
      ['a mirror around redirects', `${MIRROR}, routes: [{ match: { prefix: / }, redirect: {} }]`, ['error']],
      ['a mirror that no route takes over', `${MIRROR}, routes: [${OWN}]`, ['warning']],
    ])('%s', (_, host, expected) => {
      expect(levels(host)).toEqual(expected);
      expect(levels(host, 'validate_clusters: true')).toEqual(expected);
    });

    test('mirrors around all virtual hosts', () => {
      expect(levels(`routes: [${COPIED}]`, MIRROR)).toEqual(['error']);
      expect(levels(tree(COPIED), MIRROR)).toEqual(['warning']);
      const nearer = 'request_mirror_policies: [{ cluster: shop }]';
      expect(levels(`${nearer}, routes: [${COPIED}]`, MIRROR)).toEqual(['warning']);
    });

    test('a scope inline', () => {
      const scoped = (setting: string) => {
        const scopes = `scoped_routes:
                  name: s
                  scope_key_builder: { fragments: [{ header_value_extractor: { name: x-k } }] }
                  scoped_route_configurations_list:
                    scoped_route_configurations:
                      - name: one
                        key: { fragments: [{ string_key: '1' }] }
                        route_configuration: { name: q, ${setting}`;
        const yaml = bootstrap('{ cluster: cart }').replace(MANAGER, THIRD);
        return undefinedIn(
          yaml.replace(/route_config:\s+virtual_hosts: (.*)/, `${scopes}virtual_hosts: $1 }`),
        );
      };
      expect(scoped('').map(({ level }) => level)).toEqual(['error']);
      expect(scoped('validate_clusters: false, ').map(({ level }) => level)).toEqual(['warning']);
    });
  });

  test('unless validate_clusters says otherwise', () => {
    const yaml = bootstrap('{ cluster: cart }', '', 'validate_clusters: false');
    expect(found('undefined-cluster', yaml)).toMatchObject([{ level: 'warning' }]);
  });

  test.each([
    [
      'a weight',
      '{ weighted_clusters: { clusters: [{ name: shop, weight: 1 }, { name: cart, weight: 1 }] } }',
    ],
    ['a mirror', '{ cluster: shop, request_mirror_policies: [{ cluster: cart }] }'],
  ])('%s of version 3 is checked as the cluster of a route is', (_, action) => {
    const levels = (setting: string) => {
      const found = undefinedIn(bootstrap(action, '', setting).replace(MANAGER, THIRD));
      return found.map(({ level }) => level);
    };
    expect(levels('')).toEqual(['error']);
    expect(levels('validate_clusters: true')).toEqual(['error']);
    expect(levels('validate_clusters: false')).toEqual(['warning']);
    const fetched = (setting: string) => `clusters: [{ name: shop }]
route_configs:
  - name: front
    ${setting}
    virtual_hosts: [{ name: shop, domains: ['*'], routes: [{ match: { path_separated_prefix: /a }, route: ${action} }] }]
`;
    expect(undefinedIn(fetched('')).map(({ level }) => level)).toEqual(['warning']);
    expect(undefinedIn(fetched('validate_clusters: true')).map(({ level }) => level)).toEqual(['error']);
  });

  test('a fetched one is checked only where validate_clusters says so', () => {
    const fetched = (setting: string) => `clusters: [{ name: shop, connect_timeout: 1s }]
route_configs:
  - name: front
    ${setting}
    virtual_hosts: [{ name: shop, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: cart } }] }]
`;
    expect(undefinedIn(fetched('validate_clusters: true')).map(({ level }) => level)).toEqual(['error']);
    expect(undefinedIn(fetched('')).map(({ level }) => level)).toEqual(['warning']);
  });

  test.each([
    [
      'a management server',
      'dynamic_resources: { cds_config: { api_config_source: { api_type: GRPC, grpc_services: [{ envoy_grpc: { cluster_name: xds } }] } } }',
      '/dynamic_resources/cds_config/api_config_source/grpc_services/0/envoy_grpc/cluster_name',
    ],
    [
      'the local cluster',
      'cluster_manager: { local_cluster_name: xds }',
      '/cluster_manager/local_cluster_name',
    ],
    [
      'a tracer',
      'tracing: { http: { name: proxy.zipkin, config: { collector_cluster: xds, collector_endpoint: /api } } }',
      '/tracing/http/config/collector_cluster',
    ],
    [
      'a stats sink',
      'stats_sinks: [{ name: proxy.statsd, config: { tcp_cluster_name: xds } }]',
      '/stats_sinks/0/config/tcp_cluster_name',
    ],
  ])('the cluster of %s is needed at start', (_, more, pointer) => {
    expect(undefinedIn(bootstrap('{ cluster: shop }', more))).toEqual([
      { pointer, level: 'error', data: { cluster: 'xds' } },
    ]);
  });

  test('what fails later only is a warning', () => {
    const yaml = `clusters: [{ name: shop, connect_timeout: 1s }]
listeners:
  - name: tcp
    address: { socket_address: { address: 127.0.0.1, port_value: 1 } }
    filter_chains: [{ filters: [{ name: proxy.tcp_proxy, config: { stat_prefix: t, cluster: cart } }] }]
`;
    expect(found('undefined-cluster', yaml)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('connections that come here are closed at once') },
    ]);
  });

  test('what a proxy dumped it has accepted', () => {
    const yaml = `configs:
  - '@type': type.googleapis.com/proxy.admin.v2alpha.ClustersConfigDump
    static_clusters: [{ cluster: { name: shop, connect_timeout: 1s } }]
  - '@type': type.googleapis.com/proxy.admin.v2alpha.RoutesConfigDump
    dynamic_route_configs:
      - route_config: { name: front, validate_clusters: true, virtual_hosts: [{ name: shop, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: cart } }] }] }
`;
    expect(undefinedIn(yaml).map(({ level }) => level)).toEqual(['warning']);
  });
});

describe('where it is judged', () => {
  test('not where the input defines no cluster', () => {
    const yaml =
      'virtual_hosts: [{ name: shop, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }]';
    expect(undefinedIn(yaml)).toEqual([]);
    expect(undecided(yaml)).toEqual([]);
  });

  test('not for what one cluster by itself names', () => {
    const yaml = `name: both
connect_timeout: 1s
cluster_type:
  name: proxy.clusters.aggregate
  typed_config:
    '@type': type.googleapis.com/proxy.config.cluster.aggregate.v2alpha.ClusterConfig
    clusters: [first, second]
`;
    expect(undefinedIn(yaml)).toEqual([]);
  });

  test('not for config sources of clusters without the bootstrap that has to define theirs', () => {
    const yaml = `- name: shop
  type: EDS
  connect_timeout: 1s
  eds_cluster_config: { eds_config: { api_config_source: { api_type: REST, cluster_names: [xds], refresh_delay: 1s } } }
- { name: cart, connect_timeout: 1s }
`;
    expect(undefinedIn(yaml)).toEqual([]);
  });

  test('undecided where clusters come from elsewhere', () => {
    const yaml = bootstrap('{ cluster: cart }', 'dynamic_resources: { cds_config: { path: /cds.yaml } }');
    expect(undefinedIn(yaml)).toEqual([]);
    expect(undecided(yaml)).toMatchObject([
      {
        pointer: '/dynamic_resources/cds_config',
        data: { rule: 'undefined-cluster', clusters: ['cart'] },
        message: expect.stringContaining('/cds.yaml'),
      },
    ]);
  });

  test('a text in unknown data is no name of a cluster', () => {
    const yaml = resources('{ cluster: shop }').replace(
      'routes:',
      'per_filter_config: { test.widget: { target: cart } }\n    routes:',
    );
    expect(undefinedIn(yaml)).toEqual([]);
  });
});
