/** Views of bound messages for migrations: one in the file's own spelling, one in canonical form. */
import {
  type BoundMessage,
  INVALID,
  isObject,
  keyNodeOf,
  NODE,
  STRUCT,
  type Typed,
  tableOf,
  versionOf,
} from '../../model/bound.ts';
import { typeNameOf, typeUrl, typeUrlOfName } from '../../model/type-url.ts';
import { type Frame, type Locator, tableOfAny } from '../../model/walk.ts';
import type { Data } from '../../source/data.ts';
import { escapeSegment } from '../../source/pointer.ts';
import {
  isNull,
  items,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../../source/tree.ts';
import type { MessageView, Migration, RuntimeValue, Step } from './migration.ts';
import { type RuntimeKeys, runtimeValuesFor } from './runtime-keys.ts';
import { isListInBrackets, type Sharing, sharingOf } from './sharing.ts';
import { spelled, speller } from './spelling.ts';

/** Where earlier edits of the same message have moved its fields: pointer before, pointer now. */
export type Moved = readonly { readonly from: string; readonly to: string }[];

export interface ViewOptions {
  readonly namespace: string;
  readonly older: boolean;
  /** Those that are asked. */
  readonly migrations: readonly Migration[];
  /** The runtime keys of all that the message is used with. */
  readonly runtime: RuntimeKeys;
}

/** A message in its file. A class, because one is made for every cluster and every route of a large file. */
export class TextView implements MessageView {
  readonly type: string;
  readonly value: BoundMessage;
  readonly namespace: string;
  readonly older: boolean;
  private readonly frame: Frame;
  private readonly tree: SourceTree;
  private readonly locator: Locator;
  private readonly moved: Moved;
  private readonly runtime: RuntimeKeys;
  private readonly migrations: readonly Migration[];
  private speller: ((field: string) => string) | undefined;

  constructor(frame: Frame, tree: SourceTree, locator: Locator, moved: Moved, options: ViewOptions) {
    this.type = frame.type;
    this.value = frame.message;
    this.namespace = options.namespace;
    this.older = options.older;
    this.frame = frame;
    this.tree = tree;
    this.locator = locator;
    this.moved = moved;
    this.runtime = options.runtime;
    this.migrations = options.migrations;
  }

  isAsked(migration: string): boolean {
    return this.migrations.some(({ id }) => id === migration);
  }

  get parent(): MessageView['parent'] {
    return parentOf(this.frame);
  }

  get field(): string | undefined {
    return this.frame.field?.name;
  }

  at(field: string, index?: number | string): string {
    return afterMoves(this.locator.relative(this.frame, field, index), this.moved);
  }

  within(...steps: readonly Step[]): string {
    let pointer = '';
    let held: Typed | undefined = this.frame;
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at] ?? '';
      if (typeof step !== 'string') {
        pointer += `/${escapeSegment(nameOf(step))}`;
        continue;
      }
      const isThere = held !== undefined && keyNodeOf(this.tree, held.type, held.message, step) !== -1;
      const next = steps[at + 1];
      const index = typeof next === 'object' ? next.key : typeof next === 'number' ? next : undefined;
      if (held !== undefined && isThere) pointer += this.locator.relative(held, step, index);
      else
        pointer += `/${escapeSegment(this.spelling(step))}${index === undefined ? '' : `/${escapeSegment(String(index))}`}`;
      if (index !== undefined) at++;
      held = held && heldIn(held, step, index);
      if (held?.message[STRUCT] !== undefined) pointer += '/value';
    }
    return afterMoves(pointer, this.moved);
  }

  around(type: string): BoundMessage | undefined {
    return aroundOf(this.frame, type)?.message;
  }

  placeAround(type: string, field: string): string | undefined {
    const frame = aroundOf(this.frame, type);
    if (frame === undefined) return undefined;
    const { message } = frame;
    const key = keyNodeOf(this.tree, frame.type, message, field);
    const name = key === -1 ? speller(this.tree, message[NODE])(field) : scalarText(this.tree, key);
    return `${this.locator.pointer(frame)}/${escapeSegment(name)}`;
  }

  /** A null that stands there, however it is spelled, gives way: a second key would leave the field to chance. */
  place(field: string): string {
    return `/${escapeSegment(this.writtenAs(field))}`;
  }

  spell(type: string, value: unknown): Data {
    const { namespace, value: message } = this;
    const name = (field: string): string => this.spelling(field);
    return spelled(type, value, { name, version: versionOf(message), namespace });
  }

  spelling(field: string): string {
    this.speller ??= speller(this.tree, this.value[NODE]);
    return this.speller(field);
  }

  text(field: string): string {
    const node = this.valueNode(field);
    return node === -1 ? '' : scalarText(this.tree, resolve(this.tree, node));
  }

  entries(field: string): number {
    const node = this.valueNode(field);
    if (node === -1 || isNull(this.tree, node)) return 0;
    const target = resolve(this.tree, node);
    if (kindOf(this.tree, target) !== NodeKind.List) return 1;
    let count = 0;
    for (const _ of items(this.tree, target)) count++;
    return count;
  }

  whyEntriesStay(field: string): string | undefined {
    const why = whyUnread(this.value, field, this.entries(field));
    const node = this.valueNode(field);
    const target = node === -1 ? node : resolve(this.tree, node);
    if (why !== undefined || target === -1 || kindOf(this.tree, target) !== NodeKind.List) return why;
    // In a field of its own it would be absent.
    return [...items(this.tree, target)].some((entry) => isNull(this.tree, entry)) ? NULL : undefined;
  }

  sharing(field: string, winner: string): Sharing {
    const node = this.valueNode(field);
    return node === -1 ? 'alone' : sharingOf(this.tree, node, this.writtenAs(winner));
  }

  isInBrackets(field: string): boolean {
    const node = this.valueNode(field);
    return node !== -1 && isListInBrackets(this.tree, node);
  }

  typeUrl(table: string): string {
    return typeUrl(table, this.namespace, versionOf(this.value));
  }

  typeUrlOfName(name: string): string | undefined {
    return versionOf(this.value) === 'v2' ? typeUrlOfName(name, this.namespace) : undefined;
  }

  runtimeValues(key: string): readonly RuntimeValue[] {
    return runtimeValuesFor(this.frame, key, (at) => this.locator.pointer(at), this.locator.relative);
  }

  whyRuntimeStays(key: string): string | undefined {
    return this.runtime.whyStays(key, this.frame);
  }

  /** The key of a field as the message has it, or would have it. */
  private writtenAs(field: string): string {
    const key = keyNodeOf(this.tree, this.type, this.value, field);
    return key === -1 ? this.spelling(field) : scalarText(this.tree, key);
  }

  private valueNode(field: string): NodeId {
    const key = keyNodeOf(this.tree, this.type, this.value, field);
    return key === -1 ? -1 : key + 1;
  }
}

/** A message in canonical form, where every field is spelled as its table names it. */
export function canonicalView(frame: Frame, moved: Moved, options: ViewOptions): MessageView {
  const relative: Locator['relative'] = (_, field, index) =>
    `/${field}${index === undefined ? '' : `/${escapeSegment(String(index))}`}`;
  return {
    type: frame.type,
    value: frame.message,
    namespace: options.namespace,
    older: options.older,
    isAsked: (migration) => options.migrations.some(({ id }) => id === migration),
    parent: parentOf(frame),
    field: frame.field?.name,
    around: (type) => aroundOf(frame, type)?.message,
    placeAround(type, field) {
      const found = aroundOf(frame, type);
      return found && `${canonicalPointer(found)}/${field}`;
    },
    at: (field, index) => afterMoves(relative(frame, field, index), moved),
    within: (...steps) => afterMoves(steps.map((step) => `/${escapeSegment(nameOf(step))}`).join(''), moved),
    place: (field) => `/${field}`,
    spell: (_, value) => value as ReturnType<MessageView['spell']>,
    spelling: (field) => field,
    text: (field) => String(frame.message[field] ?? ''),
    entries: (field) => entriesOf(frame.message, field),
    whyEntriesStay: (field) => whyUnread(frame.message, field, entriesOf(frame.message, field)),
    sharing: () => 'alone',
    isInBrackets: () => false,
    typeUrl: (table) => typeNameOf(table, versionOf(frame.message)),
    typeUrlOfName: (name) => (versionOf(frame.message) === 'v2' ? name : undefined),
    runtimeValues: (key) => runtimeValuesFor(frame, key, canonicalPointer, relative),
    whyRuntimeStays: (key) => options.runtime.whyStays(key, frame),
  };
}

const UNREAD = 'not all of its entries can be read; correct them first';
const NULL = 'one of its entries is null; write what it stands for, or remove it';

/** Where some entries cannot be read, what was written counts. */
function entriesOf(message: BoundMessage, field: string): number {
  const list = message[INVALID]?.[field] ?? message[field];
  return Array.isArray(list) ? list.length : 0;
}

function whyUnread(message: BoundMessage, field: string, written: number): string | undefined {
  const list = message[field];
  return (Array.isArray(list) ? list.length : 0) === written ? undefined : UNREAD;
}

function parentOf({ parent }: Frame): MessageView['parent'] {
  return parent && { type: parent.type, value: parent.message };
}

function aroundOf({ parent }: Frame, type: string): Frame | undefined {
  for (let at = parent; at !== undefined; at = at.parent) if (at.type === type) return at;
  return undefined;
}

/** The message in a field, or in an entry of it, with its table. */
function heldIn(
  { message, type }: Typed,
  field: string,
  index: number | string | undefined,
): Typed | undefined {
  const compiled = tableOf({ message, type }).byName.get(field);
  const value = message[field];
  const entry = index === undefined ? value : (value as BoundMessage | undefined)?.[String(index)];
  if (compiled === undefined || !isObject(entry)) return undefined;
  const { element } = compiled;
  const held = element.kind === 'message' ? element.name : tableOfAny(entry, compiled);
  return held === undefined ? undefined : { message: entry, type: held };
}

function nameOf(step: Step): string {
  return typeof step === 'object' ? step.key : String(step);
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
