/** Random route configurations over small alphabets, as YAML could hold them. */
import fc from 'fast-check';
import { routes } from '../routing/all/lists.ts';

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const weights = some([100], [40, 60], [0, 100], [10, 0, 90], [50, 50]);

const action: fc.Arbitrary<object> = fc.oneof(
  fc.record({ route: fc.record({ cluster: some('a', 'b', 'gone') }) }),
  fc.record({ route: fc.record({ cluster: some('a', 'b'), prefix_rewrite: some('/', '/x') }) }),
  fc.record({ route: fc.record({ cluster: some('a'), host_rewrite: some('up.test', '') }) }),
  fc.record({ route: fc.record({ cluster: some('a'), auto_host_rewrite: fc.constant(true) }) }),
  fc.record({ route: fc.record({ cluster_header: some('x', 'x-cluster', ':method') }) }),
  weights.map((all) => ({
    route: {
      weighted_clusters: { clusters: all.map((weight, index) => ({ name: `w${index}`, weight })) },
    },
  })),
  fc.record({
    redirect: some<object>(
      { path_redirect: '/x?y=1' },
      { https_redirect: true },
      { prefix_rewrite: '/' },
      {},
    ),
  }),
  fc.record({ direct_response: some({ status: 200 }, { status: 201 }, { status: 404 }) }),
  fc.constant({ filter_action: {} }),
);

const share = fc.record({
  numerator: some(0, 1, 50, 100, 9999, 2_000_000),
  denominator: some('HUNDRED', 'TEN_THOUSAND', 'MILLION'),
});

const fraction = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.record({ runtime_key: some('k', 'l', ''), default_value: share }) },
  { weight: 1, arbitrary: fc.record({ runtime_key: some('k', 'l') }) },
);

const routeList = fc
  .tuple(routes, fc.array(fc.tuple(action, fraction), { minLength: 8, maxLength: 8 }))
  .map(([list, more]) =>
    list.map(({ match }, index) => {
      const [does = {}, taken] = more[index] ?? [];
      return { match: { ...match, ...(taken ? { runtime_fraction: taken } : {}) }, ...does };
    }),
  );

const DOMAINS = ['*', 'a.test', 'A.test', '*.test', '*.a.test', 'a.*', 'b.test:8080', 'a*', '*x*'] as const;

const virtualHost = fc.record({
  domains: fc.uniqueArray(some(...DOMAINS), { minLength: 1, maxLength: 3 }),
  routes: routeList,
  require_tls: some('NONE', 'NONE', 'ALL', 'EXTERNAL_ONLY'),
  virtual_clusters: some<readonly object[]>([], [{ name: 'v', pattern: '/a.*' }]),
});

/** Virtual hosts, some of whose domains stand twice. */
export const routeConfigurations: fc.Arbitrary<object> = fc
  .array(virtualHost, { minLength: 1, maxLength: 3 })
  .map((hosts) => ({ virtual_hosts: hosts.map((host, index) => ({ name: `h${index}`, ...host })) }));

/** Two listeners with a route configuration each, beside clusters. */
export const bootstraps: fc.Arbitrary<object> = fc
  .tuple(routeConfigurations, routeConfigurations, some(80, 443, 8080), some(443, 9000), some('one', 'two'))
  .map(([first, second, port, otherPort, name]) => ({
    static_resources: {
      listeners: [listener(port, { name: 'one', ...first }), listener(otherPort, { name, ...second })],
      clusters: ['a', 'b', 'w0', 'w1', 'w2'].map((cluster) => ({ name: cluster, connect_timeout: '1s' })),
    },
  }));

function listener(port: number, routeConfig: object): object {
  const manager = {
    '@type':
      'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager',
    stat_prefix: 'x',
    route_config: routeConfig,
  };
  const filter = { name: 'proxy.filters.network.http_connection_manager', typed_config: manager };
  return {
    name: `listener ${port}`,
    address: { socket_address: { address: '0.0.0.0', port_value: port } },
    filter_chains: [{ filters: [filter] }],
  };
}
