/**
 * Whether a route of a list ever takes a request (DESIGN, Deciding over all requests).
 *
 * The search is led by counter-examples: a request that the route takes is asked for; the earlier routes that take it
 * too form a family; the smallest set of routes that meets every family is taken away, and another request is asked
 * for. None left: that set hides the route, and no smaller one could. No earlier route takes it: the route is alive.
 */
import type { Message } from '../../schema/types.ts';
import { matchesRoute } from '../match.ts';
import type { Meter } from '../regex/meter.ts';
import type { Regexes } from '../regexes.ts';
import { type Request, seen } from '../request.ts';
import { type Box, intersection, pointOf } from './box.ts';
import { type Finder, finderOf } from './finder.ts';
import { smallestHittingSet } from './hitting-set.ts';
import { type Matcher, normalise } from './normalise.ts';
import { type Remainder, remainderOf } from './remainder.ts';
import { indexRoutes, type RouteIndex } from './route-index.ts';
import { indexTargets, type TargetIndex } from './target-index.ts';
import { within } from './values.ts';
import { requestAt, requestTo } from './witness.ts';

export type Verdict =
  /** Takes this request, and no earlier route does for certain. */
  | { readonly kind: 'alive'; readonly witness: Request }
  /** All its requests go to these earlier routes; none of them can be left out. */
  | {
      readonly kind: 'hidden';
      readonly by: readonly number[];
      /** Whether it is hidden only as long as nobody sets a runtime key. */
      readonly byDefault: boolean;
    }
  /** No request meets its conditions, or its runtime fraction lets none through. */
  | { readonly kind: 'never'; readonly why: string; readonly byDefault: boolean }
  | { readonly kind: 'undecided'; readonly why: string };

export interface RouteList {
  readonly routes: readonly Message<'route.Route'>[];
  readonly matchers: readonly Matcher[];
  /** What comes to the list at all: the union of these. They name headers only. */
  readonly base: readonly Box[];
  readonly index: RouteIndex;
  readonly finder: Finder;
  readonly regexes: Regexes;
  /** The reserved word in header names. */
  readonly word: string;
  /** Routes that look at `:path` as a whole. */
  readonly ofTarget: readonly number[];
  readonly targets: TargetIndex;
}

export interface ListContext {
  readonly regexes: Regexes;
  readonly word: string;
  /** All requests by default. */
  readonly base?: readonly Box[];
}

/** Prepares a route list for questions; what is shared among its routes is built here or when first needed. */
export function routeList(
  routes: readonly Message<'route.Route'>[],
  { regexes, word, base = [new Map()] }: ListContext,
): RouteList {
  const matchers = routes.map((route) => normalise(route.match, regexes));
  const ofTarget = [...matchers.keys()].filter((route) => matchers[route]?.whole);
  return {
    routes,
    matchers,
    base,
    index: indexRoutes(matchers),
    finder: finderOf(regexes),
    regexes,
    word,
    ofTarget,
    targets: indexTargets(matchers, ofTarget),
  };
}

/** Whether the route is alive, with a request that shows it; else what hides it. */
export function decide(list: RouteList, route: number, meter: Meter): Verdict {
  const matcher = list.matchers[route];
  if (matcher === undefined) return { kind: 'never', why: 'there is no such route', byDefault: false };
  const never = neverTakes(matcher);
  if (never !== undefined) return never;
  if (matcher.beyond !== undefined) return { kind: 'undecided', why: matcher.beyond };
  const anyway = search(list, route, () => true, meter);
  if (anyway.kind !== 'hidden' || !anyway.by.some((each) => isByDefault(list, each))) return anyway;
  const certain = search(list, route, (each) => !isByDefault(list, each), meter);
  return certain.kind === 'hidden' ? certain : { ...anyway, byDefault: true };
}

function neverTakes({ impossible, chance }: Matcher): Verdict | undefined {
  if (impossible !== undefined) return { kind: 'never', why: impossible, byDefault: false };
  if (chance !== 'never' && chance !== 'never-by-default') return undefined;
  const byDefault = chance === 'never-by-default';
  return { kind: 'never', why: 'its runtime fraction is 0', byDefault };
}

function isByDefault(list: RouteList, route: number): boolean {
  return list.matchers[route]?.chance === 'always-by-default';
}

/** Looks for what hides the route; then, among the routes before the last of those, for what really does. */
function search(list: RouteList, route: number, mayHide: (other: number) => boolean, meter: Meter): Verdict {
  const whole = looksAtTarget(list, route);
  const asked: Asked = { list, route, mayHide, meter };
  const simple = whole ? undefined : simplyAlive(asked);
  if (simple !== undefined) return simple;
  const own = boxOf(list, route, whole);
  const boxes = list.base.map((base) => intersection(base, own));
  const families: (readonly number[])[] = [];
  let best: readonly number[] | undefined;
  let below = route;
  // Most routes are alive, and the first request that comes to mind shows it.
  const first = boxes[0] && pointOf(boxes[0], list.finder, meter);
  if (first?.kind === 'point') {
    const looked = lookAt(asked, requestAt(first.point), below);
    if ('kind' in looked) return looked;
    const [earliest = -1] = looked.certain;
    if (plainlyHolds(list.matchers[earliest], list.matchers[route]))
      return { kind: 'hidden', by: [earliest], byDefault: false };
    families.push(looked.certain);
  }
  const left = remainderOf(boxes, list.finder, meter, first);
  const going: Search = { list, route, mayHide, meter, left, whole, boxesOfOthers: new Map() };
  for (;;) {
    const found = cover(going, below, families);
    if (found.kind !== 'hidden')
      return best === undefined ? found : { kind: 'hidden', by: best, byDefault: false };
    const last = found.by.at(-1);
    if (last === undefined)
      return { kind: 'never', why: 'no request meets its conditions', byDefault: false };
    best = found.by;
    below = last;
    // A request that none of the routes left takes: the cover that was found is the earliest.
    if (!families.every((family) => family.some((each) => each < last)))
      return { kind: 'hidden', by: best, byDefault: false };
  }
}

/** The same for a route that asks for nothing but a path, as most do, without any box; undefined where it is not so simple. */
function simplyAlive(asked: Asked): Verdict | undefined {
  const { list, route, meter } = asked;
  const path = list.matchers[route]?.onlyPath;
  if (path === undefined || list.base.length !== 1 || list.base[0]?.size !== 0) return undefined;
  const member = list.finder.member('path', within(path), meter);
  if (member.kind !== 'text') return undefined;
  const looked = lookAt(asked, requestTo(member.text), route);
  return 'kind' in looked ? looked : undefined;
}

/** Whether a route without further conditions takes all that another one takes, as their heads tell. */
function plainlyHolds(holder: Matcher | undefined, held: Matcher | undefined): boolean {
  if (holder?.isPlain !== true || held === undefined || holder.head.fold || held.head.fold) return false;
  return holder.head.kind === 'prefix'
    ? held.head.text.startsWith(holder.head.text)
    : held.head.kind === 'exact' && held.head.text === holder.head.text;
}

interface Asked {
  readonly list: RouteList;
  readonly route: number;
  readonly mayHide: (other: number) => boolean;
  readonly meter: Meter;
}

interface Search extends Asked {
  /** Of the route's own requests. */
  readonly left: Remainder;
  readonly whole: boolean;
  /** One object for each route that is taken away. */
  readonly boxesOfOthers: Map<number, Box>;
}

/**
 * @param below only routes before this one may hide
 * @param known for each request found so far all earlier routes that take it; grows
 */
function cover(asked: Search, below: number, known: (readonly number[])[]): Verdict {
  const { list, left, whole, meter, boxesOfOthers } = asked;
  const families = known.map((family) => family.filter((each) => each < below));
  let size = 0;
  for (;;) {
    const hitting = smallestHittingSet(families, meter, size);
    if (hitting === undefined) return { kind: 'undecided', why: meter.exhausted() ?? 'no cover was found' };
    size = hitting.length;
    const taken = hitting.map((each) => {
      const box = boxesOfOthers.get(each) ?? boxOf(list, each, whole);
      boxesOfOthers.set(each, box);
      return box;
    });
    const found = left.outside(taken);
    if (found.kind === 'none')
      return { kind: 'hidden', by: [...hitting].sort((a, b) => a - b), byDefault: false };
    if (found.kind === 'undecided') return { kind: 'undecided', why: found.reason };
    const looked = lookAt(asked, requestAt(found.point), below);
    if ('kind' in looked) return looked;
    if (looked.certain.some((each) => hitting.includes(each)))
      return { kind: 'undecided', why: 'the two ways of matching disagree about a request' };
    known.push(looked.certain);
    families.push(looked.certain.filter((each) => each < below));
  }
}

/** What a request of the route says: the verdict where it settles it, else all earlier routes that take it. */
function lookAt(asked: Asked, request: Request, below: number): Verdict | Takers {
  const takers = takersBefore(asked, request);
  if ('why' in takers) return { kind: 'undecided', why: takers.why };
  const [earliest] = takers.certain;
  if (earliest !== undefined && earliest < below) return takers;
  return takers.open === undefined
    ? { kind: 'alive', witness: request }
    : { kind: 'undecided', why: takers.open };
}

interface Takers {
  /** Ascending. */
  readonly certain: readonly number[];
  /** Why another route may take the request as well. */
  readonly open: string | undefined;
}

/** Replays a request: the route must take it, and who else does is asked of the one-request matcher. */
function takersBefore(
  { list: { routes, index, regexes, word }, route, mayHide, meter }: Asked,
  request: Request,
): Takers | { readonly why: string } {
  const looked = seen(request, word);
  const own = matchesRoute(routes[route]?.match, looked, regexes);
  if (own !== true)
    return { why: own === false ? 'the two ways of matching disagree about a request' : own.undecided };
  const certain: number[] = [];
  let open: string | undefined;
  for (const other of index.candidates(looked)) {
    if (other >= route) break;
    if (!mayHide(other)) continue;
    const before = regexes.work?.() ?? 0;
    const answer = matchesRoute(routes[other]?.match, looked, regexes);
    if (!meter.spend(1 + (regexes.work?.() ?? 0) - before))
      return { why: meter.exhausted() ?? 'the budget ended' };
    if (answer === true) certain.push(other);
    else if (answer !== false) open ??= answer.undecided;
  }
  return { certain, open };
}

/** Whether paths and queries have to be looked at as a whole for this route. */
export function looksAtTarget({ matchers, targets }: RouteList, route: number): boolean {
  const own = matchers[route];
  return own !== undefined && (own.whole || targets.first(own) < route);
}

export function boxOf({ matchers }: RouteList, route: number, whole: boolean): Box {
  const matcher = matchers[route];
  return (whole ? matcher?.targetBox() : matcher?.box) ?? new Map();
}
