/**
 * Goes through the messages of a bound tree: fields of message types, known messages inside Any, and the untyped
 * configuration of known extensions.
 */
import type { CompiledField } from '../schema/compiled.ts';
import type { Paths } from '../schema/reach.ts';
import type { Message, MessageName } from '../schema/types.ts';
import { escapeSegment } from '../source/pointer.ts';
import {
  items,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../source/tree.ts';
import {
  type BoundMessage,
  isObject,
  keyNodeOf,
  NODE,
  STRUCT,
  type Typed,
  tableOf,
  versionOf,
} from './bound.ts';
import { configTable, perRouteTable } from './extension-config.ts';
import { isTypedStruct, tableFor } from './type-url.ts';

/** A message in its place: what it is, and in which field of which message it stands. */
export interface Frame {
  readonly message: BoundMessage;
  readonly type: string;
  /** The message that holds it; absent for a root. */
  readonly parent?: Frame;
  /** Field of the parent. */
  readonly field?: CompiledField;
  /** Position in a list field, key in a map field. */
  readonly index?: number | string;
  /** The message is the `value` of an Any whose type is Struct. */
  readonly inStruct?: true;
}

/** A message in its place of which the type is known, and so what its fields hold. */
export interface FrameOf<N extends MessageName> extends Frame {
  readonly type: N;
  readonly message: BoundMessage & Message<N>;
}

export function isOf<N extends MessageName>(frame: Frame | undefined, type: N): frame is FrameOf<N> {
  return frame?.type === type;
}

/** The innermost message of a type that a message stands in, or is. */
export function around<N extends MessageName>(frame: Frame | undefined, type: N): FrameOf<N> | undefined {
  for (let at = frame; at !== undefined; at = at.parent) if (isOf(at, type)) return at;
  return undefined;
}

/** The message that a value of a field, or an entry of its list or map, is; undefined where it is none. */
export function typedIn(field: CompiledField, value: unknown): Typed | undefined {
  if (!isObject(value)) return undefined;
  const { element } = field;
  const type =
    element.kind === 'message' ? element.name : element.kind === 'any' ? tableOfAny(value, field) : undefined;
  return type === undefined ? undefined : { message: value, type };
}

/** The table of the message inside an Any, by the name that binding gave it. */
export function tableOfAny(any: BoundMessage, field: CompiledField): string | undefined {
  const name = any['@type'];
  if (name === undefined) return any[NODE] === undefined ? undefined : field.spec.holds;
  return typeof name === 'string' ? tableOfTypeName(name) : undefined;
}

/**
 * The table of a type name without prefix and namespace, such as `api.v2.auth.Secret`; none of a TypedStruct, which is
 * data where binding found no message in it.
 */
export function tableOfTypeName(name: string): string | undefined {
  return name.includes('/') || isTypedStruct(name) ? undefined : tableFor(name).table;
}

/** Whether a Struct field of a message was bound as the message of its extension, and which. */
export function structTable(
  frame: Frame,
  field: CompiledField,
  key: string | undefined,
  value: BoundMessage,
  namespace: string,
): string | undefined {
  if (field.name === 'per_filter_config')
    return key === undefined ? undefined : perRouteTable(key, namespace);
  if (field.name !== 'config' || value.deprecated_v1 === true) return undefined;
  return configTable(frame.type, frame.message.name, namespace, isDownstream(frame));
}

/** Whether a transport socket stands in a listener's filter chain. */
export function isDownstream(frame: Frame): boolean {
  return frame.parent?.type === 'listener.FilterChain';
}

/**
 * Calls `visit` for each message directly inside a message.
 *
 * @param fields the fields to look into; all that hold messages where absent
 */
export function eachChild(
  frame: Frame,
  namespace: string,
  visit: (child: Frame) => void,
  fields: readonly CompiledField[] = tableOf(frame).containers,
): void {
  for (const field of fields) {
    const value = frame.message[field.name];
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        eachValue(frame, field, index, value[index], namespace, visit);
    } else if (field.shape !== 'map') eachValue(frame, field, undefined, value, namespace, visit);
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) eachValue(frame, field, key, item, namespace, visit);
  }
}

function eachValue(
  parent: Frame,
  field: CompiledField,
  index: number | string | undefined,
  value: unknown,
  namespace: string,
  visit: (child: Frame) => void,
): void {
  if (!isObject(value)) return;
  const { kind } = field.element;
  if (kind === 'message') visit(frameOf(value, field.element.name, parent, field, index));
  else if (kind === 'any') {
    const type = tableOfAny(value, field);
    if (type !== undefined) visit(frameOf(value, type, parent, field, index));
    else if (value['@type'] === 'google.protobuf.Struct' && isObject(value.value)) {
      const inner = configTable(parent.type, parent.message.name, namespace, isDownstream(parent));
      if (inner !== undefined)
        visit({ ...frameOf(value.value, inner, parent, field, index), inStruct: true });
    }
  } else {
    const type = structTable(parent, field, typeof index === 'string' ? index : undefined, value, namespace);
    if (type !== undefined) visit(frameOf(value, type, parent, field, index));
  }
}

/** Written out, since a large file has one of these for each of its messages on every walk. */
function frameOf(
  message: BoundMessage,
  type: string,
  parent: Frame,
  field: CompiledField,
  index: number | string | undefined,
): Frame {
  return index === undefined ? { message, type, parent, field } : { message, type, parent, field, index };
}

/** The same message below another frame of the message that holds it. */
export function frameIn(frame: Frame, parent: Frame): Frame {
  const { message, type, field, index, inStruct } = frame;
  return field === undefined || inStruct
    ? { ...frame, parent }
    : frameOf(message, type, parent, field, index);
}

/**
 * Visits every message below a root and the root itself, what is inside before what is around it.
 *
 * @param paths for each type the fields worth looking into; all where absent
 */
export function walkInsideOut(
  root: Frame,
  namespace: string,
  visit: (frame: Frame) => void,
  paths?: Paths,
): void {
  const fields = paths === undefined ? undefined : fieldsOn(paths, root);
  eachChild(root, namespace, (child) => walkInsideOut(child, namespace, visit, paths), fields);
  visit(root);
}

/** The fields of a message that lie on a way. */
export function fieldsOn(paths: Paths | undefined, { type, message }: Typed): readonly CompiledField[] {
  return paths?.get(type, versionOf(message)) ?? NO_FIELDS;
}

const NO_FIELDS: readonly CompiledField[] = [];

/** Turns frames into pointers in the file's own spelling. */
export interface Locator {
  /** The pointer of a message from the root of its document. */
  pointer(frame: Frame): string;
  /** The pointer of a field, relative to its message; with an index, of that entry of a list. */
  relative(frame: Pick<Frame, 'message' | 'type'>, field: string, index?: number | string): string;
}

/**
 * @param base pointer of what the root frames were bound from: empty where that is the whole document
 */
export function locator(tree: SourceTree, base = ''): Locator {
  /** For each list with entries that binding left out: where the others really stand. */
  const shifted = new Map<NodeId, readonly number[] | undefined>();

  const positionIn = (list: NodeId, index: number, bound: unknown): number => {
    if (!shifted.has(list)) shifted.set(list, positionsOf(tree, list, bound));
    return shifted.get(list)?.[index] ?? index;
  };
  const relative: Locator['relative'] = ({ message, type }, field, index) => {
    const key = keyNodeOf(tree, type, message, field);
    const segment = key === -1 ? field : scalarText(tree, key);
    if (index === undefined) return `/${escapeSegment(segment)}`;
    if (typeof index === 'string') return `/${escapeSegment(segment)}/${escapeSegment(index)}`;
    const value = key === -1 ? -1 : resolve(tree, key + 1);
    // One value where a list could stand is the entry itself.
    if (value !== -1 && kindOf(tree, value) !== NodeKind.List) return `/${escapeSegment(segment)}`;
    return `/${escapeSegment(segment)}/${value === -1 ? index : positionIn(value, index, message[field])}`;
  };
  const pointer = (frame: Frame): string => {
    if (!frame.parent || !frame.field) return frame.index === undefined ? base : `${base}/${frame.index}`;
    return `${pointer(frame.parent)}${relative(frame.parent, frame.field.name, frame.index)}${isInValue(frame) ? '/value' : ''}`;
  };
  return { pointer, relative };
}

/** Whether a message is written as the `value` of what stands in its field. */
function isInValue({ inStruct, message }: Frame): boolean {
  return inStruct === true || message[STRUCT] !== undefined;
}

/** Positions of a list's entries that were bound, or undefined where all of them were. */
function positionsOf(tree: SourceTree, list: NodeId, bound: unknown): readonly number[] | undefined {
  if (!Array.isArray(bound)) return undefined;
  const positions: number[] = [];
  let position = 0;
  for (const child of items(tree, list)) {
    const next: unknown = bound[positions.length];
    const isBound =
      !isObject(next) ||
      next[NODE] === undefined ||
      (next[STRUCT]?.node ?? next[NODE]) === resolve(tree, child);
    if (isBound) positions.push(position);
    position++;
  }
  return positions.length === position ? undefined : positions;
}

/** The frames of a root: itself, or each message of a list of them. */
export function rootFrames(root: {
  readonly type: string;
  readonly many: boolean;
  readonly types?: readonly string[];
  readonly value: BoundMessage | readonly BoundMessage[];
}): Frame[] {
  if (!root.many) return [{ message: root.value as BoundMessage, type: root.type }];
  return (root.value as readonly BoundMessage[]).map((message, index) => ({
    message,
    type: root.types?.[index] ?? root.type,
    index,
  }));
}
