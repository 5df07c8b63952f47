/**
 * Which route of one side became which of the other: worked out once, and asked by whatever speaks of a route on both
 * sides (the changes, reorders, the picture of a page).
 */
import type { BoundMessage } from '../model/bound.ts';
import type { SourceTree } from '../source/tree.ts';

/** A virtual host as it was written. */
export interface WrittenHost {
  readonly tree: SourceTree;
  readonly message: BoundMessage;
  /** Of the route configuration around it; null where it has none. */
  readonly routeConfiguration: string | null;
}

export interface PairedRoutes {
  /** Positions of the routes that are the same on both sides. */
  readonly pairs: readonly (readonly [before: number, after: number])[];
  /** Those of them that stand elsewhere; routes that are merely pushed along do not. */
  readonly moved: ReadonlySet<readonly [before: number, after: number]>;
}

/** Two virtual hosts that are the same one. */
export interface PairedHosts {
  /** Undefined where the routes cannot be told apart from what is wrong with them. */
  readonly routes: () => PairedRoutes | undefined;
}

/** The pair that a virtual host of a side belongs to, one object for both; undefined where it is gone, or new. */
export type PairedHostsOf = (side: 'before' | 'after', host: WrittenHost) => PairedHosts | undefined;

/**
 * Whether each request that comes to a route of a virtual host has the same outcome on the other side, and whatever
 * else its routes set is the same there too. False where that stays open.
 *
 * @param node of the virtual host, as it was written
 * @param route its position
 */
export type SettledRoutes = (
  side: 'before' | 'after',
  tree: SourceTree,
  node: number,
  route: number,
) => boolean;
