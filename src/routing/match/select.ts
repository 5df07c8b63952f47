/** Which route of a virtual host takes a request (data-model, route.VirtualHost; facts 31 to 33). */

import type { Message } from '../../schema/types.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import { routeAt } from '../../traffic/routes.ts';
import { pathRuleText } from '../../traffic/words.ts';
import type { RoutingContext } from '../context.ts';
import {
  RANGE_SIZE,
  type RandomRange,
  type RandomSet,
  sizeOf,
  WHOLE_RANGE,
  without,
} from '../random-range.ts';
import type { SeenRequest } from '../request/request.ts';
import { effectiveShare, residue, runtimeValue, type Share, shareText, takes, takesAll } from '../runtime.ts';
import { layerText } from '../runtime-layers.ts';
import type { Steps } from '../steps.ts';
import { isEnd } from '../tree/flatten.ts';
import { matchesRoute } from './match.ts';

type Route = Message<'route.Route'>;

/** What a part of the requests like this one meets: a route, no route at all, or a question that stays open. */
export interface Selected {
  /** From 0 to 1. */
  readonly share: number;
  readonly route: number | undefined;
  readonly undecided?: string;
  /** The random values that bring requests there; absent where all do, or one is given. */
  readonly values?: RandomSet;
}

/**
 * Goes through the routes in order. Without a `random_value`, a fraction that lies between takes its share and leaves
 * the rest to the next routes, all by one random value; the shares of the answer add up to 1.
 */
export function selectRoutes(
  routes: readonly Route[],
  request: SeenRequest,
  context: RoutingContext,
  steps: Steps | undefined,
): readonly Selected[] {
  const found: Selected[] = [];
  let range = WHOLE_RANGE;
  let left = RANGE_SIZE;
  const reasons: { readonly words: string; readonly on?: 'path' }[] = [];
  const say =
    steps === undefined
      ? undefined
      : (words: string, on?: 'path') => void reasons.push({ words, ...(on ? { on } : {}) });
  const candidates = steps === undefined ? context.candidates?.(routes, request, routeAt) : undefined;
  const count = candidates?.length ?? routes.length;
  for (let at = 0; at < count && left > 0; at++) {
    const index = candidates?.[at] ?? at;
    const route = routes[index];
    if (route === undefined) continue;
    const answer = matchesRoute(routeAt(routes, index), request, context.regexes, say);
    if (answer === false) {
      if (steps !== undefined) tellFailed(route, index, reasons.pop(), steps);
      continue;
    }
    const taken = takenBy(route, request, context, range);
    const open = answer === true || taken.kind === 'none' ? undefined : answer.undecided;
    const matched = open === undefined && taken.kind !== 'none';
    steps?.add(routeText(route, index), matched, open ?? taken.why, { kind: 'route', route: index });
    if (taken.kind === 'none') continue;
    const rest = taken.kind === 'all' ? 0 : sizeOf(taken.rest);
    if (left > rest) {
      const share = (left - rest) / RANGE_SIZE;
      found.push(
        open === undefined
          ? { share, route: index, ...valuesOf(range, taken) }
          : { share, route: undefined, undecided: `route ${index}: ${open}` },
      );
    }
    left = rest;
    if (taken.kind === 'some') range = taken.rest;
  }
  if (left > 0) found.push({ share: left / RANGE_SIZE, route: undefined });
  return found;
}

function tellFailed(
  route: Route,
  index: number,
  reason: { readonly words: string; readonly on?: 'path' } | undefined,
  steps: Steps,
): void {
  const about = { kind: 'route' as const, route: index, ...(reason?.on ? { on: reason.on } : {}) };
  steps.add(routeText(route, index), false, reason?.words ?? '', about);
}

/** What a route's runtime_fraction takes of the requests that come to it. */
type Taken =
  | { readonly kind: 'all'; readonly why: string }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'some'; readonly rest: RandomRange; readonly share: Share; readonly why: string };

/** What comes to a route of the values that earlier ones leave. */
function valuesOf(range: RandomRange, taken: Taken): Pick<Selected, 'values'> {
  if (taken.kind === 'some') return { values: { left: range, below: [taken.share] } };
  return range === WHOLE_RANGE ? {} : { values: { left: range, below: [] } };
}

const NO_FRACTION: Taken = { kind: 'all', why: 'every condition holds' };

function takenBy(
  { match }: Route,
  { request }: SeenRequest,
  context: RoutingContext,
  range: RandomRange,
): Taken {
  const fraction = match?.runtime_fraction;
  if (fraction === undefined) return NO_FRACTION;
  if (context.decideFraction !== undefined)
    return context.decideFraction(fraction)
      ? { kind: 'all', why: 'every condition holds, the runtime fraction included' }
      : { kind: 'none', why: 'the runtime fraction does not take the request' };
  const share = effectiveShare(fraction, request);
  const told = runtimeValue(request, fraction.runtime_key) === undefined ? layerText(fraction) : '';
  const { random_value: randomValue } = request;
  if (randomValue !== undefined) {
    const kind = takes(share, randomValue) ? 'all' : 'none';
    return { kind, why: `${drawText(share, randomValue)}${told}` };
  }
  if (takesAll(share))
    return { kind: 'all', why: `the runtime fraction is ${shareText(share)}: always${told}` };
  if (share.numerator === 0) return { kind: 'none', why: `the runtime fraction is 0: never${told}` };
  return {
    kind: 'some',
    rest: without(range, share),
    share,
    why: `the runtime fraction takes ${shareText(share)} by the random value${told}`,
  };
}

function drawText(share: Share, randomValue: number | string): string {
  if (takesAll(share)) return `the runtime fraction is ${shareText(share)}: always`;
  const drawn = residue(randomValue, share.denominator);
  const how = drawn < share.numerator ? 'below' : 'not below';
  return `${randomValue} modulo ${share.denominator} is ${drawn}, ${how} the numerator ${share.numerator}`;
}

/** A route for people, such as `route 2 "cart" (prefix "/cart")`. */
export function routeText(route: Route, index: number): string {
  const { name, match } = route;
  if (isEnd(route)) return `the end of the branch at ${index}`;
  const label = name === undefined || name === '' ? '' : ` ${JSON.stringify(name)}`;
  return `route ${index}${label} (${pathRuleText(lowerMatch(match).path)})`;
}

/** A route that could take a request, and whether that is certain. */
export interface Taker {
  readonly route: number;
  /** Words on what it depends on: a runtime fraction, or a regex that stayed undecided. */
  readonly depends?: string;
}

/** Every route that would take the request if the earlier ones were gone. */
export function routesThatTake(
  routes: readonly Route[],
  request: SeenRequest,
  context: RoutingContext,
): readonly Taker[] {
  const takers: Taker[] = [];
  for (const [index, route] of routes.entries()) {
    const answer = matchesRoute(routeAt(routes, index), request, context.regexes);
    if (answer === false) continue;
    const taken = takenBy(route, request, context, WHOLE_RANGE);
    if (taken.kind === 'none') continue;
    if (answer !== true) takers.push({ route: index, depends: answer.undecided });
    else takers.push(taken.kind === 'some' ? { route: index, depends: taken.why } : { route: index });
  }
  return takers;
}
