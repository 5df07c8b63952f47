/** Changes of routes that no request notices, although requests come to them. */

import { NODE } from '../../model/bound.ts';
import type { ResourceFact } from '../facts/facts.ts';
import type { Found } from '../resources/found.ts';
import type { SettledRoutes } from '../same-outcome-routes.ts';
import { placesOf } from './route-places.ts';

/**
 * Says in a sentence that a route which came, went, moved or takes other requests now changes the outcome of none;
 * undefined where it may change one, and where the fact is about something else.
 */
export function whySettled(fact: ResourceFact, isSettled: SettledRoutes): string | undefined {
  const places = placesOf(fact);
  if (places === undefined || fact.pair === undefined) return undefined;
  const { before, after, field } = places;
  if (field !== undefined && field !== 'match') return undefined;
  const settles = (
    side: 'before' | 'after',
    { source, frame }: Found,
    route: number | undefined,
  ): boolean => {
    const node = frame.message[NODE];
    return route === undefined || (node !== undefined && isSettled(side, source.root.tree, node, route));
  };
  if (!settles('before', fact.pair.before, before) || !settles('after', fact.pair.after, after))
    return undefined;
  if (after === undefined) return 'Every request that came to it has the same outcome without it.';
  if (before === undefined) return 'Every request that comes to it had the same outcome without it.';
  if (field === 'match')
    return 'Every request that came to it, or comes to it now, has the same outcome as before.';
  return 'Every request that comes to it has the same outcome as in its old place.';
}
