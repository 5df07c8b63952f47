/** A list in which the first match counts, prepared for questions over all requests: what its routes share. */
import type { Message } from '../../schema/types.ts';
import type { Predicate } from '../../traffic/predicate.ts';
import { lowerRoutes } from '../../traffic/routes.ts';
import type { Regexes } from '../regex/regexes.ts';
import type { Box } from './box.ts';
import { type Finder, finderOf } from './finder.ts';
import { sortedLiterals } from './literals.ts';
import { type Matcher, normalise } from './normalise.ts';
import { hides, indexRoutes, type RouteIndex } from './route-index.ts';

export interface RouteList {
  readonly matchers: readonly Matcher[];
  /** What comes to the list at all: the union of these. They name headers only. */
  readonly base: readonly Box[];
  readonly index: RouteIndex;
  readonly finder: Finder;
  readonly regexes: Regexes;
  /** The namespace in header names. */
  readonly namespace: string;
  /** Routes that look at `:path` as a whole. */
  readonly ofTarget: readonly number[];
  readonly targets: TargetIndex;
}

export interface ListContext {
  readonly regexes: Regexes;
  readonly namespace: string;
  /** All requests by default. */
  readonly base?: readonly Box[];
}

/** Prepares a route list for questions; what is shared among its routes is built here or when first needed. */
export function routeList(routes: readonly Message<'route.Route'>[], context: ListContext): RouteList {
  return matchList(lowerRoutes(routes), context);
}

/** The same of whatever is asked. */
export function matchList(
  asked: readonly Predicate[],
  { regexes, namespace, base = [new Map()] }: ListContext,
): RouteList {
  const matchers = asked.map((each) => normalise(each, regexes));
  const ofTarget = [...matchers.keys()].filter((route) => matchers[route]?.whole);
  return {
    matchers,
    base,
    index: indexRoutes(matchers),
    finder: finderOf(regexes),
    regexes,
    namespace,
    ofTarget,
    targets: indexTargets(matchers, ofTarget),
  };
}

/** Whether paths and queries have to be looked at as a whole for this route: it does so, or one before it. */
export function looksAtTarget({ matchers, targets }: RouteList, route: number): boolean {
  const own = matchers[route];
  return own !== undefined && (own.whole || targets.first(own) < route);
}

/** The requests that fit a route's match. @param whole whether paths and queries are looked at as a whole */
export function boxOf({ matchers }: RouteList, route: number, whole: boolean): Box {
  const matcher = matchers[route];
  return (whole ? matcher?.targetBox() : matcher?.box) ?? new Map();
}

/** The least of the numbers in any range of a list, in constant time: a table of the least of every 2^n neighbours. */
interface RangeLeast {
  /** Of the numbers at `from` up to, not including, `to`; Infinity where there are none. */
  readonly least: (from: number, to: number) => number;
}

export function rangeLeast(numbers: readonly number[]): RangeLeast {
  const rows: Float64Array[] = [Float64Array.from(numbers)];
  for (let width = 1; width * 2 <= numbers.length; width *= 2) {
    const narrow = rows.at(-1) ?? new Float64Array(0);
    const row = new Float64Array(numbers.length - width * 2 + 1);
    for (let at = 0; at < row.length; at++) row[at] = Math.min(narrow[at] ?? 0, narrow[at + width] ?? 0);
    rows.push(row);
  }
  return {
    least: (from, to) => {
      if (from >= to) return Number.POSITIVE_INFINITY;
      const row = 31 - Math.clz32(to - from);
      const numbersOf = rows[row] ?? new Float64Array(0);
      return Math.min(numbersOf[from] ?? 0, numbersOf[to - 2 ** row] ?? 0);
    },
  };
}

/** Which routes have to be looked at with `:path` as a whole, because one that asks for it could meet them. */
interface TargetIndex {
  /** The first route that hides others, looks at `:path` as a whole, and whose paths could be those of the head. */
  readonly first: (matcher: Matcher) => number;
}

const NOWHERE: TargetIndex = { first: () => Number.POSITIVE_INFINITY };

/** Heads are compared without regard to letter case: one begins with the other, or the routes share no path. */
function indexTargets(matchers: readonly Matcher[], ofTarget: readonly number[]): TargetIndex {
  const firstAt = new Map<string, number>();
  for (const route of ofTarget) {
    const matcher = matchers[route];
    if (matcher === undefined || !hides(matcher)) continue;
    const head = matcher.head.text.toLowerCase();
    if (!firstAt.has(head)) firstAt.set(head, route);
  }
  if (firstAt.size === 0) return NOWHERE;
  const literals = sortedLiterals(firstAt.keys());
  const here = literals.texts.map((text) => firstAt.get(text) ?? Number.POSITIVE_INFINITY);
  /** The least at the literal and at those that it begins with, which stand before it. */
  const upwards = Float64Array.from(here);
  for (const at of upwards.keys()) {
    const parent = literals.parent(at);
    if (parent >= 0) upwards[at] = Math.min(upwards[at] ?? 0, upwards[parent] ?? 0);
  }
  const ranges = rangeLeast(here);
  return {
    first: ({ head }) => {
      const text = head.text.toLowerCase();
      const above = upwards[literals.longestPrefix(text)] ?? Number.POSITIVE_INFINITY;
      return Math.min(above, ranges.least(literals.from(text), literals.behind(text)));
    },
  };
}
