import { isObject } from '../../../model/bound.ts';
import type { Level } from '../../change.ts';
import { GUARD_SETTINGS_LEVELS, guardSettingsLevel, newClustersOpen } from './guards.ts';
import { RATE_LIMIT_LEVELS, RATE_LIMITS, rateLimitLevel } from './rate-limits.ts';
import {
  ENTRY,
  headerTopics,
  type Impact,
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

const WEIGHTED = 'route.weighted_clusters.clusters';

const WEIGHT_LEVELS = {
  added:
    'breaking where it surely is not there, or switches off a filter that decides who may come in, or how often',
} as const;

export const routePolicy: Policy = {
  message: 'route.Route',
  otherwise: topic('route', '', WARNING, 'It holds for every request that this route takes.'),
  topics: [
    topic(
      'route',
      '.',
      { added: 'info', removed: 'breaking' },
      'Requests that it took go to a later route that matches, or find none and get a 404.',
      { whys: { added: 'It takes requests that went to later routes, or found none.' } },
    ),
    topic(
      'route-name',
      'name',
      INFO_PART,
      'Nothing is routed by it; logs and statistics show it, and tests may ask for it.',
    ),
    topic(
      'route-match-header',
      'match.headers',
      PART,
      'The route takes other requests: those that it no longer takes go on to later routes, or find none.',
    ),
    topic(
      'route-match-query',
      'match.query_parameters',
      PART,
      'The route takes other requests: those that it no longer takes go on to later routes, or find none.',
    ),
    topic(
      'route-match-runtime',
      'match.runtime_fraction',
      PART,
      'Of the requests that match, the route takes this share; the others go on to later routes.',
    ),
    topic(
      'route-match',
      'match',
      WARNING,
      'The route takes other requests: those that it no longer takes go on to later routes, or find none.',
    ),
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
      'Each cluster gets its share of the requests: one that gets more has to bear it.',
      { levelFor: weightLevel, special: WEIGHT_LEVELS },
    ),
    topic(
      'route-target',
      'route.cluster route.cluster_header',
      PART,
      'Every request of the route goes to other hosts from now on.',
      {
        levelFor: targetLevel,
      },
    ),
    topic(
      'route-cluster-not-found',
      'route.cluster_not_found_response_code',
      INFO,
      'It counts only while the cluster is missing; monitors tell 404 and 503 apart.',
    ),
    topic(
      'route-subset',
      'route.metadata_match',
      PART,
      'Only hosts with this metadata take the requests; where there are none, the fallback of the cluster decides, or clients get a 503.',
    ),
    topic(
      'route-path-rewrite',
      'route.prefix_rewrite route.regex_rewrite',
      PART,
      'The upstream sees another path than before and may not know it.',
    ),
    topic(
      'route-host-rewrite',
      'route.host_rewrite route.auto_host_rewrite route.auto_host_rewrite_header',
      PART,
      'The upstream sees another host than before; one that serves several sites by name answers with another one, or a 404.',
    ),
    topic(
      'route-timeout',
      'route.timeout',
      TIMEOUT,
      'A response that takes longer is given up with a 504, retries included.',
      {
        zeroIsUnlimited: true,
        whys: {
          lowered:
            'Responses that took longer than this came through before and are given up with a 504 now, retries included.',
          raised:
            'Clients wait longer for a slow upstream before they get a 504, and the requests hold connections that long.',
        },
      },
    ),
    topic(
      'route-idle-timeout',
      'route.idle_timeout',
      TIMEOUT,
      'A stream on which nothing moves for so long is ended; long polls and gRPC streams live by it.',
      {
        zeroIsUnlimited: true,
      },
    ),
    topic(
      'route-grpc-timeout',
      'route.max_grpc_timeout route.grpc_timeout_offset',
      TIMEOUT,
      'A call may ask for a time limit of its own up to this one.',
      { zeroIsUnlimited: true },
    ),
    topic(
      'route-retry',
      'route.retry_policy route.retry_policy_typed_config',
      PART,
      'With retries clients see fewer errors, and hosts in trouble get more requests; what is not safe to repeat may happen twice.',
      { whys: { removed: 'Failures that were tried again before come to the client at once.' } },
    ),
    topic(
      'route-mirror',
      'route.request_mirror_policies route.request_mirror_policy',
      ENTRY,
      'Copies go to this cluster, and their answers are thrown away: load there, and whatever such requests do, happens twice.',
    ),
    topic(
      'route-priority',
      'route.priority',
      WARNING,
      'Each priority has its own connections and its own limits in the cluster.',
    ),
    topic(
      'route-rate-limit',
      'route.rate_limits route.include_vh_rate_limits',
      { ...ENTRY, enabled: 'warning', disabled: 'warning' },
      RATE_LIMITS,
      { levelFor: rateLimitLevel, special: RATE_LIMIT_LEVELS },
    ),
    topic(
      'route-hash-policy',
      'route.hash_policy',
      ENTRY,
      'With a hashing policy it decides which requests stay at one host; caches and sessions there depend on it.',
    ),
    topic(
      'route-cors-origin',
      'route.cors.allow_origin_string_match route.cors.allow_origin route.cors.allow_origin_regex',
      PART,
      'Browsers let pages of other origins call, or no longer do.',
    ),
    topic(
      'route-cors',
      'route.cors',
      PART,
      'Browsers ask for leave before pages of other origins may call; what is not granted fails in the page.',
    ),
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
    topic(
      'route-hedge',
      'route.hedge_policy',
      PART,
      'A second try goes out before the first has failed: faster for clients, more load for hosts.',
    ),
    topic(
      'route-forwarding',
      'route',
      { added: 'warning', removed: 'breaking', changed: 'warning' },
      'Requests were forwarded to an upstream and are answered here now, or the other way round.',
    ),
    topic(
      'route-redirect',
      'redirect',
      PART,
      'Clients follow to the new place, and may remember a permanent one for long.',
    ),
    topic(
      'route-direct-response',
      'direct_response',
      PART,
      'Clients get this answer from the proxy, and no upstream sees the request.',
    ),
    topic('route-filter-action', 'filter_action', PART, 'A filter answers instead of an upstream.'),
    topic(
      'route-metadata',
      'metadata',
      INFO_PART,
      'No request goes elsewhere by it alone, but filters and logs may read it.',
    ),
    topic(
      'route-tracing',
      'decorator tracing',
      INFO_PART,
      'Requests are traced under other names or in other shares; nothing is routed by it.',
    ),
    topic(
      'route-filter-config',
      `per_filter_config typed_per_filter_config ${WEIGHTED}.per_filter_config ${WEIGHTED}.typed_per_filter_config`,
      PART,
      'A filter may do something else with the requests of this route: let them through unasked, refuse or change them.',
      { levelFor: guardSettingsLevel, special: GUARD_SETTINGS_LEVELS },
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

function weightLevel(way: Way, impact: Impact): Level | undefined {
  return newClustersOpen(impact) ? 'breaking' : targetLevel(way, impact);
}

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
