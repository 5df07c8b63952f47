/** What the hosts of a cluster are known by, whatever the cluster is called. */
import { contentKey } from '../../model/content.ts';
import type { Message } from '../../schema/types.ts';
import { discoveryOf, hostsOf } from '../../traffic/cluster.ts';

/** @returns undefined where hosts are fetched by the name of the cluster itself */
export function hostKeys(cluster: Message<'Cluster'>): ReadonlySet<string> | undefined {
  if (discoveryOf(cluster) === 'EDS') {
    const { eds_cluster_config: fetched } = cluster;
    return (fetched?.service_name ?? '') === '' ? undefined : new Set([contentKey(fetched)]);
  }
  return new Set([...hostsOf(cluster)].map(({ address }) => contentKey(address)));
}
