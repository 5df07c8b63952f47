/** Asks the one-request matcher who takes a request that a search has found; what it costs counts on the meter. */
import { matchesRoute } from '../match/match.ts';
import type { Meter } from '../regex/meter.ts';
import type { Answer } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';
import type { RouteList } from './route-list.ts';

/** The list whose routes are asked, and the meter of the question. */
export interface Replay {
  readonly list: Pick<RouteList, 'matchers' | 'regexes'>;
  readonly meter: Meter;
}

export interface Takers {
  /** Those that take the request for certain, in the order asked. */
  readonly certain: readonly number[];
  /** Why another one may take it as well. */
  readonly open: string | undefined;
}

/** Whether a route takes a request, its runtime fraction left aside; undecided where the budget ends. */
export function takesRequest(
  { list: { matchers, regexes }, meter }: Replay,
  route: number,
  request: SeenRequest,
): Answer {
  const asked = matchers[route]?.asked;
  if (asked === undefined) return false;
  const before = regexes.work?.() ?? 0;
  let answer = matchesRoute(asked, request, regexes);
  // What nobody knows is left aside, but where it may ask for less than what is left without it.
  if (typeof answer === 'object' && asked.isUnknown)
    answer = matchesRoute(asked.asRead, request, regexes) || answer;
  const isPaid = meter.spend(1 + (regexes.work?.() ?? 0) - before);
  return isPaid ? answer : { undecided: meter.exhausted() ?? 'the budget ended' };
}

/** So many routes are gathered while one is asked. */
const GATHERED_AT_ONCE = 10;

/**
 * Which of some routes take a request.
 *
 * @param routes ascending
 * @param below where to stop
 * @param isAsked routes to pass over are those of which this is false
 */
export function takersAmong(
  replay: Replay,
  routes: readonly number[],
  request: SeenRequest,
  { below, isAsked }: { readonly below: number; readonly isAsked: (route: number) => boolean },
): Takers {
  const certain: number[] = [];
  let open: string | undefined;
  // To have gathered them is work as well.
  replay.meter.spend(Math.ceil(routes.length / GATHERED_AT_ONCE));
  for (const route of routes) {
    if (route >= below) break;
    if (!isAsked(route)) continue;
    const answer = takesRequest(replay, route, request);
    if (answer === true) certain.push(route);
    // What is said of it is said of this route, beside others.
    else if (answer !== false) open ??= answer.undecided.replace(/^it /, `route ${route} `);
    if (replay.meter.exhausted() !== undefined) break;
  }
  return { certain, open };
}
