/** A list in which the first match counts, prepared for questions over all requests: what its routes share. */
import type { Message } from '../../schema/types.ts';
import type { Predicate } from '../../traffic/predicate.ts';
import { lowerRoutes } from '../../traffic/routes.ts';
import type { Regexes } from '../regex/regexes.ts';
import type { Box } from './box.ts';
import { type Finder, finderOf } from './finder.ts';
import { type Matcher, normalise } from './normalise.ts';
import { indexRoutes, type RouteIndex } from './route-index.ts';
import { indexTargets, type TargetIndex } from './target-index.ts';

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
