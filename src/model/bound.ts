/**
 * Bound messages: plain objects in canonical form (names in snake_case, values as the tables say), each of which
 * knows the node it was written at. Lists are plain arrays; free-form data is as it was written.
 */
import { compiledMessage } from '../schema/compiled.ts';
import type { Data } from '../source/data.ts';
import { keys, type NodeId, type SourceTree, scalarText } from '../source/tree.ts';

/** The node that a bound message was written at. Copies and made-up messages have none. */
export const AT: unique symbol = Symbol('at');

/** What was written in fields that cannot be read as their table says, as data, so that it is not lost. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

export interface BoundMessage {
  readonly [AT]?: NodeId;
  readonly [UNREADABLE]?: { readonly [field: string]: Data };
  readonly [field: string]: unknown;
}

/** A bound message while it is being built. */
export interface OpenMessage {
  [AT]?: NodeId;
  [UNREADABLE]?: { readonly [field: string]: Data };
  [field: string]: unknown;
}

export function isObject(value: unknown): value is BoundMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key node of a field as written in a message, the last one where it stands twice; -1 where it is not written. */
export function keyNodeOf(tree: SourceTree, type: string, message: BoundMessage, field: string): NodeId {
  const at = message[AT];
  if (at === undefined) return -1;
  const table = compiledMessage(type);
  let found = -1;
  for (const key of keys(tree, at)) {
    if (table.bySpelling.get(scalarText(tree, key))?.name === field) found = key;
  }
  return found;
}
