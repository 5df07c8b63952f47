/** An item in full: normalized, value by value, each with where it comes from. */
import { normalizeMessageAt, type Origin } from '../../migrate/index.ts';
import { type BoundMessage, isObject, keyNodeOf, NODE, type OpenMessage } from '../../model/bound.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import { ExactNumber } from '../../source/data.ts';
import { yamlScalar } from '../../source/edit/index.ts';
import type { NodeId, SourceTree } from '../../source/tree.ts';
import type { ItemId } from './items.ts';
import type { Side } from './side.ts';

export interface DetailRow {
  /** Columns before the text. */
  readonly indent: number;
  /** `- ` for each list entry that begins here. */
  readonly dashes: string;
  readonly key?: string;
  /** The value in one line; absent where it is the rows below. */
  readonly value?: string;
  /** A text as it is, without the quotes that YAML may need. */
  readonly text?: string;
  readonly origin?: Origin;
  /** The message that holds the value, its table, and the field: for the documentation. */
  readonly type?: string;
  readonly field?: string;
  /** Where it was written, in the item's document. */
  readonly node?: NodeId;
}

/** Rows beyond these are not made; the last one says so. */
const MAX_ROWS = 5000;
const KEPT = 16;
const known = new WeakMap<Side, Map<string, readonly DetailRow[]>>();

/** The rows of an item; those of the latest items are remembered. @param hidesDefaults leave out what nobody wrote */
export function detailOf(side: Side, item: ItemId, hidesDefaults: boolean): readonly DetailRow[] {
  const made = known.get(side) ?? new Map<string, readonly DetailRow[]>();
  known.set(side, made);
  const key = `${item} ${hidesDefaults}`;
  const found = made.get(key);
  if (found !== undefined) return found;
  const detail = makeDetail(side, item, hidesDefaults);
  if (made.size >= KEPT) made.delete(made.keys().next().value ?? '');
  made.set(key, detail);
  return detail;
}

function makeDetail({ items, documents }: Side, item: ItemId, hidesDefaults: boolean): readonly DetailRow[] {
  const frame = items.frame(item);
  const document = documents[items.documents[item] ?? -1];
  if (frame === undefined || document === undefined) return [];
  const { message, left } = pruned(frame.message);
  const { root, configuration } = document;
  const normalized = normalizeMessageAt(root, { ...frame, message }, configuration.namespace, {
    onlyWritten: hidesDefaults,
    showSecrets: false,
  });
  const walk: Walk = {
    tree: root.tree,
    left,
    rows: [],
    originOf: normalized.originOf,
    typeOf: (each) => normalized.typeOf(each) ?? (each === normalized.value ? frame.type : undefined),
  };
  addMessage(walk, normalized.value, [], 0, '');
  if (walk.rows.length >= MAX_ROWS)
    walk.rows.push({ indent: 0, dashes: '', value: '… and more; cfgtool normalize prints all of it' });
  return walk.rows;
}

interface Walk {
  readonly tree: SourceTree;
  readonly left: ReturnType<typeof pruned>['left'];
  readonly rows: DetailRow[];
  originOf(path: Path): Origin | undefined;
  typeOf(message: BoundMessage): string | undefined;
}

type Path = readonly (string | number)[];

/** @param dashes those that stand before the first entry */
function addMessage(walk: Walk, message: BoundMessage, path: Path, indent: number, dashes: string): void {
  let before = dashes;
  const type = walk.typeOf(message);
  const add = (key: string, value: unknown): void => {
    const at = {
      ...(type === undefined ? {} : { type, field: key }),
      ...nodeOf(walk.tree, message, type, key),
    };
    addEntry(walk, key, value, [...path, key], indent, before, at);
    before = '';
  };
  for (const [key, value] of Object.entries(message)) {
    if (walk.rows.length >= MAX_ROWS) return;
    add(key, value);
  }
  const at = message[NODE];
  for (const [field, count] of at === undefined ? [] : (walk.left.get(at) ?? [])) {
    walk.rows.push({
      indent,
      dashes: before,
      key: field,
      value: `(${count.toLocaleString('en-US')} in the tree)`,
      ...(type === undefined ? {} : { type, field }),
    });
    before = '';
  }
}

type At = Pick<DetailRow, 'type' | 'field' | 'node'>;

function addEntry(
  walk: Walk,
  key: string,
  value: unknown,
  path: Path,
  indent: number,
  dashes: string,
  at: At,
): void {
  const origin = walk.originOf(path);
  const head = { indent, dashes, key, ...at, ...(origin === undefined ? {} : { origin }) };
  const inner = indent + 2;
  if (isEmpty(value) || !isNested(value)) walk.rows.push({ ...head, ...shownValue(value) });
  else {
    // A map or list says for itself where it comes from only where nobody wrote it.
    const { origin: _, ...bare } = head;
    walk.rows.push(origin?.kind === 'written' ? bare : head);
    if (Array.isArray(value)) addList(walk, value, path, inner, '', at);
    else addMessage(walk, value as BoundMessage, path, inner, '');
  }
}

function addList(
  walk: Walk,
  list: readonly unknown[],
  path: Path,
  indent: number,
  dashes: string,
  at: At,
): void {
  let before = dashes;
  list.forEach((value, index) => {
    if (walk.rows.length >= MAX_ROWS) return;
    const here = [...path, index];
    const lead = `${before}- `;
    before = '';
    if (Array.isArray(value) && value.length > 0) addList(walk, value, here, indent, lead, at);
    else if (isObject(value) && isNested(value) && !isEmpty(value))
      addMessage(walk, value, here, indent + 2, lead);
    else {
      const origin = walk.originOf(here);
      walk.rows.push({
        indent: indent + 2,
        dashes: lead,
        ...shownValue(value),
        ...at,
        ...(origin === undefined ? {} : { origin }),
      });
    }
  });
}

function nodeOf(
  tree: SourceTree,
  message: BoundMessage,
  type: string | undefined,
  field: string,
): { readonly node?: NodeId } {
  if (message[NODE] === undefined || type === undefined) return {};
  const key = keyNodeOf(tree, type, message, field);
  return key === -1 ? { node: message[NODE] } : { node: key + 1 };
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function isEmpty(value: unknown): boolean {
  return isNested(value) && Object.keys(value as object).length === 0;
}

function shownValue(value: unknown): Pick<DetailRow, 'value' | 'text'> {
  return { value: scalarText(value), ...(typeof value === 'string' ? { text: value } : {}) };
}

/** A scalar as YAML has it, in one line. */
function scalarText(value: unknown): string {
  if (typeof value === 'string') return yamlScalar(value);
  if (isEmpty(value)) return Array.isArray(value) ? '[]' : '{}';
  return String(value);
}

/** The field that a row is about, with its table; undefined where the model has none. */
export function fieldOfRow({
  type,
  field,
}: DetailRow): { readonly table: CompiledMessage; readonly field: CompiledField } | undefined {
  if (type === undefined || field === undefined) return undefined;
  const table = compiledMessage(type);
  const found = table.byName.get(field);
  return found === undefined ? undefined : { table, field: found };
}

// A message without the long lists that the tree shows as rows of its own.

interface Pruned {
  readonly message: BoundMessage;
  /** What was left out: by the node of the message, fields with the number of their entries. */
  readonly left: ReadonlyMap<NodeId, readonly (readonly [field: string, count: number])[]>;
}

/** Lists that always stand in the tree, and lists that are left out where they are long. */
const ALWAYS = new Set(['virtual_hosts', 'routes', 'static_resources']);
const LONG = new Set(['endpoints', 'lb_endpoints', 'hosts', 'clusters', 'listeners']);
const MAX_LENGTH = 20;

/** The message itself is not changed; linear in what is kept. */
export function pruned(message: BoundMessage): Pruned {
  const left = new Map<NodeId, (readonly [string, number])[]>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isObject(value) && value[NODE] !== undefined ? copyMessage(value, value[NODE]) : value;
  };
  const copyMessage = (each: BoundMessage, at: NodeId): BoundMessage => {
    const made: OpenMessage = { ...each };
    for (const [field, value] of Object.entries(each)) {
      if (typeof value !== 'object') continue;
      if (isLeftOut(field, value)) {
        delete made[field];
        left.set(at, [...(left.get(at) ?? []), [field, Array.isArray(value) ? value.length : 1]]);
      } else made[field] = copy(value);
    }
    return made;
  };
  return { message: message[NODE] === undefined ? message : copyMessage(message, message[NODE]), left };
}

function isLeftOut(field: string, value: unknown): boolean {
  if (!Array.isArray(value)) return field === 'static_resources';
  const isMessages = value.length > 0 && value.every(isObject);
  return isMessages && (ALWAYS.has(field) || (LONG.has(field) && value.length > MAX_LENGTH));
}
