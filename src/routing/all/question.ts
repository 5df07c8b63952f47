/** The requests that two route lists hand to two given chains: is there one? */
import { matchesRoute } from '../match.ts';
import type { Meter } from '../regex/meter.ts';
import { type Request, type SeenRequest, seen } from '../request.ts';
import { type Box, intersection } from './box.ts';
import { type Chain, type ComparedList, takesByChance } from './chain.ts';
import { boxOf } from './decide.ts';
import type { Finder } from './finder.ts';
import { ANY_REQUEST, indexMeeting, type Meeting, type Met } from './meeting.ts';
import type { Matcher } from './normalise.ts';
import { type Outside, requestOutside } from './outside.ts';
import { hides } from './route-index.ts';

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
  return matcher !== undefined && matcher.beyond === undefined && matcher.impossible === undefined;
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
  const whole = looksAtTarget(question);
  const boxesOf = (side: Side, routes: readonly number[]) =>
    routes.map((route) => boxOf(side.list, route, whole));
  const wanted = [...boxesOf(before, membersOf(chains.before)), ...boxesOf(after, membersOf(chains.after))];
  return requestOutside({
    boxes: base.map((box) => wanted.reduce(intersection, box)),
    never: [...boxesOf(before, spared.before), ...boxesOf(after, spared.after)],
    takers: (request) => {
      const first = replay(before, chains.before, request);
      if ('why' in first) return first;
      const second = replay(after, chains.after, request);
      if ('why' in second) return second;
      // One number for a route of either side.
      return [...first.earlier.map((route) => 2 * route), ...second.earlier.map((route) => 2 * route + 1)];
    },
    boxOf: (taker) => boxOf((taker % 2 === 0 ? before : after).list, taker >> 1, whole),
    finder,
    meter,
  });
}

function membersOf({ byChance, route }: Chain): readonly number[] {
  return route === undefined ? byChance : [...byChance, route];
}

const DISAGREE = { why: 'the two ways of matching disagree about a request' };

/** The routes before the end of the chain that take the request for certain; what is by chance must be as it says. */
function replay(
  { list, byChance }: Side,
  chain: Chain,
  request: Request,
): { readonly earlier: readonly number[] } | { readonly why: string } {
  const looked = seen(request, list.word);
  for (const route of membersOf(chain)) {
    const answer = matchesRoute(list.routes[route]?.match, looked, list.regexes);
    if (answer !== true) return answer === false ? DISAGREE : { why: answer.undecided };
  }
  const end = chain.route ?? list.routes.length;
  const earlier: number[] = [];
  for (const route of list.index.candidates(looked)) {
    if (route >= end) break;
    if (!endsChain(list.matchers[route])) continue;
    const answer = matchesRoute(list.routes[route]?.match, looked, list.regexes);
    if (answer === true) earlier.push(route);
    else if (answer !== false) return { why: answer.undecided };
  }
  if (earlier.length > 0 || byChance === undefined) return { earlier };
  const drawn = drawsOf(byChance, list, looked, end);
  if ('why' in drawn) return drawn;
  return drawn.routes.join() === chain.byChance.join() ? { earlier } : DISAGREE;
}

/** Ascending. */
function drawsOf(
  byChance: Meeting,
  { routes, regexes }: ComparedList['list'],
  looked: SeenRequest,
  end: number,
): { readonly routes: readonly number[] } | { readonly why: string } {
  const found: number[] = [];
  let open: string | undefined;
  byChance.eachMeeting(exactly(looked.barePath), (route) => {
    if (route >= end) return;
    const answer = matchesRoute(routes[route]?.match, looked, regexes);
    if (answer === true) found.push(route);
    else if (answer !== false) open ??= answer.undecided;
  });
  return open === undefined ? { routes: found.sort((a, b) => a - b) } : { why: open };
}

function exactly(path: string): Met {
  return { head: { kind: 'exact', text: path, fold: false }, box: undefined };
}

/** Whether paths and queries have to be looked at as a whole: a route that matters does so. */
function looksAtTarget({ before, after, chains, spared }: ChainQuestion): boolean {
  const matchersOf = ({ list }: Side, routes: readonly number[]) =>
    routes.map((route) => list.matchers[route]);
  const wanted = [
    ...matchersOf(before, membersOf(chains.before)),
    ...matchersOf(after, membersOf(chains.after)),
  ];
  const others = [...matchersOf(before, spared.before), ...matchersOf(after, spared.after)];
  if ([...wanted, ...others].some((matcher) => matcher?.box === undefined)) return true;
  return [
    { side: before, end: chains.before.route },
    { side: after, end: chains.after.route },
  ].some(({ side, end }) => {
    let found = false;
    side.ofTarget?.eachMeeting(wanted[0] ?? ANY_REQUEST, (route) => {
      found ||= end === undefined || route < end;
    });
    return found;
  });
}
