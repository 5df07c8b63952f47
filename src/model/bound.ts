/**
 * Bound messages: plain objects in canonical form (names in snake_case, values as the tables say), each of which
 * knows the node it was written at. Lists are plain arrays; free-form data is as it was written.
 */
import { type CompiledMessage, compiledAt, compiledMessage } from '../schema/compiled.ts';
import type { Release } from '../schema/release.ts';
import type { ApiVersion } from '../schema/version.ts';
import { type Data, isMap } from '../source/data.ts';
import { type NodeId, type SourceTree, scalarText, skipOf } from '../source/tree.ts';

/** The node that a bound message was written at. Copies and made-up messages have none. */
export const NODE: unique symbol = Symbol('at');

/** On a message: the version of the API that it is written in, where that is not version 2. */
export const VERSION: unique symbol = Symbol('api');

/** What was written in fields that cannot be read as their table says, as data, so that it is not lost. */
export const INVALID: unique symbol = Symbol('unreadable');

/** On a message that was written as the `value` of a TypedStruct: how that was. It is read like its type itself. */
export const STRUCT: unique symbol = Symbol('struct');

/** The TypedStruct around a message. */
export interface StructAround {
  /** The name of its own type, as binding gives it. */
  readonly type: string;
  readonly node: NodeId;
}

export interface BoundMessage {
  readonly [NODE]?: NodeId;
  readonly [VERSION]?: 'v3';
  readonly [INVALID]?: { readonly [field: string]: Data };
  readonly [STRUCT]?: StructAround;
  readonly [field: string]: unknown;
}

/** A bound message while it is being built. */
export interface OpenMessage {
  [NODE]?: NodeId;
  [VERSION]?: 'v3';
  [INVALID]?: { readonly [field: string]: Data };
  [STRUCT]?: StructAround;
  [field: string]: unknown;
}

/** A message or a map: no list, and no number with all its digits, which is an object too. */
export function isObject(value: unknown): value is BoundMessage {
  return isMap(value);
}

/** The messages of a list; none where it is no list. */
export function messagesIn(value: unknown): readonly BoundMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The version of the API that a message is written in. */
export function versionOf(message: BoundMessage): ApiVersion {
  return message[VERSION] ?? 'v2';
}

/** A message without fields, in the version of one beside or around it. */
export function emptyBeside(message: BoundMessage): BoundMessage {
  return message[VERSION] === undefined ? {} : { [VERSION]: message[VERSION] };
}

/** The table of a message, as its version of the API has it. */
export function tableOf({ type, message }: Typed): CompiledMessage {
  return compiledMessage(type, versionOf(message));
}

/** The same as a release has it. */
export function tableAt({ type, message }: Typed, release: Release | undefined): CompiledMessage {
  return compiledAt(type, versionOf(message), release);
}

/** A message and the name of its table. */
export interface Typed {
  readonly type: string;
  readonly message: BoundMessage;
}

/** The key node of a field as written in a message, the last one where it stands twice; -1 where it is not written. */
export function keyNodeOf(tree: SourceTree, type: string, message: BoundMessage, field: string): NodeId {
  const at = message[NODE];
  return at === undefined
    ? -1
    : fieldKey(tree, type === '' ? undefined : tableOf({ type, message }), at, field);
}

/** The same in a map of the file. @param table of its message; none for data, whose keys have one spelling */
export function fieldKey(
  tree: SourceTree,
  table: CompiledMessage | undefined,
  map: NodeId,
  field: string,
): NodeId {
  let found = -1;
  const end = skipOf(tree, map);
  for (let key = map + 1; key < end; key = skipOf(tree, key + 1)) {
    const text = scalarText(tree, key);
    if ((table === undefined ? text : table.bySpelling.get(text)?.name) === field) found = key;
  }
  return found;
}
