/**
 * The things of a configuration that the tree shows, as columns of numbers in the order of the tree: what is inside an
 * item follows it, and `skips` says where its inside ends. A row of the screen is worked out only when it is shown,
 * so that a virtual host with 100,000 routes costs some megabytes and no time.
 */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

// The things of a configuration that the tree shows, as columns of numbers in the order of the tree: what is inside an item follows it, and `skips` says where its inside ends.

export const ItemKind = {
  Group: 0,
  Listener: 1,
  FilterChain: 2,
  Filter: 3,
  RouteConfiguration: 4,
  VirtualHost: 5,
  Route: 6,
  Cluster: 7,
  Locality: 8,
  Endpoint: 9,
  LoadAssignment: 10,
  Secret: 11,
  Setting: 12,
} as const;
export type ItemKind = (typeof ItemKind)[keyof typeof ItemKind];

/** Words for kinds, in the singular and the plural. */
export const KIND_WORDS: readonly (readonly [one: string, many: string])[] = [
  ['group', 'groups'],
  ['listener', 'listeners'],
  ['filter chain', 'filter chains'],
  ['filter', 'filters'],
  ['route configuration', 'route configurations'],
  ['virtual host', 'virtual hosts'],
  ['route', 'routes'],
  ['cluster', 'clusters'],
  ['locality', 'localities'],
  ['endpoint', 'endpoints'],
  ['load assignment', 'load assignments'],
  ['secret', 'secrets'],
  ['setting', 'settings'],
];

export type ItemId = number;

export interface Items {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly depths: Uint8Array;
  /** -1 for the outermost. */
  readonly parents: Int32Array;
  /** The item after everything inside this one. */
  readonly skips: Int32Array;
  /** Position in the list of its parent. */
  readonly indexes: Int32Array;
  /** Position of its document; -1 for groups. */
  readonly documents: Int32Array;
  /** The message of each item; undefined for groups. */
  readonly messages: readonly (BoundMessage | undefined)[];
  /** Words of groups. */
  readonly titles: ReadonlyMap<ItemId, string>;
  /** The message in its place. */
  frame(item: ItemId): Frame | undefined;
}

export function kindOfItem(items: Items, item: ItemId): ItemKind {
  return (items.kinds[item] ?? 0) as ItemKind;
}

export function parentOfItem(items: Items, item: ItemId): ItemId {
  return items.parents[item] ?? -1;
}

export function skipOfItem(items: Items, item: ItemId): ItemId {
  return items.skips[item] ?? items.count;
}

/** Whether something is inside an item. */
export function holdsItems(items: Items, item: ItemId): boolean {
  return skipOfItem(items, item) > item + 1;
}

/** The items directly inside one, in order. */
export function* childItems(items: Items, item: ItemId): Generator<ItemId> {
  const end = skipOfItem(items, item);
  for (let child = item + 1; child < end; child = skipOfItem(items, child)) yield child;
}

/** The items that an item is inside of, from the outermost on. */
export function ancestors(items: Items, item: ItemId): readonly ItemId[] {
  const found: ItemId[] = [];
  for (let at = parentOfItem(items, item); at !== -1; at = parentOfItem(items, at)) found.push(at);
  return found.reverse();
}

// Names of items.

/** The name that the configuration gives an item; undefined where it gives none. */
export function nameOfItem(items: Items, item: ItemId): string | undefined {
  const message = items.messages[item];
  if (message === undefined || !isObject(message)) return undefined;
  const kind = kindOfItem(items, item);
  const { name } = kind === ItemKind.LoadAssignment ? { name: message.cluster_name } : message;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

// Columns of items while they are being filled; they grow by doubling.

export class ItemsBuilder {
  private count = 0;
  private size = 1024;
  private kinds = new Uint8Array(this.size);
  private depths = new Uint8Array(this.size);
  private parents = new Int32Array(this.size);
  private skips = new Int32Array(this.size);
  private indexes = new Int32Array(this.size);
  private documents = new Int32Array(this.size);
  private readonly messages: (BoundMessage | undefined)[] = [];
  private readonly titles = new Map<ItemId, string>();
  /** Frames, or what makes them; of entries of long lists neither: their frame is made from their parent's. */
  private readonly frames = new Map<ItemId, Frame>();
  private open: ItemId = -1;

  /** Adds an item inside the one that is open. */
  private add(kind: ItemKind, index: number, document: number, message: BoundMessage | undefined): ItemId {
    if (this.count === this.size) this.grow();
    const item = this.count++;
    this.kinds[item] = kind;
    this.depths[item] = this.open === -1 ? 0 : (this.depths[this.open] ?? 0) + 1;
    this.parents[item] = this.open;
    this.skips[item] = this.count;
    this.indexes[item] = index;
    this.documents[item] = document;
    this.messages.push(message);
    return item;
  }

  /** Adds an item, and inside it what `fill` adds. */
  within(
    kind: ItemKind,
    index: number,
    document: number,
    what: Frame | string,
    fill: () => void = () => {},
  ): void {
    const item = this.add(kind, index, document, typeof what === 'string' ? undefined : what.message);
    if (typeof what === 'string') this.titles.set(item, what);
    else this.frames.set(item, what);
    const outer = this.open;
    this.open = item;
    fill();
    this.open = outer;
    this.skips[item] = this.count;
  }

  /** Adds an item with nothing inside whose frame can be told from the item around it. */
  leaf(kind: ItemKind, index: number, document: number, message: BoundMessage): void {
    this.add(kind, index, document, message);
  }

  /** @param frameOfLeaf the frame of a leaf, from that of the item around it */
  built(frameOfLeaf: (parent: Frame | undefined, message: BoundMessage, index: number) => Frame): Items {
    const { count, messages, titles, frames } = this;
    const parents = this.parents.slice(0, count);
    const indexes = this.indexes.slice(0, count);
    return {
      count,
      kinds: this.kinds.slice(0, count),
      depths: this.depths.slice(0, count),
      parents,
      skips: this.skips.slice(0, count),
      indexes,
      documents: this.documents.slice(0, count),
      messages,
      titles,
      frame(item) {
        const message = messages[item];
        if (message === undefined) return undefined;
        return frames.get(item) ?? frameOfLeaf(frames.get(parents[item] ?? -1), message, indexes[item] ?? 0);
      },
    };
  }

  private grow(): void {
    this.size *= 2;
    const grown = <T extends Uint8Array | Int32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.kinds = grown(this.kinds, new Uint8Array(this.size));
    this.depths = grown(this.depths, new Uint8Array(this.size));
    this.parents = grown(this.parents, new Int32Array(this.size));
    this.skips = grown(this.skips, new Int32Array(this.size));
    this.indexes = grown(this.indexes, new Int32Array(this.size));
    this.documents = grown(this.documents, new Int32Array(this.size));
  }
}
