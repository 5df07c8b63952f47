/** Every default and limit that the specification states, by hand, with the words that state it. */
import type { DerivedDefault, Limits, Literal } from '../../src/schema/language.ts';

/** A value, the enum value at number 0, or the name of a derived default. */
export type StatedValue =
  | { readonly value: Literal }
  | { readonly enumZero: string }
  | { readonly derived: DerivedDefault };

export interface StatedDefault {
  /** Words of exactly one line of the specification. */
  readonly words: string;
  /** Message and field, as the tables name them. */
  readonly field: string;
  readonly is: StatedValue;
}

const always = { default_value: { numerator: 100, denominator: 'HUNDRED' } };

export const statedDefaults: readonly StatedDefault[] = [
  {
    words: 'when true (default) the value is appended',
    field: 'core.HeaderValueOption.append',
    is: { value: true },
  },
  {
    words: 'default base interval 1000 ms; default maximum interval 10 times the base',
    field: 'core.RetryPolicy.retry_back_off',
    is: { value: { base_interval: '1s', max_interval: '10s' } },
  },
  { words: 'optional; default 1 |', field: 'core.RetryPolicy.num_retries', is: { value: 1 } },
  {
    words: "buffers of the cluster's connections; default 1 MiB",
    field: 'Cluster.per_connection_buffer_limit_bytes',
    is: { value: 1048576 },
  },
  {
    words: '(ignored otherwise); minimum 1 ms; default 5000 ms',
    field: 'Cluster.dns_refresh_rate',
    is: { value: '5s' },
  },
  {
    words: 'while requests fail; defaults to the DNS refresh rate',
    field: 'Cluster.dns_failure_refresh_rate',
    is: { derived: 'dns-refresh-rate' },
  },
  {
    words: 'Cluster.DnsLookupFamily | default AUTO',
    field: 'Cluster.dns_lookup_family',
    is: { enumZero: 'AUTO' },
  },
  {
    words: 'destination during the interval; default 5000 ms',
    field: 'Cluster.cleanup_interval',
    is: { value: '5s' },
  },
  {
    words: 'when no subset matches; default NO_FALLBACK',
    field: 'Cluster.LbSubsetConfig.fallback_policy',
    is: { enumZero: 'NO_FALLBACK' },
  },
  {
    words: 'fewest active requests is chosen; default 2',
    field: 'Cluster.LeastRequestLbConfig.choice_count',
    is: { value: 2 },
  },
  {
    words: 'UInt64Value | default 1024, limit 8M entries',
    field: 'Cluster.RingHashLbConfig.minimum_ring_size',
    is: { value: 1024 },
  },
  {
    words: 'HashFunction | default XX_HASH',
    field: 'Cluster.RingHashLbConfig.hash_function',
    is: { enumZero: 'XX_HASH' },
  },
  {
    words: 'UInt64Value | default 8M, limit 8M entries',
    field: 'Cluster.RingHashLbConfig.maximum_ring_size',
    is: { value: 8388608 },
  },
  {
    words: 'type.Percent | default 50%',
    field: 'Cluster.CommonLbConfig.healthy_panic_threshold',
    is: { value: { value: 50 } },
  },
  {
    words: 'apply at once); default 1000 ms; 0 disables',
    field: 'Cluster.CommonLbConfig.update_merge_window',
    is: { value: '1s' },
  },
  {
    words: 'considered for zone-aware routing; default 100%',
    field: 'Cluster.CommonLbConfig.ZoneAwareLbConfig.routing_enabled',
    is: { value: { value: 100 } },
  },
  {
    words: 'skip zone-aware routing; default 6',
    field: 'Cluster.CommonLbConfig.ZoneAwareLbConfig.min_cluster_size',
    is: { value: 6 },
  },
  {
    words: 'at least base_interval; default 10 times base_interval',
    field: 'Cluster.RefreshRate.max_interval',
    is: { derived: 'ten-times-base-interval' },
  },
  {
    words: 'TlsRequirementType | default none',
    field: 'route.VirtualHost.require_tls',
    is: { enumZero: 'NONE' },
  },
  {
    words: 'bool | default false; adds `x-proxy-attempt-count`',
    field: 'route.VirtualHost.include_request_attempt_count',
    is: { value: false },
  },
  {
    words: 'default true; governs prefix/path matching',
    field: 'route.RouteMatch.case_sensitive',
    is: { value: true },
  },
  {
    words: 'default SERVICE_UNAVAILABLE (503)',
    field: 'route.RouteAction.cluster_not_found_response_code',
    is: { enumZero: 'SERVICE_UNAVAILABLE' },
  },
  {
    words: 'response 503 by default',
    field: 'route.RouteAction.cluster_not_found_response_code',
    is: { enumZero: 'SERVICE_UNAVAILABLE' },
  },
  {
    words: 'upstream timeout for the route; default 15 s',
    field: 'route.RouteAction.timeout',
    is: { value: '15s' },
  },
  {
    words: "the virtual host's are not applied by default",
    field: 'route.RouteAction.include_vh_rate_limits',
    is: { value: false },
  },
  {
    words: 'PASS_THROUGH_INTERNAL_REDIRECT (default)',
    field: 'route.RouteAction.internal_redirect_action',
    is: { enumZero: 'PASS_THROUGH_INTERNAL_REDIRECT' },
  },
  {
    words: 'default true; overrides enabled/disabled upgrade',
    field: 'route.RouteAction.UpgradeConfig.enabled',
    is: { value: true },
  },
  {
    words: 'must be greater than 0; default 100',
    field: 'route.WeightedCluster.total_weight',
    is: { value: 100 },
  },
  {
    words: 'default MOVED_PERMANENTLY (301)',
    field: 'route.RedirectAction.response_code',
    is: { enumZero: 'MOVED_PERMANENTLY' },
  },
  {
    words: 'default false; removes the query',
    field: 'route.RedirectAction.strip_query',
    is: { value: false },
  },
  {
    words: 'default 1; same semantics as `x-proxy-max-retries`',
    field: 'route.RetryPolicy.num_retries',
    is: { value: 1 },
  },
  {
    words: 'the last selected host is used; default once',
    field: 'route.RetryPolicy.host_selection_retry_max_attempts',
    is: { value: 1 },
  },
  // `enabled` and `filter_enabled` exclude each other: absent both, either default says that the policy is on.
  {
    words: 'deprecated; default true; effective only on a route',
    field: 'route.CorsPolicy.filter_enabled',
    is: { value: always },
  },
  {
    words: 'whether CORS is enabled; default 100/HUNDRED',
    field: 'route.CorsPolicy.filter_enabled',
    is: { value: always },
  },
  {
    words: 'while the filter is off; default 100/HUNDRED',
    field: 'route.CorsPolicy.shadow_enabled',
    is: { value: always },
  },
  { words: 'same stage number; default 0', field: 'route.RateLimit.stage', is: { value: 0 } },
  {
    words: 'expect_match (BoolValue, default true;',
    field: 'route.RateLimit.Action.HeaderValueMatch.expect_match',
    is: { value: true },
  },
  {
    words: 'default false; inverts the result',
    field: 'route.HeaderMatcher.invert_match',
    is: { value: false },
  },
  {
    words: 'default false; when true the value is a regex',
    field: 'route.QueryParameterMatcher.regex',
    is: { value: false },
  },
];

/** Lines that use the word without stating the default of a field. */
export const noDefaultStated: readonly { readonly words: string; readonly why: string }[] = [
  {
    words: 'a default implementation is chosen from the platform',
    why: 'The whole message is absent or empty then; what is chosen is not a value of it.',
  },
  {
    words: 'must be set (even with defaults) for the proxy to assume HTTP/2',
    why: 'Speaks of the presence of the message.',
  },
  {
    words: 'default is the system resolver',
    why: 'The resolvers come from the host, so there is no value to fill in.',
  },
  { words: 'the header is not sanitized by default', why: 'Speaks of a header; the flag is a plain bool.' },
  {
    words: 'when the key is absent (default value)',
    why: 'Names default_value of the fraction, which is REQUIRED there.',
  },
  {
    words: 'use the grpc-timeout header (default infinity)',
    why: 'Speaks of the header; absent, the field means that the header is ignored.',
  },
  { words: 'the configured weight is the default', why: 'Speaks of a runtime value.' },
  {
    words: 'the matcher defaults to present_match',
    why: 'What no member of a one-of means; filling one in would set it.',
  },
];

export interface StatedLimit {
  /** First cell of the row in the Limits table. */
  readonly item: string;
  readonly field: string;
  readonly limits?: Limits;
  readonly is?: StatedValue;
  /** Nothing is filled in for an absent field. */
  readonly noDefault?: true;
  /** For what no table can hold: words of the field's doc. */
  readonly doc?: string;
}

export const statedLimits: readonly StatedLimit[] = [
  {
    item: 'per_connection_buffer_limit_bytes default',
    field: 'Cluster.per_connection_buffer_limit_bytes',
    is: { value: 1048576 },
  },
  {
    item: 'dns_refresh_rate',
    field: 'Cluster.dns_refresh_rate',
    is: { value: '5s' },
    limits: { gte: '0.001s' },
  },
  { item: 'cleanup_interval default (ORIGINAL_DST)', field: 'Cluster.cleanup_interval', is: { value: '5s' } },
  {
    item: 'update_merge_window default',
    field: 'Cluster.CommonLbConfig.update_merge_window',
    is: { value: '1s' },
  },
  {
    item: 'healthy_panic_threshold default',
    field: 'Cluster.CommonLbConfig.healthy_panic_threshold',
    is: { value: { value: 50 } },
  },
  {
    item: 'zone-aware routing_enabled default',
    field: 'Cluster.CommonLbConfig.ZoneAwareLbConfig.routing_enabled',
    is: { value: { value: 100 } },
  },
  {
    item: 'zone-aware min_cluster_size default',
    field: 'Cluster.CommonLbConfig.ZoneAwareLbConfig.min_cluster_size',
    is: { value: 6 },
  },
  {
    item: 'least-request choice_count default',
    field: 'Cluster.LeastRequestLbConfig.choice_count',
    is: { value: 2 },
  },
  {
    item: 'ring hash minimum_ring_size',
    field: 'Cluster.RingHashLbConfig.minimum_ring_size',
    is: { value: 1024 },
    limits: { lte: 8388608 },
  },
  {
    item: 'ring hash maximum_ring_size',
    field: 'Cluster.RingHashLbConfig.maximum_ring_size',
    is: { value: 8388608 },
    limits: { lte: 8388608 },
  },
  { item: 'Cluster.RefreshRate', field: 'Cluster.RefreshRate.base_interval', limits: { gt: '0s' } },
  {
    item: 'Cluster.RefreshRate',
    field: 'Cluster.RefreshRate.max_interval',
    is: { derived: 'ten-times-base-interval' },
  },
  {
    item: 'remote data retry: base interval / maximum interval / num_retries',
    field: 'core.RetryPolicy.retry_back_off',
    is: { value: { base_interval: '1s', max_interval: '10s' } },
  },
  {
    item: 'remote data retry: base interval / maximum interval / num_retries',
    field: 'core.RetryPolicy.num_retries',
    is: { value: 1 },
  },
  { item: 'route timeout default', field: 'route.RouteAction.timeout', is: { value: '15s' } },
  { item: 'route retry num_retries default', field: 'route.RetryPolicy.num_retries', is: { value: 1 } },
  {
    item: 'host_selection_retry_max_attempts default',
    field: 'route.RetryPolicy.host_selection_retry_max_attempts',
    is: { value: 1 },
  },
  {
    item: 'weighted cluster total_weight',
    field: 'route.WeightedCluster.total_weight',
    is: { value: 100 },
    limits: { gte: 1 },
  },
  { item: 'rate-limit stage', field: 'route.RateLimit.stage', is: { value: 0 }, limits: { lte: 10 } },
  {
    item: 'deprecated mirror runtime_key',
    field: 'route.RouteAction.RequestMirrorPolicy.runtime_key',
    doc: '0 to 10000',
  },
  { item: 'max_requests_per_connection', field: 'Cluster.max_requests_per_connection', noDefault: true },
];
