/**
 * The document as the edits leave it, laid over the document as it was read. A container is opened when an edit first
 * passes through it; whatever is not opened stands for its stretch of the old text. Entries that went away stay in
 * their container's chain, marked, so that the text around them can be taken up again. This is the one mutable
 * structure here: edits are applied to it in turn, then it is only read.
 */
import { type Data, ExactNumber, isList } from '../data.ts';
import { isIgnored, items, keys, kindOf, NodeKind, ROOT, type SourceTree, scalarText } from '../tree.ts';

/** A node of the old document that no edit has opened. */
export interface Leaf {
  readonly kind: 'old';
  readonly node: number;
  owner: Entry | undefined;
}

/** A new value that no edit has opened. */
interface Fresh {
  readonly kind: 'data';
  readonly data: Data;
  owner: Entry | undefined;
}

export interface Container {
  readonly kind: 'map' | 'list';
  /** The node it was, or -1 for a new one. */
  readonly node: number;
  owner: Entry | undefined;
  /** What it held when it was read, in the order of the text. */
  readonly original: readonly Entry[];
  /** All entries in the order of the text, those that went away among them. */
  first: Entry | undefined;
  last: Entry | undefined;
  /** Present entries of a map; entries that the reader passes over are not among them. */
  readonly byKey: Map<string, Entry>;
  /** Present entries of a list. */
  readonly list: GapList<Entry>;
  /** Present entries, those passed over included. */
  count: number;
  /** Whether an edit changed it or something in it. */
  changed: boolean;
}

export type Value = Leaf | Fresh | Container;

/** Where an entry stood in the old text. */
export interface Home {
  /** Key node, or -1 in a list. */
  readonly key: number;
  /** Value node. */
  readonly node: number;
  /** Position among its container's entries. */
  readonly index: number;
}

export interface Entry {
  readonly container: Container;
  readonly home: Home | undefined;
  key: string;
  value: Value;
  gone: boolean;
  /** The entry that a new one takes the place of. */
  takes: Entry | undefined;
  /** The new entry that takes this one's place. */
  successor: Entry | undefined;
  /** The earlier entry under the same key, which the reader passes over. */
  shadow: Entry | undefined;
  readonly edits: number[];
  previous: Entry | undefined;
  next: Entry | undefined;
}

export interface Overlay {
  readonly tree: SourceTree;
  /** Containers of the old document that were opened, by node. */
  readonly opened: Map<number, Container>;
  /** Unopened values of opened containers, by node. */
  readonly leaves: Map<number, Leaf>;
  root: Value;
  readonly rootEdits: number[];
}

export function overlayOf(tree: SourceTree): Overlay {
  const root: Leaf = { kind: 'old', node: ROOT, owner: undefined };
  return { tree, opened: new Map(), leaves: new Map([[ROOT, root]]), root, rootEdits: [] };
}

export function isContainer(value: Value): value is Container {
  return value.kind === 'map' || value.kind === 'list';
}

/** Opens a value as a map or list; undefined where it is neither (an alias is not followed). */
export function open(overlay: Overlay, value: Value): Container | undefined {
  if (isContainer(value)) return value;
  const container = value.kind === 'old' ? openNode(overlay, value) : openData(value);
  if (!container) return undefined;
  if (value.owner) value.owner.value = container;
  else overlay.root = container;
  return container;
}

function emptyContainer(
  kind: 'map' | 'list',
  node: number,
  owner: Entry | undefined,
  original: readonly Entry[],
): Container {
  return {
    kind,
    node,
    owner,
    original,
    first: undefined,
    last: undefined,
    byKey: new Map(),
    list: new GapList(),
    count: 0,
    changed: false,
  };
}

function openNode(overlay: Overlay, leaf: Leaf): Container | undefined {
  const { tree } = overlay;
  const kind = kindOf(tree, leaf.node);
  if (kind !== NodeKind.Map && kind !== NodeKind.List) return undefined;
  const original: Entry[] = [];
  const container = emptyContainer(kind === NodeKind.Map ? 'map' : 'list', leaf.node, leaf.owner, original);
  const add = (key: number, node: number): Entry => {
    const value: Leaf = { kind: 'old', node, owner: undefined };
    const home = { key, node, index: original.length };
    const entry = newEntry(container, key === -1 ? '' : scalarText(tree, key), value, home);
    overlay.leaves.set(node, value);
    original.push(entry);
    append(container, entry);
    return entry;
  };
  if (kind === NodeKind.List) for (const node of items(tree, leaf.node)) container.list.push(add(-1, node));
  else {
    for (const key of keys(tree, leaf.node)) {
      const entry = add(key, key + 1);
      if (isIgnored(tree, key)) continue;
      entry.shadow = container.byKey.get(entry.key);
      container.byKey.set(entry.key, entry);
    }
  }
  overlay.leaves.delete(leaf.node);
  overlay.opened.set(leaf.node, container);
  return container;
}

function openData(fresh: Fresh): Container | undefined {
  const { data } = fresh;
  if (typeof data !== 'object' || data === null || data instanceof ExactNumber) return undefined;
  const container = emptyContainer(isList(data) ? 'list' : 'map', -1, fresh.owner, []);
  const add = (key: string, value: Data): Entry => {
    const entry = newEntry(container, key, { kind: 'data', data: value, owner: undefined });
    append(container, entry);
    return entry;
  };
  if (isList(data)) for (const item of data) container.list.push(add('', item));
  else for (const [key, item] of Object.entries(data)) container.byKey.set(key, add(key, item));
  return container;
}

/** A new entry, in no chain yet. */
export function newEntry(container: Container, key: string, value: Value, home?: Home): Entry {
  const entry: Entry = {
    container,
    home,
    key,
    value,
    gone: false,
    takes: undefined,
    successor: undefined,
    shadow: undefined,
    edits: [],
    previous: undefined,
    next: undefined,
  };
  value.owner = entry;
  return entry;
}

/** Puts an entry at the end of its container's chain. */
export function append(container: Container, entry: Entry): void {
  entry.previous = container.last;
  if (container.last) container.last.next = entry;
  else container.first = entry;
  container.last = entry;
  container.count++;
}

/** Puts an entry before another one in its container's chain. */
export function insertBefore(container: Container, entry: Entry, next: Entry): void {
  entry.previous = next.previous;
  entry.next = next;
  if (next.previous) next.previous.next = entry;
  else container.first = entry;
  next.previous = entry;
  container.count++;
}

/** Marks a container and all that hold it as changed. */
export function markChanged(container: Container): void {
  for (let at: Container | undefined = container; at && !at.changed; at = at.owner?.container)
    at.changed = true;
}

/**
 * The present entries of a list, with a gap where the last edit was: edits that go through a long list in order, each
 * at the place of the one before or beside it, do not shift all that follows each time.
 */
export class GapList<T> {
  readonly #before: T[] = [];
  /** Those behind the gap, the last one first. */
  readonly #after: T[] = [];

  get length(): number {
    return this.#before.length + this.#after.length;
  }

  at(index: number): T | undefined {
    const unmodelled = index - this.#before.length;
    return unmodelled < 0 ? this.#before[index] : this.#after[this.#after.length - 1 - unmodelled];
  }

  push(item: T): void {
    this.insert(this.length, item);
  }

  insert(index: number, item: T): void {
    this.#openAt(index);
    this.#before.push(item);
  }

  remove(index: number): void {
    this.#openAt(index);
    this.#after.pop();
  }

  map<R>(of: (item: T) => R): R[] {
    this.#openAt(this.length);
    return this.#before.map(of);
  }

  #openAt(index: number): void {
    move(this.#before, this.#after, this.#before.length - index);
    move(this.#after, this.#before, index - this.#before.length);
  }
}

function move<T>(from: T[], to: T[], count: number): void {
  for (let left = count; left > 0; left--) {
    const item = from.pop();
    if (item === undefined) return;
    to.push(item);
  }
}
