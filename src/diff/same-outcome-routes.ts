/** What comparing behaviour lets judging know of single routes. */
import type { SourceTree } from '../source/tree.ts';

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
