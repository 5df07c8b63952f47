import { isObject } from '../../../model/bound.ts';
import {
  ENTRY,
  INFO,
  INFO_PART,
  LIMIT,
  PART,
  type Policy,
  SWITCH,
  TIMEOUT,
  topic,
  WARNING,
} from './topic.ts';

const FEWER = 'Beyond a lower limit requests are refused that were let through before.';

export const clusterPolicy: Policy = {
  message: 'Cluster',
  otherwise: topic('cluster', '', WARNING, 'How the proxy reaches the hosts of this cluster changes.'),
  topics: [
    topic(
      'cluster',
      '.',
      { added: 'info', removed: 'breaking', renamed: 'warning' },
      'Requests to a cluster that is gone are answered with 503 or 404; statistics carry the name.',
      {
        levelFor(way, { name, before, isInUse, tellsUse }) {
          if (way === 'removed') return isInUse(name) ? 'breaking' : tellsUse() ? 'info' : 'warning';
          if (way === 'renamed') return isInUse(String(before)) ? 'breaking' : undefined;
          return undefined;
        },
      },
    ),
    topic(
      'cluster-connect-timeout',
      'connect_timeout',
      INFO,
      'Connections to slow hosts are given up earlier or later.',
      { levelFor: (_, { before, after }) => (seconds(after) < seconds(before) ? 'warning' : undefined) },
    ),
    topic('cluster-discovery-type', 'type cluster_type', WARNING, 'Hosts are found in another way.'),
    topic('cluster-eds', 'eds_cluster_config', PART, 'Endpoints come from elsewhere or under another name.'),
    topic(
      'cluster-endpoint',
      'load_assignment.endpoints.lb_endpoints',
      { added: 'info', removed: 'warning', changed: 'warning' },
      'The hosts that take the load are others.',
    ),
    topic(
      'cluster-locality',
      'load_assignment.endpoints',
      PART,
      'Load is shared between other localities or priorities.',
    ),
    topic(
      'cluster-assignment-name',
      'load_assignment.cluster_name',
      INFO_PART,
      'Only endpoints that are fetched are asked for by this name; a wrong one misleads the reader.',
    ),
    topic(
      'cluster-endpoints',
      'load_assignment hosts',
      { added: 'info', removed: 'breaking', changed: 'warning' },
      'Without hosts every request to the cluster fails.',
      { levelFor: (way, { fact }) => (way === 'removed' && isFetched(fact.before) ? 'warning' : undefined) },
    ),
    topic(
      'cluster-load-policy',
      'load_assignment.policy',
      WARNING,
      'Load is dropped or moved on at other points.',
    ),
    topic(
      'cluster-lb-policy',
      'lb_policy load_balancing_policy',
      WARNING,
      'Hosts are picked in another way.',
    ),
    topic(
      'cluster-lb-config',
      'ring_hash_lb_config original_dst_lb_config least_request_lb_config',
      PART,
      'Hosts are picked with other settings.',
    ),
    topic(
      'cluster-panic-threshold',
      'common_lb_config.healthy_panic_threshold common_lb_config.healthy_panic_threshold.value',
      TIMEOUT,
      'Below this share of healthy hosts the proxy sends requests to unhealthy ones too.',
    ),
    topic(
      'cluster-locality-balancing',
      'common_lb_config.zone_aware_lb_config common_lb_config.locality_weighted_lb_config',
      PART,
      'Other localities get the load.',
    ),
    topic('cluster-common-lb', 'common_lb_config', WARNING, 'Load balancing behaves differently.'),
    topic(
      'cluster-subsets',
      'lb_subset_config',
      PART,
      'Requests with subset criteria go to other hosts, or find none.',
    ),
    topic('cluster-health-check', 'health_checks', ENTRY, 'Other hosts count as healthy.'),
    topic(
      'cluster-outlier-detection',
      'outlier_detection',
      PART,
      'Failing hosts are taken out at other points, or not at all.',
    ),
    topic('cluster-max-connections', 'circuit_breakers.thresholds.max_connections', LIMIT, FEWER),
    topic('cluster-max-pending-requests', 'circuit_breakers.thresholds.max_pending_requests', LIMIT, FEWER),
    topic('cluster-max-requests', 'circuit_breakers.thresholds.max_requests', LIMIT, FEWER),
    topic('cluster-max-retries', 'circuit_breakers.thresholds.max_retries', LIMIT, FEWER),
    topic('cluster-max-connection-pools', 'circuit_breakers.thresholds.max_connection_pools', LIMIT, FEWER),
    topic(
      'cluster-retry-budget',
      'circuit_breakers.thresholds.retry_budget',
      PART,
      'More or fewer retries run at once.',
    ),
    topic(
      'cluster-circuit-breaker-stats',
      'circuit_breakers.thresholds.track_remaining',
      INFO,
      'Statistics show more or less of the limits.',
    ),
    topic('cluster-circuit-breakers', 'circuit_breakers', PART, FEWER),
    topic(
      'cluster-max-requests-per-connection',
      'max_requests_per_connection',
      TIMEOUT,
      'Connections to the hosts live longer or shorter.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'cluster-buffer-limit',
      'per_connection_buffer_limit_bytes',
      LIMIT,
      'Large requests and responses are held back earlier or later.',
    ),
    topic(
      'cluster-tls',
      'transport_socket tls_context',
      { added: 'warning', removed: 'breaking', changed: 'warning' },
      'Whether and how the connections to the hosts are encrypted.',
    ),
    topic(
      'cluster-transport-socket-match',
      'transport_socket_matches',
      ENTRY,
      'Some endpoints are reached over another transport.',
    ),
    topic(
      'cluster-http2',
      'http2_protocol_options',
      PART,
      'The presence of these options decides whether the hosts are spoken to in HTTP/2.',
    ),
    topic(
      'cluster-protocol-selection',
      'protocol_selection',
      WARNING,
      'The hosts are spoken to in another HTTP version.',
    ),
    topic(
      'cluster-idle-timeout',
      'common_http_protocol_options.idle_timeout',
      TIMEOUT,
      'Idle connections to the hosts are closed earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'cluster-http-options',
      'common_http_protocol_options http_protocol_options upstream_http_protocol_options extension_protocol_options typed_extension_protocol_options',
      PART,
      'HTTP is spoken to the hosts with other settings.',
    ),
    topic(
      'cluster-dns-refresh',
      'dns_refresh_rate dns_failure_refresh_rate respect_dns_ttl',
      INFO,
      'Changed host names are noticed earlier or later.',
    ),
    topic(
      'cluster-dns',
      'dns_lookup_family dns_resolvers use_tcp_for_dns_lookups',
      ENTRY,
      'Names may resolve to other hosts, or not at all.',
    ),
    topic(
      'cluster-cleanup-interval',
      'cleanup_interval',
      INFO,
      'Unused hosts are forgotten earlier or later.',
    ),
    topic('cluster-bind', 'upstream_bind_config', PART, 'Connections leave from another address.'),
    topic(
      'cluster-connection-options',
      'upstream_connection_options',
      INFO_PART,
      'Broken connections are noticed earlier or later.',
    ),
    topic(
      'cluster-connection-closing',
      'close_connections_on_host_health_failure drain_connections_on_host_removal',
      SWITCH,
      'Connections to hosts that turn unhealthy or are removed end at another point.',
    ),
    topic('cluster-filter', 'filters', ENTRY, 'Connections to the hosts run through other filters.'),
    topic('cluster-metadata', 'metadata', INFO_PART, 'Filters, logs and statistics may read it.'),
    topic('cluster-stat-name', 'alt_stat_name', INFO_PART, 'Statistics appear under another name.'),
    topic(
      'cluster-stats',
      'track_timeout_budgets lrs_server',
      INFO_PART,
      'Other statistics are kept or sent.',
    ),
  ],
};

/** Seconds of a canonical duration. */
function seconds(value: unknown): number {
  return typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
}

/** Whether the endpoints of a cluster come from elsewhere. */
function isFetched(
  spot: { readonly half: { readonly frame: { readonly message: unknown } } } | undefined,
): boolean {
  const message = spot?.half.frame.message;
  return isObject(message) && (message.type === 'EDS' || message.type === 'ORIGINAL_DST');
}

export const upstreamTlsPolicy: Policy = {
  message: 'auth.UpstreamTlsContext',
  otherwise: topic('upstream-tls', '', PART, 'TLS to the hosts is set up differently.'),
  topics: [
    topic(
      'upstream-tls-sni',
      'sni',
      PART,
      'The hosts see another server name and may answer with another certificate.',
    ),
    topic(
      'upstream-tls-validation',
      'common_tls_context.validation_context common_tls_context.validation_context_sds_secret_config common_tls_context.combined_validation_context',
      PART,
      'Decides which hosts the proxy trusts.',
    ),
    topic(
      'upstream-tls-certificate',
      'common_tls_context.tls_certificates common_tls_context.tls_certificate_sds_secret_configs',
      ENTRY,
      'The proxy shows the hosts another certificate.',
    ),
    topic(
      'upstream-tls-parameters',
      'common_tls_context.tls_params allow_renegotiation',
      PART,
      'The handshake may fail with hosts that allow other versions or ciphers only.',
    ),
    topic(
      'upstream-tls-alpn',
      'common_tls_context.alpn_protocols',
      ENTRY,
      'The hosts may pick another protocol.',
    ),
    topic('upstream-tls-sessions', 'max_session_keys', LIMIT, 'Fewer or more sessions are resumed.'),
  ],
};
