/** The clusters that a route action sends to, as far as they are known. */
import type { BoundMessage } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import type { EffectContext } from './reason.ts';

type Cluster = Message<'Cluster'>;

/**
 * Every cluster that an action can choose.
 *
 * @returns undefined where a header names the cluster, or where nothing is known of one of them
 */
export function clustersOfAction(
  { clusters }: EffectContext,
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

/** Whether the number that picks one of the weighted clusters comes with the request, so that their order counts. */
export function picksByPlace(weighted: BoundMessage): boolean {
  const { header_name: header = '', use_hash_policy: hashes = false } = weighted;
  return header !== '' || hashes !== false;
}
