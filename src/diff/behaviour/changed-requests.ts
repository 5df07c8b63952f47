/** What is said of a group of requests that change in the same way. */
import type { Place } from '../../model/place.ts';
import { routesOf } from '../../routing/all/index.ts';
import type { RoutingContext } from '../../routing/context.ts';
import type { Outcome, RouteRef } from '../../routing/outcome/outcome.ts';
import type { Meter } from '../../routing/regex/meter.ts';
import { type Request, seen } from '../../routing/request/request.ts';
import type { Routed } from '../../routing/route.ts';
import { routePlace, virtualHostPlace } from '../../routing/where/found-routes.ts';
import type { Message } from '../../schema/types.ts';
import { counted } from '../../source/counted.ts';
import { sendsTo } from '../../traffic/action.ts';
import type { Access } from './access.ts';
import type { AccessChange } from './access-changes.ts';
import type { Aspect } from './aspects.ts';
import type { Member } from './compare-hosts.ts';
import { aspectsText, changeMessage, whereWords } from './describe/describe.ts';
import { standsFor } from './describe/stands-for.ts';
import { type Group, telling } from './groups.ts';
import { differingAspects, type Replayed, replay } from './outcomes/replay.ts';
import { clusterExists, placeOf, type Route, type RoutePair, type Served, type Side } from './served-host.ts';

/** What happens to a request on one side. */
export interface SideOutcome {
  readonly outcome: Outcome;
  /** Of a direct response. */
  readonly body?: Message<'core.DataSource'>;
  readonly virtual_host: string | null;
  readonly route: RouteRef | null;
  /** Why a route that takes the request leads nowhere. */
  readonly why?: string;
  /** Of the route, or of the virtual host where no route decides. */
  readonly place?: Place;
}

/** Requests that change in the same way. */
export interface ChangedRequests {
  /** Names of the route configurations. */
  readonly routeConfiguration: { readonly before: string | null; readonly after: string | null };
  /** A short one of them, replayed through both sides. */
  readonly request: Request;
  readonly before: SideOutcome;
  readonly after: SideOutcome;
  /** Whether they pass now where they were kept out, or the other way round. */
  readonly access?: Access;
  /** Whether a rate limit counted them before, and none does now. */
  readonly isUnlimited?: boolean;
  /** What of its outcome differs. */
  readonly aspects: readonly Aspect[];
  readonly message: string;
  /** All the requests, in words. */
  readonly standsFor: string;
  /** How many pairs of routes have requests that change so, and which. */
  readonly pairs: number;
  readonly routePairs: readonly RoutePair[];
  /** Where the request goes after the change, for making a test of it. */
  readonly served: Served;
}

/** A part of which it stays open whether its requests differ. */
export interface Open {
  readonly reason: string;
  readonly where: string;
  /** The proxy refuses it, so that it stays open however long one looks. */
  readonly refused?: boolean;
}

export interface Telling {
  readonly aspects: readonly Aspect[];
  /** How many routes may still be gone through. */
  readonly scan: { left: number };
  readonly meter: Meter;
}

/**
 * What is said of a group of requests; where it stays open whether they differ, why, and where that is.
 *
 * @param served both sides without what has no effect, as they were compared
 */
export function changeOf(
  group: Group,
  served: { readonly before: Served; readonly after: Served },
  written: { readonly before: Served; readonly after: Served },
  { aspects, scan, meter }: Telling,
): ChangedRequests | Open {
  const { shown, members } = group;
  const [first] = members;
  if (shown === undefined) {
    const reason =
      group.why ??
      `${aspectsText(first?.aspects.includes('destination') ? ['destination'] : (first?.aspects ?? []), ', ')} may differ: it is configured in another way, but no request that was tried shows a difference`;
    return { reason, where: first === undefined ? '' : whereOf(first) };
  }
  let { before, after } = shown;
  const routes = [shown.member.hosts.before, shown.member.hosts.after].reduce(
    (sum, { virtualHost }) => sum + (virtualHost?.routes?.length ?? 0),
    0,
  );
  scan.left -= routes;
  if (scan.left > 0) {
    // Once more, through everything that a trace goes through.
    before = replay(served.before, shown.request, aspects);
    after = replay(served.after, shown.request, aspects);
    if (!shown.aspects.every((aspect) => differingAspects(before, after, aspects).includes(aspect)))
      return { reason: 'the two ways of matching disagree about a request', where: whereOf(shown.member) };
  }
  // What has no effect is no reason, but it is part of what a trace prints.
  const asWritten = (side: Side, replayed: Replayed): Replayed =>
    written[side] === served[side] || scan.left <= 0
      ? replayed
      : replay(written[side], shown.request, aspects);
  return {
    routeConfiguration: { before: served.before.found.name, after: served.after.found.name },
    request: shown.request,
    before: sideOf(written.before, asWritten('before', before), shown.request),
    after: sideOf(written.after, asWritten('after', after), shown.request),
    aspects: telling({ ...shown, before, after }),
    message: changeMessage({ ...shown, before, after }),
    standsFor: standsFor(shown.member, { ...shown, before, after }, members.length, meter),
    pairs: members.length,
    routePairs: members.map(routePair),
    served: written.after,
  };
}

/** The same of access that filters open or close. */
export function changeOfAccess(
  { access, request, before, after, listener, routes }: AccessChange,
  pair: { readonly before: Served; readonly after: Served },
): ChangedRequests {
  const side = (which: 'before' | 'after', { trace }: Routed): SideOutcome =>
    sideOf(pair[which], { trace, aspects: {} }, request);
  const aspects = { aspects: [] as const };
  const shown = (trace: Routed['trace']) => ({ trace, aspects: {} });
  return {
    routeConfiguration: { before: pair.before.found.name, after: pair.after.found.name },
    request,
    before: side('before', before),
    after: side('after', after),
    access,
    ...aspects,
    message: changeMessage({ request, before: shown(before.trace), after: shown(after.trace), ...aspects }),
    standsFor: `requests to ${counted(routes, 'route')} of virtual host ${JSON.stringify(after.trace.virtual_host ?? before.trace.virtual_host ?? '')} on listener ${listener} that ${access === 'opened' ? 'were kept out before' : 'are kept out now'}`,
    pairs: routes,
    routePairs: [{ before: placeIn(pair.before, before.trace), after: placeIn(pair.after, after.trace) }],
    served: pair.after,
  };
}

function placeIn(
  { found }: Served,
  { virtual_host_index: host, route }: Routed['trace'],
): RoutePair['before'] {
  const virtualHost = found.routeConfiguration.virtual_hosts?.[host ?? -1];
  return { virtualHost: host ?? undefined, route: placeOf(virtualHost, route?.index) };
}

function sideOf({ found, context }: Served, { trace }: Replayed, request: Request): SideOutcome {
  const host = found.routeConfiguration.virtual_hosts?.[trace.virtual_host_index ?? -1];
  const route = host?.routes?.[trace.route?.index ?? -1];
  const body = route?.direct_response?.body;
  const why =
    route !== undefined && trace.outcome.kind === 'not_found'
      ? missingCluster(route, request, context)
      : undefined;
  const shown = trace.outcome.kind === 'direct_response' && body !== undefined ? { body } : {};
  const at = trace.virtual_host_index;
  const place =
    at === null
      ? undefined
      : trace.route === null
        ? virtualHostPlace(found, at)
        : routePlace(found, at, trace.route.index);
  return {
    outcome: trace.outcome,
    ...shown,
    virtual_host: trace.virtual_host,
    route: trace.route,
    ...(why === undefined ? {} : { why }),
    ...(place === undefined ? {} : { place }),
  };
}

function routePair({ hosts, difference, region, about }: Member): RoutePair {
  const side = (which: 'before' | 'after') => {
    const { index, virtualHost } = hosts[which];
    const at = about === 'routes' && region[which] === 'routes' ? difference[which].route : undefined;
    return { virtualHost: index, route: placeOf(virtualHost, at) };
  };
  return { before: side('before'), after: side('after') };
}

function whereOf({ hosts, difference, about }: Member): string {
  const routes = (side: Side) => (about === 'routes' ? routesOf(difference[side]) : []);
  return whereWords(hosts, routes('before'), routes('after'));
}

/** Names of clusters that are told. */
const MAX_NAMES = 3;

/** Undefined where its cluster is there, or may be. */
function missingCluster(
  { route: action }: Route,
  request: Request,
  context: RoutingContext,
): string | undefined {
  const sent = seen(request, context.namespace);
  const names: string[] = [];
  for (const { cluster, cluster_header: header } of sendsTo(action ?? {})) {
    const name = header === undefined ? cluster : sent.header(header);
    if (name !== undefined) names.push(name);
    else if (header !== undefined) return `the header ${header}, which names the cluster, is missing`;
  }
  const missing = [...new Set(names)].filter((name) => !clusterExists(context, name));
  if (missing.length === 0) return undefined;
  const told = missing.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
  const more = missing.length > MAX_NAMES ? ` or ${missing.length - MAX_NAMES} more` : '';
  return `no cluster ${told.join(' or ')}${more} is defined`;
}
