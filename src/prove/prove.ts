/**
 * Decides properties over all requests. Those that would break a property are looked for, case by case, among sets that
 * hold at least all of them: where none is found, it is proved; one that is found is replayed through the one-request
 * model, and only what that shows is a refutation.
 */
import { pointOf } from '../routing/all/box.ts';
import { finderOf } from '../routing/all/finder.ts';
import type { RouteList } from '../routing/all/index.ts';
import { requestReaching } from '../routing/all/reaching.ts';
import type { RoutingContext } from '../routing/context.ts';
import { ASKED, type Assumption } from '../routing/outcome/outcome.ts';
import { printedRequest } from '../routing/printed.ts';
import { type Meter, partOf } from '../routing/regex/meter.ts';
import { type Request, seen } from '../routing/request/request.ts';
import { type Routed, routeRequest, type Way } from '../routing/route.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import { whyUnheard } from '../routing/where/handed.ts';
import { listenerText } from '../routing/where/listener.ts';
import { agreed } from '../routing/where/manager.ts';
import { trustOutside } from './connection.ts';
import { datagramsElsewhere, type Elsewhere, endsElsewhere, NO_CHAIN } from './elsewhere.ts';
import { answeredEnd, openEnd, reroutedEnd } from './ends.ts';
import { asksForSecret, type Gate, isNamed, mayReroute } from './gates.ts';
import { holds, type Observed, observedIn } from './holds.ts';
import {
  contentOf,
  type Entrance,
  type Entry,
  entrancesOf,
  Lists,
  type Passage,
  type Place,
  passagesOf,
  whyMoreRoutes,
  whyUnread,
} from './places.ts';
import { type Condition, fitsAny, type Leaf, leavesOf, type Property } from './property.ts';
import { mayTake, servingOf } from './serving.ts';
import { both, type Case, named, type Requests, reaches, requestsWhere } from './sets.ts';

export interface Refutation {
  /** As `trace` takes it. */
  readonly request: Request;
  readonly routed: Routed;
  readonly observed: Observed;
}

/** How much was looked at. */
export interface Covered {
  readonly listeners: number;
  readonly chains: number;
  readonly routes: number;
}

export type Verdict = {
  readonly covered: Covered;
  /** What it rests on. */
  readonly assuming: readonly string[];
} & (
  | {
      readonly kind: 'proved';
      /** Of each case that has them, the routes before it that take what would break the property. */
      readonly taken: ReadonlyMap<string, ReadonlySet<number>>;
    }
  | { readonly kind: 'refuted'; readonly by: Refutation }
  | { readonly kind: 'vacuous'; readonly reason: string }
  | {
      readonly kind: 'undecided';
      readonly reason: string;
      /** No request breaks it: only whether any is meant stays open. */
      readonly isUnbroken?: true;
    }
);

export interface ProofContext {
  readonly routing: FoundRouting;
  readonly contextFor: (found: FoundRoutes) => RoutingContext;
  readonly regexes: RoutingContext['regexes'];
  /** For all properties. */
  readonly meter: Meter;
  /** Whether a proof may rest on what the configuration does not say. */
  readonly strict: boolean;
  /** What every proof rests on, since the input leaves it out. */
  readonly assuming: readonly string[];
}

/** What one question about one place may cost. */
const QUESTION_WORK = 5_000_000;

/** So many refutations are looked for, of which the shortest is shown. */
const MAX_FOUND = 6;

/** One verdict for each property, in order. */
export function proveAll(
  properties: readonly Property[],
  proving: ProofContext,
  most = MAX_FOUND,
): readonly Verdict[] {
  return searchesFor(properties, proving).map((search) => search.verdict(most));
}

/** A property, as it counts with aggregate clusters, and requests that meet its `when`. */
export interface MetBy extends Pick<Property, 'when' | 'must'> {
  readonly requests: readonly Refutation[];
}

/**
 * For each property, in order, requests that meet its `when`, and such that break it: of both, as far as one is found,
 * one for each place that they come to. They show something; that there are no others they do not.
 */
export function requestsMeant(properties: readonly Property[], proving: ProofContext): readonly MetBy[] {
  return searchesFor(properties, proving).map((search) => search.meant());
}

function searchesFor(properties: readonly Property[], proving: ProofContext): readonly Search[] {
  const lists = new Lists(proving.regexes);
  const entrances = entrancesOf(proving.routing);
  const all: Searched = {
    entrances: entrances.map((each) => ({
      ...each,
      unread: whyUnread(each.found),
      more: whyMoreRoutes(each.found),
    })),
    covered: coveredBy(entrances),
    lists,
  };
  const { aggregates } = proving.routing;
  return properties.map((property) => {
    const { when, must } = property;
    const whole = {
      ...property,
      when: withAggregates(when, aggregates),
      must: withAggregates(must, aggregates),
    };
    return new Search(whole, proving, all);
  });
}

/** What goes to an aggregate or composite cluster reaches its members. */
function withAggregates(condition: Condition, aggregates: FoundRouting['aggregates']): Condition {
  if (aggregates.size === 0) return condition;
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map((each) => withAggregates(each, aggregates)) };
    case 'not':
      return { ...condition, of: withAggregates(condition.of, aggregates) };
    case 'cluster': {
      const names = new Set(condition.names);
      // An aggregate may be the member of another one.
      for (let before = -1; before !== names.size; ) {
        before = names.size;
        for (const [name, members] of aggregates)
          if (members.some((each) => fitsAny([...names], each))) names.add(name);
      }
      return { ...condition, names: [...names] };
    }
    default:
      return condition;
  }
}

/** What was found of the requests that meet a condition. */
interface Found {
  readonly refutations: Refutation[];
  readonly open: Set<string>;
  readonly assuming: Set<string>;
  /** Filters behind which requests were found that would have to show what only their clients know. */
  readonly secret: Set<string>;
  readonly taken: Map<string, Set<number>>;
}

/** What is the same for all properties. */
interface Searched {
  readonly entrances: readonly (Entrance & {
    /** Why nobody can tell which of its routes takes a request, and why there may be others. */
    readonly unread: string | undefined;
    readonly more: string | undefined;
  })[];
  readonly covered: Covered;
  readonly lists: Lists;
}

/** What requests are looked for. */
interface Asked {
  readonly routes: FoundRoutes;
  /** Ways to it that the condition does not tell apart. */
  readonly group: readonly Entry[] | undefined;
  readonly condition: Condition;
  readonly unread: string | undefined;
}

/** Requests that may meet a condition, and come to an end of places that are alike. */
interface Meant extends Requests {
  readonly gates: Case['gates'];
  readonly shown: Passage['shown'];
}

class Search {
  readonly #property: Property;
  readonly #proving: ProofContext;
  readonly #all: Searched;

  constructor(property: Property, proving: ProofContext, all: Searched) {
    this.#property = property;
    this.#proving = proving;
    this.#all = all;
  }

  /** @param most how many refutations are looked for */
  verdict(most: number): Verdict {
    const { when, must } = this.#property;
    const { covered } = this.#all;
    const broken = this.#look({ kind: 'all', of: [when, { kind: 'not', of: must }] }, most);
    const assuming = [...broken.assuming, ...this.#proving.assuming];
    const [first] = [...broken.refutations].sort((one, other) => lengthOf(one) - lengthOf(other));
    if (first !== undefined) {
      const { assuming: rests = [] } = first.observed.branch.outcome;
      return { kind: 'refuted', by: first, covered, assuming: [...new Set(rests.map(restText))] };
    }
    const [why] = broken.open;
    if (why !== undefined) return { kind: 'undecided', reason: why, covered, assuming };
    if (this.#proving.strict && assuming.length > 0)
      return { kind: 'undecided', reason: `it holds only where ${assuming[0]}`, covered, assuming };
    const met = this.#look(when, 1);
    const known = [...met.secret].map(
      (each) => `somebody shows what the filter ${JSON.stringify(each)} asks for`,
    );
    if (met.refutations.length > 0 || known.length > 0) {
      const rests = met.refutations.length > 0 ? assuming : [...assuming, ...known];
      return { kind: 'proved', covered, assuming: rests, taken: broken.taken };
    }
    const [unknown] = met.open;
    if (unknown !== undefined)
      return {
        kind: 'undecided',
        reason: `whether any request is meant: ${unknown}`,
        isUnbroken: true,
        covered,
        assuming,
      };
    return { kind: 'vacuous', reason: 'no request meets its when', covered, assuming };
  }

  meant(): MetBy {
    const { when, must } = this.#property;
    const broken: Condition = { kind: 'all', of: [when, { kind: 'not', of: must }] };
    const look = (each: Condition) => this.#look(each, Number.POSITIVE_INFINITY).refutations;
    return { when, must, requests: [when, broken].flatMap(look) };
  }

  #look(condition: Condition, enough: number): Found {
    const found: Found = {
      refutations: [],
      open: new Set(),
      assuming: new Set(),
      secret: new Set(),
      taken: new Map(),
    };
    const { entrances, lists } = this.#all;
    const mayServe = servingOf(this.#property.when);
    for (const { found: routes, ways, unread, more } of entrances) {
      const groups = ways.length === 0 ? [undefined] : groupsOf(ways, condition, routes, lists.regexes);
      for (const group of groups) {
        const way = group?.[0];
        if (!this.#mayComeBy(way)) continue;
        if (more !== undefined) this.#lookAtMore(way, more, condition, found);
        const asked = { routes, group, condition, unread };
        const meantAt = this.#meantAt(asked, found);
        for (const host of lists.placesOf(routes, this.#proving.routing))
          for (const place of unread !== undefined || mayServe(host) ? host.places() : [])
            for (const meant of meantAt(place)) {
              this.#lookAt(place, meant, asked, found);
              if (found.refutations.length >= enough) return found;
            }
      }
    }
    this.#lookElsewhere(condition, found);
    return found;
  }

  /** Whether requests come by a way that may be meant, wherever they end. */
  #mayComeBy(way: Entry | undefined): boolean {
    const at = { ...elsewhereCase(way, '', this.#proving.regexes), end: reroutedEnd('') };
    return requestsWhere(this.#property.when, true, at).boxes.length > 0;
  }

  /** What may meet the condition at a place: told once for all places that are alike. */
  #meantAt({ group, condition }: Asked, found: Found): (place: Place) => readonly Meant[] {
    const way = group?.[0];
    const mayBe = this.#mayMeet(condition, way, found);
    const leaves = leavesOf(condition);
    const clusters = leaves.flatMap((leaf) => (leaf.kind === 'cluster' ? leaf : []));
    const names = leaves.flatMap((leaf) =>
      leaf.kind === 'route' || leaf.kind === 'virtual_host' ? leaf : [],
    );
    const known = new Map<string, readonly Meant[]>();
    const alike: (readonly Meant[] | undefined)[] = [];
    const meantAt = (place: Place): readonly Meant[] => {
      const { end } = place.case;
      const isReached = clusters.map((leaf) => reaches(end, leaf.names));
      const key = `${isReached} ${names.map((leaf) => isMeant(leaf, place))} ${contentOf(place, NOWHERE)}`;
      const meant = known.get(key) ?? this.#meantOf(atWay(place, way), { way, condition, mayBe }, found);
      known.set(key, meant);
      return meant;
    };
    return (place) => {
      if (names.length > 0) return meantAt(place);
      alike[place.alike] ??= meantAt(place);
      return alike[place.alike] ?? [];
    };
  }

  #meantOf(
    place: Place,
    {
      way,
      condition,
      mayBe,
    }: {
      readonly way: Entry | undefined;
      readonly condition: Condition;
      readonly mayBe: (place: Place) => boolean;
    },
    found: Found,
  ): readonly Meant[] {
    if (!mayBe(place)) return [];
    const { regexes, meter } = this.#proving;
    const answered = { ...place.case, end: answeredEnd(undefined) };
    const answers = requestsWhere(condition, true, answered).boxes.length > 0;
    return [...passagesOf(place, way, answers)].flatMap(({ case: at, through, shown }): readonly Meant[] => {
      if (!meter.spend(1 + (at.gates?.length ?? 0))) {
        found.open.add(meter.exhausted() ?? '');
        return [];
      }
      const meant = requestsWhere(condition, true, at);
      this.#noteChecks(at, found);
      const asksForCluster = leavesOf(condition).some(({ kind }) => kind === 'cluster');
      if (asksForCluster) for (const each of at.end.assuming) found.assuming.add(each);
      if (meant.boxes.length === 0) return [];
      for (const { assuming } of assumingIn(at.gates ?? []))
        if (assuming !== undefined) found.assuming.add(assuming);
      const { boxes, open } = both(meant, requestsWhere(through, true, at));
      const some = boxes.filter((box) => pointOf(box, finderOf(regexes), meter).kind !== 'none');
      return some.length === 0 ? [] : [{ boxes: some, open, gates: at.gates, shown }];
    });
  }

  /** Tells places to which no request comes that meets a condition, whatever the filters do. */
  #mayMeet(condition: Condition, way: Entry | undefined, found: Found): (place: Place) => boolean {
    const leaves = leavesOf(condition);
    // Filters may change what arrives upstream.
    const asksUpstream = leaves.some(({ kind }) => kind === 'upstream_header');
    if (way === undefined || asksUpstream || mayReroute(way.manager)) return () => true;
    const asksForCluster = leaves.some(({ kind }) => kind === 'cluster');
    return ({ case: at }) => {
      this.#noteChecks(at, found);
      if (asksForCluster) for (const each of at.end.assuming) found.assuming.add(each);
      const ends = [{ ...at.end, status: undefined }, answeredEnd(undefined)];
      return ends.some((end) => requestsWhere(condition, true, { ...at, end }).boxes.length > 0);
    };
  }

  #lookAt(place: Place, meant: Meant, asked: Asked, found: Found): void {
    const { at, list: listOf, isTunnel, key } = place;
    const { boxes, open, gates, shown: token } = meant;
    if (asked.unread !== undefined) {
      found.open.add(asked.unread);
      return;
    }
    const { route } = place.case;
    if (route !== undefined && !mayTake(route, boxes)) return;
    const list = listOf();
    const matcher = list.matchers[at];
    if (matcher?.chance === 'never' || matcher?.impossible !== undefined) return;
    if (matcher?.chance === 'never-by-default') {
      found.assuming.add(`nobody sets the runtime key of route ${at}, whose share is 0`);
      return;
    }
    const meter = partOf(this.#proving.meter, QUESTION_WORK);
    const reached = requestReaching({ list, place: at, within: boxes, byDefault: true, meter });
    if (reached.kind === 'none') {
      for (const each of byDefault(list, reached.by)) found.assuming.add(each);
      this.#note(found, asked, key, reached.by);
    } else if (reached.kind === 'undecided') found.open.add(reached.why);
    else {
      const request = withToken(reached.request, token);
      const shown = this.#shown(isTunnel ? { ...request, path: '' } : request, asked);
      const secret = gates?.find(({ looks, filter }) => looks && asksForSecret(filter.kind));
      if (typeof shown === 'object') found.refutations.push(shown);
      else if (secret === undefined) found.open.add(open[0] ?? shown);
      else {
        const { name } = secret.filter;
        found.secret.add(name);
        found.open.add(
          `a request that shows what the filter ${JSON.stringify(name)} asks for may break it; none is made up`,
        );
      }
    }
  }

  /** What it rests on that a filter, or a filter chain, checks what it should. */
  #noteChecks(at: Case, { assuming }: Found): void {
    const { when, must } = this.#property;
    for (const leaf of [when, must].flatMap(leavesOf)) {
      const rests = restsOf(leaf, at, this.#proving.routing).filter((each) => !assuming.has(each));
      if (rests.length > 0 && requestsWhere(when, true, at).boxes.length > 0)
        for (const each of rests) assuming.add(each);
    }
  }

  #note({ taken }: Found, { group = [] }: Asked, key: string, by: readonly number[]): void {
    for (const { listener, chain } of group) {
      const at = `${this.#proving.routing.listeners.indexOf(listener)}/${listener.chains.indexOf(chain)}/${key}`;
      taken.set(at, new Set([...(taken.get(at) ?? []), ...by]));
    }
  }

  /** The request as it comes there through its listener; why it shows nothing, where it does not. */
  #shown(request: Request, { routes: found, group, condition }: Asked): Refutation | string {
    const { routing, contextFor } = this.#proving;
    const heard = group?.filter(({ listener }) => whyUnheard(listener, routing) === undefined);
    const [first] = group ?? [];
    if (first !== undefined && heard?.length === 0)
      return `listener ${listenerText(first.listener.ref)}: ${whyUnheard(first.listener, routing)}`;
    const by = heard && new Set(heard.map(({ chain }) => chain));
    const schemeOf = (form: Request) => seen(form, found.namespace).header('x-forwarded-proto');
    const keeps = asksForScheme(condition)
      ? (form: Request) => schemeOf(form) === schemeOf(request)
      : undefined;
    const printed = printedRequest(request, { routing, found, by }, contextFor(found), keeps);
    if (printed === undefined) return 'no request could be made that comes there through its listener';
    const context = (each: FoundRoutes) => ({ ...contextFor(each), explain: true });
    const routed = routeRequest(routing, printed, {}, context);
    if ('problem' in routed) return routed.problem;
    const { outcome: end } = routed.trace;
    let why =
      end.kind === 'closed'
        ? `the connection is closed before a request comes: ${end.reason}`
        : end.kind === 'random'
          ? 'the random value that brings a request to its route may pick another cluster there, or have no copy made'
          : 'the two ways of matching disagree about a request';
    for (const observed of observedIn(routed, this.#proving)) {
      const answer = holds(condition, observed);
      const { outcome } = observed.branch;
      // A request says nothing of what becomes of it where it rests on a header of its own that decides nothing.
      const own = outcome.assuming?.find((each) => each[ASKED] === true);
      if (answer === true && own === undefined) return { request: printed, routed, observed };
      if (answer === true && own !== undefined) why = `it is open whether ${own.that}`;
      if (answer === undefined)
        why = outcome.kind === 'undecided' ? outcome.reason : 'a condition stays open';
    }
    return why;
  }

  /** Routes of it that are not in the input, or cannot be read. */
  #lookAtMore(way: Entry | undefined, why: string, condition: Condition, found: Found): void {
    const at = elsewhereCase(way, why, this.#all.lists.regexes);
    if (requestsWhere(condition, true, at).boxes.length > 0) found.open.add(why);
  }

  /** What comes in without meeting a route of the input: elsewhere, in no scope, or without HTTP. */
  #lookElsewhere(condition: Condition, found: Found): void {
    const look = (way: Way, all: readonly Elsewhere[]): void => {
      for (const { end, why } of all) {
        const at = { ...elsewhereCase(way, why, this.#all.lists.regexes), end };
        if (requestsWhere(condition, true, at).boxes.length > 0)
          found.open.add(`listener ${listenerText(way.listener.ref)}: ${why}`);
      }
    };
    for (const listener of this.#proving.routing.listeners) {
      look({ listener, chain: NO_CHAIN }, datagramsElsewhere(listener));
      for (const chain of listener.chains) look({ listener, chain }, endsElsewhere(chain));
    }
  }
}

/** Whether it asks how the client came, and not only where the request ends. */
function asksForScheme(condition: Condition): boolean {
  return leavesOf(condition).some(
    (leaf) =>
      (leaf.kind === 'scheme' && leaf.of === 'request') ||
      (leaf.kind === 'header' && leaf.header.name === 'x-forwarded-proto'),
  );
}

/** What it rests on that headers go upstream as the routes leave them. */
const NOBODY_IN_FRONT =
  'what stands in front of the routes (filters, tracing), and not in the input, writes no headers';
const NO_FILTERS = 'clusters that are not in the input have no HTTP filters that write headers';

function restsOf(
  leaf: Leaf,
  { gates = [], namespace, way, end }: Case,
  { clusters }: FoundRouting,
): readonly string[] {
  if (leaf.kind === 'client_certificate') {
    const rests = way && trustOutside(way.chain);
    return rests === undefined ? [] : [rests];
  }
  if (leaf.kind === 'upstream_header' && end.kind === 'forward')
    return [...(way === undefined ? [NOBODY_IN_FRONT] : []), ...(clusters === undefined ? [NO_FILTERS] : [])];
  if (leaf.kind !== 'passed') return [];
  return assumingIn(gates).flatMap(({ filter, assuming }) =>
    assuming !== undefined && isNamed(filter, leaf.filter, namespace) ? [assuming] : [],
  );
}

const ASSUMING = new WeakMap<readonly Gate[], readonly Gate[]>();

/** The gates that rest on something; looked for once in each list. */
function assumingIn(gates: readonly Gate[]): readonly Gate[] {
  const known = ASSUMING.get(gates) ?? gates.filter(({ looks, assuming }) => looks && assuming !== undefined);
  ASSUMING.set(gates, known);
  return known;
}

function elsewhereCase(way: Way | undefined, open: string, regexes: Case['regexes']): Case {
  const end = openEnd(open);
  const none = {
    routeConfiguration: {},
    virtualHost: undefined,
    route: undefined,
    gates: undefined,
    token: undefined,
  };
  return { way, ...none, end, version: 'v3', namespace: '', regexes };
}

function isMeant(
  { kind, names }: Extract<Leaf, { kind: 'cluster' | 'route' | 'virtual_host' }>,
  { case: at }: Place,
) {
  return named(kind === 'route' ? at.route?.name : at.virtualHost?.name, names);
}

/** In place of the clusters that an end leads to. */
const NOWHERE = { clusters: [], copies: [] };

function atWay(place: Place, way: Way | undefined): Place {
  return { ...place, case: { ...place.case, way } };
}

/** Ways that neither a condition nor their filters tell apart. */
function groupsOf(
  ways: readonly Entry[],
  condition: Condition,
  { routeConfiguration, namespace }: FoundRoutes,
  regexes: Case['regexes'],
): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[][]>();
  for (const way of ways) {
    const key = wayKey(condition, { ...elsewhereCase(way, '', regexes), routeConfiguration, namespace });
    const alike = groups.get(key) ?? [];
    groups.set(key, alike);
    const group = alike.find(([first]) => first !== undefined && isAlike(first, way));
    if (group === undefined) alike.push([way]);
    else group.push(way);
  }
  return [...groups.values()].flat();
}

/** Whether managers do the same to requests before their routes are looked for. */
function isAlike(one: Entry, other: Entry): boolean {
  return (
    agreed([one.manager, other.manager]) !== undefined &&
    JSON.stringify([one.arrival, one.chain.certificates]) ===
      JSON.stringify([other.arrival, other.chain.certificates])
  );
}

/** What each condition on the way says of it. */
function wayKey(condition: Condition, at: Case): string {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.map((each) => wayKey(each, at)).join(' ');
    case 'not':
      return wayKey(condition.of, at);
    case 'listener':
    case 'tls':
    case 'client_certificate':
    case 'server_name':
    case 'source': {
      const { boxes, open } = requestsWhere(condition, true, at);
      return `${boxes.length}${open.length}`;
    }
    default:
      return '';
  }
}

/** The request with a token that is taken for valid. */
export function withToken(request: Request, [provider, audiences]: Passage['shown']): Request {
  if (provider === undefined) return request;
  const [audience] = audiences;
  const payload = audience === undefined ? {} : { aud: audiences.length === 1 ? audience : audiences };
  return { ...request, claims: { provider, payload } };
}

function byDefault({ matchers }: RouteList, routes: readonly number[]): readonly string[] {
  return routes.flatMap((route) =>
    matchers[route]?.chance === 'always-by-default'
      ? [`nobody sets the runtime key of route ${route}, which takes all of its requests by default`]
      : [],
  );
}

function coveredBy(entrances: readonly Entrance[]): Covered {
  const ways = entrances.flatMap((each) => each.ways);
  const hosts = entrances.flatMap(({ found }) => found.routeConfiguration.virtual_hosts ?? []);
  return {
    listeners: new Set(ways.map(({ listener }) => listener)).size,
    chains: new Set(ways.map(({ chain }) => chain)).size,
    routes: hosts.reduce((sum, { routes = [] }) => sum + routes.length, 0),
  };
}

/** How much there is to read. */
function lengthOf({ request }: Refutation): number {
  const { method, scheme, authority, path, headers, ...more } = request;
  const words = [authority, path, ...Object.entries(headers).flat()];
  const isUsual = method === 'GET' && (scheme === 'http' || scheme === 'https');
  return words.join('').length + (isUsual ? 0 : 8) + 10 * Object.keys(more).length;
}

/** What a request rests on, with the filter that it is about. */
function restText({ filter, that }: Assumption): string {
  return filter === null ? that : `the filter ${JSON.stringify(filter)}: ${that}`;
}
