/** Clusters, and the host that `auto_host_rewrite` has the real proxy send to them (docs/routing.md, fact 141). */

interface Named {
  readonly what: string;
  /** The fields of cluster `c` whose host listens at a port; what it leads to is cluster `m`. */
  readonly cluster: (port: number) => object;
  readonly member?: (port: number) => object;
  /** Undefined where the host that the client asked for stays; `null` where the input does not say. */
  readonly host: string | null | undefined;
}

type Host = readonly [address: string, hostname?: string];

const hosts =
  (...all: readonly Host[]) =>
  (port: number): object => ({
    load_assignment: {
      cluster_name: 'c',
      endpoints: [
        {
          lb_endpoints: all.map(([address, hostname]) => ({
            endpoint: {
              address: { socket_address: { address, port_value: port } },
              ...(hostname === undefined ? {} : { hostname }),
            },
          })),
        },
      ],
    },
  });

const LOCAL = '127.0.0.1';

const found =
  (type: string | undefined, ...all: readonly Host[]) =>
  (port: number): object => ({
    ...(type === undefined ? {} : { type, dns_lookup_family: 'V4_ONLY' }),
    ...hosts(...all)(port),
  });

const AGGREGATE = {
  lb_policy: 'CLUSTER_PROVIDED',
  cluster_type: {
    name: 'a',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.clusters.aggregate.v3.ClusterConfig',
      clusters: ['m'],
    },
  },
};

const EDS = { type: 'EDS', eds_cluster_config: { eds_config: { ads: {} } } };

export const NAMED: readonly Named[] = [
  { what: 'STATIC', cluster: found('STATIC', [LOCAL]), host: undefined },
  { what: 'STATIC, with a hostname', cluster: found('STATIC', [LOCAL, 'own.test']), host: 'own.test' },
  {
    what: 'STATIC, with a hostname on one of two hosts',
    cluster: found('STATIC', [LOCAL, 'own.test'], [LOCAL]),
    host: null,
  },
  { what: 'no type', cluster: found(undefined, [LOCAL]), host: undefined },
  { what: 'no type, with a hostname', cluster: found(undefined, [LOCAL, 'own.test']), host: 'own.test' },
  { what: 'STRICT_DNS', cluster: found('STRICT_DNS', ['localhost']), host: 'localhost' },
  { what: 'STRICT_DNS, of an address', cluster: found('STRICT_DNS', [LOCAL]), host: LOCAL },
  {
    what: 'STRICT_DNS, with a hostname',
    cluster: found('STRICT_DNS', ['localhost', 'own.test']),
    host: 'own.test',
  },
  { what: 'LOGICAL_DNS', cluster: found('LOGICAL_DNS', ['localhost']), host: 'localhost' },
  {
    what: 'LOGICAL_DNS, with a hostname',
    cluster: found('LOGICAL_DNS', ['localhost', 'own.test']),
    host: 'own.test',
  },
  { what: 'EDS', cluster: () => EDS, host: null },
  { what: 'an extension', cluster: () => ({ cluster_type: { name: 'x' } }), host: null },
  {
    what: 'ORIGINAL_DST',
    cluster: () => ({ type: 'ORIGINAL_DST', lb_policy: 'CLUSTER_PROVIDED' }),
    host: null,
  },
  {
    what: 'an aggregate of one without names',
    cluster: () => AGGREGATE,
    member: found('STATIC', [LOCAL]),
    host: undefined,
  },
  {
    what: 'an aggregate of one with names',
    cluster: () => AGGREGATE,
    member: found('STATIC', [LOCAL, 'own.test']),
    host: 'own.test',
  },
];

/** A bootstrap whose only route leads to the cluster. */
export function bootstrap(
  { cluster, member }: Named,
  port: number,
  { listener, isRewritten = true }: { readonly listener: number; readonly isRewritten?: boolean },
): object {
  const route = { cluster: 'c', ...(isRewritten ? { auto_host_rewrite: true } : {}) };
  const manager = {
    '@type':
      'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
    stat_prefix: 'x',
    route_config: {
      name: 'r',
      virtual_hosts: [{ name: 'v', domains: ['*'], routes: [{ match: { prefix: '/' }, route }] }],
    },
    http_filters: [
      {
        name: 'router',
        typed_config: { '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router' },
      },
    ],
  };
  return {
    static_resources: {
      listeners: [
        {
          name: 'l',
          address: { socket_address: { address: LOCAL, port_value: listener } },
          filter_chains: [{ filters: [{ name: 'h', typed_config: manager }] }],
        },
      ],
      clusters: [
        { name: 'c', connect_timeout: '5s', ...cluster(port) },
        ...(member === undefined ? [] : [{ name: 'm', connect_timeout: '5s', ...member(port) }]),
      ],
    },
  };
}
