/** The experiments of `--mode effects`: for each entry of `src/effects` one, or the reason why none shows it. */

import { hasReason, typesWithReasons } from '../../src/effects/fields.ts';
import { anyOf, type Plain, PROXY_WORD } from '../../src/proxy/plain.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';

/** What one configuration has of its own. */
export interface Parts {
  readonly route: Plain;
  readonly host?: Plain;
  readonly cluster?: Plain;
  readonly endpoint?: Plain;
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
const LB = `${PROXY_WORD}.lb`;
const OF_C = { filter_metadata: { [LB]: { v: 'c' } } };
const NOWHERE = { filter_metadata: { [LB]: { v: 'nowhere' } } };
const SUBSET = {
  policies: [
    {
      typed_extension_config: {
        name: 'subset',
        typed_config: anyOf(PROXY_WORD, 'extensions.load_balancing_policies.subset.v3.Subset', {
          subset_selectors: [{ keys: ['v'] }],
          subset_lb_policy: {
            policies: [
              {
                typed_extension_config: {
                  name: 'round_robin',
                  typed_config: anyOf(
                    PROXY_WORD,
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
const TIMED = 'it shows over time only, which the requests of an experiment do not take';
const FILTERS = 'its claim rests on the filters of a connection manager, which these experiments do not draw';
const HOSTS =
  'it shows in how hosts are found or chosen among several localities, which these experiments do not draw';
/** What has no experiment, by the reason; a name that ends in a dot stands for all entries of a message. */
const NOT_SHOWN: readonly (readonly [why: string, entries: readonly string[]])[] = [
  [
    GONE,
    [
      ...[
        'Cluster.hosts',
        'Cluster.tls_context',
        'route.QueryParameterMatcher.',
        'route.RouteAction.timeout',
      ],
      ...['route.RouteAction.max_grpc_timeout', 'route.RouteAction.RequestMirrorPolicy.runtime_key'],
    ],
  ],
  [
    TIMED,
    [
      ...[
        'cluster.OutlierDetection.',
        'route.RetryPolicy.',
        'cluster.CircuitBreakers.Thresholds.max_retries',
      ],
      ...['route.VirtualHost.retry_policy', 'route.VirtualHost.hedge_policy'],
    ],
  ],
  [
    FILTERS,
    [
      ...['route.RouteAction.cors', 'route.RouteAction.rate_limits', 'route.RateLimit.actions'],
      ...['route.VirtualHost.cors', 'route.VirtualHost.rate_limits', 'route.CorsPolicy.enabled'],
    ],
  ],
  [
    HOSTS,
    [
      ...['Cluster.load_assignment', 'Cluster.dns_failure_refresh_rate', 'Cluster.dns_resolvers'],
      ...['Cluster.use_tcp_for_dns_lookups', 'Cluster.LbSubsetConfig.', 'Cluster.CommonLbConfig.'],
      ...['Cluster.EdsClusterConfig.', 'ClusterLoadAssignment.', 'endpoint.LocalityLbEndpoints.'],
      'route.WeightedCluster.ClusterWeight.metadata_match',
    ],
  ],
  [
    'the options beside it name another version of HTTP, which the echo server does not speak',
    [
      ...['Cluster.http_protocol_options', 'Cluster.http2_protocol_options', 'Cluster.protocol_selection'],
      ...['Cluster.common_http_protocol_options', 'Cluster.upstream_http_protocol_options'],
    ],
  ],
  [
    'no experiment is written yet',
    [
      ...['type.matcher.StringMatcher.ignore_case', 'route.VirtualHost.request_headers_to_remove'],
      'route.RouteAction.HashPolicy.connection_properties',
    ],
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
