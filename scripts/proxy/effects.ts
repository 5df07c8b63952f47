/** The experiments of `--mode effects`: for each entry of `src/effects` one, or the reason why none shows it. */

import { hasReason, typesWithReasons } from '../../src/effects/fields.ts';
import { anyOf, type Plain, PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';

/** What one configuration has of its own. */
export interface Parts {
  readonly route: Plain;
  readonly host?: Plain;
  readonly cluster?: Plain;
  readonly endpoint?: Plain;
  /** Fields of the assignment, and of its only locality. */
  readonly assignment?: Plain;
  readonly locality?: Plain;
  /** HTTP filters in front of the router. */
  readonly filters?: readonly Plain[];
  /** Beside the host stands one that nobody listens at. */
  readonly besideDead?: true;
}

interface Both {
  readonly set: Parts;
  readonly unset: Parts;
}

export interface Experiment {
  /** `message.field` */
  readonly entry: string;
  /** Where the tool says that the field has no effect: nothing may differ. */
  readonly idle: Both;
  /** It is written by habit: only `diff` passes over it, nobody is told. */
  readonly isUsual?: true;
  /** Where another field gives it one: something differs, and the tool says nothing. */
  readonly effective?: Both;
}

const PLAIN = { prefix: '/' };
const HASH = [{ header: { header_name: 'x-u' } }];
const REDIRECT = { https_redirect: true };
const ANSWER = { status: 204 };
const ADD = [{ header: { key: 'x-a', value: '1' } }];
const SPLIT = [
  { name: 'c', weight: 50 },
  { name: 'd', weight: 50 },
];
const LB = `${PROXY_NAMESPACE}.lb`;
const OF_C = { filter_metadata: { [LB]: { v: 'c' } } };
const NOWHERE = { filter_metadata: { [LB]: { v: 'nowhere' } } };
const SUBSET = {
  policies: [
    {
      typed_extension_config: {
        name: 'subset',
        typed_config: anyOf(PROXY_NAMESPACE, 'extensions.load_balancing_policies.subset.v3.Subset', {
          subset_selectors: [{ keys: ['v'] }],
          subset_lb_policy: {
            policies: [
              {
                typed_extension_config: {
                  name: 'round_robin',
                  typed_config: anyOf(
                    PROXY_NAMESPACE,
                    'extensions.load_balancing_policies.round_robin.v3.RoundRobin',
                  ),
                },
              },
            ],
          },
        }),
      },
    },
  ],
};

/** The same with a field of the action and without. */
function action(field: Plain, around: Plain = { cluster: 'c' }, more: Omit<Parts, 'route'> = {}): Both {
  const side = (own: Plain): Parts => ({ route: { match: PLAIN, route: { ...around, ...own } }, ...more });
  return { set: side(field), unset: side({}) };
}

function ofRoute(field: Plain, around: Plain): Both {
  const side = (own: Plain): Parts => ({ route: { match: PLAIN, ...around, ...own } });
  return { set: side(field), unset: side({}) };
}

function ofHost(field: Plain, around: Plain): Both {
  const route = { match: PLAIN, ...around };
  return { set: { route, host: field }, unset: { route } };
}

function matched(field: Plain, around: Plain): Both {
  const side = (own: Plain): Parts => ({ route: { match: { ...around, ...own }, route: { cluster: 'c' } } });
  return { set: side(field), unset: side({}) };
}

function ofCluster(field: Plain, around: Plain = {}): Both {
  const route = { match: PLAIN, route: { cluster: 'c' } };
  return { set: { route, cluster: { ...around, ...field } }, unset: { route, cluster: around } };
}

const FORWARD = { route: { cluster: 'c' } };
const TO_C = { match: PLAIN, ...FORWARD };
const HTTP = 'extensions.upstreams.http.v3.HttpProtocolOptions';
/** The cluster speaks HTTP/1.1, as its typed options say. */
const FIRST = {
  typed_extension_protocol_options: {
    [`${PROXY_NAMESPACE}.${HTTP}`]: anyOf(PROXY_NAMESPACE, HTTP, {
      explicit_http_config: { http_protocol_options: {} },
    }),
  },
};
/** The local errors of the proxy are counted apart. */
const APART = { split_external_local_origin_errors: true };
/** What the echo server answers is tried again, once. */
const AGAIN = { retry_on: 'retriable-status-codes', retriable_status_codes: [200], num_retries: 1 };
const ORIGINS = { allow_origin_string_match: [{ exact: 'http://o.test' }] };
const CORS = { name: 'cors', typed_config: anyOf(PROXY_NAMESPACE, 'extensions.filters.http.cors.v3.Cors') };
const LIMITS = [{ actions: [{ generic_key: { descriptor_value: 'd' } }] }];
const bucket = (tokens: number): Plain => ({ max_tokens: tokens, fill_interval: '3600s' });
const ALL = { default_value: { numerator: 100 } };
/** One request of a descriptor, and as many others as wanted. */
const ONCE = {
  name: 'limit',
  typed_config: anyOf(PROXY_NAMESPACE, 'extensions.filters.http.local_ratelimit.v3.LocalRateLimit', {
    stat_prefix: 'l',
    token_bucket: bucket(1000),
    filter_enabled: ALL,
    filter_enforced: ALL,
    descriptors: [{ entries: [{ key: 'generic_key', value: 'd' }], token_bucket: bucket(1) }],
  }),
};

function subsets(policy: string, more: Plain = {}): Plain {
  return { lb_subset_config: { fallback_policy: policy, subset_selectors: [{ keys: ['v'] }], ...more } };
}

function running(filters: readonly Plain[], { set, unset }: Both): Both {
  return { set: { ...set, filters }, unset: { ...unset, filters } };
}

/** Hosts that fail are taken out, and one of the two does. */
function ejecting(field: Plain, around: Plain): Both {
  const side = (own: Plain): Parts => ({
    route: TO_C,
    cluster: {
      outlier_detection: {
        consecutive_5xx: 1000,
        consecutive_gateway_failure: 1000,
        max_ejection_percent: 100,
        ...around,
        ...own,
      },
    },
    besideDead: true,
  });
  return { set: side(field), unset: side({}) };
}

function retrying(field: Plain, around: Plain): Both {
  const side = (own: Plain): Parts => ({
    route: { match: PLAIN, route: { cluster: 'c', retry_policy: AGAIN } },
    cluster: { circuit_breakers: { thresholds: [{ ...around, ...own }] } },
  });
  return { set: side(field), unset: side({}) };
}

function weighing(field: Plain): Both {
  const side = (own: Plain): Parts => ({
    route: { match: PLAIN, route: { weighted_clusters: { clusters: [{ name: 'c', weight: 1, ...own }] } } },
    cluster: subsets('NO_FALLBACK'),
  });
  return { set: side(field), unset: side({}) };
}

export const experiments: readonly Experiment[] = [
  {
    entry: 'route.RouteAction.auto_host_rewrite',
    idle: action({ auto_host_rewrite: true }),
    effective: action(
      { auto_host_rewrite: true },
      { cluster: 'c' },
      { endpoint: { hostname: 'up.example' } },
    ),
  },
  {
    // Both sides pick by hash; without a hash_policy the random value does.
    entry: 'route.RouteAction.hash_policy',
    idle: action({ hash_policy: HASH }),
    effective: action(
      { hash_policy: HASH },
      { weighted_clusters: { clusters: SPLIT, use_hash_policy: true } },
    ),
  },
  {
    entry: 'route.RouteAction.metadata_match',
    idle: action({ metadata_match: NOWHERE }),
    effective: action(
      { metadata_match: OF_C },
      { cluster: 'c' },
      { cluster: { load_balancing_policy: SUBSET } },
    ),
  },
  {
    entry: 'route.RouteAction.prefix_rewrite',
    idle: action({ prefix_rewrite: '' }),
    effective: action({ prefix_rewrite: '/x' }),
  },
  { entry: 'route.RouteAction.grpc_timeout_offset', idle: action({ grpc_timeout_offset: '1s' }) },
  { entry: 'route.RouteAction.max_internal_redirects', idle: action({ max_internal_redirects: 3 }) },
  { entry: 'route.RouteAction.include_vh_rate_limits', idle: action({ include_vh_rate_limits: true }) },
  {
    entry: 'route.Route.request_headers_to_add',
    idle: ofRoute({ request_headers_to_add: ADD }, { redirect: REDIRECT }),
    effective: ofRoute({ request_headers_to_add: ADD }, FORWARD),
  },
  {
    entry: 'route.Route.request_headers_to_remove',
    idle: ofRoute({ request_headers_to_remove: ['x-u'] }, { direct_response: ANSWER }),
  },
  {
    entry: 'route.VirtualHost.request_headers_to_add',
    idle: ofHost({ request_headers_to_add: ADD }, { direct_response: ANSWER }),
    effective: ofHost({ request_headers_to_add: ADD }, FORWARD),
  },
  {
    entry: 'route.VirtualHost.include_request_attempt_count',
    idle: ofHost({ include_request_attempt_count: true }, { redirect: REDIRECT }),
    effective: ofHost({ include_request_attempt_count: true }, FORWARD),
  },
  {
    entry: 'route.RouteMatch.case_sensitive',
    idle: matched({ case_sensitive: false }, { safe_regex: { regex: '/ab' } }),
    effective: matched({ case_sensitive: false }, { path: '/ab' }),
  },
  {
    entry: 'Cluster.lb_subset_config',
    idle: ofCluster({ lb_subset_config: { fallback_policy: 'NO_FALLBACK' } }),
    effective: ofCluster({
      lb_subset_config: { fallback_policy: 'NO_FALLBACK', subset_selectors: [{ keys: ['v'] }] },
    }),
  },
  { entry: 'Cluster.dns_lookup_family', idle: ofCluster({ dns_lookup_family: 'V6_ONLY' }) },
  { entry: 'Cluster.respect_dns_ttl', idle: ofCluster({ respect_dns_ttl: true }) },
  { entry: 'Cluster.dns_refresh_rate', idle: ofCluster({ dns_refresh_rate: '1s' }) },
  { entry: 'Cluster.cleanup_interval', idle: ofCluster({ cleanup_interval: '1s' }) },
  {
    entry: 'Cluster.close_connections_on_host_health_failure',
    idle: ofCluster({ close_connections_on_host_health_failure: true }),
  },
  {
    entry: 'Cluster.dns_failure_refresh_rate',
    idle: ofCluster({ dns_failure_refresh_rate: { base_interval: '2s' } }),
  },
  { entry: 'Cluster.use_tcp_for_dns_lookups', idle: ofCluster({ use_tcp_for_dns_lookups: true }) },
  {
    entry: 'Cluster.LbSubsetConfig.default_subset',
    idle: ofCluster(subsets('ANY_ENDPOINT', { default_subset: { v: 'nowhere' } }), subsets('ANY_ENDPOINT')),
    effective: ofCluster(
      subsets('DEFAULT_SUBSET', { default_subset: { v: 'nowhere' } }),
      subsets('DEFAULT_SUBSET'),
    ),
  },
  {
    entry: 'Cluster.LbSubsetConfig.scale_locality_weight',
    idle: ofCluster(subsets('ANY_ENDPOINT', { scale_locality_weight: true }), subsets('ANY_ENDPOINT')),
  },
  {
    entry: 'Cluster.CommonLbConfig.ignore_new_hosts_until_first_hc',
    idle: ofCluster({ common_lb_config: { ignore_new_hosts_until_first_hc: true } }),
  },
  {
    entry: 'Cluster.CommonLbConfig.consistent_hashing_lb_config',
    idle: ofCluster({
      common_lb_config: { consistent_hashing_lb_config: { hash_balance_factor: 150 } },
    }),
  },
  {
    entry: 'Cluster.CommonLbConfig.zone_aware_lb_config',
    idle: ofCluster(
      { common_lb_config: { zone_aware_lb_config: { min_cluster_size: 1 } } },
      { lb_policy: 'MAGLEV' },
    ),
  },
  {
    entry: 'ClusterLoadAssignment.cluster_name',
    idle: {
      set: { route: TO_C, assignment: { cluster_name: 'elsewhere' } },
      unset: { route: TO_C },
    },
    isUsual: true,
  },
  {
    entry: 'endpoint.LocalityLbEndpoints.load_balancing_weight',
    idle: { set: { route: TO_C, locality: { load_balancing_weight: 7 } }, unset: { route: TO_C } },
    isUsual: true,
  },
  {
    entry: 'cluster.OutlierDetection.consecutive_local_origin_failure',
    idle: ejecting({ consecutive_local_origin_failure: 1 }, {}),
    effective: ejecting({ consecutive_local_origin_failure: 1 }, APART),
  },
  {
    entry: 'cluster.OutlierDetection.enforcing_consecutive_local_origin_failure',
    idle: ejecting({ enforcing_consecutive_local_origin_failure: 0 }, {}),
    effective: ejecting(
      { enforcing_consecutive_local_origin_failure: 0 },
      { ...APART, consecutive_local_origin_failure: 1 },
    ),
  },
  {
    entry: 'cluster.OutlierDetection.enforcing_local_origin_success_rate',
    idle: ejecting({ enforcing_local_origin_success_rate: 0 }, {}),
  },
  {
    entry: 'cluster.OutlierDetection.enforcing_failure_percentage_local_origin',
    idle: ejecting({ enforcing_failure_percentage_local_origin: 100 }, {}),
  },
  {
    entry: 'cluster.CircuitBreakers.Thresholds.max_retries',
    idle: retrying({ max_retries: 0 }, { retry_budget: { min_retry_concurrency: 3 } }),
    effective: retrying({ max_retries: 0 }, {}),
  },
  {
    entry: 'route.VirtualHost.retry_policy',
    idle: ofHost({ retry_policy: AGAIN }, { route: { cluster: 'c', retry_policy: { retry_on: '5xx' } } }),
    effective: ofHost({ retry_policy: AGAIN }, FORWARD),
  },
  {
    entry: 'route.VirtualHost.hedge_policy',
    idle: ofHost(
      { hedge_policy: { hedge_on_per_try_timeout: true } },
      { route: { cluster: 'c', hedge_policy: {} } },
    ),
  },
  {
    entry: 'route.VirtualHost.request_headers_to_remove',
    idle: ofHost({ request_headers_to_remove: ['x-u'] }, { direct_response: ANSWER }),
    effective: ofHost({ request_headers_to_remove: ['x-u'] }, FORWARD),
  },
  {
    entry: 'route.VirtualHost.cors',
    idle: ofHost({ cors: ORIGINS }, FORWARD),
    effective: running([CORS], ofHost({ cors: ORIGINS }, FORWARD)),
  },
  {
    entry: 'route.RouteAction.cors',
    idle: action({ cors: ORIGINS }),
    effective: running([CORS], action({ cors: ORIGINS })),
  },
  {
    entry: 'route.VirtualHost.rate_limits',
    idle: ofHost({ rate_limits: LIMITS }, FORWARD),
    effective: running([ONCE], ofHost({ rate_limits: LIMITS }, FORWARD)),
  },
  {
    entry: 'route.RouteAction.rate_limits',
    idle: action({ rate_limits: LIMITS }),
    effective: running([ONCE], action({ rate_limits: LIMITS })),
  },
  {
    entry: 'route.RetryPolicy.per_try_timeout',
    idle: action(
      { retry_policy: { ...AGAIN, per_try_timeout: '0s' } },
      { cluster: 'c', retry_policy: AGAIN },
    ),
    isUsual: true,
  },
  {
    entry: 'route.RetryPolicy.host_selection_retry_max_attempts',
    idle: action(
      { retry_policy: { ...AGAIN, host_selection_retry_max_attempts: 5 } },
      { cluster: 'c', retry_policy: AGAIN },
    ),
  },
  {
    entry: 'route.WeightedCluster.ClusterWeight.metadata_match',
    idle: weighing({ metadata_match: { filter_metadata: { other: { v: 'nowhere' } } } }),
    effective: weighing({ metadata_match: OF_C }),
  },
  {
    entry: 'Cluster.http2_protocol_options',
    idle: ofCluster({ http2_protocol_options: {} }, FIRST),
    effective: ofCluster({ http2_protocol_options: {} }),
  },
  {
    entry: 'Cluster.http_protocol_options',
    idle: ofCluster({ http_protocol_options: { accept_http_10: true } }, FIRST),
  },
  {
    entry: 'Cluster.common_http_protocol_options',
    idle: ofCluster({ common_http_protocol_options: { max_requests_per_connection: 1 } }, FIRST),
  },
  {
    entry: 'Cluster.upstream_http_protocol_options',
    idle: ofCluster({ upstream_http_protocol_options: { auto_sni: true } }, FIRST),
  },
  {
    entry: 'Cluster.protocol_selection',
    idle: ofCluster({ protocol_selection: 'USE_DOWNSTREAM_PROTOCOL' }, FIRST),
  },
];

/** Every entry of `src/effects`, in either version. */
export function entries(): readonly string[] {
  const all = [...typesWithReasons()].flatMap((type) =>
    (['v2', 'v3'] as const).flatMap((version) =>
      compiledMessage(type, version).fields.flatMap(({ name }) =>
        hasReason(type, name) ? [`${type}.${name}`] : [],
      ),
    ),
  );
  return [...new Set(all)];
}

const GONE = 'only version 2 is called so, which no release that runs can read';
/** What has no experiment, by the reason; a name that ends in a dot stands for all entries of a message. */
const NOT_SHOWN: readonly (readonly [why: string, entries: readonly string[]])[] = [
  ['diff compares its successor typed_dns_resolver_config, and counts that', ['Cluster.dns_resolvers']],
  [
    GONE,
    [
      ...[
        'Cluster.hosts',
        'Cluster.tls_context',
        'route.QueryParameterMatcher.',
        'route.RouteAction.timeout',
        'type.matcher.StringMatcher.ignore_case',
      ],
      ...['route.RouteAction.max_grpc_timeout', 'route.RouteAction.RequestMirrorPolicy.runtime_key'],
    ],
  ],
  [
    'it rests on hosts that come from a source of EDS, which these experiments do not run',
    ['Cluster.load_assignment', 'Cluster.EdsClusterConfig.'],
  ],
  [
    'the field has a message of its own beside which nothing else may stand, so that there is none without it',
    ['route.RouteAction.HashPolicy.connection_properties'],
  ],
  [
    'proxies differ there, so that the tool leaves the field and counts it',
    ['route.RateLimit.actions', 'route.CorsPolicy.enabled'],
  ],
];

/** Entries that no experiment shows, each with the reason; without one where somebody has to write either. */
export function notShown(): readonly (readonly [entry: string, why: string | undefined])[] {
  const tried = new Set(experiments.map(({ entry }) => entry));
  return entries().flatMap((entry) => {
    const covers = (name: string): boolean => (name.endsWith('.') ? entry.startsWith(name) : entry === name);
    const why = NOT_SHOWN.find(([, names]) => names.some(covers))?.[0];
    return tried.has(entry) ? [] : [[entry, why] as const];
  });
}
