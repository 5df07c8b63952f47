/** The clusters that a route action sends to, as far as the input defines them. */
import type { Message } from '../../schema/types.ts';
import type { Subject } from '../subject.ts';
import { definitionsOf } from './definitions.ts';

export type Cluster = Message<'Cluster'>;

/** By name; several where a name is defined more than once. To be asked for through {@link Subject.shared}. */
export function clustersByName(subject: Subject): ReadonlyMap<string, readonly Cluster[]> {
  const found = new Map<string, Cluster[]>();
  for (const { name, message } of subject.shared(definitionsOf).clusters) {
    const known = found.get(name);
    if (known === undefined) found.set(name, [message]);
    else known.push(message);
  }
  return found;
}

/** What the input defines under a name; undefined where it is nothing, so that nothing can be said. */
export function definedClusters(subject: Subject, name: string | undefined): readonly Cluster[] | undefined {
  return name === undefined ? undefined : subject.shared(clustersByName).get(name);
}

/**
 * Every cluster that an action can choose.
 *
 * @returns undefined where a header names the cluster, or where the input lacks one of them
 */
export function clustersOfAction(
  subject: Subject,
  { cluster, cluster_header, weighted_clusters: weighted }: Message<'route.RouteAction'>,
): readonly Cluster[] | undefined {
  if (cluster_header !== undefined) return undefined;
  const names = weighted === undefined ? [cluster] : (weighted.clusters ?? []).map(({ name }) => name);
  const all: Cluster[] = [];
  for (const name of names) {
    const defined = definedClusters(subject, name);
    if (defined === undefined) return undefined;
    all.push(...defined);
  }
  return all.length === 0 ? undefined : all;
}
