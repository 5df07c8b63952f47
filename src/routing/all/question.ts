/** The requests that two route lists hand to two given chains: is there one? */
import type { Meter } from '../regex/meter.ts';
import { type Request, seen } from '../request/request.ts';
import { type Box, intersection } from './box.ts';
import { type Chain, type ComparedList, routesOf, takesByChance } from './chain.ts';
import type { Finder } from './finder.ts';
import { ANY_REQUEST, indexMeeting, type Meeting, type Met } from './meeting.ts';
import type { Matcher } from './normalise.ts';
import { DISAGREE, type Outside, remembered, requestOutside, whyNotTaken } from './outside.ts';
import { ofTarget } from './reaching.ts';
import { remainderOf } from './remainder.ts';
import { takersAmong, takesRequest } from './replay.ts';
import { hides } from './route-index.ts';
import { boxOf } from './route-list.ts';

/** A list with what questions about it share. */
export interface Side extends ComparedList {
  /** Routes that take their requests by chance. */
  readonly byChance: Meeting | undefined;
  /** Routes that look at `:path` as a whole and end a chain. */
  readonly ofTarget: Meeting | undefined;
}

export function sideOf(compared: ComparedList): Side {
  const { list } = compared;
  const every = [...list.matchers.keys()];
  const index = (routes: readonly number[]): Meeting | undefined =>
    routes.length === 0 ? undefined : indexMeeting(list.matchers, routes);
  return {
    ...compared,
    byChance: index(every.filter((route) => takesByChance(list, route) && isPlain(list.matchers[route]))),
    ofTarget: index(list.ofTarget.filter((route) => endsChain(list.matchers[route]))),
  };
}

function isPlain(matcher: Matcher | undefined): boolean {
  return matcher !== undefined && matcher.impossible === undefined;
}

/** Whether a route takes every request that it fits, whatever any runtime key says. */
export function endsChain(matcher: Matcher | undefined): boolean {
  return matcher !== undefined && hides(matcher) && matcher.chance === 'always';
}

export interface ChainQuestion {
  readonly before: Side;
  readonly after: Side;
  readonly base: readonly Box[];
  readonly chains: { readonly before: Chain; readonly after: Chain };
  /** Routes by chance that must not take the request. */
  readonly spared: { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly finder: Finder;
  readonly meter: Meter;
}

/** A request that meets just these chains, replayed through the one-request matcher on both sides. */
export function requestOfChains(question: ChainQuestion): Outside {
  const { before, after, base, chains, spared, finder, meter } = question;
  const whole = base.some((box) => box.has('target')) || looksAtTarget(question);
  const boxesOf = (side: Side, routes: readonly number[]) =>
    routes.map((route) => boxOf(side.list, route, whole));
  const wanted = [...boxesOf(before, routesOf(chains.before)), ...boxesOf(after, routesOf(chains.after))];
  const boxes = (whole ? base.map(ofTarget) : base).map((box) => wanted.reduce(intersection, box));
  return requestOutside({
    left: remainderOf(boxes, finder, meter),
    never: [...boxesOf(before, spared.before), ...boxesOf(after, spared.after)],
    families: [],
    takers: (request) => {
      const first = replay(before, chains.before, request, meter);
      if ('why' in first) return first;
      const second = replay(after, chains.after, request, meter);
      if ('why' in second) return second;
      // One number for a route of either side.
      return [...first.earlier.map((route) => 2 * route), ...second.earlier.map((route) => 2 * route + 1)];
    },
    boxOf: remembered((taker) => boxOf((taker % 2 === 0 ? before : after).list, taker >> 1, whole)),
    meter,
  });
}

/** The routes that end a chain before this one does and take the request; the chain's own must take it as well. */
function replay(
  { list, byChance }: Side,
  chain: Chain,
  request: Request,
  meter: Meter,
): { readonly earlier: readonly number[] } | { readonly why: string } {
  const looked = seen(request, list.namespace);
  const asking = { list, meter };
  for (const route of routesOf(chain)) {
    const answer = takesRequest(asking, route, looked);
    if (answer !== true)
      return { why: answer === false ? whyNotTaken(list.matchers[route]) : answer.undecided };
  }
  const below = chain.route ?? list.matchers.length;
  const { certain: earlier, open } = takersAmong(asking, list.index.candidates(looked), looked, {
    below,
    isAsked: (route) => endsChain(list.matchers[route]),
  });
  if (open !== undefined) return { why: open };
  // What takes this request by what cannot be read into its box leaves others of the box to later routes.
  const unread = earlier.find((route) => list.matchers[route]?.asked.open !== undefined);
  if (unread !== undefined) return { why: whyNotTaken(list.matchers[unread]) };
  if (earlier.length > 0 || byChance === undefined) return { earlier };
  const drawn = takersAmong(asking, drawsAt(byChance, looked.barePath), looked, {
    below,
    isAsked: () => true,
  });
  if (drawn.open !== undefined) return { why: drawn.open };
  return drawn.certain.join() === chain.byChance.join() ? { earlier } : { why: DISAGREE };
}

/** Routes that take requests to a path by chance, and perhaps others; ascending. */
function drawsAt(byChance: Meeting, path: string): readonly number[] {
  const found: number[] = [];
  const exactly: Met = { head: { kind: 'exact', text: path, fold: false }, box: undefined };
  byChance.eachMeeting(exactly, (route) => found.push(route));
  return found.sort((a, b) => a - b);
}

/** Whether paths and queries have to be looked at as a whole: a route that matters does so. */
function looksAtTarget({ before, after, chains, spared, meter }: ChainQuestion): boolean {
  const matchersOf = ({ list }: Side, routes: readonly number[]) =>
    routes.map((route) => list.matchers[route]);
  const wanted = [
    ...matchersOf(before, routesOf(chains.before)),
    ...matchersOf(after, routesOf(chains.after)),
  ];
  const others = [...matchersOf(before, spared.before), ...matchersOf(after, spared.after)];
  if ([...wanted, ...others].some((matcher) => matcher?.box === undefined)) return true;
  return [
    { side: before, end: chains.before.route },
    { side: after, end: chains.after.route },
  ].some(({ side, end }) => {
    let found = false;
    let visited = 0;
    side.ofTarget?.eachMeeting(wanted[0] ?? ANY_REQUEST, (route) => {
      visited++;
      found ||= end === undefined || route < end;
    });
    meter.spend(visited);
    return found;
  });
}
