/** What routes and virtual hosts set beside the outcome of a request: filters of their own, tracing, upgrades. */
import { hasConflict, hasUnknownField } from '../../model/unknown-fields.ts';
import type { RoutingContext } from '../../routing/context.ts';
import { ownMirrors } from '../../traffic/action.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import { type NamesOfSide, OWN_NAMES } from '../cluster-names.ts';
import type { ComparedHosts } from './compare-hosts.ts';
import { sorted } from './outcomes/settings.ts';
import type { Route, VirtualHost } from './served-host.ts';

const OF_ROUTE: ReadonlySet<string> = new Set([
  ...['name', 'match', 'redirect', 'direct_response', 'request_headers_to_add', 'request_headers_to_remove'],
  ...['response_headers_to_add', 'response_headers_to_remove'],
]);

const OF_ACTION: ReadonlySet<string> = new Set([
  ...['cluster', 'cluster_header', 'metadata_match', 'prefix_rewrite', 'regex_rewrite'],
  ...['host_rewrite', 'auto_host_rewrite', 'auto_host_rewrite_header', 'timeout'],
  ...['host_rewrite_literal', 'host_rewrite_header'],
  ...['idle_timeout', 'retry_policy', 'request_mirror_policy', 'request_mirror_policies', 'priority'],
  ...[
    'rate_limits',
    'include_vh_rate_limits',
    'hash_policy',
    'cors',
    'max_grpc_timeout',
    'grpc_timeout_offset',
  ],
]);

const OF_WEIGHT: ReadonlySet<string> = new Set([
  ...['name', 'weight', 'metadata_match', 'request_headers_to_add', 'request_headers_to_remove'],
  ...['response_headers_to_add', 'response_headers_to_remove'],
]);

const OF_MIRROR: ReadonlySet<string> = new Set(['cluster', 'runtime_key', 'runtime_fraction']);

const OF_HOST: ReadonlySet<string> = new Set([
  ...['name', 'domains', 'routes', 'require_tls', 'virtual_clusters', 'rate_limits', 'retry_policy', 'cors'],
  ...['request_headers_to_add', 'request_headers_to_remove', 'response_headers_to_add'],
  ...['response_headers_to_remove'],
]);

/**
 * Whether it is the same for all routes of two virtual hosts, so that it does not matter which of them takes a request.
 * Routes that ask for what no request here can show, a client certificate, are not alike; nor are such with fields that
 * nobody knows, or that contradict each other.
 */
export function sameUnmodelled({ before, after }: ComparedHosts): boolean {
  const hosts: VirtualHost[] = [];
  const texts = new Set<string>();
  for (const { virtualHost, context, names } of [before, after]) {
    if (virtualHost === undefined) continue;
    hosts.push(virtualHost);
    for (const route of virtualHost.routes ?? []) {
      texts.add(routeText(route, context, names));
      if (texts.size > 1 || isUnsure(route)) return false;
    }
  }
  return new Set(hosts.map(hostText)).size < 2 && stagesOf(hosts).size < 2;
}

function isUnsure(route: Route): boolean {
  return (
    lowerMatch(route.match).certificate !== undefined ||
    hasUnknownField('route.Route', route) ||
    hasConflict('route.Route', route)
  );
}

function routeText(route: Route, context: RoutingContext, names: NamesOfSide = OWN_NAMES.before): string {
  const { route: action = {}, ...own } = route;
  const { weighted_clusters: split = {}, cluster_not_found_response_code: code, ...rest } = action;
  const ofEach = (split.clusters ?? [])
    .map((each) => [names.of(each.name ?? ''), others(each, OF_WEIGHT)])
    .filter(([, text]) => text !== NOTHING)
    .sort();
  const ofMirrors = ownMirrors(action)
    .map((each) => others(each, OF_MIRROR))
    .filter((text) => text !== NOTHING);
  // Whether a cluster is there may be known: then the answer is part of the outcome.
  const isCodeSeen = context.clusters !== undefined && action.cluster_header === undefined;
  const answer = isCodeSeen || code === 'SERVICE_UNAVAILABLE' ? undefined : code;
  return JSON.stringify([others(own, OF_ROUTE), others(rest, OF_ACTION), ofEach, ofMirrors, answer]);
}

/** Which filters are asked for rate limits: one of each stage may stand before the routes. */
function stagesOf(hosts: readonly VirtualHost[]): ReadonlySet<number> {
  const limits = hosts.flatMap(({ rate_limits: own = [], routes = [] }) => [
    ...own,
    ...routes.flatMap(({ route }) => route?.rate_limits ?? []),
  ]);
  return new Set(limits.map(({ stage }) => Number(stage ?? 0)));
}

function hostText(host: VirtualHost): string {
  return others(host, OF_HOST);
}

const NOTHING = '[]';

function others(message: object, known: ReadonlySet<string>): string {
  const left = Object.entries(message).filter(([field, value]) => !known.has(field) && value !== undefined);
  return left.length === 0 ? NOTHING : JSON.stringify(sorted(Object.fromEntries(left)));
}
