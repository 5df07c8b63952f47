/**
 * Whether what differs for one request differs for every other one that comes to the same routes, as long as no runtime
 * key is set: some of what routes do hangs on the request itself.
 */
import type { Message } from '../../../schema/types.ts';
import { hostRewriteOf, ownMirrors, redirectStatus } from '../../../traffic/action.ts';
import { lowerMatch } from '../../../traffic/predicate.ts';
import type { Aspect } from '../aspects.ts';
import type { Member } from '../compare-hosts.ts';
import { decidingRoutes, type Shown } from '../groups.ts';
import { type Route, SIDES, type VirtualHost } from '../served-host.ts';

/** Aspects of a forwarded request that only its route decides. */
const STEADY: ReadonlySet<Aspect> = new Set([
  'idle_timeout',
  'max_grpc_timeout',
  'priority',
  'retry_policy',
  'cors',
  'hash_policy',
  'metadata_match',
  'request_headers',
  'response_headers',
]);

type Pair<T> = readonly [before: T, after: T];

export function differsForAll(member: Member, { request, before, after, aspects }: Shown): boolean {
  const { about, hosts, difference, region } = member;
  if (about === 'virtual_clusters') return true;
  if (request.runtime !== undefined) return false;
  const routes = decidingRoutes(member);
  const isDrawn = SIDES.some((side) => difference[side].byChance.length > 0);
  if (isDrawn && !(routes.every(isSteady) && SIDES.every((side) => !limitsRates(hosts[side].virtualHost))))
    return false;
  const [one, other] = [before.trace.outcome.kind, after.trace.outcome.kind];
  // Who is redirected is not forwarded, wherever to.
  if (one !== other && (one === 'redirect' || other === 'redirect')) return true;
  if (routes.some(({ route }) => route?.cluster_header !== undefined || hasRuntime(route))) return false;
  if (isDrawn || one !== other || one === 'not_found' || one === 'direct_response') return true;
  const [first, second] = SIDES.map((side) =>
    region[side] === 'redirect' ? undefined : hosts[side].virtualHost?.routes?.[difference[side].route ?? -1],
  );
  if (first === undefined || second === undefined) return false;
  const pair: Pair<Route> = [first, second];
  if (one === 'redirect') return aspects.includes('response_headers') || redirectsApart(pair);
  return one === 'forward' && aspects.some((aspect) => STEADY.has(aspect) || isSteadyHere(aspect, pair));
}

/** Whether an aspect of two forwarding routes is the same for all their requests, or differs for all. */
function isSteadyHere(aspect: Aspect, pair: Pair<Route>): boolean {
  const [first, second] = pair;
  switch (aspect) {
    case 'destination':
    case 'mirror':
      return true;
    case 'timeout':
      return pair.every(({ route }) => route?.max_grpc_timeout === undefined);
    case 'path':
      return pair.every(({ match, route }) => isPlainPrefix(match) && route?.regex_rewrite === undefined);
    case 'host':
      return hasBoth(literalHost(first), literalHost(second));
    default:
      return false;
  }
}

/** What is rewritten of a path with such a match is a part of it that is known beforehand. */
function isPlainPrefix(match: Message<'route.RouteMatch'> | undefined): boolean {
  const { path } = lowerMatch(match);
  return (path.kind === 'prefix' || path.kind === 'under') && !path.text.includes('?') && !path.fold;
}

function redirectsApart([first, second]: Pair<Route>): boolean {
  const [one, other] = [first.redirect ?? {}, second.redirect ?? {}];
  return (
    redirectStatus(one) !== redirectStatus(other) ||
    isOther(one.host_redirect, other.host_redirect) ||
    isOther(one.path_redirect, other.path_redirect)
  );
}

function literalHost({ route }: Route): string | undefined {
  return route && hostRewriteOf(route).literal;
}

function hasBoth(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one !== '' && other !== undefined && other !== '';
}

function isOther(one: string | undefined, other: string | undefined): boolean {
  return hasBoth(one, other) && one !== other;
}

/** Whether runtime keys may change what the route does: nobody says that they are not set. */
function hasRuntime(action: Route['route']): boolean {
  return (
    (action?.weighted_clusters?.runtime_key_prefix ?? '') !== '' ||
    ownMirrors(action ?? {}).some(
      ({ runtime_key: key, runtime_fraction: fraction }) => (key ?? fraction?.runtime_key ?? '') !== '',
    )
  );
}

/** Fields of version 3 by which it may not. */
const NEWER = [
  'path_rewrite',
  'path_rewrite_policy',
  'host_rewrite_path_regex',
  'max_stream_duration',
  'cluster_specifier_plugin',
  'inline_cluster_specifier_plugin',
] as const;

/** Whether the route does the same with all its requests, but for the path that it hands on as it came. */
function isSteady({ route, direct_response: answer }: Route): boolean {
  if (answer !== undefined) return true;
  return (
    route !== undefined &&
    route.regex_rewrite === undefined &&
    !NEWER.some((field) => route[field] !== undefined) &&
    (route.weighted_clusters?.header_name ?? '') === '' &&
    (route.prefix_rewrite ?? '') === '' &&
    Object.values(hostRewriteOf(route)).every((each) => each === '') &&
    route.auto_host_rewrite !== true &&
    route.max_grpc_timeout === undefined &&
    (route.rate_limits ?? []).length === 0
  );
}

function limitsRates(virtualHost: VirtualHost | undefined): boolean {
  return (virtualHost?.rate_limits ?? []).length > 0;
}
