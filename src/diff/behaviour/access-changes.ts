/**
 * Which requests pass now that were kept out before, and the other way round, whatever routes take them on either side:
 * through listeners and HTTP filters, which comparing route configurations does not look at. What is found was replayed
 * through both sides as a whole.
 */
import { sameContent } from '../../model/content.ts';
import type { Formula } from '../../prove/formula.ts';
import { chainsOf, isGuard, mayKeepOut, type Shown, tokensIn } from '../../prove/gates.ts';
import { contentOf, type Entry, gatesBefore, Lists, type Place } from '../../prove/places.ts';
import { withToken } from '../../prove/prove.ts';
import { both, type Requests, requestsWhere } from '../../prove/sets.ts';
import { intersection } from '../../routing/all/box.ts';
import {
  type Chain,
  type ChainQuestion,
  type ComparedList,
  eachQuestion,
  type RouteList,
  requestOfChains,
  routeList,
} from '../../routing/all/index.ts';
import type { RoutingContext } from '../../routing/context.ts';
import { printedAmong } from '../../routing/printed.ts';
import { type Meter, partOf } from '../../routing/regex/meter.ts';
import type { Request } from '../../routing/request/request.ts';
import { type Routed, routeRequest } from '../../routing/route.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { listenerText } from '../../routing/where/listener.ts';
import { once } from '../../source/once.ts';
import { type Access, type AccessSide, accessBetween, waysOf } from './access.ts';
import { matchesWrittenAlike, redirectList } from './lists.ts';
import { type HostPair, hostPairs } from './pairing/host-pairs.ts';
import { type Region, regionsOf } from './pairing/regions.ts';
import { isSameHost } from './pairing/same-hosts.ts';
import { type HostPlace, hostPlace, placeOf, type RoutePair, SIDES, type Side } from './served-host.ts';

/** Requests that one thing keeps out on one side, and that pass on the other. */
export interface AccessChange {
  readonly access: Access;
  readonly request: Request;
  readonly before: Routed;
  readonly after: Routed;
  readonly listener: string;
  /** How many routes they come to where they pass. */
  readonly routes: number;
}

/** A pair of route configurations, and what looking at it may cost. */
export interface AccessQuestion {
  readonly sides: { readonly [side in Side]: AccessSide };
  readonly pair: { readonly [side in Side]: FoundRoutes };
  /** Whether the requests of two routes are known to change so, by the routes alone. */
  readonly isKnown: (access: Access, routes: RoutePair) => boolean;
  readonly regexes: RoutingContext['regexes'];
  readonly meter: Meter;
}

export interface FoundAccess {
  readonly changes: readonly AccessChange[];
  /** How many routes were not looked at. */
  readonly unseen: number;
}

/** What one question about a route before and a route after may cost. */
const QUESTION_WORK = 1_000_000;
/** So many are asked about a pair of route configurations. */
const MAX_QUESTIONS = 2_000;
/** So many of one kind that stays open are tried. */
const MAX_OPEN = 4;

/** How requests come to one side. */
interface Arriving {
  readonly side: AccessSide;
  readonly found: FoundRoutes;
  readonly entry: Entry;
  /** Equal for ways that do the same to requests before a route counts. */
  readonly does: string;
}

type Ways = { readonly [side in Side]: Arriving };

interface Search extends Pick<AccessQuestion, 'isKnown' | 'meter'> {
  readonly lists: Lists;
  readonly take: (access: Access, ways: Ways, route: string, replayed: Replayed) => void;
  readonly unseen: Set<string>;
  readonly open: Map<string, number>;
  asked: number;
}

interface Replayed {
  readonly request: Request;
  readonly kept: Routed;
  readonly passing: Routed;
}

export function accessChanges({ sides, pair, isKnown, regexes, meter }: AccessQuestion): FoundAccess {
  const found = new Map<string, AccessChange & { readonly at: Set<string> }>();
  const take: Search['take'] = (access, ways, route, { request, kept, passing }) => {
    const listener = listenerText(ways.after.entry.listener.ref);
    const both = access === 'opened' ? { before: kept, after: passing } : { before: passing, after: kept };
    const key = JSON.stringify([access, listener, passing.trace.virtual_host, keeper(kept)]);
    const known = found.get(key) ?? { access, request, ...both, listener, routes: 0, at: new Set() };
    known.at.add(route);
    found.set(key, { ...known, routes: known.at.size });
  };
  const search: Search = {
    ...{ isKnown, meter, take, asked: 0 },
    lists: new Lists(regexes),
    unseen: new Set(),
    open: new Map(),
  };
  const hosts = once(() => hostPairs(pair.before.routeConfiguration, pair.after.routeConfiguration).pairs);
  const entries = (side: Side): readonly Entry[] => waysOf(sides[side].routing).get(pair[side]) ?? [];
  for (const [before, after] of pairedWays(entries('before'), entries('after'))) {
    // Without a filter that keeps anything out all is said by comparing the routes.
    if (
      ![before, after].some(({ manager }) =>
        chainsOf(manager).some(({ filters }) => filters.some(({ kind }) => mayKeepOut(kind))),
      )
    )
      continue;
    const way = (side: Side, entry: Entry): Arriving => {
      const { http_filters: filters, upgrade_configs: upgrades } = entry.manager.message;
      const does = JSON.stringify([filters, upgrades, entry.arrival]);
      return { side: sides[side], found: pair[side], entry, does: `${search.lists.numberOf(does)}` };
    };
    const ways = { before: way('before', before), after: way('after', after) };
    const asked = { search, ways, setsOf: rememberedSets(), tokens: tokensOf(ways) };
    for (const each of hosts()) lookAtHosts(each, asked);
  }
  const changes = [...found.values()];
  return {
    changes: [
      ...changes.filter(({ access }) => access === 'opened'),
      ...changes.filter(({ access }) => access === 'closed'),
    ],
    unseen: search.unseen.size,
  };
}

/** What keeps a request out. */
function keeper({ trace: { outcome } }: Routed): unknown {
  return [outcome.kind, outcome.status, outcome.kind === 'answered' ? outcome.by.filter : ''];
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

// Two virtual hosts that get the same hosts.

/** One side of a region, with where the requests of its routes end. */
interface Ending extends ComparedList {
  readonly host: HostPlace;
  readonly endsAt: (route: number | undefined) => Ends;
}

interface Ends {
  /** Equal for ends of which the same is asked. */
  readonly text: string;
  readonly places: readonly Place[];
}

function lookAtHosts(pair: HostPair, around: Omit<Asked, 'seen'>): void {
  const { ways, search } = around;
  const host = (side: Side): HostPlace => {
    const { side: asked, found } = ways[side];
    return hostPlace({ found, context: asked.contextFor(found) }, pair[side]);
  };
  const hosts = { before: host('before'), after: host('after') };
  if (ways.before.does === ways.after.does && isSameHost(hosts.before, hosts.after)) return;
  const matchText = matchesWrittenAlike(hosts);
  const lists = { before: once(() => listOf(hosts.before)), after: once(() => listOf(hosts.after)) };
  const asked = { ...around, seen: new Set<string>() };
  const note = (_: string, { before, after }: { readonly [side in Side]: number | undefined }): void => {
    if (search.meter.exhausted() !== undefined) search.unseen.add(`${pair.after} ${after ?? before}`);
  };
  for (const region of regionsOf(hosts.before, hosts.after, pair.pieces)) {
    const side = (which: Side): Ending => {
      const host = hosts[which];
      const endsAt = endsIn(ways[which], host, region[which], search.lists);
      const outcome = (route: number): string => endsAt(route).text;
      if (region[which] === 'redirect') {
        const { list } = redirectList(host.context, region.base, []);
        return { host, endsAt, list, outcome };
      }
      const list = { ...lists[which](), base: region.base };
      return { host, endsAt, list, outcome, matchText: matchText[which] };
    };
    const sides = { before: side('before'), after: side('after') };
    eachQuestion(sides.before, sides.after, { meter: search.meter, alike: () => false, note }, (question) => {
      for (const access of ['opened', 'closed'] as const) ask(access, question, sides, asked);
    });
  }
}

function listOf({ virtualHost, context }: HostPlace): RouteList {
  return routeList(virtualHost?.routes ?? [], context);
}

/** In place of the clusters that an end leads to. */
const NOWHERE = { clusters: [], copies: [] };

function endsIn(way: Arriving, { index }: HostPlace, treated: Region[Side], lists: Lists): Ending['endsAt'] {
  const byKey = once(() => {
    const places = lists.placesOf(way.found, way.side.routing)[index === undefined ? 0 : index + 1]?.places();
    return grouped(places?.filter(({ isTunnel }) => !isTunnel) ?? [], ({ key }) => key);
  });
  const known = new Map<string, Ends>();
  return (route) => {
    const at = treated === 'redirect' ? 'tls' : (route ?? 'none');
    const key = index === undefined ? 'none' : `${index}/${at}`;
    const places = byKey().get(key) ?? [];
    const text = places.map((place) => contentOf(place, NOWHERE)).join();
    const ends = known.get(key) ?? { text: `${way.does} ${lists.numberOf(text)}`, places };
    known.set(key, ends);
    return ends;
  };
}

function grouped<T, K>(all: readonly T[], keyOf: (each: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each)) ?? [];
    groups.set(keyOf(each), group);
    group.push(each);
  }
  return groups;
}

/** The tokens that the filters of either side tell apart. */
function tokensOf(ways: Ways): readonly Shown[] {
  const all = SIDES.flatMap((side) =>
    chainsOf(ways[side].entry.manager).flatMap(({ filters }) => tokensIn(filters)),
  );
  return [...new Map(all.map((each) => [each.join(), each])).values()];
}

/** What becomes of the requests that come to a route and show one token; each holds at least all such requests. */
interface Sets {
  /** Kept out by a filter, or by the route. */
  readonly denied: Requests;
  /** Somebody outside is asked about them. */
  readonly asked: Requests;
  readonly passing: Requests;
  /** Those that no filter looks at who might keep them out. */
  readonly unguarded: Requests;
}

type SetsOf = (ends: Ends, way: Arriving, shown: Shown) => Sets;

function rememberedSets(): SetsOf {
  const known = new Map<string, Sets>();
  return (ends, way, shown) => {
    const key = `${ends.text} ${shown.join()}`;
    const sets = known.get(key) ?? setsAt(ends, way, shown);
    known.set(key, sets);
    return sets;
  };
}

const NONE: Requests = { boxes: [], open: [] };
const ALL: Requests = { boxes: [new Map()], open: [] };

function union(some: readonly Requests[]): Requests {
  return { boxes: some.flatMap(({ boxes }) => boxes), open: some.flatMap(({ open }) => open) };
}

function setsAt({ places }: Ends, { entry }: Arriving, shown: Shown): Sets {
  // Of the entries of a route one is drawn: only what all of them keep out is kept out.
  const drawn = [...grouped(places, ({ case: at }) => at.end.entry).values()].map((alike) => {
    const all = alike.flatMap((place) => setsThrough(place, entry, shown));
    return {
      denied: union(all.map(({ denied }) => denied)),
      asked: union(all.map(({ asked }) => asked)),
      passing: union(all.map(({ passing }) => passing)),
      unguarded: union(all.map(({ unguarded }) => unguarded)),
    };
  });
  const none = drawn.length === 0 ? NONE : ALL;
  return {
    denied: drawn.map(({ denied }) => denied).reduce(both, none),
    asked: drawn.map(({ asked }) => asked).reduce(both, none),
    passing: union(drawn.map(({ passing }) => passing)),
    unguarded: union(drawn.map(({ unguarded }) => unguarded)),
  };
}

/** The same of one end, for each chain of filters in front of it. */
function setsThrough(place: Place, entry: Entry, shown: Shown): readonly Sets[] {
  const { end } = place.case;
  const isError = end.status === undefined || end.status >= 400;
  const isKept = end.kind === 'not_found' || (end.kind === 'direct_response' && isError);
  return gatesBefore(place, entry, shown).map(({ gates, asked }) => {
    const looking = gates.filter(({ looks }) => looks);
    const guards = looking.filter(({ filter }) => isGuard(filter.kind));
    const where = (...of: readonly Formula[]): Requests =>
      requestsWhere({ kind: 'all', of: [asked, ...of] }, true, place.case);
    const keeping = looking.filter(({ filter }) => mayKeepOut(filter.kind));
    const denied: Formula = {
      kind: 'any',
      of: keeping.map(({ passes }): Formula => ({ kind: 'not', of: passes })),
    };
    const passing = end.kind === 'forward' ? where(...looking.map(({ passes }) => passes)) : NONE;
    const isAsking = guards.some(({ assuming }) => assuming !== undefined);
    return {
      denied: isKept ? where() : keeping.length === 0 ? NONE : where(denied),
      asked: isAsking ? passing : NONE,
      passing,
      unguarded: guards.length === 0 ? passing : NONE,
    };
  });
}

interface Asked {
  readonly ways: Ways;
  readonly search: Search;
  readonly setsOf: SetsOf;
  readonly tokens: readonly Shown[];
  /** What was found for the routes that let requests pass. */
  readonly seen: Set<string>;
}

function ask(
  access: Access,
  question: ChainQuestion,
  sides: { readonly [side in Side]: Ending },
  { ways, search, setsOf, tokens, seen }: Asked,
): void {
  const [from, to]: readonly [Side, Side] = access === 'opened' ? ['before', 'after'] : ['after', 'before'];
  const met = (side: Side): readonly Ends[] =>
    routesMet(sides[side].list, question.chains[side]).map(sides[side].endsAt);
  const [keeping, letting] = [met(from), met(to)];
  const kind = [access, ...keeping.map(({ text }) => text), '>', ...letting.map(({ text }) => text)].join();
  const route = `${sides[to].host.index} ${question.chains[to].route}`;
  const key = `${route} ${kind}`;
  if (seen.has(key) || (search.open.get(kind) ?? 0) >= MAX_OPEN) return;
  if (search.isKnown(access, pairOf(question, sides))) return;
  for (const shown of tokens) {
    const sets = (side: Side, ends: readonly Ends[]) => ends.map((each) => setsOf(each, ways[side], shown));
    const [kept, passing] = [sets(from, keeping), sets(to, letting)];
    const either: readonly (readonly [Requests, Requests])[] = [
      [kept.map(({ denied }) => denied).reduce(both, ALL), union(passing.map((each) => each.passing))],
      [kept.map(({ asked }) => asked).reduce(both, ALL), union(passing.map((each) => each.unguarded))],
    ];
    for (const [one, other] of either) {
      const { boxes, open } = both(one, other);
      if (boxes.length === 0) continue;
      if (search.asked >= MAX_QUESTIONS) {
        search.unseen.add(route);
        return;
      }
      search.asked++;
      const base = question.base.flatMap((box) => boxes.map((each) => intersection(box, each)));
      const meter = partOf(search.meter, QUESTION_WORK);
      const reached = requestOfChains({ ...question, base, meter });
      if (reached.kind !== 'request') continue;
      const replayed = replayedThrough(withToken(reached.request, shown), ways[from], ways[to]);
      if (replayed !== undefined) {
        seen.add(key);
        search.take(access, ways, route, replayed);
        return;
      }
      if (open.length > 0) search.open.set(kind, (search.open.get(kind) ?? 0) + 1);
    }
  }
}

/** The routes that take a share of a request that meets a chain, while nobody sets a runtime key. */
function routesMet({ matchers }: RouteList, { byChance, route }: Chain): readonly (number | undefined)[] {
  const met: (number | undefined)[] = [];
  for (const each of [...byChance, route]) {
    const chance = each === undefined ? 'always' : matchers[each]?.chance;
    if (chance === 'never-by-default') continue;
    met.push(each);
    if (chance !== 'sometimes') break;
  }
  return met;
}

function pairOf({ chains }: ChainQuestion, sides: { readonly [side in Side]: Ending }): RoutePair {
  const side = (which: Side) => {
    const { index, virtualHost } = sides[which].host;
    return { virtualHost: index, route: placeOf(virtualHost, chains[which].route) };
  };
  return { before: side('before'), after: side('after') };
}

function replayedThrough(request: Request, from: Arriving, to: Arriving): Replayed | undefined {
  const meetings = [from, to].map(({ side, found, entry }) => ({
    routing: side.routing,
    found,
    by: new Set([entry.chain]),
    context: side.contextFor(found),
  }));
  const goes = ({ side }: Arriving, form: Request) => routeRequest(side.routing, form, {}, side.contextFor);
  const printed = printedAmong(request, meetings);
  if (printed === undefined) return undefined;
  const [kept, passing] = [goes(from, printed), goes(to, printed)];
  if ('problem' in kept || 'problem' in passing) return undefined;
  return accessBetween(kept, passing) === 'opened' ? { request: printed, kept, passing } : undefined;
}
