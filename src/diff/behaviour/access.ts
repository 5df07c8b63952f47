/**
 * Which requests pass now that were kept out before, and the other way round: through listeners and HTTP filters, which
 * comparing route configurations does not look at. What is found was replayed through both sides as a whole.
 */
import { sameContent } from '../../model/content.ts';
import type { Formula } from '../../prove/formula.ts';
import { filtersOf, type Gate, gatesOf, isGuard, tokensIn } from '../../prove/gates.ts';
import {
  caseIn,
  type Entry,
  entrancesOf,
  Lists,
  levelsAround,
  type Place,
  passagesOf,
  placesOf,
  placesOfRoute,
} from '../../prove/places.ts';
import { withToken } from '../../prove/prove.ts';
import { both, type Case, requestsWhere } from '../../prove/sets.ts';
import { type Box, HEADER } from '../../routing/all/box.ts';
import { exactly } from '../../routing/all/language.ts';
import { requestReaching } from '../../routing/all/reaching.ts';
import { within } from '../../routing/all/values.ts';
import type { RoutingContext } from '../../routing/context.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import { printedAmong, printedRequest } from '../../routing/printed.ts';
import { type Meter, partOf, startMeter } from '../../routing/regex/meter.ts';
import type { Request } from '../../routing/request/request.ts';
import { type Routed, routeRequest } from '../../routing/route.ts';
import type { FoundRouting } from '../../routing/where/find.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { listenerText } from '../../routing/where/listener.ts';
import type { Message } from '../../schema/types.ts';

/** One side, as requests are replayed through it. */
export interface AccessSide {
  readonly routing: FoundRouting;
  readonly contextFor: (found: FoundRoutes) => RoutingContext;
}

/** `opened`: requests were kept out before and pass now; `closed`: the other way round. */
export type Access = 'opened' | 'closed';

/** Requests that one thing keeps out on one side, and that pass on the other. */
export interface AccessChange {
  readonly access: Access;
  readonly request: Request;
  readonly before: Routed;
  readonly after: Routed;
  readonly listener: string;
  /** How many routes they come to. */
  readonly routes: number;
}

/** Such as is asked about a route before and the same route after. */
const QUESTION_WORK = 1_000_000;
/** So many routes are asked about in one comparison. */
const MAX_QUESTIONS = 2_000;

/** Whether a request that both sides decide about passes on one of them only. */
export function accessBetween(before: Routed, after: Routed): Access | undefined {
  const [one, other] = [before.trace.outcome, after.trace.outcome];
  if (passes(other) && (isKeptOut(one) || (isAskedOutside(one) && isUnguarded(other)))) return 'opened';
  return passes(one) && (isKeptOut(other) || (isAskedOutside(other) && isUnguarded(one)))
    ? 'closed'
    : undefined;
}

/** Whether it may come to a cluster. */
function passes(outcome: Outcome): boolean {
  if (outcome.kind === 'random') return outcome.branches.some((each) => passes(each.outcome));
  return outcome.kind === 'forward';
}

/** An answer with an error, whether a filter denies, no route serves, or the proxy was told to give it. */
function isKeptOut(outcome: Outcome): boolean {
  const { kind, status } = outcome;
  if (kind === 'random') return outcome.branches.every((each) => isKeptOut(each.outcome));
  if (kind === 'not_found' || kind === 'closed') return true;
  return (kind === 'answered' || kind === 'direct_response') && status !== null && status >= 400;
}

const OUTSIDE = /\.(?:ext_authz|oauth2)\.v\d/;
const ANY_GUARD = /\.(?:jwt_authn|ext_authz|basic_auth|api_key_auth|oauth2|rbac)\.v\d/;

/** Whether somebody outside of the configuration decides about it. */
function isAskedOutside({ kind, filters = [] }: Outcome): boolean {
  return (
    kind === 'forward' && filters.some(({ effect, type }) => effect === 'unknown' && OUTSIDE.test(type ?? ''))
  );
}

function isUnguarded({ kind, filters }: Outcome): boolean {
  if (kind !== 'forward' || filters === undefined) return false;
  return !filters.some(({ effect, type }) => effect !== 'skipped' && ANY_GUARD.test(type ?? ''));
}

/** A group of requests that routes treat differently: what of it is looked at here. */
interface Group {
  readonly request: Request;
  readonly before: { readonly outcome: Outcome };
  readonly after: { readonly outcome: Outcome };
}

/**
 * Whether a group of requests passes on one side only, through the filters in front as well: with a request that
 * shows it, which has what the filters ask for. Undefined where access stays as it was.
 */
export function accessOf(
  { request, before: was, after: is }: Group,
  before: AccessSide,
  after: AccessSide,
  regexes: RoutingContext['regexes'],
): { readonly access: Access; readonly request: Request } | undefined {
  const isOpened = passes(is.outcome) && isKeptOut(was.outcome);
  if (!isOpened && !(passes(was.outcome) && isKeptOut(is.outcome))) return undefined;
  const access = isOpened ? 'opened' : 'closed';
  const [from, to] = isOpened ? [before, after] : [after, before];
  for (const form of lettingPass(request, to, regexes)) {
    const [kept, passing] = [from, to].map(({ routing, contextFor }) =>
      routeRequest(routing, form, {}, contextFor),
    );
    if (kept === undefined || passing === undefined || 'problem' in kept || 'problem' in passing) continue;
    if (accessBetween(kept, passing) === 'opened') return { access, request: form };
  }
  return undefined;
}

/** The request, and others for the same host and path with what the filters in front ask for. */
function* lettingPass(
  request: Request,
  { routing, contextFor }: AccessSide,
  regexes: RoutingContext['regexes'],
): Generator<Request> {
  yield request;
  const routed = routeRequest(routing, request, {}, contextFor);
  if ('problem' in routed || routed.found === undefined || routed.trace.outcome.kind !== 'answered') return;
  const { found, way, trace } = routed;
  const entry = waysOf(routing)
    .get(found)
    ?.find(({ chain }) => chain === way?.chain);
  const host = trace.virtual_host_index;
  if (entry === undefined || host === null || trace.route === null) return;
  const virtualHost = found.routeConfiguration.virtual_hosts?.[host];
  const around = { ...caseIn(found, entry, regexes), virtualHost };
  const same: Box = new Map([
    [`${HEADER}:authority`, within(exactly(request.authority))],
    [`${HEADER}:method`, within(exactly(request.method))],
    ['path', within(exactly(request.path.split('?', 1)[0] ?? ''))],
  ]);
  const at = { host, at: trace.route.index };
  for (const place of placesOfRoute(around, at, found, routing.clusters, new Lists(regexes)))
    for (const passage of passagesOf(place, entry)) {
      if (passage.case.end.kind !== 'forward' || passage.isTunnel) continue;
      const { boxes } = both({ boxes: [same], open: [] }, requestsWhere(passage.through, true, passage.case));
      if (boxes.length === 0) continue;
      const meter = startMeter({ work: QUESTION_WORK });
      const reached = requestReaching({
        list: place.list(),
        place: place.at,
        within: boxes,
        byDefault: true,
        meter,
      });
      if (reached.kind !== 'request') continue;
      const meeting = { routing, found, by: new Set([entry.chain]) };
      const printed = printedRequest(withToken(reached.request, passage.shown), meeting, contextFor(found));
      if (printed !== undefined) yield printed;
    }
}

/** A pair of route configurations, and what looking at it may cost. */
export interface AccessQuestion {
  readonly before: AccessSide;
  readonly after: AccessSide;
  readonly pair: { readonly before: FoundRoutes; readonly after: FoundRoutes };
  readonly regexes: RoutingContext['regexes'];
  readonly meter: Meter;
}

export interface FoundAccess {
  readonly changes: readonly AccessChange[];
  /** How many routes were not looked at. */
  readonly unseen: number;
}

/** Access that filters, or what routes say for them, open or close; that of routes alone is left to their comparison. */
export function accessChanges({ before, after, pair, regexes, meter }: AccessQuestion): FoundAccess {
  const search = { regexes, meter, asked: 0, unseen: 0, lists: new Lists(regexes) };
  const found = new Map<string, AccessChange>();
  const ways = pairedWays(
    waysOf(before.routing).get(pair.before) ?? [],
    waysOf(after.routing).get(pair.after) ?? [],
  );
  for (const [one, other] of ways) {
    const was: Passing = { side: before, found: pair.before, entry: one };
    const is: Passing = { side: after, found: pair.after, entry: other };
    const listener = listenerText(other.listener.ref);
    const take = (access: Access, request: Request, kept: Routed, passing: Routed): void => {
      const sides = access === 'opened' ? { before: kept, after: passing } : { before: passing, after: kept };
      const key = JSON.stringify([access, listener, passing.trace.virtual_host, keeper(kept)]);
      const known = found.get(key) ?? { access, request, ...sides, listener, routes: 0 };
      found.set(key, { ...known, routes: known.routes + 1 });
    };
    for (const each of newlyPassing(was, is, search)) take('opened', ...each);
    for (const each of newlyPassing(is, was, search)) take('closed', ...each);
  }
  return { changes: [...found.values()], unseen: search.unseen };
}

/** What keeps a request out. */
function keeper({ trace: { outcome } }: Routed): unknown {
  return [outcome.kind, outcome.status, outcome.kind === 'answered' ? outcome.by.filter : ''];
}

/** How requests come to one side. */
interface Passing {
  readonly side: AccessSide;
  readonly found: FoundRoutes;
  readonly entry: Entry;
}

interface Search {
  readonly regexes: RoutingContext['regexes'];
  readonly meter: Meter;
  readonly lists: Lists;
  asked: number;
  unseen: number;
}

const entrances = new WeakMap<FoundRouting, ReadonlyMap<FoundRoutes, readonly Entry[]>>();

function waysOf(routing: FoundRouting): ReadonlyMap<FoundRoutes, readonly Entry[]> {
  const ways =
    entrances.get(routing) ?? new Map(entrancesOf(routing).map(({ found, ways: all }) => [found, all]));
  entrances.set(routing, ways);
  return ways;
}

/** Ways by the same listener, and by the same filter chain or the only one. */
function pairedWays(first: readonly Entry[], second: readonly Entry[]): readonly (readonly [Entry, Entry])[] {
  const pairs: [Entry, Entry][] = [];
  const known = new Set<string>();
  for (const other of second) {
    const alike = first.filter((one) => isSameListener(one, other));
    const one =
      alike.find(({ chain }) => sameContent(chain.match, other.chain.match)) ??
      (alike.length === 1 ? alike[0] : undefined);
    if (one === undefined) continue;
    const key = JSON.stringify([
      other.listener.ref,
      one.manager.message.http_filters ?? [],
      other.manager.message.http_filters ?? [],
    ]);
    if (known.has(key)) continue;
    known.add(key);
    pairs.push([one, other]);
  }
  return pairs;
}

function isSameListener({ listener: { ref: one } }: Entry, { listener: { ref: other } }: Entry): boolean {
  if (one.name !== null && one.name !== '' && one.name === other.name) return true;
  return one.port !== null && one.port === other.port && one.address === other.address;
}

/** Requests that pass on one side and are kept out on the other, one for each route, with their ways on both. */
function* newlyPassing(
  from: Passing,
  to: Passing,
  search: Search,
): Generator<readonly [request: Request, kept: Routed, passing: Routed]> {
  const [was, is] = [from.entry.manager, to.entry.manager];
  // Without a filter that keeps anything out none has to be looked for among the routes.
  if (!filtersOf(was).some(({ kind }) => isGuard(kind))) return;
  const isAlike = sameContent(was.message.http_filters, is.message.http_filters);
  const hosts = hostsOf(from.found);
  const isAround = settingsAlike(from.found.routeConfiguration, to.found.routeConfiguration);
  const seen = new Set<object>();
  for (const place of placesOf(to.found, to.entry, to.side.routing, search.lists)) {
    const { route, virtualHost, end } = place.case;
    if (end.kind !== 'forward' || route === undefined || virtualHost === undefined || seen.has(route))
      continue;
    const host = hosts(virtualHost);
    const own = host?.routeOf(route);
    const isSame =
      isAlike &&
      isAround &&
      own !== undefined &&
      settingsAlike(host?.virtualHost, virtualHost) &&
      settingsAlike(own, route) &&
      sameContent(own.route?.weighted_clusters, route.route?.weighted_clusters);
    // What else of a route changes is found by comparing the routes.
    if (isSame || own === undefined || host === undefined) continue;
    if (search.asked >= MAX_QUESTIONS || search.meter.exhausted() !== undefined) {
      search.unseen++;
      continue;
    }
    const shut = { ...place.case, routeConfiguration: from.found.routeConfiguration };
    const keeping = { ...shut, virtualHost: host.virtualHost, route: own, way: from.entry };
    const found = passingAt(place, keeping, from, to, search);
    if (found === undefined) continue;
    seen.add(route);
    yield found;
  }
}

type Level = { readonly typed_per_filter_config?: unknown; readonly per_filter_config?: unknown };

function settingsAlike(one: Level | undefined, other: Level | undefined): boolean {
  return (
    sameContent(one?.typed_per_filter_config, other?.typed_per_filter_config) &&
    sameContent(one?.per_filter_config, other?.per_filter_config)
  );
}

type VirtualHost = Message<'route.VirtualHost'>;
type Route = Message<'route.Route'>;

/** The virtual host of a side for the same domains, and its route with the same match. */
function hostsOf({ routeConfiguration }: FoundRoutes) {
  const byDomains = new Map(
    (routeConfiguration.virtual_hosts ?? []).map((host) => [domainsKey(host), host] as const),
  );
  const routes = new Map<VirtualHost, Map<string, Route>>();
  return (wanted: VirtualHost) => {
    const virtualHost = byDomains.get(domainsKey(wanted));
    if (virtualHost === undefined) return undefined;
    let byMatch = routes.get(virtualHost);
    if (byMatch === undefined) {
      byMatch = new Map();
      // The first of several takes the requests.
      for (const route of virtualHost.routes ?? []) {
        const key = JSON.stringify(route.match ?? null);
        if (!byMatch.has(key)) byMatch.set(key, route);
      }
      routes.set(virtualHost, byMatch);
    }
    const own = byMatch;
    return { virtualHost, routeOf: ({ match }: Route) => own.get(JSON.stringify(match ?? null)) };
  };
}

function domainsKey({ domains = [] }: VirtualHost): string {
  return JSON.stringify([...domains].sort());
}

/** @param keeping the same route on the side that keeps its requests out */
function passingAt(
  place: Place,
  keeping: Case,
  from: Passing,
  to: Passing,
  search: Search,
): readonly [Request, Routed, Routed] | undefined {
  const [kept, passed] = [filtersOf(from.entry.manager), filtersOf(to.entry.manager)];
  const all = [...tokensIn(kept), ...tokensIn(passed)];
  for (const shown of new Map(all.map((each) => [each.join(), each])).values()) {
    const gatesIn = (filters: typeof kept, at: Case): readonly Gate[] =>
      gatesOf(filters, {
        levels: levelsAround(at),
        shown,
        namespace: at.namespace,
        regexes: search.regexes,
        isForward: at.route?.route !== undefined,
        isRouted: true,
      });
    const guards = gatesIn(kept, keeping).filter(({ looks, filter }) => looks && isGuard(filter.kind));
    if (guards.length === 0) return undefined;
    const denied: Formula = {
      kind: 'any',
      of: guards.map(({ passes: of, assuming }) =>
        assuming === undefined ? { kind: 'not', of } : { kind: 'all', of: [] },
      ),
    };
    const open: Formula = {
      kind: 'all',
      of: gatesIn(passed, place.case).flatMap(({ looks, passes: of }) => (looks ? [of] : [])),
    };
    const { boxes } = both(requestsWhere(denied, true, keeping), requestsWhere(open, true, place.case));
    if (boxes.length === 0) continue;
    search.asked++;
    const meter = partOf(search.meter, QUESTION_WORK);
    const reached = requestReaching({
      list: place.list(),
      place: place.at,
      within: boxes,
      byDefault: true,
      meter,
    });
    if (reached.kind === 'none' || reached.kind === 'undecided') continue;
    const replayed = replayedThrough(withToken(reached.request, shown), from, to);
    if (replayed !== undefined) return replayed;
  }
  return undefined;
}

function replayedThrough(
  request: Request,
  from: Passing,
  to: Passing,
): readonly [Request, Routed, Routed] | undefined {
  const meetings = [from, to].map(({ side, found, entry }) => ({
    routing: side.routing,
    found,
    by: new Set([entry.chain]),
    context: side.contextFor(found),
  }));
  const goes = ({ side }: Passing, form: Request) => routeRequest(side.routing, form, {}, side.contextFor);
  const printed = printedAmong(request, meetings);
  if (printed === undefined) return undefined;
  const [kept, passing] = [goes(from, printed), goes(to, printed)];
  if ('problem' in kept || 'problem' in passing) return undefined;
  return accessBetween(kept, passing) === 'opened' ? [printed, kept, passing] : undefined;
}
