/** What the transport socket of a filter chain expects from a client's first byte on. */
import type { BoundMessage } from '../../model/bound.ts';
import { isObject } from '../../model/bound.ts';
import { isTlsSocket, withoutWord } from '../../model/extension-config.ts';
import type { Message } from '../../schema/types.ts';

export type Transport = 'tls' | 'plaintext' | 'unknown';

type Socket = Message<'core.TransportSocket'>;

/** Sockets around another one, which add nothing that the client sees. */
const AROUND = /^transport_sockets\.tap$/;
const DEEPEST = 8;

/** `transport_socket` wins over `tls_context`; neither means plaintext (fact 57). */
export function transportOf(
  { transport_socket: socket, tls_context: context }: Message<'listener.FilterChain'>,
  word: string,
): Transport {
  if (socket !== undefined) return transportOfSocket(socket, word, 0);
  return context === undefined ? 'plaintext' : 'tls';
}

function transportOfSocket(
  { name, config, typed_config: typed }: Socket,
  word: string,
  depth: number,
): Transport {
  if (isTlsSocket(name, word)) return 'tls';
  const bare = withoutWord(name ?? '', word);
  if (/^(?:transport_sockets\.)?raw_buffer$/.test(bare)) return 'plaintext';
  if (!AROUND.test(bare) || depth > DEEPEST) return 'unknown';
  const around = (typed ?? config) as BoundMessage | undefined;
  const inside = isObject(around?.value) ? around.value.transport_socket : around?.transport_socket;
  return isObject(inside) ? transportOfSocket(inside as Socket, word, depth + 1) : 'unknown';
}
