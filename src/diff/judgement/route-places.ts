/** Which route a fact is about, and whether any request notices a change of it. */
import { NODE } from '../../model/bound.ts';
import type { Step } from '../facts/fact.ts';
import type { ResourceFact } from '../facts/facts.ts';
import type { SettledRoutes } from '../paired-routes.ts';
import { type Found, VIRTUAL_HOST } from '../resources/found.ts';

export interface Places {
  /** Undefined where the route is new, or gone. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** The field of the route that the fact is in; undefined where it is about the route as a whole, or its place. */
  readonly field: string | undefined;
}

/** The positions of the route that a fact is about as a whole or in part; undefined where it is about none. */
export function placesOf({ step, kind, type, moved }: ResourceFact): Places | undefined {
  if (type !== VIRTUAL_HOST) return undefined;
  let entry: Step | undefined;
  let inside: Step | undefined;
  let field = step;
  for (; field?.up !== undefined; field = field.up) {
    inside = entry;
    entry = field;
  }
  if (field?.name !== 'routes') return undefined;
  if (entry === undefined)
    return moved && { before: moved.positions[0], after: moved.positions[1], field: undefined };
  const isWhole = entry === step;
  return {
    before: isWhole && kind === 'added' ? undefined : Number(entry.before ?? entry.name),
    after: isWhole && kind === 'removed' ? undefined : Number(entry.name),
    field: inside?.name,
  };
}

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
