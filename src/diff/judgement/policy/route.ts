import { isObject } from '../../../model/bound.ts';
import type { Level } from '../../change.ts';
import { headerTopics } from './headers.ts';
import type { Impact } from './impact.ts';
import {
  ENTRY,
  INFO,
  INFO_PART,
  LIMIT,
  PART,
  type Policy,
  TIMEOUT,
  topic,
  WARNING,
  type Way,
} from './topic.ts';

export const routePolicy: Policy = {
  message: 'route.Route',
  otherwise: topic('route', '', WARNING, 'Requests that this route takes are treated differently.'),
  topics: [
    topic('route', '.', { added: 'info', removed: 'breaking' }, 'Requests that it took find no route.'),
    topic('route-name', 'name', INFO_PART, 'Logs and statistics show it.'),
    topic('route-match-header', 'match.headers', PART, 'The route takes other requests.'),
    topic('route-match-query', 'match.query_parameters', PART, 'The route takes other requests.'),
    topic(
      'route-match-runtime',
      'match.runtime_fraction',
      PART,
      'The route takes another share of the requests.',
    ),
    topic('route-match', 'match', WARNING, 'The route takes other requests.'),
    topic(
      'route-cluster-weight',
      'route.weighted_clusters route.weighted_clusters.clusters route.weighted_clusters.clusters.weight',
      {
        added: 'warning',
        removed: 'warning',
        changed: 'warning',
        raised: 'warning',
        lowered: 'warning',
        moved: 'info',
      },
      'Requests are shared differently.',
      { levelFor: targetLevel },
    ),
    topic('route-target', 'route.cluster route.cluster_header', PART, 'Requests go to another cluster.', {
      levelFor: targetLevel,
    }),
    topic(
      'route-cluster-not-found',
      'route.cluster_not_found_response_code',
      INFO,
      'Clients get another status when the cluster is missing.',
    ),
    topic(
      'route-subset',
      'route.metadata_match',
      PART,
      'Requests go to other hosts of the cluster, or find none.',
    ),
    topic(
      'route-path-rewrite',
      'route.prefix_rewrite route.regex_rewrite',
      PART,
      'The upstream sees another path.',
    ),
    topic(
      'route-host-rewrite',
      'route.host_rewrite route.auto_host_rewrite route.auto_host_rewrite_header',
      PART,
      'The upstream sees another host.',
    ),
    topic('route-timeout', 'route.timeout', TIMEOUT, 'Slow responses are given up earlier or later.', {
      zeroIsUnlimited: true,
    }),
    topic('route-idle-timeout', 'route.idle_timeout', TIMEOUT, 'Silent streams are ended earlier or later.', {
      zeroIsUnlimited: true,
    }),
    topic(
      'route-grpc-timeout',
      'route.max_grpc_timeout route.grpc_timeout_offset',
      TIMEOUT,
      'Calls over gRPC are given up earlier or later.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'route-retry',
      'route.retry_policy route.retry_policy_typed_config',
      PART,
      'Failed requests are tried again more or less often.',
    ),
    topic(
      'route-mirror',
      'route.request_mirror_policies route.request_mirror_policy',
      ENTRY,
      'Copies of requests go elsewhere.',
    ),
    topic('route-priority', 'route.priority', WARNING, 'Another connection pool and other limits are used.'),
    topic(
      'route-rate-limit',
      'route.rate_limits route.include_vh_rate_limits',
      { ...ENTRY, enabled: 'warning', disabled: 'warning' },
      'Other requests are limited.',
    ),
    topic(
      'route-hash-policy',
      'route.hash_policy',
      ENTRY,
      'Requests of one client may go to another host than before.',
    ),
    topic(
      'route-cors-origin',
      'route.cors.allow_origin_string_match route.cors.allow_origin route.cors.allow_origin_regex',
      PART,
      'Browsers let pages of other origins call, or no longer do.',
    ),
    topic('route-cors', 'route.cors', PART, 'Browsers let other calls through.'),
    topic(
      'route-upgrade',
      'route.upgrade_configs',
      PART,
      'Upgrades such as websocket are let through, or no longer are.',
    ),
    topic(
      'route-internal-redirect',
      'route.internal_redirect_action route.max_internal_redirects',
      { raised: 'warning', lowered: 'warning', changed: 'warning', added: 'warning', removed: 'warning' },
      'The proxy follows redirects of the upstream itself, or no longer does.',
    ),
    topic('route-hedge', 'route.hedge_policy', PART, 'Slow requests are sent twice, or no longer are.'),
    topic(
      'route-forwarding',
      'route',
      { added: 'warning', removed: 'breaking', changed: 'warning' },
      'Requests were forwarded to an upstream and are answered here now, or the other way round.',
    ),
    topic('route-redirect', 'redirect', PART, 'Clients are sent elsewhere.'),
    topic(
      'route-direct-response',
      'direct_response',
      PART,
      'The proxy answers by itself, or with something else.',
    ),
    topic('route-filter-action', 'filter_action', PART, 'A filter answers instead of an upstream.'),
    topic('route-metadata', 'metadata', INFO_PART, 'Filters and logs may read it.'),
    topic('route-tracing', 'decorator tracing', INFO_PART, 'Traces look different.'),
    topic(
      'route-filter-config',
      'per_filter_config typed_per_filter_config',
      PART,
      'Filters treat requests of this route differently.',
    ),
    ...headerTopics('route'),
    topic(
      'route-buffer-limit',
      'per_request_buffer_limit_bytes',
      LIMIT,
      'Larger requests cannot be retried or mirrored.',
    ),
  ],
};

/** Requests to a cluster that surely is not there are answered with an error. */
function targetLevel(way: Way, { after, isMissing }: Impact): Level | undefined {
  if (way === 'removed') return undefined;
  const names =
    typeof after === 'string'
      ? [after]
      : isObject(after) && typeof after.name === 'string'
        ? [after.name]
        : [];
  return names.some(isMissing) ? 'breaking' : undefined;
}
