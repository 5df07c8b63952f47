/** By which rate limits of a virtual host the filters of the real proxy ask (docs/routing.md, fact 142). */

type Fields = { readonly [field: string]: unknown };

export interface Limited {
  readonly what: string;
  readonly filter: Fields;
  /** The rate limits of the route. */
  readonly own?: readonly Fields[];
  readonly route?: Fields;
  readonly action?: Fields;
  readonly host?: Fields;
  readonly configuration?: Fields;
  readonly stage?: number;
  /** Whether requests are held to the rate limit of the virtual host. */
  readonly counts: boolean;
}

const FILTERS = 'type.googleapis.com/envoy.extensions.filters.http';
const OWN = [{ actions: [{ generic_key: { descriptor_value: 'own' } }] }];
/** One that makes no descriptor. */
const SILENT = [{ actions: [{ request_headers: { header_name: 'x-none', descriptor_key: 'k' } }] }];
export const ABOVE = { actions: [{ generic_key: { descriptor_value: 'above' } }] };

const always = { default_value: { numerator: 100 } };
const bucket = (tokens: number) => ({ max_tokens: tokens, fill_interval: '3600s' });

/** Lets one request with the descriptor of the virtual host through. */
const localConfig = (fields: Fields = {}) => ({
  '@type': `${FILTERS}.local_ratelimit.v3.LocalRateLimit`,
  stat_prefix: 's',
  token_bucket: bucket(1000),
  filter_enabled: always,
  filter_enforced: always,
  descriptors: [{ entries: [{ key: 'generic_key', value: 'above' }], token_bucket: bucket(1) }],
  ...fields,
});

const local = (fields?: Fields) => ({ name: 'limit', typed_config: localConfig(fields) });
const forLocal = (fields?: Fields) => ({ typed_per_filter_config: { limit: localConfig(fields) } });

/** Refuses what it asks about: its service is not there. */
const global = (fields: Fields = {}) => ({
  name: 'limit',
  typed_config: {
    '@type': `${FILTERS}.ratelimit.v3.RateLimit`,
    domain: 'd',
    failure_mode_deny: true,
    rate_limit_service: {
      grpc_service: { envoy_grpc: { cluster_name: 'limits' } },
      transport_api_version: 'V3',
    },
    ...fields,
  },
});

const forGlobal = (fields: Fields = {}) => ({
  typed_per_filter_config: { limit: { '@type': `${FILTERS}.ratelimit.v3.RateLimitPerRoute`, ...fields } },
});

const OPTIONS = [undefined, 'OVERRIDE', 'INCLUDE', 'IGNORE'];
const option = (vh_rate_limits: string | undefined): Fields =>
  vh_rate_limits === undefined ? {} : { vh_rate_limits };
const INCLUDE = option('INCLUDE');
const IGNORE = option('IGNORE');
const asksForAll = { include_vh_rate_limits: true };
const split = { weighted_clusters: { clusters: [{ name: 'c', weight: 1, ...forLocal(INCLUDE) }] } };

export const LIMITED: readonly Limited[] = [
  ...OPTIONS.flatMap((each): readonly Limited[] => [
    {
      what: `local, ${each ?? 'no option'}, limits of the route`,
      filter: local(option(each)),
      own: OWN,
      counts: each === 'INCLUDE',
    },
    {
      what: `local, ${each ?? 'no option'}`,
      filter: local(option(each)),
      counts: each !== 'IGNORE',
    },
    {
      what: `global, ${each ?? 'no option'}, limits of the route`,
      filter: global(),
      own: SILENT,
      route: forGlobal(option(each)),
      counts: each === 'INCLUDE',
    },
    {
      what: `global, ${each ?? 'no option'}`,
      filter: global(),
      route: forGlobal(option(each)),
      counts: each !== 'IGNORE',
    },
  ]),
  {
    what: 'local, the route asks for all',
    filter: local(IGNORE),
    own: OWN,
    action: asksForAll,
    counts: true,
  },
  {
    what: 'global, the route asks for all',
    filter: global(),
    own: SILENT,
    route: forGlobal(IGNORE),
    action: asksForAll,
    counts: true,
  },
  { what: 'local, by the route', filter: local(), own: OWN, route: forLocal(INCLUDE), counts: true },
  { what: 'local, by the virtual host', filter: local(), own: OWN, host: forLocal(INCLUDE), counts: true },
  {
    what: 'local, by the route configuration',
    filter: local(),
    own: OWN,
    configuration: forLocal(INCLUDE),
    counts: true,
  },
  {
    what: 'local, replaced by the route',
    filter: local(INCLUDE),
    own: OWN,
    route: forLocal(),
    counts: false,
  },
  { what: 'local, by a weighted cluster', filter: local(), own: OWN, action: split, counts: true },
  {
    what: 'global, by the virtual host',
    filter: global(),
    own: SILENT,
    host: forGlobal(INCLUDE),
    counts: true,
  },
  {
    what: 'global, replaced by the route',
    filter: global(),
    own: SILENT,
    route: forGlobal(),
    configuration: forGlobal(INCLUDE),
    counts: false,
  },
  {
    what: 'local, settings of the global one',
    filter: local(),
    own: OWN,
    route: forGlobal(INCLUDE),
    counts: false,
  },
  { what: 'local, limits of its own', filter: local({ rate_limits: OWN, ...INCLUDE }), counts: false },
  { what: 'global, limits of its own', filter: global({ rate_limits: SILENT }), counts: false },
  {
    what: 'global, limits of the route for it',
    filter: global(),
    route: forGlobal({ rate_limits: SILENT, ...INCLUDE }),
    counts: false,
  },
  {
    what: 'local, of the same stage',
    filter: local({ stage: 1, ...INCLUDE }),
    own: OWN,
    stage: 1,
    counts: true,
  },
];

/** A bootstrap with one route; without the rate limits of the virtual host where `isLimited` is false. */
export function bootstrap(
  { filter, own, route, action, host, configuration, stage }: Limited,
  { listener, cluster, isLimited = true }: { listener: number; cluster: number; isLimited?: boolean },
): object {
  const address = (port: number) => ({ socket_address: { address: '127.0.0.1', port_value: port } });
  const clusterTo = (name: string, port: number) => ({
    name,
    connect_timeout: '5s',
    load_assignment: {
      cluster_name: name,
      endpoints: [{ lb_endpoints: [{ endpoint: { address: address(port) } }] }],
    },
  });
  const forwards = {
    ...(action?.weighted_clusters === undefined ? { cluster: 'c' } : {}),
    ...(own === undefined ? {} : { rate_limits: own }),
    ...action,
  };
  const limits = isLimited ? { rate_limits: [{ ...ABOVE, ...(stage === undefined ? {} : { stage }) }] } : {};
  const manager = {
    '@type':
      'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
    stat_prefix: 'x',
    route_config: {
      name: 'r',
      virtual_hosts: [
        {
          name: 'v',
          domains: ['*'],
          routes: [{ match: { prefix: '/' }, route: forwards, ...route }],
          ...limits,
          ...host,
        },
      ],
      ...configuration,
    },
    http_filters: [filter, { name: 'router', typed_config: { '@type': `${FILTERS}.router.v3.Router` } }],
  };
  return {
    static_resources: {
      listeners: [
        {
          name: 'l',
          address: address(listener),
          filter_chains: [{ filters: [{ name: 'h', typed_config: manager }] }],
        },
      ],
      clusters: [clusterTo('c', cluster), clusterTo('limits', 1)],
    },
  };
}
