/** Whether connections to the hosts of a cluster are encrypted. */
import { protectionOf } from '../../model/transport.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';

type Cluster = Message<'Cluster'>;

/** The cluster that a message stands in. */
export function clusterAround(frame: Frame): Cluster | undefined {
  return around(frame, 'Cluster')?.message;
}

/** Whether every connection to the cluster is certainly plain text; its matches may encrypt some. */
export function isPlaintext(cluster: Cluster, namespace: string): boolean {
  const { transport_socket_matches: matches = [] } = cluster;
  return matches.length === 0 && protectionOf(cluster, namespace) === 'plaintext';
}
