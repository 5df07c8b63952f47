/** Which entries of a long list are worth looking at for a request, so that many requests do not cost a scan each. */
import { NO_MATCH } from '../../traffic/predicate.ts';
import type { AskedAt } from '../../traffic/routes.ts';
import { indexRoutes, normalise, type RouteIndex } from '../all/index.ts';
import type { Regexes } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';

/** Entries, ascending; all others of the list certainly do not take the request. Undefined for all of them. */
export type Candidates = <Entry>(
  list: readonly Entry[],
  request: SeenRequest,
  askedAt: AskedAt<Entry>,
) => readonly number[] | undefined;

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
  const lists = new WeakMap<readonly unknown[], Known>();
  return (list, request, askedAt) => {
    if (list.length < LONG) return undefined;
    const known = lists.get(list) ?? { asked: 0, index: undefined, byChance: [] };
    lists.set(list, known);
    if (++known.asked < OFTEN) return undefined;
    if (known.index === undefined) {
      const asked = list.map((_, at) => askedAt(list, at));
      known.index = indexRoutes(
        asked.map((each) => normalise(each.fraction === undefined ? each : NO_MATCH, regexes)),
      );
      known.byChance = asked.flatMap(({ fraction }, at) => (fraction === undefined ? [] : [at]));
    }
    const found = known.index.candidates(request);
    return known.byChance.length === 0 ? found : [...found, ...known.byChance].sort((a, b) => a - b);
  };
}
