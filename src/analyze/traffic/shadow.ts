/** How the requests of two routes lie to each other, whatever stands between them. */
import { sameContent } from '../../model/content.ts';
import type { Box } from '../../routing/all/box.ts';
import { decide, type ListContext, routeList } from '../../routing/all/index.ts';
import type { Request } from '../../routing/index.ts';
import type { Message } from '../../schema/types.ts';
import type { Budget } from '../budget.ts';
import { conditionsOf } from './conditions.ts';

type Route = Message<'route.Route'>;
type RouteMatch = Message<'route.RouteMatch'>;

/** What comes to the routes at all, and what questions about them may cost. */
export interface Ground extends ListContext {
  readonly budget: Budget;
}

/** What comes to a virtual host by its domains, whatever its require_tls says. */
export function hostsOf({ base = [] }: Ground): readonly Box[] {
  return base.map((box) => new Map([...box].filter(([dimension]) => dimension === 'header :authority')));
}

/** Whether all requests that meet the conditions of a route meet those of another. False where that stays open. */
export function isWithin(inner: Route, outer: Route, { budget, ...context }: Ground): boolean {
  if (isPlainlyWithin(inner.match ?? {}, outer.match ?? {})) return true;
  const pair = [outer, inner].map((route) => ({ match: withoutFraction(route) }));
  return budget.ask((meter) => decide(routeList(pair, context), 1, meter))?.kind === 'hidden';
}

/** More pairs of header conditions are not compared one by one. */
const MAX_COMPARED = 2500;

/** What can be seen without asking: a longer path below a prefix, and header conditions that stand in both. */
function isPlainlyWithin(inner: RouteMatch, outer: RouteMatch): boolean {
  const { prefix, headers = [], ...rest } = outer;
  if (prefix === undefined || Object.keys(rest).length > 0) return false;
  const { headers: own = [] } = inner;
  if (headers.length * own.length > MAX_COMPARED) return false;
  if (!headers.every((each) => own.some((other) => sameContent(each, other)))) return false;
  return (
    prefix === '' || (inner.case_sensitive !== false && (inner.prefix ?? inner.path ?? '').startsWith(prefix))
  );
}

/** So many of the routes that hide one are looked at closely, */
export const MAX_LOOKED_AT = 20;
/** and of these only such as have no more conditions. */
const MAX_CONDITIONS = 50;

/**
 * What each of the routes that together take a route's requests takes of them: `all of them`, `those where header x is
 * "1"`, and `some of them` where that was not looked at.
 */
export function shareWords(route: Route, takers: readonly Route[], ground: Ground): readonly string[] {
  // What is named alone takes all by itself.
  if (takers.length === 1) return ['all of them'];
  return takers.map((taker, position) =>
    position < MAX_LOOKED_AT ? wordsFor(route, taker, ground) : 'some of them',
  );
}

function wordsFor(route: Route, taker: Route, ground: Ground): string {
  const conditions = conditionsOf(taker.match ?? {});
  if (conditions.length > MAX_CONDITIONS) return 'some of them';
  const narrower = conditions.filter(({ match }) => !isWithin(route, { match }, ground));
  if (narrower.length === 0) return 'all of them';
  return `those where ${narrower.map(({ words }) => words).join(' and ')}`;
}

/** A request that meets the conditions of a route, whoever takes it. */
export function requestFor(route: Route, { budget, ...context }: Ground): Request | undefined {
  const list = routeList([{ match: withoutFraction(route) }], context);
  const verdict = budget.ask((meter) => decide(list, 0, meter));
  return verdict?.kind === 'alive' ? verdict.witness : undefined;
}

function withoutFraction({ match = {} }: Route): Message<'route.RouteMatch'> {
  const { runtime_fraction: _, ...rest } = match;
  return rest;
}
