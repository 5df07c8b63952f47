/**
 * Which pairs of routes, one of each list, could be the first certain ones to take a request that differs: all others
 * are ruled out by looking at them.
 */
import { takesByChance } from './chain.ts';
import type { Containing } from './containing.ts';
import { indexMeeting } from './meeting.ts';
import { endsChain, type Side } from './question.ts';

/** Routes that end the chains of a request; undefined for none. */
export interface Ends {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

export interface PairedSide extends Side {
  /** For each route its partner on the other side; −1 without one. */
  readonly partners: Int32Array;
  readonly containing: Containing;
}

export interface Sides {
  readonly before: PairedSide;
  readonly after: PairedSide;
}

/** Takes routes about which nothing can be said, with the reason. */
export type Note = (why: string, ends: Ends) => void;

export function eachPair(sides: Sides, note: Note, visit: (ends: Ends) => void): void {
  const { before, after } = sides;
  const own = unpaired(before, (why, route) => note(why, { before: route, after: undefined }));
  const other = unpaired(after, (why, route) => note(why, { before: undefined, after: route }));
  eachAcross(before, own.ends, after, true, (first, second) => visit({ before: first, after: second }));
  eachAcross(after, other.ends, before, false, (second, first) => visit({ before: first, after: second }));
  if (own.draws.length + other.draws.length === 0) return;
  // A share more or less, and then the same route on both sides.
  const reached = new Set([...reachedBy(before, own.draws)]);
  for (const route of reachedBy(after, other.draws)) reached.add(after.partners[route] ?? -1);
  for (const route of [...reached].sort((a, b) => a - b))
    visit({ before: route, after: before.partners[route] });
  visit({ before: undefined, after: undefined });
}

interface Unpaired {
  /** Those that end a chain. */
  readonly ends: readonly number[];
  /** Those that take their requests by chance. */
  readonly draws: readonly number[];
}

/** The routes without a partner that may take a request. */
function unpaired(
  { list, partners, containing }: PairedSide,
  note: (why: string, route: number) => void,
): Unpaired {
  const ends: number[] = [];
  const draws: number[] = [];
  for (const [route, matcher] of list.matchers.entries()) {
    if (partners[route] !== -1 || matcher.impossible !== undefined || matcher.chance === 'never') continue;
    if ((containing.first(matcher.head) ?? route) < route) continue;
    if (matcher.beyond !== undefined) note(matcher.beyond, route);
    else if (takesByChance(list, route)) draws.push(route);
    else ends.push(route);
  }
  return { ends, draws };
}

/**
 * The routes across that unpaired ones could share requests with, and none of them.
 *
 * @param all whether unpaired routes across count too
 */
function eachAcross(
  side: PairedSide,
  routes: readonly number[],
  across: PairedSide,
  all: boolean,
  visit: (route: number, other: number | undefined) => void,
): void {
  if (routes.length === 0) return;
  const { matchers } = side.list;
  const meeting = indexMeeting(matchers, routes);
  /** The route across that is plainly the last one to look at, for each route. */
  const last = new Map<number, number>();
  for (const route of routes) {
    const matcher = matchers[route];
    const found = matcher && across.containing.first(matcher.head);
    if (found === undefined) visit(route, undefined);
    else last.set(route, found);
  }
  for (const [other, matcher] of across.list.matchers.entries()) {
    if (!endsChain(matcher)) continue;
    const partner = across.partners[other] ?? -1;
    if (partner === -1 && !all) continue;
    let lastHere: number | undefined;
    meeting.eachMeeting(matcher, (route) => {
      // The partner comes first on this side.
      if (partner !== -1 && partner < route) return;
      if (other > (last.get(route) ?? other)) return;
      lastHere ??= side.containing.first(matcher.head) ?? Number.POSITIVE_INFINITY;
      if (lastHere >= route) visit(route, other);
    });
  }
}

/** Paired routes that come after one of the draws and could share requests with it. */
function reachedBy({ list, partners, containing }: PairedSide, draws: readonly number[]): readonly number[] {
  if (draws.length === 0) return [];
  const meeting = indexMeeting(list.matchers, draws);
  return [...list.matchers.keys()].filter((route) => {
    const matcher = list.matchers[route];
    if (matcher === undefined || partners[route] === -1 || !endsChain(matcher)) return false;
    if ((containing.first(matcher.head) ?? route) < route) return false;
    let found = false;
    meeting.eachMeeting(matcher, (draw) => {
      found ||= draw < route;
    });
    return found;
  });
}
