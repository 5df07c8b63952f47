/** Views of bound messages for migrations: one in the file's own spelling, one in canonical form. */
import { AT, keyNodeOf, UNREADABLE } from '../model/bound.ts';
import { typeNameOf, typeUrl, typeUrlOfName } from '../model/type-url.ts';
import type { Frame, Locator } from '../model/walk.ts';
import { escapeSegment } from '../source/pointer.ts';
import {
  isNull,
  items,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../source/tree.ts';
import type { MessageView } from './migration.ts';
import { runtimeValuesFor } from './runtime-values.ts';
import { speller } from './spelling.ts';

/** Where earlier edits of the same message have moved its fields: pointer before, pointer now. */
export type Moved = readonly { readonly from: string; readonly to: string }[];

export interface ViewOptions {
  readonly word: string;
  readonly older: boolean;
}

/** A message in its file. */
export function textView(
  frame: Frame,
  tree: SourceTree,
  locator: Locator,
  moved: Moved,
  options: ViewOptions,
): MessageView {
  const spelling = speller(tree, frame.message[AT]);
  const valueNode = (field: string): NodeId => {
    const key = keyNodeOf(tree, frame.type, frame.message, field);
    return key === -1 ? -1 : key + 1;
  };
  return {
    ...commonView(frame, options),
    at: (field, index) => afterMoves(locator.relative(frame, field, index), moved),
    place: (field) => `/${escapeSegment(spelling.name(field))}`,
    spell: (type, value) => spelling.value(type, value),
    spelling: spelling.name,
    text(field) {
      const node = valueNode(field);
      return node === -1 ? '' : scalarText(tree, resolve(tree, node));
    },
    entries(field) {
      const node = valueNode(field);
      if (node === -1 || isNull(tree, node)) return 0;
      const target = resolve(tree, node);
      if (kindOf(tree, target) !== NodeKind.List) return 1;
      let count = 0;
      for (const child of items(tree, target)) if (!isNull(tree, child)) count++;
      return count;
    },
    anchor(field) {
      const node = valueNode(field);
      return node === -1 ? undefined : tree.anchors.get(resolve(tree, node));
    },
    typeUrl: (table) => typeUrl(table, options.word),
    typeUrlOfName: (name) => typeUrlOfName(name, options.word),
    runtimeValues: (key) => runtimeValuesFor(frame, key, (at) => locator.pointer(at), locator.relative),
  };
}

/** A message in canonical form, where every field is spelled as its table names it. */
export function canonicalView(frame: Frame, moved: Moved, options: ViewOptions): MessageView {
  const relative: Locator['relative'] = (_, field, index) =>
    `/${field}${index === undefined ? '' : `/${escapeSegment(String(index))}`}`;
  return {
    ...commonView(frame, options),
    at: (field, index) => afterMoves(relative(frame, field, index), moved),
    place: (field) => `/${field}`,
    spell: (_, value) => value as ReturnType<MessageView['spell']>,
    spelling: (field) => field,
    text: (field) => String(frame.message[field] ?? ''),
    entries(field) {
      // Where some entries cannot be read, what was written counts.
      const list = frame.message[UNREADABLE]?.[field] ?? frame.message[field];
      return Array.isArray(list) ? list.length : 0;
    },
    anchor: () => undefined,
    typeUrl: (table) => typeNameOf(table),
    typeUrlOfName: (name) => name,
    runtimeValues: (key) => runtimeValuesFor(frame, key, canonicalPointer, relative),
  };
}

function commonView(
  frame: Frame,
  { word, older }: ViewOptions,
): Pick<MessageView, 'type' | 'value' | 'word' | 'older' | 'parent' | 'field'> {
  return {
    type: frame.type,
    value: frame.message,
    word,
    older,
    ...(frame.parent ? { parent: { type: frame.parent.type, value: frame.parent.message } } : {}),
    ...(frame.field ? { field: frame.field.name } : {}),
  };
}

function afterMoves(pointer: string, moved: Moved): string {
  let now = pointer;
  for (const { from, to } of moved)
    if (now === from || now.startsWith(`${from}/`)) now = to + now.slice(from.length);
  return now;
}

/** The pointer of a message among canonical values. */
export function canonicalPointer(frame: Frame): string {
  if (!frame.parent || !frame.field) return frame.index === undefined ? '' : `/${frame.index}`;
  const index = frame.index === undefined ? '' : `/${escapeSegment(String(frame.index))}`;
  return `${canonicalPointer(frame.parent)}/${frame.field.name}${index}${frame.inStruct ? '/value' : ''}`;
}
