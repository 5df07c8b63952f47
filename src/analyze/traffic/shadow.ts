/** How the requests of two routes lie to each other, whatever stands between them. */
import type { Box } from '../../routing/all/box.ts';
import { decide, type ListContext, matchList } from '../../routing/all/index.ts';
import type { Regexes } from '../../routing/regex/regexes.ts';
import type { Request } from '../../routing/request/request.ts';
import { headerKey } from '../../traffic/headers.ts';
import { type Predicate, withFraction } from '../../traffic/predicate.ts';
import { conditionsOf } from '../../traffic/words.ts';
import type { Budget } from '../budget.ts';

/** What comes to the routes at all, and what questions about them may cost. */
export interface DecidingContext extends ListContext {
  readonly budget: Budget;
}

/** What comes to a virtual host by its domains, whatever its require_tls says. */
export function hostsOf({ base = [] }: DecidingContext): readonly Box[] {
  return base.map((box) => new Map([...box].filter(([dimension]) => dimension === 'header :authority')));
}

/** Whether all requests that meet the conditions of a route meet those of another. False where that stays open. */
export function isWithin(
  inner: Predicate,
  outer: Predicate,
  { budget, ...context }: DecidingContext,
): boolean {
  if (isPlainlyWithin(inner, outer)) return true;
  const pair = [outer, inner].map((each) => withFraction(each, undefined));
  return budget.ask((meter) => decide(matchList(pair, context), 1, meter))?.kind === 'hidden';
}

/** What can be seen without asking: a longer path below a prefix, and header conditions that stand in both. */
function isPlainlyWithin({ path: inner, headers: own }: Predicate, outer: Predicate): boolean {
  const { path, headers, query, grpc, fraction } = outer;
  if (path.kind !== 'prefix' || path.fold || query.length > 0 || grpc || fraction !== undefined) return false;
  if (outer.open !== undefined) return false;
  const keys = new Set(own.map(headerKey));
  if (!headers.every((each) => each.unknown === undefined && keys.has(headerKey(each)))) return false;
  return path.text === '' || ('text' in inner && !inner.fold && inner.text.startsWith(path.text));
}

/** So many of the routes that hide one are looked at closely, */
export const MAX_LOOKED_AT = 20;
/** and of these only such as have no more conditions. */
const MAX_CONDITIONS = 50;

/**
 * What each of the routes that together take a route's requests takes of them: `all of them`, `those where header x is
 * "1"`, and `some of them` where that was not looked at.
 */
export function shareWords(
  route: Predicate,
  takers: readonly Predicate[],
  deciding: DecidingContext,
): readonly string[] {
  // What is named alone takes all by itself.
  if (takers.length === 1) return ['all of them'];
  return takers.map((taker, position) =>
    position < MAX_LOOKED_AT ? wordsFor(route, taker, deciding) : 'some of them',
  );
}

function wordsFor(route: Predicate, taker: Predicate, deciding: DecidingContext): string {
  const conditions = conditionsOf(taker);
  if (conditions.length > MAX_CONDITIONS) return 'some of them';
  const narrower = conditions.filter(({ asked }) => !isWithin(route, asked, deciding));
  if (narrower.length === 0) return 'all of them';
  return `those where ${narrower.map(({ words }) => words).join(' and ')}`;
}

/** A request that meets the conditions of a route, whoever takes it. */
export function requestFor(asked: Predicate, { budget, ...context }: DecidingContext): Request | undefined {
  const list = matchList([withFraction(asked, undefined)], context);
  const verdict = budget.ask((meter) => decide(list, 0, meter));
  return verdict?.kind === 'alive' ? verdict.witness : undefined;
}

/** Whether one of its own patterns is no regex, or a field unknown or unreadable: errors of which other rules speak. */
export function isRefused({ isUnknown, path, headers, query }: Predicate, regexes: Regexes): boolean {
  const tests = [path, ...[...headers, ...query].map(({ test }) => test)];
  return (
    isUnknown ||
    tests.some(
      (test) => test.kind === 'regex' && typeof regexes.matches(test.pattern, test.grammar, '') === 'object',
    )
  );
}
