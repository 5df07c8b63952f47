/** Which route a fact is about. */
import type { Step } from '../facts/fact.ts';
import type { ResourceFact } from '../facts/facts.ts';
import { VIRTUAL_HOST } from '../resources/inner.ts';

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
