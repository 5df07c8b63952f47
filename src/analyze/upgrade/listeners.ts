/** Changes that listeners meet. */
import { listenerFilterKind } from '../../routing/where/listener-filters.ts';
import type { Message } from '../../schema/types.ts';
import { look, type ReleaseChange } from './change.ts';

type Listener = Message<'Listener'>;

/** What a filter chain asks for that only the TLS inspector can tell. */
function asksForTls({ filter_chain_match: match }: Message<'listener.FilterChain'>): boolean {
  const {
    transport_protocol: protocol = '',
    server_names: names = [],
    application_protocols: alpn = [],
  } = match ?? {};
  return protocol === 'tls' || (protocol === '' && names.length + alpn.length > 0);
}

/** A listener that takes TCP connections at a port of its own. */
function takesConnections(listener: Listener): boolean {
  const { address, api_listener: api, udp_listener_config: udp, bind_to_port: binds } = listener;
  const socket = address?.socket_address;
  if (socket === undefined || socket.protocol === 'UDP' || api !== undefined || udp !== undefined)
    return false;
  return binds !== false && listener.deprecated_v1?.bind_to_port !== false;
}

export const listenerChanges: readonly ReleaseChange[] = [
  {
    id: 'no-tls-inspector-added',
    release: '1.17.0',
    who: 'a listener whose filter chains ask for server_names, application_protocols or the transport protocol tls, without the listener filter tls_inspector',
    what: 'the listener filter tls_inspector is not added by itself, so that no such filter chain matches; before, it was',
    keep: 'add tls_inspector to listener_filters',
    looks: [
      look('Listener', (listener, { namespace, meets }) => {
        const {
          filter_chains: chains = [],
          listener_filters: filters = [],
          udp_listener_config: udp,
        } = listener;
        if (udp !== undefined || listener.address?.socket_address?.protocol === 'UDP') return;
        if (!chains.some(asksForTls)) return;
        if (filters.some((filter) => listenerFilterKind(filter, namespace) === 'tls_inspector')) return;
        meets({ field: 'filter_chains' });
      }),
    ],
  },
  {
    id: 'reuse-port',
    release: '1.20.0',
    who: 'a TCP listener without enable_reuse_port',
    what: 'each worker has a socket of its own (SO_REUSEPORT), so that other processes can bind the port too and connections spread otherwise; before, all workers shared one',
    keep: 'set enable_reuse_port to false',
    looks: [
      look('Listener', (listener, { meets }) => {
        const { enable_reuse_port: enabled, reuse_port: older } = listener;
        if (takesConnections(listener) && enabled === undefined && older !== true) meets();
      }),
    ],
  },
  {
    id: 'ipv4-compat',
    release: '1.22.0',
    who: 'ipv4_compat at an address that is no IPv6 address',
    what: 'ipv4_compat at an IPv4 address is refused; before, it did nothing',
    keep: 'remove ipv4_compat',
    looks: [
      look('core.SocketAddress', ({ address = '', ipv4_compat: compatible }, { meets }) => {
        if (compatible === true && !address.includes(':')) meets({ field: 'ipv4_compat' });
      }),
    ],
  },
];
