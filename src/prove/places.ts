/**
 * All cases into which the requests of a route configuration fall: hosts that nobody serves, and of each virtual host
 * what require_tls answers, each end of each route, and what no route takes.
 */
import { type BoundMessage, isObject, versionOf } from '../model/bound.ts';
import { baseOf, refusedByTls, unservedHosts } from '../routing/all/base.ts';
import { type Box, HEADER, VALUES } from '../routing/all/box.ts';
import { certificatesAmong } from '../routing/all/conditions.ts';
import { type RouteList, routeList } from '../routing/all/index.ts';
import { exactly } from '../routing/all/language.ts';
import { ABSENT, type Values, within } from '../routing/all/values.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { Way } from '../routing/route.ts';
import { isEnd } from '../routing/tree/flatten.ts';
import type { Arrival } from '../routing/where/arrival.ts';
import { asksForCertificates } from '../routing/where/certificates.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { FoundManager } from '../routing/where/manager.ts';
import type { Message } from '../schema/types.ts';
import { once } from '../source/once.ts';
import { whyUndecidable } from '../traffic/host-options.ts';
import { lowerAscii } from '../traffic/text.ts';
import {
  answeredEnd,
  type End,
  endsOf,
  type KnownClusters,
  NOT_FOUND,
  reroutedEnd,
  TO_HTTPS,
} from './ends.ts';
import { ALWAYS, type Formula } from './formula.ts';
import {
  chainsOf,
  type Gate,
  gatesOf,
  type Levels,
  mayRewrite,
  NO_TOKEN,
  type Shown,
  tokensIn,
  withoutPath,
} from './gates.ts';
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
  /** Requests for a tunnel (CONNECT) that have no path: only routes with connect_matcher take them. */
  readonly isTunnel: boolean;
  /** The same for places that no condition tells apart but by the names of their routes and virtual hosts, */
  readonly alike: number;
}

export interface HostPlaces {
  /** Of the virtual host; undefined for hosts that nobody serves. */
  readonly domains: readonly string[] | undefined;
  /** Worked out when they are first asked for. */
  readonly places: () => readonly Place[];
}

/** A place with what its requests come through before they end there. */
export interface Passage extends Place {
  /** What the filters ask of them. */
  readonly through: Formula;
  /** The token that they show, with its audience. */
  readonly shown: Shown;
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
  known: KnownClusters,
  lists: Lists,
): Generator<Place> {
  const around = caseIn(found, way, lists.regexes);
  yield unservedPlace(found, around, lists);
  for (const host of (found.routeConfiguration.virtual_hosts ?? []).keys())
    yield* placesOfHost(around, host, found, known, lists);
}

function unservedPlace(found: FoundRoutes, around: Omit<Case, 'end'>, lists: Lists): Place {
  const list = () => lists.of(found, 'unserved');
  return placed({ ...around, end: NOT_FOUND }, { list, at: 0, key: 'none' }, lists);
}

function* placesOfHost(
  around: Omit<Case, 'end'>,
  host: number,
  found: FoundRoutes,
  known: KnownClusters,
  lists: Lists,
): Generator<Place> {
  const virtualHost = found.routeConfiguration.virtual_hosts?.[host];
  if (virtualHost === undefined) return;
  const inside = { ...around, virtualHost };
  if (virtualHost.require_tls === 'ALL' || virtualHost.require_tls === 'EXTERNAL_ONLY') {
    const list = () => lists.of(found, host, 'tls');
    yield placed({ ...inside, end: TO_HTTPS }, { list, at: 0, key: `${host}/tls` }, lists);
  }
  const routes = virtualHost.routes ?? [];
  for (const at of routes.keys()) yield* placesOfRoute(inside, { host, at }, found, known, lists);
  const behind = { list: () => lists.of(found, host), at: routes.length, key: `${host}/none` };
  yield placed({ ...inside, end: NOT_FOUND }, behind, lists);
}

/** Where the requests of one route may end. */
export function* placesOfRoute(
  around: Omit<Case, 'end' | 'route'>,
  { host, at }: { readonly host: number; readonly at: number },
  found: FoundRoutes,
  known: KnownClusters,
  lists: Lists,
): Generator<Place> {
  const { routeConfiguration, virtualHost } = around;
  const route = virtualHost?.routes?.[at];
  if (virtualHost === undefined || route === undefined) return;
  const { plainly } = lists;
  const ends = isEnd(route)
    ? [NOT_FOUND]
    : endsOf(route, { routeConfiguration, virtualHost, known, plainly });
  const place = { list: () => lists.of(found, host), at, key: `${host}/${at}` };
  for (const end of ends) yield placed({ ...around, route, end }, place, lists);
  if (route.match?.connect_matcher === undefined || around.version !== 'v3') return;
  const tunnels = () => lists.of(found, host, 'tunnels');
  for (const end of ends)
    yield placed({ ...around, route, end }, { ...place, list: tunnels, isTunnel: true }, lists);
}

function placed(
  at: Case,
  { isTunnel = false, ...place }: Pick<Place, 'list' | 'at' | 'key'> & { readonly isTunnel?: boolean },
  lists: Lists,
): Place {
  return { case: at, ...place, isTunnel, alike: lists.alikeOf({ case: at, isTunnel }) };
}

/**
 * All that is asked of a case but who its requests are, its way, and the names of its route and virtual host.
 *
 * @param to others than the clusters that it leads to
 */
export function contentOf(
  { case: { end, route, virtualHost }, isTunnel }: Pick<Place, 'case' | 'isTunnel'>,
  to: Pick<End, 'clusters' | 'copies'> = end,
): string {
  const { kind, status, scheme, open, isRerouted, entry, assuming, filters } = end;
  const { clusters, copies } = to;
  const isRouted = virtualHost !== undefined && end !== NOT_FOUND;
  const levels = [entry, route, virtualHost].flatMap((level, at) => settingsIn(level, at));
  return JSON.stringify([
    ...[clusters, copies, assuming, levels, kind, status, scheme, open],
    ...[isRerouted, isTunnel, isRouted, route === undefined, route?.route !== undefined],
    filters.map(({ message }) => message),
  ]);
}

function settingsIn(level: BoundMessage | undefined, at: number): readonly unknown[] {
  if (level === undefined) return NO_SETTINGS;
  const {
    typed_per_filter_config: filters,
    per_filter_config: older,
    request_headers_to_add: added,
    request_headers_to_remove: removed,
  } = level;
  const isPlain =
    filters === undefined && older === undefined && added === undefined && removed === undefined;
  return isPlain ? NO_SETTINGS : [[at, filters, older, added, removed]];
}

const NO_SETTINGS: readonly unknown[] = [];

/**
 * The ends of a place: where the route leads, and the answers of the filters in front of it, for each token.
 *
 * @param answers whether those answers are asked for
 */
export function* passagesOf(place: Place, entry: Entry | undefined, answers = true): Generator<Passage> {
  if (entry === undefined) {
    yield { ...place, through: ALWAYS, shown: NO_TOKEN };
    return;
  }
  const { manager } = entry;
  const around = aroundCase(place.case);
  const arrives: Formula = { kind: 'box', box: arriving(entry, place.case) };
  const mapped = mapsStatus(manager);
  for (const { gates, shown, asked } of gatesAround(manager, around)) {
    const through = place.isTunnel ? [arrives, CONNECT] : [arrives, asked];
    yield* passagesThrough(place, gates, { through, shown, mapped, answers });
  }
}

/** What the requests of a place come through, in each chain of filters, that show one token. */
export function gatesBefore(
  { case: at }: Place,
  entry: Entry,
  shown: Shown,
): readonly { readonly gates: readonly Gate[]; readonly asked: Formula }[] {
  const arrives: Formula = { kind: 'box', box: arriving(entry, at) };
  const around = { ...aroundCase(at), shown };
  return chainsOf(entry.manager).map(({ filters, asked }) => ({
    gates: gatesOf(filters, around),
    asked: { kind: 'all', of: [arrives, asked] },
  }));
}

function aroundCase(at: Case): Omit<Levels, 'shown'> {
  const { route, virtualHost, end, namespace, regexes } = at;
  return {
    levels: levelsAround(at),
    namespace,
    regexes,
    isForward: route?.route !== undefined,
    isRouted: virtualHost !== undefined && end !== NOT_FOUND,
  };
}

interface ShownGates {
  readonly gates: readonly Gate[];
  readonly shown: Shown;
  readonly asked: Formula;
}

const KNOWN = new WeakMap<Regexes, WeakMap<FoundManager, Map<string, readonly ShownGates[]>>>();

/** The gates of each chain and token; worked out once where nothing around a route says anything for filters. */
function gatesAround(manager: FoundManager, around: Omit<Levels, 'shown'>): readonly ShownGates[] {
  const made = (): readonly ShownGates[] =>
    chainsOf(manager).flatMap(({ filters, asked }) =>
      tokensIn(filters).map((shown) => ({ gates: gatesOf(filters, { ...around, shown }), shown, asked })),
    );
  const isOwn = around.levels.some(
    ({ typed_per_filter_config: typed, per_filter_config: older }) => (typed ?? older) !== undefined,
  );
  if (isOwn) return made();
  const byManager = KNOWN.get(around.regexes) ?? new WeakMap();
  KNOWN.set(around.regexes, byManager);
  const known: Map<string, readonly ShownGates[]> = byManager.get(manager) ?? new Map();
  byManager.set(manager, known);
  const key = `${around.isForward} ${around.isRouted}`;
  const gates = known.get(key) ?? made();
  known.set(key, gates);
  return gates;
}

const CONNECT: Formula = { kind: 'method', names: ['CONNECT'] };

/** Whether local_reply_config, or a filter, may give answers of the proxy another status. */
function mapsStatus(manager: FoundManager): boolean {
  if (chainsOf(manager).some(({ filters }) => filters.some(mayRewrite))) return true;
  const { local_reply_config: replies } = manager.message;
  const mappers = isObject(replies) ? replies.mappers : undefined;
  return Array.isArray(mappers) && mappers.some((each) => isObject(each) && each.status_code !== undefined);
}

function* passagesThrough(
  place: Place,
  gates: readonly Gate[],
  {
    through,
    shown,
    mapped,
    answers,
  }: {
    readonly through: readonly Formula[];
    readonly shown: Shown;
    readonly mapped: boolean;
    readonly answers: boolean;
  },
): Generator<Passage> {
  const before = gatesBeforeEach(gates);
  const passing = [...through];
  const [token] = shown;
  const asked = (formula: Formula): Formula => (place.isTunnel ? withoutPath(formula) : formula);
  for (const [at, gate] of gates.entries()) {
    const passes = asked(gate.passes);
    const denies: Formula = gate.denies ?? { kind: 'not', of: passes };
    if (answers && gate.looks && (passes !== ALWAYS || gate.denies !== undefined))
      yield {
        ...place,
        case: {
          ...place.case,
          gates: before[at] ?? [],
          token,
          end: answeredEnd(mapped ? undefined : gate.status),
        },
        through: { kind: 'all', of: [...passing, denies] },
        shown,
      };
    if (gate.looks) passing.push(passes);
  }
  const rerouting = gates.find(({ looks, reroutes }) => looks && reroutes);
  const passed = place.isTunnel ? passing : [...through, passedAll(gates)];
  const own =
    mapped && place.case.end.kind !== 'forward' ? { ...place.case.end, status: undefined } : place.case.end;
  const end = rerouting === undefined ? own : reroutedEnd(rerouting.filter.name);
  yield {
    ...place,
    case: { ...place.case, gates, token, end },
    through: { kind: 'all', of: passed },
    shown,
  };
}

const PASSED = new WeakMap<readonly Gate[], Formula>();

/** What all of them let pass; each property asks for it. */
function passedAll(gates: readonly Gate[]): Formula {
  const looking = () => gates.flatMap(({ looks, passes }) => (looks ? passes : []));
  const known = PASSED.get(gates) ?? { kind: 'once', of: { kind: 'all', of: looking() } };
  PASSED.set(gates, known);
  return known;
}

const BEFORE = new WeakMap<readonly Gate[], readonly (readonly Gate[])[]>();

/** For each gate those before it; made once, since each property asks for them. */
function gatesBeforeEach(gates: readonly Gate[]): readonly (readonly Gate[])[] {
  const known = BEFORE.get(gates) ?? gates.map((_, at) => gates.slice(0, at));
  BEFORE.set(gates, known);
  return known;
}

/** What may say something for a filter, the most specific first. */
export function levelsAround({ route, virtualHost, routeConfiguration, end }: Case): readonly BoundMessage[] {
  if (route === undefined || virtualHost === undefined) return [];
  return [...(end.entry === undefined ? [] : [end.entry]), route, virtualHost, routeConfiguration];
}

/** What every request has that the connection manager hands on (docs/routing.md, fact 117). */
function arriving({ arrival, chain }: Entry, { routeConfiguration }: Case): Box {
  const box = new Map<string, Values>();
  const { scheme, trust } = arrival ?? {};
  const proto = scheme ?? trust?.proto;
  if (proto !== undefined) box.set(`${HEADER}x-forwarded-proto`, within(exactly(proto)));
  // No address is internal, so that no request is marked as such.
  if (trust !== undefined && trust.internal === undefined) {
    const names = (routeConfiguration.internal_only_headers ?? []).map(lowerAscii);
    // Which name it has under another prefix is not followed.
    const own = trust.heads.length === 1 ? trust.heads.map((head) => `${head}internal`) : [];
    for (const name of [...own, ...names])
      for (const dimension of [HEADER, VALUES]) box.set(`${dimension}${name}`, ABSENT);
  }
  if (asksForCertificates(routeConfiguration)) box.set('certificate', certificatesAmong(chain.certificates));
  return box;
}

type ListKind = 'routes' | 'tls' | 'tunnels';

/** A route that takes no request. */
const NOTHING: Message<'route.Route'> = {
  match: { prefix: '/', runtime_fraction: { default_value: { numerator: 0 } } },
};

/** Lists of routes, each prepared once for all properties. */
export class Lists {
  readonly regexes: Regexes;
  /** The end of every route that only leads to a cluster. */
  readonly plainly = new Map<string, End>();
  readonly #known = new Map<FoundRoutes, Map<string, RouteList>>();
  readonly #kinds = new Map<string | End, number>();
  readonly #places = new Map<FoundRoutes, readonly HostPlaces[]>();

  constructor(regexes: Regexes) {
    this.regexes = regexes;
  }

  /** The places of a route configuration, whatever leads there: of hosts that nobody serves, and of each virtual host. */
  placesOf(found: FoundRoutes, known: KnownClusters): readonly HostPlaces[] {
    const { routeConfiguration } = found;
    const ignoresPort = routeConfiguration.ignore_port_in_host_matching === true;
    const around = caseIn(found, undefined, this.regexes);
    const hosts = this.#places.get(found) ?? [
      { domains: undefined, places: once(() => [unservedPlace(found, around, this)]) },
      ...(routeConfiguration.virtual_hosts ?? []).map(({ domains = [] }, host) => ({
        // Whatever the port is.
        domains: ignoresPort ? domains.flatMap((each) => [each, `${each}:*`]) : domains,
        places: once(() => [...placesOfHost(around, host, found, known, this)]),
      })),
    ];
    this.#places.set(found, hosts);
    return hosts;
  }

  /** One number for each content; most often the end alone tells it. */
  alikeOf(place: Pick<Place, 'case' | 'isTunnel'>): number {
    const { end, route, virtualHost } = place.case;
    const isPlain =
      end.clusters !== 'open' &&
      end === this.plainly.get(end.clusters[0] ?? '') &&
      !place.isTunnel &&
      settingsIn(route, 0) === NO_SETTINGS &&
      settingsIn(virtualHost, 0) === NO_SETTINGS;
    return this.numberOf(isPlain ? end : contentOf(place));
  }

  numberOf(kind: string | End): number {
    const number = this.#kinds.get(kind) ?? this.#kinds.size;
    this.#kinds.set(kind, number);
    return number;
  }

  of(found: FoundRoutes, host: number | 'unserved', what: ListKind = 'routes'): RouteList {
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
    what: ListKind,
  ): RouteList {
    const shared = { regexes: this.regexes, namespace };
    if (host === 'unserved') return routeList([], { ...shared, base: unservedHosts(routeConfiguration) });
    if (what === 'tls')
      return routeList([], { ...shared, base: refusedByTls(routeConfiguration, host, namespace) });
    const all = routeConfiguration.virtual_hosts?.[host]?.routes ?? [];
    const routes =
      what === 'routes'
        ? all
        : all.map((each) => (each.match?.connect_matcher === undefined ? NOTHING : each));
    return routeList(routes, { ...shared, base: baseOf(routeConfiguration, host, namespace) });
  }
}
