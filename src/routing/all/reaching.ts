/**
 * A request within some boxes that comes to a place of a list: its route takes it, and none of the routes before does.
 * The place behind the last route is where requests come to that no route takes.
 */
import type { Meter } from '../regex/meter.ts';
import { type Request, seen } from '../request/request.ts';
import { type Box, intersection } from './box.ts';
import { inTarget } from './normalise.ts';
import { type Outside, remembered, requestOutside, whyNotTaken } from './outside.ts';
import { remainderOf } from './remainder.ts';
import { takersAmong, takesRequest } from './replay.ts';
import { hides } from './route-index.ts';
import { boxOf, looksAtTarget, type RouteList } from './route-list.ts';
import { withPath } from './target.ts';
import { ANYTHING, meet, type Values } from './values.ts';

export interface ReachQuestion {
  readonly list: RouteList;
  /** A position of the list, or its length. */
  readonly place: number;
  /** The union of these, each over `path` or `target`, queries and headers. */
  readonly within: readonly Box[];
  /** Whether routes that take their requests until somebody sets a runtime key hide others. */
  readonly byDefault: boolean;
  readonly meter: Meter;
}

/**
 * What takes less than can be read (cookies, metadata) hides nothing: where only such a route may take the request that
 * was found, it is undecided.
 */
export function requestReaching({ list, place, within, byDefault, meter }: ReachQuestion): Outside {
  const isLast = place >= list.matchers.length;
  const whole =
    within.some((box) => box.has('target')) ||
    (isLast ? list.ofTarget.length > 0 : looksAtTarget(list, place));
  const own = boxOf(list, place, whole);
  const asked = whole ? within.map(ofTarget) : within;
  const boxes = list.base.flatMap((base) => asked.map((box) => intersection(intersection(base, own), box)));
  const mayHide = (route: number): boolean => {
    const matcher = list.matchers[route];
    if (matcher === undefined || !hides(matcher)) return false;
    return (byDefault || matcher.chance === 'always') && matcher.asked.open === undefined;
  };
  const openBefore = openRoutes(list, place);
  return requestOutside({
    left: remainderOf(boxes, list.finder, meter),
    never: [],
    families: [],
    takers: (request) => takersOf({ list, place, meter, mayHide, openBefore }, request),
    boxOf: remembered((route) => boxOf(list, route, whole)),
    meter,
  });
}

interface Asked extends Pick<ReachQuestion, 'list' | 'place' | 'meter'> {
  readonly mayHide: (route: number) => boolean;
  readonly openBefore: readonly number[];
}

function takersOf(
  { list, place, meter, mayHide, openBefore }: Asked,
  request: Request,
): readonly number[] | { readonly why: string } {
  const looked = seen(request, list.namespace);
  const replay = { list, meter };
  if (place < list.matchers.length) {
    const answer = takesRequest(replay, place, looked);
    if (answer !== true)
      return { why: answer === false ? whyNotTaken(list.matchers[place]) : answer.undecided };
  }
  const { certain, open } = takersAmong(replay, list.index.candidates(looked), looked, {
    below: place,
    isAsked: mayHide,
  });
  if (certain.length > 0) return certain;
  if (open !== undefined) return { why: open };
  for (const route of openBefore) {
    if (!meter.spend(1)) return { why: meter.exhausted() ?? 'the budget ended' };
    const answer = takesRequest(replay, route, looked);
    if (answer !== false) return { why: `route ${route} ${list.matchers[route]?.asked.open}` };
  }
  return [];
}

const OPEN = new WeakMap<RouteList, readonly number[]>();

/** Routes of which it stays open what they take. */
function openRoutes(list: RouteList, below: number): readonly number[] {
  const all =
    OPEN.get(list) ??
    [...list.matchers.keys()].filter((each) => list.matchers[each]?.asked.open !== undefined);
  OPEN.set(list, all);
  return all.filter((each) => each < below);
}

/** A box over the whole `:path` in place of the path before its query, and of the query. */
export function ofTarget(box: Box): Box {
  const made = new Map<string, Values>();
  let target = ANYTHING;
  for (const [dimension, values] of box) {
    if (dimension === 'target') target = meet(target, values);
    else if (dimension === 'path') target = meet(target, pathInTarget(values));
    else if (dimension.startsWith('query ')) target = meet(target, inTarget(dimension, values));
    else made.set(dimension, values);
  }
  return target === ANYTHING ? made : made.set('target', target);
}

function pathInTarget(path: Values): Values {
  return {
    ...path,
    within: sortedByKey(path.within.map(withPath)),
    without: sortedByKey(path.without.map(withPath)),
  };
}

/** As values have their languages: by key, none twice. */
function sortedByKey<T extends { readonly key: string }>(languages: readonly T[]): readonly T[] {
  const byKey = new Map(languages.map((each) => [each.key, each]));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
