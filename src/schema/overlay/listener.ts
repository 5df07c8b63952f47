/** Listeners, and filter chains picked for a connection. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const listenerMessages: MessageOverlay = {
  Listener: {
    doc: 'An address the proxy accepts connections on, and what it does with them.',
    identity: ['name'],
    fields: {
      name: 'Unique name; needed for updates over LDS, made up when absent.',
      address: 'Address to listen on.',
      filter_chains: 'Chains of network filters; the one that matches a connection best serves it.',
      use_original_dst: 'Hands redirected connections to the listener of their original destination.',
      per_connection_buffer_limit_bytes: 'Soft limit in bytes on the read and write buffers of a connection.',
      metadata: 'Extra data for filters on this listener.',
      deprecated_v1: 'Left over from the first version of the API.',
      drain_type: 'What makes the listener drain its connections; absent means DEFAULT.',
      listener_filters: 'Filters that see a new connection before a chain is picked, in the order they run.',
      listener_filters_timeout:
        'Time the listener filters have before the connection is closed; 0 means no limit.',
      continue_on_listener_filters_timeout:
        'Goes on with the connection when the listener filters run out of time.',
      transparent: 'Sets or clears transparent proxying (TPROXY) on the socket; absent leaves it alone.',
      freebind: 'Sets or clears IP_FREEBIND, to bind to addresses the host lacks; absent leaves it alone.',
      socket_options: 'Further socket options, set in this order.',
      tcp_fast_open_queue_length: 'Queue length of TCP Fast Open; 0 switches it off, absent leaves it alone.',
      traffic_direction: 'Whether the traffic comes in or goes out, seen from this proxy.',
      udp_listener_config: 'Kind of UDP listener, where the address is UDP; absent means raw datagrams.',
      api_listener: 'Serves an embedding program instead of a socket; only name may stand beside it.',
      connection_balance_config:
        'How TCP connections are spread over worker threads; absent leaves it to the kernel.',
      reuse_port: 'Gives each worker thread a socket of its own (SO_REUSEPORT).',
      access_log: 'Logs written for every connection.',
      additional_addresses: 'Further addresses to listen on, of the same protocol as address.',
      stat_prefix: 'Name in the statistics (`listener.<stat_prefix>.…`); absent takes the address.',
      fcds_config:
        'Discovery of further filter chains, which give way to those of the same name here; not implemented.',
      filter_chain_matcher:
        'Match tree that picks a chain by name; the chains then need names and no filter_chain_match.',
      default_filter_chain:
        'Chain for connections that fit no other; without it they are closed. Its filter_chain_match is ignored.',
      enable_reuse_port:
        'Gives each worker thread a socket of its own (SO_REUSEPORT), where the system can; fixed once running.',
      tcp_backlog_size:
        'Longest queue of connections not yet accepted; absent is net.core.somaxconn on Linux, 128 elsewhere.',
      max_connections_to_accept_per_socket_event:
        'Most connections accepted per wake-up of the socket; absent accepts all that wait.',
      bind_to_port: 'False makes a listener that only gets connections handed over by others.',
      internal_listener:
        'Listens inside the proxy for its own clusters instead of on an address; even an empty one does.',
      enable_mptcp: 'Lets clients use Multipath TCP; others still connect by plain TCP.',
      ignore_global_conn_limit: 'Takes connections even past the limit on all downstream connections.',
      bypass_overload_manager: 'Takes no part in what the overload manager does.',
      tcp_keepalive:
        'TCP keep-alive on the listener and its further addresses; even an empty one turns it on.',
    },
    defaults: {
      use_original_dst: false,
      per_connection_buffer_limit_bytes: 1048576,
      listener_filters_timeout: '15s',
      enable_reuse_port: true,
      bind_to_port: true,
    },
    deprecated: {
      use_original_dst: ['an original_dst filter in listener_filters', 'original-dst-flag-to-filter'],
      deprecated_v1: ['nothing: it has no effect', 'listener-flags-to-current'],
      reuse_port: ['enable_reuse_port', 'listener-flags-to-current'],
    },
    sets: ['additional_addresses'],
    presence: ['api_listener', 'connection_balance_config', 'internal_listener', 'tcp_keepalive'],
  },
  'Listener.DeprecatedV1': {
    doc: 'A setting carried over from the first version of the API.',
    fields: { bind_to_port: 'False makes a listener that only gets connections handed over by others.' },
    defaults: { bind_to_port: true },
  },
  'Listener.ConnectionBalanceConfig': {
    doc: 'How connections are spread over worker threads.',
    fields: {
      exact_balance: 'Equal numbers, at the cost of a lock on every accept.',
      extend_balance: 'Extension that spreads the connections; an unknown one spreads none.',
    },
    presence: ['exact_balance'],
  },
  'Listener.ConnectionBalanceConfig.ExactBalance': { doc: 'Has no fields; selects exact balancing.' },
  'listener.ApiListener': {
    doc: 'A listener without a socket, for programs that embed the proxy.',
    fields: { api_listener: 'What it serves, for instance an HTTP connection manager.' },
  },
  'listener.UdpListenerConfig': {
    doc: 'Picks the implementation of a UDP listener.',
    fields: {
      udp_listener_name: 'Name of the implementation, such as `raw_udp_listener`, which is used when absent.',
      config: 'Its settings as an untyped object.',
      typed_config: 'Its settings.',
      downstream_socket_config:
        'Settings of the UDP socket, such as datagram size; prefer_gro is off here when absent.',
      quic_options: 'Makes this a QUIC listener; even an empty one does.',
      udp_packet_packet_writer_config:
        'Extension that writes UDP packets; absent uses GSO for QUIC where the kernel can, else sendmsg.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
    presence: ['quic_options'],
  },
  'listener.ActiveRawUdpListenerConfig': { doc: 'Has no fields; the settings of a raw UDP listener.' },
  'listener.QuicProtocolOptions': {
    doc: 'Settings of a QUIC listener.',
    fields: {
      max_concurrent_streams: 'Streams a client may have open on one connection.',
      idle_timeout: 'Time without traffic after which a connection is closed.',
      crypto_handshake_timeout: 'Time the handshake may take.',
      quic_protocol_options: 'Limits and timeouts of the QUIC protocol.',
      enabled: 'Runtime switch for the listener; absent means on.',
      packets_to_read_to_connection_count_ratio:
        'Packets read per event loop for each connection, 6000 in all at most.',
      crypto_stream_config: 'Extension for the QUIC handshake; absent uses that of the QUIC library.',
      proof_source_config: "Extension that proves the server's identity; absent uses the built-in one.",
      connection_id_generator_config: 'Extension that makes connection IDs; absent uses the built-in one.',
      server_preferred_address_config:
        'Extension with the address that clients are asked to move to; absent asks for none.',
      send_disable_active_migration: 'Tells clients not to move the connection to another address.',
      connection_debug_visitor_config:
        'Extension that watches connections for debugging; absent attaches none.',
      save_cmsg_config:
        'Control message of UDP packets to keep for listener filters, by level and type; at most one.',
      reject_new_connections: 'Turns new connections away by offering them no QUIC version.',
      max_sessions_per_event_loop: 'Most new sessions per event loop.',
    },
    defaults: {
      max_concurrent_streams: 100,
      idle_timeout: '300s',
      crypto_handshake_timeout: '20s',
      packets_to_read_to_connection_count_ratio: 32,
      send_disable_active_migration: false,
      max_sessions_per_event_loop: 16,
    },
  },
  'listener.FilterChain': {
    doc: 'The filters and the transport for the connections of a listener that match.',
    fields: {
      filter_chain_match:
        'Which connections this chain serves; absent or empty takes those nobody else does.',
      tls_context: 'Terminates TLS on this chain; even an empty one means TLS.',
      filters: 'Network filters in the order they run; none closes the connection.',
      use_proxy_proto: 'Reads the client address from a PROXY protocol header, which must then be sent.',
      metadata: 'Extra data for filters on this chain.',
      transport_socket: 'Transport of the connections, such as TLS; absent means plaintext.',
      name: 'Name of the chain, for updates through discovery.',
      transport_socket_connect_timeout:
        'Time a new connection has to finish the TLS handshake before it is closed; 0 or absent sets no limit.',
    },
    defaults: { use_proxy_proto: false },
    deprecated: {
      tls_context: ['transport_socket', 'tls-context-to-transport-socket'],
      use_proxy_proto: ['the listener filter proxy_protocol', 'listener-flags-to-current'],
    },
    presence: ['tls_context'],
  },
  'listener.FilterChainMatch': {
    doc: 'Conditions on a connection; the most specific chain wins, in a fixed order of criteria.',
    fields: {
      destination_port: 'Port the connection was made to, where redirection has changed it.',
      prefix_ranges:
        'Address ranges the connection was made to; one must contain it, none listed allows all.',
      address_suffix: 'Ending of the destination address; not implemented by the proxy.',
      suffix_len: 'Bits of address_suffix that count; not implemented by the proxy.',
      source_type: 'Whether the peer is local, remote or either; absent means either.',
      source_prefix_ranges: 'Address ranges of the peer; one must contain it, none listed allows all.',
      source_ports: 'Ports of the peer; one must be equal, none listed allows all.',
      server_names: 'SNI names, exact or `*.suffix`; needs a listener filter that reads the TLS hello.',
      transport_protocol:
        'Detected transport, `tls` or `raw_buffer`; needs a listener filter that detects it.',
      application_protocols:
        'ALPN protocols of which the client must offer one; needs a listener filter that reads them.',
      direct_source_prefix_ranges:
        'Subnets of the directly connected peer, one of which has to hold it; absent matches any.',
    },
    sets: [
      'prefix_ranges',
      'source_prefix_ranges',
      'source_ports',
      'server_names',
      'application_protocols',
      'direct_source_prefix_ranges',
    ],
  },
  'listener.Filter': {
    doc: 'A network filter on a connection.',
    identity: ['name'],
    fields: {
      name: 'Name of the filter implementation.',
      config: 'Its settings as an untyped object.',
      typed_config: 'Its settings.',
      config_discovery: 'Where the filter settings come from; while there are none, connections are closed.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  'listener.ListenerFilter': {
    doc: 'A filter that looks at a new connection before a filter chain is picked.',
    identity: ['name'],
    fields: {
      name: 'Name of the filter implementation.',
      config: 'Its settings as an untyped object.',
      typed_config: 'Its settings.',
      filter_disabled: 'Connections the filter skips; absent means none.',
      config_discovery: 'Where the filter settings come from; while there are none, connections are closed.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
    presence: ['filter_disabled'],
  },
  'listener.ListenerFilterChainMatchPredicate': {
    doc: 'A condition on a new connection, which may be composed of others.',
    fields: {
      or_match: 'At least one of these must hold.',
      and_match: 'All of these must hold.',
      not_match: 'This must not hold.',
      any_match: 'Holds for every connection; only true may be written.',
      destination_port_range: 'The destination port lies from start up to, not including, end.',
    },
    presence: ['or_match', 'and_match', 'not_match', 'destination_port_range'],
  },
  'listener.ListenerFilterChainMatchPredicate.MatchSet': {
    doc: 'Conditions that are combined.',
    fields: { rules: 'At least two conditions.' },
    sets: ['rules'],
  },
};

export const listenerEnums: EnumOverlay = {
  'Listener.DrainType': {
    doc: 'What makes a listener drain.',
    values: {
      DEFAULT: 'A failing health check set by the admin, removal or change, and hot restart.',
      MODIFY_ONLY: 'Removal or change, and hot restart, but no health check.',
    },
  },
  'listener.FilterChainMatch.ConnectionSourceType': {
    doc: 'Where the peer of a connection is.',
    values: {
      ANY: 'Anywhere.',
      LOCAL: 'On the same host.',
      SAME_IP_OR_LOOPBACK: 'On the same host.',
      EXTERNAL: 'On another host.',
    },
  },
};
