/**
 * All cases into which the requests of a route configuration fall: hosts that nobody serves, and of each virtual host
 * what require_tls answers, each end of each route, and what no route takes.
 */
import { type BoundMessage, versionOf } from '../model/bound.ts';
import { baseOf, refusedByTls, unservedHosts } from '../routing/all/base.ts';
import { type Box, HEADER } from '../routing/all/box.ts';
import { type RouteList, routeList } from '../routing/all/index.ts';
import { exactly } from '../routing/all/language.ts';
import { ABSENT, type Values, within } from '../routing/all/values.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import { internalHeader } from '../routing/request/request.ts';
import type { Way } from '../routing/route.ts';
import { isEnd } from '../routing/tree/flatten.ts';
import type { Arrival } from '../routing/where/arrival.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import { whyUndecidable } from '../traffic/manners.ts';
import { answeredEnd, endsOf, NOT_FOUND, TO_HTTPS } from './ends.ts';
import { ALWAYS, type Formula } from './formula.ts';
import { filtersOf, type Gate, gatesOf, type Token, tokensIn } from './gates.ts';
import type { Case } from './sets.ts';

/** Requests that come to one place of a list, and end there in one way. */
export interface Place {
  readonly case: Case;
  /** Prepared when it is first asked for. */
  readonly list: () => RouteList;
  /** A position of the list, or its length. */
  readonly at: number;
  /** Virtual host and route, as certificates name them. */
  readonly key: string;
}

/** A place with what its requests come through before they end there. */
export interface Passage extends Place {
  /** What the filters ask of them. */
  readonly through: Formula;
  /** The token that they show, with its audience. */
  readonly shown: readonly [token: Token, audience: string | undefined];
}

/** How requests come to a route configuration; no ways where no listener is known to lead there. */
export interface Entrance {
  readonly found: FoundRoutes;
  readonly ways: readonly Entry[];
}

export interface Entry extends Way {
  readonly manager: FoundManager;
  readonly arrival: Arrival | undefined;
}

export function entrancesOf({ routes, listeners }: FoundRouting): readonly Entrance[] {
  const ways = new Map<FoundRoutes, Entry[]>(routes.map((found) => [found, []]));
  for (const listener of listeners)
    for (const chain of listener.chains)
      for (const { found, manager, arrival } of chain.leads) {
        const known = ways.get(found);
        const isKnown = known?.some((each) => each.chain === chain && each.manager === manager);
        if (isKnown === false) known?.push({ listener, chain, manager, arrival });
      }
  return routes.map((found) => ({ found, ways: ways.get(found) ?? [] }));
}

/** Why nobody here can tell which virtual host or route of it takes a request. */
export function whyUnread({ routeConfiguration }: FoundRoutes): string | undefined {
  for (const { routes = [] } of routeConfiguration.virtual_hosts ?? [])
    for (const { match } of routes) {
      const why = match && whyUndecidable(match);
      if (why !== undefined) return `every route of it ${why}`;
    }
  return undefined;
}

/** Why requests may come to routes of it that cannot be seen here. */
export function whyMoreRoutes({ routeConfiguration }: FoundRoutes): string | undefined {
  if (routeConfiguration.vhds !== undefined) return 'more virtual hosts are fetched (vhds)';
  const hosts = routeConfiguration.virtual_hosts ?? [];
  const unread = hosts.find(({ matcher, routes = [] }) => matcher !== undefined && routes.length === 0);
  return unread && `the matcher of virtual host ${JSON.stringify(unread.name ?? '')} cannot be read`;
}

/** What the requests of a route configuration have in common. */
export function caseIn(
  { routeConfiguration, namespace }: FoundRoutes,
  way: Way | undefined,
  regexes: Regexes,
): Omit<Case, 'end'> {
  return {
    way,
    routeConfiguration,
    version: versionOf(routeConfiguration),
    namespace,
    regexes,
    virtualHost: undefined,
    route: undefined,
    gates: undefined,
    token: undefined,
  };
}

/** @param way one of those whose chains say the same to the conditions that are asked */
export function* placesOf(
  found: FoundRoutes,
  way: Way | undefined,
  { clusters }: FoundRouting,
  lists: Lists,
): Generator<Place> {
  const { routeConfiguration } = found;
  const shared = caseIn(found, way, lists.regexes);
  const unserved = () => lists.of(found, 'unserved');
  yield { case: { ...shared, end: NOT_FOUND }, list: unserved, at: 0, key: 'none' };
  for (const [host, virtualHost] of (routeConfiguration.virtual_hosts ?? []).entries()) {
    const inside = { ...shared, virtualHost };
    if (virtualHost.require_tls === 'ALL' || virtualHost.require_tls === 'EXTERNAL_ONLY')
      yield {
        case: { ...inside, end: TO_HTTPS },
        list: () => lists.of(found, host, 'tls'),
        at: 0,
        key: `${host}/tls`,
      };
    const list = () => lists.of(found, host);
    const routes = virtualHost.routes ?? [];
    for (const at of routes.keys()) yield* placesOfRoute(inside, { host, at }, found, clusters, lists);
    yield { case: { ...inside, end: NOT_FOUND }, list, at: routes.length, key: `${host}/none` };
  }
}

/** Where the requests of one route may end. */
export function* placesOfRoute(
  around: Omit<Case, 'end' | 'route'>,
  { host, at }: { readonly host: number; readonly at: number },
  found: FoundRoutes,
  clusters: FoundRouting['clusters'],
  lists: Lists,
): Generator<Place> {
  const { routeConfiguration, virtualHost } = around;
  const route = virtualHost?.routes?.[at];
  if (virtualHost === undefined || route === undefined) return;
  const ends = isEnd(route) ? [NOT_FOUND] : endsOf(route, { routeConfiguration, virtualHost, clusters });
  const place = { list: () => lists.of(found, host), at, key: `${host}/${at}` };
  for (const end of ends) yield { case: { ...around, route, end }, ...place };
}

/** The ends of a place: where the route leads, and the answers of the filters in front of it, for each token. */
export function* passagesOf(place: Place, entry: Entry | undefined): Generator<Passage> {
  const none = [undefined, undefined] as const;
  if (entry === undefined) {
    yield { ...place, through: ALWAYS, shown: none };
    return;
  }
  const { manager } = entry;
  const { route, namespace, regexes } = place.case;
  const levels = levelsAround(place.case);
  const filters = filtersOf(manager);
  for (const shown of tokensIn(filters)) {
    const [token] = shown;
    const isForward = route?.route !== undefined;
    const gates = gatesOf(filters, { levels, token, namespace, regexes, isForward });
    const passed: Gate[] = [];
    const passing: Formula[] = [{ kind: 'box', box: arriving(entry) }];
    for (const gate of gates) {
      if (gate.looks && gate.passes !== ALWAYS)
        yield {
          ...place,
          case: { ...place.case, gates: [...passed], token, end: answeredEnd(gate.status) },
          through: { kind: 'all', of: [...passing, { kind: 'not', of: gate.passes }] },
          shown,
        };
      passed.push(gate);
      if (gate.looks) passing.push(gate.passes);
    }
    yield { ...place, case: { ...place.case, gates, token }, through: { kind: 'all', of: passing }, shown };
  }
}

/** What may say something for a filter, the most specific first. */
export function levelsAround({ route, virtualHost, routeConfiguration, end }: Case): readonly BoundMessage[] {
  if (route === undefined || virtualHost === undefined) return [];
  return [...(end.entry === undefined ? [] : [end.entry]), route, virtualHost, routeConfiguration];
}

/** What every request has that the connection manager hands on (docs/routing.md, fact 117). */
function arriving({ arrival }: Entry): Box {
  const box = new Map<string, Values>();
  const { scheme, trust } = arrival ?? {};
  const proto = scheme ?? trust?.proto;
  if (proto !== undefined) box.set(`${HEADER}x-forwarded-proto`, within(exactly(proto)));
  // No address is internal, so that no request is marked as such.
  if (trust !== undefined && trust.internal === undefined)
    box.set(`${HEADER}${internalHeader(trust.namespace)}`, ABSENT);
  return box;
}

/** Lists of routes, each prepared once for all properties. */
export class Lists {
  readonly regexes: Regexes;
  readonly #known = new Map<FoundRoutes, Map<string, RouteList>>();

  constructor(regexes: Regexes) {
    this.regexes = regexes;
  }

  of(found: FoundRoutes, host: number | 'unserved', what: 'routes' | 'tls' = 'routes'): RouteList {
    const known = this.#known.get(found) ?? new Map<string, RouteList>();
    this.#known.set(found, known);
    const key = `${host} ${what}`;
    const list = known.get(key) ?? this.#made(found, host, what);
    known.set(key, list);
    return list;
  }

  #made(
    { routeConfiguration, namespace }: FoundRoutes,
    host: number | 'unserved',
    what: 'routes' | 'tls',
  ): RouteList {
    const shared = { regexes: this.regexes, namespace };
    if (host === 'unserved') return routeList([], { ...shared, base: unservedHosts(routeConfiguration) });
    if (what === 'tls')
      return routeList([], { ...shared, base: refusedByTls(routeConfiguration, host, namespace) });
    const routes = routeConfiguration.virtual_hosts?.[host]?.routes ?? [];
    return routeList(routes, { ...shared, base: baseOf(routeConfiguration, host, namespace) });
  }
}
