import { isObject } from '../../../model/bound.ts';
import { levelOfSocket } from './socket.ts';
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
  otherwise: topic(
    'cluster',
    '',
    WARNING,
    'It holds for every request that goes to the hosts of this cluster.',
  ),
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
        whys: {
          removed:
            'Routes that still name it answer with 503, or 404 where they say so. Where nothing names it, nothing is lost but its statistics.',
          renamed:
            'Routes that name the old one answer with 503 or 404, and statistics go on under the new name.',
          added: 'It is there for routes to use; by itself it takes no requests.',
        },
      },
    ),
    topic(
      'cluster-connect-timeout',
      'connect_timeout',
      INFO,
      'Until then a request waits for a connection; a host that is slow to accept counts as failed beyond it.',
      { levelFor: (_, { before, after }) => (seconds(after) < seconds(before) ? 'warning' : undefined) },
    ),
    topic(
      'cluster-discovery-type',
      'type cluster_type',
      WARNING,
      'The type says where the hosts come from: written here, looked up in DNS, fetched, or taken from the connection. Other hosts may get the requests, or none are found.',
    ),
    topic(
      'cluster-eds',
      'eds_cluster_config',
      PART,
      'Endpoints are fetched from this source and under this name; where they are not there, the cluster has no hosts and every request to it fails.',
    ),
    topic(
      'cluster-endpoint',
      'load_assignment.endpoints.lb_endpoints',
      { added: 'info', removed: 'warning', changed: 'warning' },
      'The hosts that take the load are others.',
      {
        whys: {
          added:
            'The new host gets its share of the requests at once: it has to be up and know how to answer.',
          removed:
            'The other hosts take its share of the load. Where it was the last one that is up, requests fail.',
        },
      },
    ),
    topic(
      'cluster-locality',
      'load_assignment.endpoints',
      PART,
      'The first priority with healthy hosts gets the load, and weights share it between localities: other hosts get more requests than before.',
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
      'It says which share of requests is dropped on purpose, and how full a priority may be before the next one helps.',
    ),
    topic(
      'cluster-lb-policy',
      'lb_policy load_balancing_policy',
      WARNING,
      'The policy picks the host of each request. Hashing keeps a client at its host, the others do not; caches and sessions on the hosts depend on it.',
    ),
    topic(
      'cluster-lb-config',
      'ring_hash_lb_config original_dst_lb_config least_request_lb_config',
      PART,
      'These settings decide how evenly load is spread, and with hashing which client comes to which host.',
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
      'Load may leave the zone that it came from, which costs time and money, or crowd into it.',
    ),
    topic(
      'cluster-common-lb',
      'common_lb_config',
      WARNING,
      'It holds for all picking of hosts in this cluster.',
    ),
    topic(
      'cluster-subsets',
      'lb_subset_config',
      PART,
      'A route that asks for a subset which is no longer made falls back as the policy says, or gets a 503.',
    ),
    topic(
      'cluster-health-check',
      'health_checks',
      ENTRY,
      'Hosts that fail the check get no requests. A stricter check takes out hosts that served; a looser one, or none, sends requests to hosts that are down.',
      {
        whys: {
          removed:
            'Hosts that are down go on getting requests, unless outlier detection or endpoint discovery takes them out.',
        },
      },
    ),
    topic(
      'cluster-outlier-detection',
      'outlier_detection',
      PART,
      'Hosts that answer with errors are taken out for a while. Without it they go on failing their share of requests; too strict, it takes out hosts that would have served.',
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
      'Beyond the budget failed requests are not tried again, which spares hosts in trouble and shows clients more errors.',
    ),
    topic(
      'cluster-circuit-breaker-stats',
      'circuit_breakers.thresholds.track_remaining',
      INFO,
      'How much is left of each limit is shown in statistics or not; alerts may look at it.',
    ),
    topic('cluster-circuit-breakers', 'circuit_breakers', PART, FEWER),
    topic(
      'cluster-max-requests-per-connection',
      'max_requests_per_connection',
      TIMEOUT,
      'After so many requests a connection is closed: new ones cost handshakes, old ones stay with hosts that should lose load.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'cluster-buffer-limit',
      'per_connection_buffer_limit_bytes',
      LIMIT,
      'It bounds what the proxy holds for one connection. Lower, large bodies move slower; higher, the proxy takes more memory.',
    ),
    topic(
      'cluster-tls',
      'transport_socket tls_context transport_socket_matches.transport_socket',
      { added: 'warning', removed: 'breaking', changed: 'warning' },
      'It decides whether and how connections to the hosts are encrypted, and how the hosts prove who they are.',
      {
        whys: {
          removed:
            'Traffic to these hosts is no longer encrypted, and nobody proves any more who they are. Hosts that expect TLS refuse plaintext, so that every request to the cluster fails.',
          added:
            'The hosts have to speak TLS from now on. Where they do not, or show a certificate that is not trusted, every request to the cluster fails.',
        },
        isSocket: true,
        levelFor: levelOfSocket,
      },
    ),
    topic(
      'cluster-transport-socket-match',
      'transport_socket_matches',
      ENTRY,
      'Endpoints with matching metadata are reached with these settings instead of the usual ones: with TLS instead of plaintext, say.',
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
      'Hosts that do not speak the version fail every request.',
    ),
    topic(
      'cluster-idle-timeout',
      'common_http_protocol_options.idle_timeout',
      TIMEOUT,
      'Where the hosts close idle connections first, requests may meet one that is just closing and fail.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'cluster-http-options',
      'common_http_protocol_options http_protocol_options upstream_http_protocol_options extension_protocol_options typed_extension_protocol_options',
      PART,
      'They bound streams, headers and idle connections to the hosts; beyond them requests fail.',
    ),
    topic(
      'cluster-dns-refresh',
      'dns_refresh_rate dns_failure_refresh_rate respect_dns_ttl',
      INFO,
      'A changed DNS answer is followed that much earlier or later; until then requests go to the old hosts.',
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
      'Hosts that clients named themselves are forgotten after this time without use.',
    ),
    topic(
      'cluster-bind',
      'upstream_bind_config',
      PART,
      'Hosts and firewalls between that let in known addresses may refuse the new one.',
    ),
    topic(
      'cluster-connection-options',
      'upstream_connection_options',
      INFO_PART,
      'Probes on idle connections find out that the other end is gone; without them a request finds out.',
    ),
    topic(
      'cluster-connection-closing',
      'close_connections_on_host_health_failure drain_connections_on_host_removal',
      SWITCH,
      'Requests under way to such a host are cut off at once, or end in their own time.',
    ),
    topic(
      'cluster-filter',
      'filters',
      ENTRY,
      'A filter can change, refuse or log what is sent to the hosts.',
    ),
    topic(
      'cluster-metadata',
      'metadata',
      INFO_PART,
      'No request goes elsewhere by it alone, but filters, logs and statistics may read it.',
    ),
    topic(
      'cluster-stat-name',
      'alt_stat_name',
      INFO_PART,
      'Dashboards and alerts that ask for the old name see nothing any more.',
    ),
    topic(
      'cluster-stats',
      'track_timeout_budgets lrs_server',
      INFO_PART,
      'Other statistics are kept or sent; dashboards and alerts that ask for missing ones see nothing.',
    ),
  ],
};

/** Seconds of a canonical duration. */
function seconds(value: unknown): number {
  return typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
}

/** Whether the endpoints of a cluster come from elsewhere. */
function isFetched(
  spot: { readonly sideRoot: { readonly frame: { readonly message: unknown } } } | undefined,
): boolean {
  const message = spot?.sideRoot.frame.message;
  return isObject(message) && (message.type === 'EDS' || message.type === 'ORIGINAL_DST');
}
