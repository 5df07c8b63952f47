/**
 * Which pairs of routes, one of each list, could be the first certain ones to take a request that differs: all others
 * are ruled out by looking at them.
 */
import { lowerAscii } from '../../traffic/text.ts';
import type { Meter } from '../regex/meter.ts';
import { takesByChance } from './chain.ts';
import type { Form } from './language.ts';
import { indexMeeting } from './meeting.ts';
import type { Matcher } from './normalise.ts';
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
  /** Whether two partners have the same outcome. */
  readonly isSame: (before: number, after: number) => boolean;
}

/** Takes routes about which nothing can be said, with the reason. */
export type Note = (why: string, ends: Ends) => void;

export function eachPair(sides: Sides, meter: Meter, note: Note, visit: (ends: Ends) => void): void {
  const { before, after } = sides;
  const changed = changedPairs(sides);
  for (const route of changed.ends) visit(endsOf(before, route));
  const own = unpaired(before);
  const other = unpaired(after);
  eachAcross(
    before,
    own.ends,
    after,
    { meter, isAlone: false },
    {
      visit: (first, second) => visit({ before: first, after: second }),
      over: (why, first) => note(why, { before: first, after: undefined }),
    },
  );
  eachAcross(
    after,
    other.ends,
    before,
    { meter, isAlone: true },
    {
      visit: (second, first) => visit({ before: first, after: second }),
      over: (why, second) => note(why, { before: undefined, after: second }),
    },
  );
  const draws = { before: [...changed.draws, ...own.draws], after: other.draws };
  if (draws.before.length + draws.after.length === 0) return;
  // A share more or less, and then the same route on both sides.
  const reached = new Set(reachedBy(before, draws.before, meter));
  for (const route of reachedBy(after, draws.after, meter)) reached.add(after.partners[route] ?? -1);
  const known = new Set(changed.ends);
  for (const route of [...reached].sort((a, b) => a - b)) if (!known.has(route)) visit(endsOf(before, route));
  visit({ before: undefined, after: undefined });
}

function endsOf({ partners }: PairedSide, route: number): Ends {
  return { before: route, after: partners[route] };
}

interface Routes {
  /** Those that end a chain. */
  readonly ends: readonly number[];
  /** Those that take their requests by chance. */
  readonly draws: readonly number[];
}

/** The first routes of pairs whose outcomes differ. */
function changedPairs({ before, after, isSame }: Sides): Routes {
  return sorted(before, (route, matcher) => {
    const partner = before.partners[route] ?? -1;
    if (partner === -1 || isSame(route, partner)) return false;
    return (after.containing.first(matcher.head) ?? partner) >= partner;
  });
}

/** The routes without a partner. */
function unpaired(side: PairedSide): Routes {
  return sorted(side, (route) => side.partners[route] === -1);
}

/** Those of some routes that may take a request. */
function sorted(
  { list, containing }: PairedSide,
  isMeant: (route: number, matcher: Matcher) => boolean,
): Routes {
  const ends: number[] = [];
  const draws: number[] = [];
  for (const [route, matcher] of list.matchers.entries()) {
    if (matcher.impossible !== undefined || matcher.chance === 'never') continue;
    if ((containing.first(matcher.head) ?? route) < route || !isMeant(route, matcher)) continue;
    if (takesByChance(list, route)) draws.push(route);
    else if (endsChain(matcher)) ends.push(route);
  }
  return { ends, draws };
}

interface Across {
  readonly meter: Meter;
  /** Whether unpaired routes across were looked at from their own side. */
  readonly isAlone: boolean;
}

interface Found {
  readonly visit: (route: number, other: number | undefined) => void;
  /** Takes the routes that were not gone through when the budget ended. */
  readonly over: (why: string, route: number) => void;
}

/** The routes across that unpaired ones could share requests with, and none of them. */
function eachAcross(
  side: PairedSide,
  routes: readonly number[],
  across: PairedSide,
  { meter, isAlone }: Across,
  { visit, over }: Found,
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
    const partner = across.partners[other] ?? -1;
    if (!endsChain(matcher) || (partner === -1 && isAlone)) continue;
    let lastHere: number | undefined;
    let met = 0;
    meeting.eachMeeting(matcher, (route) => {
      met++;
      // The partner comes first on this side.
      if (partner !== -1 && partner < route) return;
      if (other > (last.get(route) ?? other)) return;
      lastHere ??= side.containing.first(matcher.head) ?? Number.POSITIVE_INFINITY;
      if (lastHere >= route) visit(route, other);
    });
    if (meter.spend(met)) continue;
    for (const route of routes) over(meter.exhausted() ?? 'the budget ended', route);
    return;
  }
}

/**
 * Paired routes that come after one of the draws and could share requests with it. Where the budget ends all the
 * others are among them: what is asked about them then stays open.
 */
function reachedBy(
  { list, partners, containing }: PairedSide,
  draws: readonly number[],
  meter: Meter,
): readonly number[] {
  if (draws.length === 0) return [];
  const meeting = indexMeeting(list.matchers, draws);
  return [...list.matchers.keys()].filter((route) => {
    const matcher = list.matchers[route];
    if (matcher === undefined || partners[route] === -1 || !endsChain(matcher)) return false;
    if ((containing.first(matcher.head) ?? route) < route) return false;
    if (meter.exhausted() !== undefined) return true;
    let found = false;
    let met = 0;
    meeting.eachMeeting(matcher, (draw) => {
      met++;
      found ||= draw < route;
    });
    return !meter.spend(met) || found;
  });
}

interface Containing {
  /** The first route without further conditions whose paths hold all those of a head; undefined without one. */
  readonly first: (head: Form) => number | undefined;
}

interface PlainSide {
  readonly exact: Map<string, number>;
  readonly prefix: Map<string, number>;
  readonly lengths: Set<number>;
}

/** Finds the first route that plainly takes all paths of another, whatever its other conditions are. */
export function indexContaining(matchers: readonly Matcher[]): Containing {
  const plain = newSide();
  const folded = newSide();
  for (const [route, { isPlain, head, chance, impossible }] of matchers.entries()) {
    if (!isPlain || chance !== 'always' || impossible !== undefined) continue;
    const side = head.fold ? folded : plain;
    if (side[head.kind].has(head.text)) continue;
    side[head.kind].set(head.text, route);
    if (head.kind === 'prefix') side.lengths.add(head.text.length);
  }
  return {
    first: (head) => {
      const text = lowerAscii(head.text);
      return least(head.fold ? undefined : find(plain, head, head.text), find(folded, head, text));
    },
  };
}

function newSide(): PlainSide {
  return { exact: new Map(), prefix: new Map(), lengths: new Set() };
}

function find({ exact, prefix, lengths }: PlainSide, { kind }: Form, text: string): number | undefined {
  let found = kind === 'exact' ? exact.get(text) : undefined;
  for (const length of lengths)
    if (length <= text.length) found = least(found, prefix.get(text.slice(0, length)));
  return found;
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.min(one, other);
}
