/** The clusters that a route action sends to, as far as they are known. */
import type { Message } from '../schema/types.ts';
import type { Ground } from './reason.ts';

type Cluster = Message<'Cluster'>;

/**
 * Every cluster that an action can choose.
 *
 * @returns undefined where a header names the cluster, or where nothing is known of one of them
 */
export function clustersOfAction(
  { clusters }: Ground,
  { cluster, cluster_header, weighted_clusters: weighted }: Message<'route.RouteAction'>,
): readonly Cluster[] | undefined {
  if (cluster_header !== undefined) return undefined;
  const names = weighted === undefined ? [cluster] : (weighted.clusters ?? []).map(({ name }) => name);
  const all: Cluster[] = [];
  for (const name of names) {
    const defined = clusters(name);
    if (defined === undefined) return undefined;
    all.push(...defined);
  }
  return all.length === 0 ? undefined : all;
}
