/** What protects a cluster and its clients: circuit breakers and outlier detection. */
import type { MessageTables } from './language.ts';

export const protectionMessages = {
  'cluster.CircuitBreakers': {
    doc: 'Limits on what may be under way to a cluster at once.',
    section: 'full API',
    fields: {
      thresholds: {
        type: 'repeated cluster.CircuitBreakers.Thresholds',
        doc: 'Limits per priority; the first entry of a priority counts, and without one its defaults hold.',
      },
      per_host_thresholds: {
        type: 'repeated cluster.CircuitBreakers.Thresholds',
        doc: 'Limits for each single host, of which only max_connections counts; the first of a priority wins.',
        only: 'v3',
      },
    },
  },
  'cluster.CircuitBreakers.Thresholds': {
    doc: 'Limits for requests of one priority.',
    section: 'full API',
    identity: ['priority'],
    fields: {
      priority: {
        type: 'core.RoutingPriority',
        doc: 'Priority that these limits are for.',
        limits: { definedOnly: true },
      },
      max_connections: {
        type: 'UInt32Value',
        doc: 'Most connections to the cluster.',
        default: { value: 1024 },
      },
      max_pending_requests: {
        type: 'UInt32Value',
        doc: 'Most requests waiting for a connection.',
        default: { value: 1024 },
      },
      max_requests: {
        type: 'UInt32Value',
        doc: 'Most requests under way at once.',
        default: { value: 1024 },
      },
      max_retries: {
        type: 'UInt32Value',
        doc: 'Most retries under way at once; nothing while retry_budget is set.',
        default: { value: 3 },
      },
      retry_budget: {
        type: 'cluster.CircuitBreakers.Thresholds.RetryBudget',
        doc: 'Limits retries to a share of the requests; even an empty one replaces max_retries.',
        presence: true,
      },
      track_remaining: { type: 'bool', doc: 'Publish how much of each limit is left, as gauges.' },
      max_connection_pools: {
        type: 'UInt32Value',
        doc: 'Most connection pools held at once; absent sets no limit.',
      },
    },
  },
  'cluster.CircuitBreakers.Thresholds.RetryBudget': {
    doc: 'Retries as a share of the requests under way.',
    section: 'full API',
    fields: {
      budget_percent: {
        type: 'type.Percent',
        doc: 'Retries per active and pending request, in percent; {} is 0.',
        default: { value: { value: 20 } },
        presence: true,
      },
      min_retry_concurrency: {
        type: 'UInt32Value',
        doc: 'Retries that are allowed whatever the share comes to.',
        default: { value: 3 },
      },
    },
  },
  'cluster.OutlierDetection': {
    doc: 'Takes failing hosts out of rotation for a while; the enforcing_ fields are chances in percent.',
    section: 'full API',
    fields: {
      consecutive_5xx: {
        type: 'UInt32Value',
        doc: 'Server errors in a row that make a host an outlier.',
        default: { value: 5 },
      },
      interval: {
        type: 'Duration',
        doc: 'Time between two sweeps, which eject by statistics and let hosts back in.',
        limits: { gt: '0s' },
        default: { value: '10s' },
      },
      base_ejection_time: {
        type: 'Duration',
        doc: 'How long a host stays out, times how often it has been out.',
        limits: { gt: '0s' },
        default: { value: '30s' },
      },
      max_ejection_percent: {
        type: 'UInt32Value',
        doc: 'Most hosts that are out at once, in percent of the cluster; one always may be.',
        limits: { lte: 100 },
        default: { value: 10 },
      },
      enforcing_consecutive_5xx: {
        type: 'UInt32Value',
        doc: 'Chance that consecutive_5xx really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 100 },
      },
      enforcing_success_rate: {
        type: 'UInt32Value',
        doc: 'Chance that a low success rate really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 100 },
      },
      success_rate_minimum_hosts: {
        type: 'UInt32Value',
        doc: 'Success rates are compared only with at least this many hosts of enough volume.',
        default: { value: 5 },
      },
      success_rate_request_volume: {
        type: 'UInt32Value',
        doc: 'Requests in one interval that a host needs for its success rate to count.',
        default: { value: 100 },
      },
      success_rate_stdev_factor: {
        type: 'UInt32Value',
        doc: 'Thousandths of a standard deviation below the mean that make an outlier (1900 is 1.9).',
        default: { value: 1900 },
      },
      consecutive_gateway_failure: {
        type: 'UInt32Value',
        doc: 'Gateway errors (502, 503, 504) in a row that make a host an outlier.',
        default: { value: 5 },
      },
      enforcing_consecutive_gateway_failure: {
        type: 'UInt32Value',
        doc: 'Chance that consecutive_gateway_failure really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 0 },
      },
      split_external_local_origin_errors: {
        type: 'bool',
        doc: "Count the proxy's own errors (timeouts, resets) apart from those the host answers with.",
      },
      consecutive_local_origin_failure: {
        type: 'UInt32Value',
        doc: 'Own errors in a row that make a host an outlier, when they are counted apart.',
        default: { value: 5 },
      },
      enforcing_consecutive_local_origin_failure: {
        type: 'UInt32Value',
        doc: 'Chance that consecutive_local_origin_failure really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 100 },
      },
      enforcing_local_origin_success_rate: {
        type: 'UInt32Value',
        doc: 'Chance that a low success rate by own errors really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 100 },
      },
      failure_percentage_threshold: {
        type: 'UInt32Value',
        doc: 'Share of failed requests, in percent, at which a host is an outlier.',
        limits: { lte: 100 },
        default: { value: 85 },
      },
      enforcing_failure_percentage: {
        type: 'UInt32Value',
        doc: 'Chance that failure_percentage_threshold really ejects; 0 only counts.',
        limits: { lte: 100 },
        default: { value: 0 },
      },
      enforcing_failure_percentage_local_origin: {
        type: 'UInt32Value',
        doc: 'The same chance for own errors, when they are counted apart.',
        limits: { lte: 100 },
        default: { value: 0 },
      },
      failure_percentage_minimum_hosts: {
        type: 'UInt32Value',
        doc: 'Failure shares are looked at only with at least this many hosts of enough volume.',
        default: { value: 5 },
      },
      failure_percentage_request_volume: {
        type: 'UInt32Value',
        doc: 'Requests in one interval that a host needs for its failure share to count.',
        default: { value: 50 },
      },
      max_ejection_time: {
        type: 'Duration',
        doc: 'Longest time a host stays out; absent is 300 s, or base_ejection_time where that is longer.',
        limits: { gt: '0s' },
        only: 'v3',
      },
      max_ejection_time_jitter: {
        type: 'Duration',
        doc: 'Longest random time added to an ejection, so that not all proxies come back at once.',
        default: { value: '0s' },
        only: 'v3',
      },
      successful_active_health_check_uneject_host: {
        type: 'BoolValue',
        doc: 'Whether a successful probe brings an ejected host back early.',
        default: { value: true },
        only: 'v3',
      },
      monitors: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that judge hosts by their traffic; not implemented.',
        only: 'v3',
      },
      always_eject_one_host: {
        type: 'BoolValue',
        doc: 'Lets at least one host be ejected, whatever max_ejection_percent says.',
        default: { value: false },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
