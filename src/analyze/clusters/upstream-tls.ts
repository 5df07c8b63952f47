/** Whether connections to the hosts of a cluster are encrypted. */
import { withoutWord } from '../../model/extension-config.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';

type Cluster = Message<'Cluster'>;

/** The cluster that a message stands in. */
export function clusterAround(frame: Frame): Cluster | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.type === 'Cluster') return at.message as Cluster;
  return undefined;
}

/** Whether every connection to the cluster is certainly plain text; any transport socket but raw_buffer may encrypt. */
export function isPlaintext(
  { tls_context, transport_socket, transport_socket_matches }: Cluster,
  word: string,
): boolean {
  if (transport_socket_matches !== undefined && transport_socket_matches.length > 0) return false;
  if (transport_socket === undefined) return tls_context === undefined;
  return /^(?:transport_sockets\.)?raw_buffer$/.test(withoutWord(transport_socket.name ?? '', word));
}
