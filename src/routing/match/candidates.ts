/** Which routes of a long list are worth looking at for a request, so that many requests do not cost a scan each. */
import type { Message } from '../../schema/types.ts';
import { NO_MATCH } from '../../traffic/predicate.ts';
import { predicateAt } from '../../traffic/routes.ts';
import { indexRoutes, normalise, type RouteIndex } from '../all/index.ts';
import type { Regexes } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';

type Route = Message<'route.Route'>;

/** Routes, ascending; all others of the list certainly do not take the request. Undefined for all of them. */
export type Candidates = (routes: readonly Route[], request: SeenRequest) => readonly number[] | undefined;

/** Shorter lists are scanned. */
const LONG = 64;
/** A list is indexed when it is asked about for this time. */
const OFTEN = 8;

interface Known {
  asked: number;
  index: RouteIndex | undefined;
  /** Routes with a runtime fraction, which the index leaves out. */
  byChance: readonly number[];
}

/** Remembers for each list what was learned about it. */
export function startCandidates(regexes: Regexes): Candidates {
  const lists = new WeakMap<readonly Route[], Known>();
  return (routes, request) => {
    if (routes.length < LONG) return undefined;
    const known = lists.get(routes) ?? { asked: 0, index: undefined, byChance: [] };
    lists.set(routes, known);
    if (++known.asked < OFTEN) return undefined;
    if (known.index === undefined) {
      const hasFraction = (route: Route): boolean => route.match?.runtime_fraction !== undefined;
      known.index = indexRoutes(
        routes.map((route, at) =>
          normalise(hasFraction(route) ? NO_MATCH : predicateAt(routes, at), regexes),
        ),
      );
      known.byChance = routes.flatMap((route, index) => (hasFraction(route) ? [index] : []));
    }
    const found = known.index.candidates(request);
    return known.byChance.length === 0 ? found : [...found, ...known.byChance].sort((a, b) => a - b);
  };
}
