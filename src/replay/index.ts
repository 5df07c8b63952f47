/**
 * Replay: requests through two versions of a configuration, as their texts say and nothing converted. What every
 * request comes to has to be the same (docs/reliability.md).
 */
import { type BoundMessage, NODE, versionOf } from '../model/bound.ts';
import { contentKey, sameContent } from '../model/content.ts';
import type { Configuration, Root } from '../model/open.ts';
import type { RoutingContext } from '../routing/context.ts';
import { startCandidates } from '../routing/match/candidates.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import { type Meter, startMeter } from '../routing/regex/meter.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import type { Request } from '../routing/request/request.ts';
import { refusal, type Trace, traceRequest } from '../routing/trace.ts';
import { type FoundRouting, findRoutingInPlace } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { Message } from '../schema/types.ts';
import type { NodeId } from '../source/tree.ts';
import { comparable, differing } from './comparable.ts';
import { requestsOf } from './requests.ts';

export interface Replayed {
  /** How many requests went through both, each with the runtime values of the file and without. */
  readonly requests: number;
  /** Virtual hosts that were not replayed, or not wholly, because the budget ended. */
  readonly unreplayed: number;
  /** What it took, in units of work. */
  readonly spent: number;
  /** What becomes of a request that is no longer the same; undefined where none was found. */
  readonly difference?: string;
  /** The route of the first side that the request met there, or else the virtual host. */
  readonly where?: { readonly root: Root; readonly node: NodeId };
  /** What of a request only the version of the second side leaves open, each reason with the first such request. */
  readonly open?: readonly string[];
}

export interface ReplayOptions {
  /** Units of work; one is about as long as looking at one position of an automaton. */
  readonly work?: number;
  /** Replay what reads the same on both sides too, which can only end the same. */
  readonly everything?: boolean;
}

/** Some seconds: about 20,000 requests, and 100,000 of plain routes. */
const WORK = 100_000_000;
/** What tracing a request costs. */
const TRACING = 500;

/** Replays requests of both sides through both. */
export function replay(
  before: Configuration,
  after: Configuration,
  { work = WORK, everything = false }: ReplayOptions = {},
): Replayed {
  const sides = [findRoutingInPlace(before), findRoutingInPlace(after)] as const;
  const [one, other] = sides;
  const pairs = pairedPlaces(one, other);
  if (typeof pairs === 'string') return { requests: 0, unreplayed: 0, spent: 0, difference: pairs };
  const isAcross = before.api !== 'v3' && after.api === 'v3';
  const run: Run = {
    meter: startMeter({ work }),
    regexes: regexEngine(),
    // What reads the same need not mean the same in another version.
    everything: everything || isAcross,
    requests: 0,
    unreplayed: 0,
    difference: undefined,
    where: undefined,
    open: isAcross ? new Map() : undefined,
  };
  for (const pair of pairs) {
    replayPair(run, sides, pair);
    if (run.difference !== undefined) break;
  }
  const { requests, unreplayed, difference, where, meter } = run;
  const open = [...(run.open ?? [])].map(([reason, request]) => `${request}: ${reason}`);
  return {
    requests,
    unreplayed,
    spent: meter.spent(),
    ...(open.length === 0 ? {} : { open }),
    ...(difference === undefined ? {} : { difference }),
    ...(where === undefined ? {} : { where }),
  };
}

interface Run {
  readonly meter: Meter;
  readonly regexes: Regexes;
  readonly everything: boolean;
  requests: number;
  unreplayed: number;
  difference: string | undefined;
  where: Replayed['where'];
  /** Between versions: what the later one leaves open, with a request for each. */
  readonly open: Map<string, string> | undefined;
}

type Pair<T> = readonly [before: T, after: T];

/**
 * Each route configuration of before with what it is after, place by place, since copies need not change together; a
 * text where one is not found where it was, or by others. Copies that are copies after, too, count once.
 */
function pairedPlaces(before: FoundRouting, after: FoundRouting): readonly Pair<FoundRoutes>[] | string {
  const [one, other] = [before.routes.length, after.routes.length];
  if (one !== other) return `${one} route configurations would be ${other}`;
  const pairs: Pair<FoundRoutes>[] = [];
  const copies = new Map<Root, Set<string>>();
  const names = new Map<string | null, number>();
  for (const { name } of before.routes) names.set(name, (names.get(name) ?? 0) + 1);
  for (const [at, found] of before.routes.entries()) {
    const place = after.routes[at];
    const what = `the route configuration ${JSON.stringify(found.name ?? '')}`;
    if (place?.name !== found.name) return `${what} would be found in another place`;
    if (!sameSet(keysOf(found), keysOf(place))) return `${what} would be reached otherwise`;
    if (found.namespace !== place.namespace)
      return `the namespace "${found.namespace}" would be read as "${place.namespace}"`;
    const pair = [found, place] as const;
    if ((names.get(found.name) ?? 0) < 2 || isNew(copies, pair)) pairs.push(pair);
  }
  return pairs;
}

function keysOf({ listeners }: FoundRoutes): ReadonlySet<string> {
  return new Set(listeners.map(contentKey));
}

function isNew(copies: Map<Root, Set<string>>, pair: Pair<FoundRoutes>): boolean {
  const root = pair[0].rootOf(0);
  const known = copies.get(root) ?? new Set();
  copies.set(root, known);
  const both = pair.map(({ written }) => [versionOf(written), written]);
  return known.size < known.add(contentKey(both)).size;
}

/** A side as requests meet it. */
interface Side {
  readonly configuration: Message<'RouteConfiguration'>;
  readonly context: RoutingContext;
}

function replayPair(run: Run, routing: Pair<FoundRouting>, pair: Pair<FoundRoutes>): void {
  const names = clustersOf(routing);
  const sameNames = sameSet(names[0], names[1]) && sameSet(routing[0].nameless, routing[1].nameless);
  /** Where every named cluster exists, and where those of the file alone do. */
  const worlds = sameNames ? [undefined] : [undefined, names];
  const candidates = startCandidates(run.regexes);
  const sidesOf = (which: 'routeConfiguration' | 'written'): readonly Pair<Side>[] =>
    worlds.map((world) => {
      const side = (at: 0 | 1): Side => {
        const corsFilters = routing[at].corsFilters.get(pair[at]);
        return {
          configuration: pair[at][which],
          context: {
            namespace: pair[at].namespace,
            regexes: run.regexes,
            nameless: routing[at].nameless,
            candidates,
            ...(corsFilters === undefined ? {} : { corsFilters }),
            ...(world?.[at] === undefined ? {} : { clusters: world[at] }),
          },
        };
      };
      return [side(0), side(1)];
    });
  const isLayered = pair.some((found) => found.routeConfiguration !== found.written);
  const states = [...sidesOf('routeConfiguration'), ...(isLayered ? sidesOf('written') : [])];
  const isSameAround = sameNames && isSame(aroundHosts(pair[0]), aroundHosts(pair[1]));
  for (const [index, { virtual_hosts: hosts = [] }] of pair.map(inForce).entries()) {
    const others = inForce(pair[1 - index] as FoundRoutes).virtual_hosts ?? [];
    for (const [host, virtualHost] of hosts.entries()) {
      const twin = others[host];
      const isEqual = isSame(virtualHost, twin) && isSame(written(pair[0], host), written(pair[1], host));
      if (isSameAround && isEqual && !run.everything) continue;
      // Where both sides ask the same of requests, the same are found.
      const isAsked = run.open === undefined && isSame(askedOf(virtualHost), askedOf(twin));
      if (index === 1 && (isEqual || isAsked)) continue;
      replayHost(run, states, pair, index as 0 | 1, host);
      if (run.difference !== undefined) return;
    }
  }
}

function inForce({ routeConfiguration }: FoundRoutes): Message<'RouteConfiguration'> {
  return routeConfiguration;
}

function written({ written: { virtual_hosts: hosts = [] } }: FoundRoutes, host: number): unknown {
  return hosts[host];
}

/** All of a route configuration but what its virtual hosts say to those who have come to them. */
function aroundHosts({ routeConfiguration: { virtual_hosts: hosts = [], ...own } }: FoundRoutes): unknown {
  return [own, hosts.map(({ domains }) => domains ?? [])];
}

/** What a virtual host says about which requests there are: all that finding them looks at. */
function askedOf(host: Message<'route.VirtualHost'> = {}): unknown {
  const { routes = [], domains = [], require_tls, virtual_clusters = [], rate_limits = [] } = host;
  const asked = routes.map(({ match, route }) => [
    match ?? null,
    route?.weighted_clusters ?? null,
    route?.rate_limits ?? null,
  ]);
  return [domains, require_tls ?? null, virtual_clusters, rate_limits, asked];
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || sameContent(one, other);
}

/** Names of the clusters of the file; none rather than all where the last one has gone. */
function clustersOf([before, after]: Pair<FoundRouting>): Pair<ReadonlySet<string> | undefined> {
  return [before.clusters, before.clusters && (after.clusters ?? new Set())];
}

function sameSet(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.size === other.size && [...one].every((name) => other.has(name));
}

/** @param which the side that the requests come from */
function replayHost(
  run: Run,
  states: readonly Pair<Side>[],
  pair: Pair<FoundRoutes>,
  which: 0 | 1,
  host: number,
): void {
  const { meter, regexes } = run;
  const from = pair[which];
  const place = {
    routeConfiguration: from.routeConfiguration,
    host,
    namespace: from.namespace,
    regexes,
    meter,
  };
  for (const request of requestsOf(place)) {
    // Versions look at a header that comes several times in different ways, which no text can change.
    if (run.open !== undefined && request.repeated !== undefined) continue;
    for (const [one, other] of states) {
      // Nor can one change which requests a version refuses before it looks for a route.
      if (isRefused(request, one) !== isRefused(request, other)) continue;
      const work = regexes.work?.() ?? 0;
      const [before, after] = [one, other].map(({ configuration, context }) =>
        traceRequest(configuration, request, context),
      ) as [Trace, Trace];
      run.requests++;
      const differ = isPlainlySame(before, after)
        ? []
        : differing(comparable(before, one.context.namespace), comparable(after, other.context.namespace));
      const aspects = withoutOpen(run, differ, [before, after], request);
      if (aspects.length > 0) {
        run.difference = `${shown(request)} would be handled differently: ${aspects.join(', ')}`;
        run.where = placeOf(pair[0], before) ?? placeOf(pair[0], { ...after, route: null });
        return;
      }
      meter.spend(TRACING + (regexes.work?.() ?? 0) - work);
    }
    if (meter.exhausted() !== undefined) break;
  }
  if (meter.exhausted() !== undefined) run.unreplayed++;
}

function nodeOf(message: BoundMessage | undefined): NodeId | undefined {
  return message?.[NODE];
}

/** Where what a request met is written. */
function placeOf(
  { written: routing, rootOf }: FoundRoutes,
  { virtual_host_index: index, route }: Trace,
): Replayed['where'] {
  const host = index === null ? undefined : routing.virtual_hosts?.[index];
  if (index === null || host === undefined) return undefined;
  const met = route === null ? undefined : host.routes?.[route.index];
  const node = nodeOf(met) ?? nodeOf(host);
  return node === undefined ? undefined : { root: rootOf(index), node };
}

function isRefused(request: Request, { configuration }: Side): boolean {
  return refusal(request, versionOf(configuration)) !== undefined;
}

/** The aspects in which two outcomes differ, but for what the later version leaves open; that is noted. */
function withoutOpen(
  { open }: Run,
  aspects: readonly string[],
  [before, after]: Pair<Trace>,
  request: Request,
): readonly string[] {
  if (open === undefined || aspects.length === 0) return aspects;
  const [known, reasons] = [before, after].map(({ outcome }) =>
    outcome.kind === 'forward' || outcome.kind === 'redirect' ? (outcome.undecided ?? []) : [],
  ) as [readonly string[], readonly string[]];
  const newly = reasons.filter((reason) => !known.includes(reason));
  if (newly.length === 0) return aspects;
  for (const reason of newly) if (!open.has(reason)) open.set(reason, shown(request));
  const named = new Set(['undecided', ...newly.map((reason) => reason.slice(0, reason.indexOf(':')))]);
  return aspects.filter((aspect) => !named.has(aspect));
}

/** Whether two requests end the same without a second look: most do. */
function isPlainlySame(before: Trace, after: Trace): boolean {
  return (
    before.virtual_host === after.virtual_host &&
    before.route?.name === after.route?.name &&
    sameContent(before.outcome, after.outcome)
  );
}

/** A request in one line; what may be a secret in its query or headers is not told. */
function shown({ method, scheme, authority, path, headers, random_value: random }: Request): string {
  const [bare = ''] = path.split('?', 1);
  const names = Object.keys(headers);
  const more = [
    ...(path === bare ? [] : ['a query']),
    ...(names.length === 0 ? [] : [`${names.slice(0, 3).join(', ')}`]),
    ...(random === undefined ? [] : [`the random value ${random}`]),
  ];
  return `${method} ${scheme}://${authority}${bare}${more.length === 0 ? '' : ` (with ${more.join(', ')})`}`;
}
