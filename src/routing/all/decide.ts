/**
 * Whether a route of a list ever takes a request (DESIGN, Deciding over all requests).
 *
 * The search is led by counter-examples: a request that the route takes is asked for; the earlier routes that take it
 * too form a family; the smallest set of routes that meets every family is taken away, and another request is asked
 * for. None left: that set hides the route, and no smaller one could. No earlier route takes it: the route is alive.
 */
import type { Message } from '../../schema/types.ts';
import type { Meter } from '../regex/meter.ts';
import { type Request, seen } from '../request/request.ts';
import { samePlaces } from '../tree/flatten.ts';
import { type Box, intersection, pointOf } from './box.ts';
import type { Matcher } from './normalise.ts';
import { DISAGREE, remembered, requestOutside } from './outside.ts';
import { type Remainder, remainderOf } from './remainder.ts';
import { type Takers, takersAmong, takesRequest } from './replay.ts';
import { boxOf, looksAtTarget, type RouteList } from './route-list.ts';
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

/** Whether the route is alive, with a request that shows it; else what hides it. */
export function decide(list: RouteList, route: number, meter: Meter): Verdict {
  const verdict = decideAsRead(list, route, meter);
  const asked = list.matchers[route]?.asked;
  // A witness is replayed; what nobody knows is left aside there, and so is how its route configuration looks at requests.
  const isOpen = asked?.isUnknown === true || asked?.seenOtherwise !== undefined;
  if (verdict.kind !== 'hidden') {
    const why = verdict.kind === 'alive' && !isOpen ? undefined : asked?.open;
    return why === undefined ? verdict : { kind: 'undecided', why: `it ${why}` };
  }
  // Who takes less than can be read hides less.
  const open = verdict.by.flatMap((each) => {
    const why = list.matchers[each]?.asked.open;
    return why === undefined ? [] : `route ${each} ${why}`;
  });
  const [first] = open;
  if (first === undefined) return verdict;
  const isKnown = (other: number): boolean => list.matchers[other]?.asked.open === undefined;
  const certain = decideAsRead(list, route, meter, isKnown);
  return certain.kind === 'hidden' ? certain : { kind: 'undecided', why: first };
}

/** The verdict by what can be read of the matches. @param mayCount whether an earlier route may hide it at all */
function decideAsRead(
  list: RouteList,
  route: number,
  meter: Meter,
  mayCount: (other: number) => boolean = () => true,
): Verdict {
  const matcher = list.matchers[route];
  if (matcher === undefined) return { kind: 'never', why: 'there is no such route', byDefault: false };
  const never = neverTakes(matcher);
  if (never !== undefined) return never;
  const anyway = search({ list, route, mayHide: mayCount, meter });
  if (anyway.kind !== 'hidden' || !anyway.by.some((each) => isByDefault(list, each))) return anyway;
  const mayHide = (other: number): boolean => mayCount(other) && !isByDefault(list, other);
  const certain = search({ list, route, mayHide, meter });
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

interface Asked {
  readonly list: RouteList;
  readonly route: number;
  readonly mayHide: (other: number) => boolean;
  readonly meter: Meter;
}

/** Looks for what hides the route; then, among the routes before the last of those, for what really does. */
function search(asked: Asked): Verdict {
  const { list, route, meter } = asked;
  const whole = looksAtTarget(list, route);
  const simple = whole ? undefined : simply(asked);
  if (simple !== undefined) return simple;
  const own = boxOf(list, route, whole);
  const boxes = list.base.map((base) => intersection(base, own));
  /** For each request found so far all earlier routes that take it. */
  const families: (readonly number[])[] = [];
  // Most routes are alive, and the first request that comes to mind shows it.
  const first = boxes[0] && pointOf(boxes[0], list.finder, meter);
  if (first?.kind === 'point') {
    const takers = takersOrVerdict(asked, requestAt(first.point));
    if ('kind' in takers) return takers;
    const hidden = plainlyHidden(list, takers, route);
    if (hidden !== undefined) return hidden;
    families.push(takers);
  }
  const left = remainderOf(boxes, list.finder, meter, first);
  const boxOfOther = remembered((other) => boxOf(list, other, whole));
  let best: readonly number[] | undefined;
  let below = route;
  let isReachKnown = false;
  for (;;) {
    const found = requestOutside({
      left,
      never: [],
      families: families.map((family) => family.filter((each) => each < below)),
      takers: (request) => {
        const { certain, open } = takersBefore(asked, request);
        const [earliest] = certain;
        if (earliest === undefined || earliest >= below) return open === undefined ? [] : { why: open };
        families.push(certain);
        if (families.length > MANY && best === undefined && !isReachKnown) return { why: MANY_ASKED };
        return certain.filter((each) => each < below);
      },
      boxOf: boxOfOther,
      meter,
    });
    if (found.kind === 'undecided' && found.why === MANY_ASKED) {
      const reach = reachOf(asked, left, boxOfOther);
      if (typeof reach !== 'number') return reach;
      isReachKnown = true;
      below = reach + 1;
      continue;
    }
    if (found.kind !== 'none') {
      if (best !== undefined) return { kind: 'hidden', by: best, byDefault: false };
      return found.kind === 'request' ? { kind: 'alive', witness: found.request } : found;
    }
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

/** After so many requests it is first asked whether the route is hidden at all, and by how much of the list. */
const MANY = 12;
const MANY_ASKED = 'many requests were asked about';

/**
 * The last of the routes that take the requests of a hidden route, each the earliest that takes some request: all that
 * stand before it hide less. The verdict where the route is not hidden. That no smaller set hides it is not asked here,
 * which takes a step for each of these routes, where a smallest set may take one for each set of them.
 */
function reachOf(asked: Asked, left: Remainder, boxOfOther: (other: number) => Box): Verdict | number {
  const taken: number[] = [];
  for (;;) {
    const found = left.outside(taken.map(boxOfOther));
    if (found.kind === 'none') return Math.max(...taken);
    if (found.kind === 'undecided') return { kind: 'undecided', why: found.reason };
    const takers = takersOrVerdict(asked, requestAt(found.point));
    if ('kind' in takers) return takers;
    const [earliest] = takers;
    if (earliest === undefined || taken.includes(earliest)) return { kind: 'undecided', why: DISAGREE };
    taken.push(earliest);
  }
}

/** The same for a route that asks for nothing but a path, as most do, without any box; undefined where it is not so simple. */
function simply(asked: Asked): Verdict | undefined {
  const { list, route, meter } = asked;
  const path = list.matchers[route]?.onlyPath;
  if (path === undefined || list.base.length !== 1 || list.base[0]?.size !== 0) return undefined;
  const member = list.finder.member('path', within(path), meter);
  if (member.kind !== 'text') return undefined;
  const takers = takersOrVerdict(asked, requestTo(member.text));
  return 'kind' in takers ? takers : plainlyHidden(list, takers, route);
}

/** Hidden by the first that takes a request of it, where that is seen by their texts; most hidden routes are. */
function plainlyHidden(list: RouteList, takers: readonly number[], route: number): Verdict | undefined {
  const [earliest = -1] = takers;
  return plainlyHolds(list.matchers[earliest], list.matchers[route])
    ? { kind: 'hidden', by: [earliest], byDefault: false }
    : undefined;
}

/** Whether a route without further conditions takes all that another one takes, as their texts tell. */
function plainlyHolds(holder: Matcher | undefined, held: Matcher | undefined): boolean {
  if (holder === undefined || held === undefined || holder.head.fold || held.head.fold) return false;
  const behind = holder.onlyPath?.behind;
  if (behind !== undefined) return isBehind(behind, holder.head.text, held);
  if (!holder.isPlain) return false;
  return holder.head.kind === 'prefix'
    ? held.head.text.startsWith(holder.head.text)
    : held.head.kind === 'exact' && held.head.text === holder.head.text;
}

/** Whether all paths that a route takes begin with a head and have a text somewhere behind it. */
function isBehind(text: string, head: string, { head: own, required = '' }: Matcher): boolean {
  if (!own.text.startsWith(head)) return false;
  if (own.text.includes(text, head.length)) return true;
  // Where it stands is not known: it must not be able to begin within the head.
  return required.includes(text) && (head === '' || (head.length === 1 && !text.startsWith(head)));
}

/** All earlier routes that take a request for certain; the verdict where there are none. */
function takersOrVerdict(asked: Asked, request: Request): Verdict | readonly number[] {
  const { certain, open } = takersBefore(asked, request);
  if (certain.length > 0) return certain;
  return open === undefined ? { kind: 'alive', witness: request } : { kind: 'undecided', why: open };
}

/** Replays a request: the route must take it, and who else does is asked of the one-request matcher. */
function takersBefore({ list, route, mayHide, meter }: Asked, request: Request): Takers {
  const looked = seen(request, list.namespace);
  const replay = { list, meter };
  const own = takesRequest(replay, route, looked);
  if (own !== true) return { certain: [], open: own === false ? DISAGREE : own.undecided };
  return takersAmong(replay, list.index.candidates(looked), looked, { below: route, isAsked: mayHide });
}

/**
 * {@link decide} for a route at the first of its places: alive at one of them is alive; hidden at all it is hidden by
 * what hides it at each.
 */
export function decideInHost(
  host: Message<'route.VirtualHost'>,
  list: RouteList,
  place: number,
  meter: Meter,
): Verdict {
  const places = samePlaces(host, place);
  let hidden: Extract<Verdict, { kind: 'hidden' }> | undefined;
  let first: Verdict | undefined;
  for (const each of places) {
    const verdict = decide(list, each, meter);
    if (verdict.kind === 'alive' || verdict.kind === 'undecided') return verdict;
    first ??= verdict;
    if (verdict.kind === 'hidden') hidden = joined(hidden, verdict, places);
  }
  return hidden ?? first ?? decide(list, place, meter);
}

type Hidden = Extract<Verdict, { kind: 'hidden' }>;

/** What stands at another of its own places does not hide a route. */
function joined(one: Hidden | undefined, other: Hidden, places: readonly number[]): Hidden {
  const by = new Set([...(one?.by ?? []), ...other.by].filter((each) => !places.includes(each)));
  return {
    kind: 'hidden',
    by: [...by].sort((first, second) => first - second),
    byDefault: other.byDefault || one?.byDefault === true,
  };
}
