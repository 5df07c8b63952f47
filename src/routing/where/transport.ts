/** What the transport socket of a filter chain expects from a client's first byte on. */
import { protectionOf } from '../../model/transport.ts';
import type { Message } from '../../schema/types.ts';

export type Transport = 'tls' | 'plaintext' | 'unknown';

/** `transport_socket` wins over `tls_context`; neither means plaintext (fact 57). A request here is sent in one of both, or nobody knows. */
export function transportOf(chain: Message<'listener.FilterChain'>, namespace: string): Transport {
  const protection = protectionOf(chain, namespace);
  return protection === 'tls' || protection === 'plaintext' ? protection : 'unknown';
}
