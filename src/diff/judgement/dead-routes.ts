/** Changes of routes that no request comes to, and how that is said. */
import type { Configuration } from '../../model/open.ts';
import type { ResourceFact } from '../facts/facts.ts';
import { placesOf } from './route-places.ts';
import { type HostReachability, startReachability } from './route-reachability.ts';

/**
 * Says in a sentence that a change of a route touches no request; undefined where it may touch one, where that stays
 * open, and where it is about something else. What is said is certain, whatever the runtime sets.
 */
export type DeadRoutes = (fact: ResourceFact) => string | undefined;

export function startFindingDead(
  before: readonly Configuration[],
  after: readonly Configuration[],
): DeadRoutes {
  let reachabilityOf: ReturnType<typeof startReachability> | undefined;
  return (fact) => {
    const places = placesOf(fact);
    if (places === undefined || fact.pair === undefined) return undefined;
    reachabilityOf ??= startReachability(before, after);
    const was = reachabilityOf('before', fact.pair.before);
    const is = reachabilityOf('after', fact.pair.after);
    if (was === undefined || is === undefined) return undefined;
    const { before: one, after: other } = places;
    if (other === undefined) return one === undefined ? undefined : whyRemoved(was, is, one);
    const now = is.deadRoute(other);
    if (now === undefined) return undefined;
    if (one === undefined) return `No request comes to it, it is dead on arrival: ${now.why}.`;
    return was.deadRoute(one) && `No request comes to it, neither before nor after: ${now.why}.`;
  };
}

/** A route that was dead leaves no gap as long as what took its requests still stands there. */
function whyRemoved(was: HostReachability, is: HostReachability, route: number): string | undefined {
  const dead = was.deadRoute(route);
  if (dead === undefined || !dead.by.every((each) => is.takesLike(was, each))) return undefined;
  return `No request came to it, so that nothing is lost: ${dead.why}.`;
}
