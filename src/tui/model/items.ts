/**
 * The things of a configuration that the tree shows, as columns of numbers in the order of the tree: what is inside an
 * item follows it, and `skips` says where its inside ends. A row of the screen is worked out only when it is shown,
 * so that a virtual host with 100,000 routes costs some megabytes and no time.
 */
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';

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
