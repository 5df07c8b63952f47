/**
 * What becomes of one request in a route list: the routes that take a share of it by their runtime fractions, in
 * order, then the first one that takes all that is left, or none.
 */
import { RANGE_SIZE, type RandomSet, sizeOf, WHOLE_RANGE, without } from '../random-range.ts';
import { type Share, shareOf, takesAll } from '../runtime.ts';
import type { Matcher } from './normalise.ts';
import type { RouteList } from './route-list.ts';
import type { Values } from './values.ts';

export interface Chain {
  /** Routes that take a share only, or that a runtime key decides about. */
  readonly byChance: readonly number[];
  /** The route that takes what is left; undefined where none does. */
  readonly route: number | undefined;
}

/** All routes of a chain, in their order. */
export function routesOf({ byChance, route }: Chain): readonly number[] {
  return route === undefined ? byChance : [...byChance, route];
}

/** One side of a comparison. */
export interface ComparedList {
  readonly list: RouteList;
  /**
   * What a route does with the requests that it takes, or that some random values bring to it: equal texts mean equal
   * outcomes, each for the same share of them. Asked only where it counts.
   */
  readonly outcome: (route: number, values?: RandomSet) => string;
  /**
   * What it makes of each random value: equal texts mean the same outcome for each. Undefined where none matters, and
   * absent where that is so for all.
   */
  readonly byValue?: (route: number) => string | undefined;
  /**
   * Equal texts on both sides mean the same match, the runtime fraction included. Where it is absent or answers
   * undefined the text is worked out from the normalised match.
   */
  readonly matchText?: (route: number) => string | undefined;
}

/** The outcome of a request that no route takes; the same on both sides. */
export const NO_ROUTE = 'no route';

/** Whether a route takes only a share of the requests that come to it, or asks a runtime key. */
export function takesByChance({ matchers }: RouteList, route: number): boolean {
  const matcher = matchers[route];
  return matcher !== undefined && matcher.chance !== 'always' && matcher.chance !== 'never';
}

/** The requests that fit a match, as a text: equal texts mean the same requests. */
export function boxText(matcher: Matcher): string {
  const box = matcher.box ?? matcher.targetBox();
  const { open, from } = matcher.asked;
  // What cannot be read into the box (cookies, metadata) is told apart as it is written.
  const unread = open === undefined ? [] : [from];
  return JSON.stringify([
    ...[...box].map(([dimension, values]) => [dimension, keyOf(values)]).sort(),
    ...unread,
  ]);
}

function keyOf({ absent, present, within, without }: Values): readonly unknown[] {
  return [absent, present, within.map(({ key }) => key), without.map(({ key }) => key)];
}

/** The random values that a route takes, as a text: where several things ask the value, the denominator counts. */
export function drawText(list: RouteList, route: number): string {
  const text = fractionText(list, route);
  const share = shareOf(list.matchers[route]?.asked.fraction?.default_value);
  return text === '' || takesAll(share) || share.numerator === 0 ? text : `${text} of ${share.denominator}`;
}

/** What a route does with each random value; of most routes that is what it does with all. */
export function textByValue({ outcome, byValue }: ComparedList, route: number): string {
  return byValue?.(route) ?? outcome(route);
}

/** A route's share of what comes to it, as a text; empty for all of it. */
export function fractionText({ matchers }: RouteList, route: number): string {
  const fraction = matchers[route]?.asked.fraction;
  if (fraction === undefined) return '';
  const { numerator, denominator } = shareOf(fraction.default_value);
  const key = fraction.runtime_key ?? '';
  if (key === '' && numerator >= denominator) return '';
  return `${Math.min(numerator / denominator, 1)} ${key}`;
}

/**
 * What becomes of the request as a text: equal texts mean that the same share of such requests has the same outcome.
 * One random value serves all fractions of a request (fact 32), and what its route asks it (fact 159), so that each
 * outcome is that of the values that are left for it. Where a runtime key decides, its default is not taken for granted,
 * and the sequence of fractions and outcomes counts, by each value where more than one thing asks for it.
 */
export function chainText(side: ComparedList, { byChance, route }: Chain): string {
  const last = route === undefined ? NO_ROUTE : textByValue(side, route);
  const draws = byChance.map((each) => ({ route: each, outcome: textByValue(side, each) }));
  // Who would get there anyway need not draw.
  while (draws.at(-1)?.outcome === last) draws.pop();
  if (draws.length === 0) return route === undefined ? NO_ROUTE : side.outcome(route);
  const fractionOf = (each: number) => side.list.matchers[each]?.asked.fraction;
  if (draws.some((draw) => (fractionOf(draw.route)?.runtime_key ?? '') !== '')) {
    const isAsked = (each: number): boolean => side.byValue?.(each) !== undefined;
    const isShared = draws.length > 1 || [...byChance, route ?? -1].some(isAsked);
    const textOf = isShared ? drawText : fractionText;
    return JSON.stringify([...draws.map((draw) => [textOf(side.list, draw.route), draw.outcome]), last]);
  }
  const shares = draws.map((draw) => ({
    outcome: (values: RandomSet) => side.outcome(draw.route, values),
    share: shareOf(fractionOf(draw.route)?.default_value),
  }));
  return distribution(shares, (values) => (route === undefined ? NO_ROUTE : side.outcome(route, values)));
}

type OutcomeOf = (values: RandomSet) => string;

function distribution(
  draws: readonly { readonly outcome: OutcomeOf; readonly share: Share }[],
  last: OutcomeOf,
): string {
  const parts = new Map<string, number>();
  const add = (outcome: OutcomeOf, size: number, values: RandomSet): void => {
    if (size === 0) return;
    const text = outcome(values);
    parts.set(text, (parts.get(text) ?? 0) + size);
  };
  let range = WHOLE_RANGE;
  let left = RANGE_SIZE;
  for (const { outcome, share } of draws) {
    const values = { left: range, below: [share] };
    if (!takesAll(share)) range = without(range, share);
    const rest = takesAll(share) ? 0 : sizeOf(range);
    add(outcome, left - rest, values);
    left = rest;
  }
  add(last, left, { left: range, below: [] });
  const [only] = parts;
  if (only !== undefined && parts.size === 1) return only[0];
  return JSON.stringify([...parts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
