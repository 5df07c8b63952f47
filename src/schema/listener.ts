/** Listeners: where the proxy accepts connections. */
import type { EnumTables, MessageTables } from './language.ts';

export const listenerMessages = {
  Listener: {
    doc: 'An address the proxy accepts connections on, and what it does with them.',
    section: 'full API',
    identity: ['name'],
    oneofs: { listener_specifier: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Unique name; needed for updates over LDS, made up when absent.' },
      address: {
        type: 'core.Address',
        doc: 'Address to listen on.',
        required: true,
        in: { v3: { required: false } },
      },
      filter_chains: {
        type: 'repeated listener.FilterChain',
        doc: 'Chains of network filters; the one that matches a connection best serves it.',
      },
      use_original_dst: {
        type: 'BoolValue',
        doc: 'Hands redirected connections to the listener of their original destination.',
        default: { value: false },
        deprecated: {
          use: 'an original_dst filter in listener_filters',
          migration: 'original-dst-flag-to-filter',
        },
        in: { v3: { deprecated: false } },
      },
      per_connection_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: 'Soft limit in bytes on the read and write buffers of a connection.',
        default: { value: 1048576 },
      },
      metadata: { type: 'core.Metadata', doc: 'Extra data for filters on this listener.' },
      deprecated_v1: {
        type: 'Listener.DeprecatedV1',
        doc: 'Left over from the first version of the API.',
        in: {
          v3: { deprecated: { use: 'nothing: it has no effect', migration: 'listener-flags-to-current' } },
        },
      },
      drain_type: {
        type: 'Listener.DrainType',
        doc: 'What makes the listener drain its connections; absent means DEFAULT.',
      },
      listener_filters: {
        type: 'repeated listener.ListenerFilter',
        doc: 'Filters that see a new connection before a chain is picked, in the order they run.',
      },
      listener_filters_timeout: {
        type: 'Duration',
        doc: 'Time the listener filters have before the connection is closed; 0 means no limit.',
        default: { value: '15s' },
      },
      continue_on_listener_filters_timeout: {
        type: 'bool',
        doc: 'Goes on with the connection when the listener filters run out of time.',
      },
      transparent: {
        type: 'BoolValue',
        doc: 'Sets or clears transparent proxying (TPROXY) on the socket; absent leaves it alone.',
      },
      freebind: {
        type: 'BoolValue',
        doc: 'Sets or clears IP_FREEBIND, to bind to addresses the host lacks; absent leaves it alone.',
      },
      socket_options: {
        type: 'repeated core.SocketOption',
        doc: 'Further socket options, set in this order.',
      },
      tcp_fast_open_queue_length: {
        type: 'UInt32Value',
        doc: 'Queue length of TCP Fast Open; 0 switches it off, absent leaves it alone.',
      },
      traffic_direction: {
        type: 'core.TrafficDirection',
        doc: 'Whether the traffic comes in or goes out, seen from this proxy.',
      },
      udp_listener_config: {
        type: 'listener.UdpListenerConfig',
        doc: 'Kind of UDP listener, where the address is UDP; absent means raw datagrams.',
      },
      api_listener: {
        type: 'listener.ApiListener',
        doc: 'Serves an embedding program instead of a socket; only name may stand beside it.',
        presence: true,
      },
      connection_balance_config: {
        type: 'Listener.ConnectionBalanceConfig',
        doc: 'How TCP connections are spread over worker threads; absent leaves it to the kernel.',
        presence: true,
      },
      reuse_port: {
        type: 'bool',
        doc: 'Gives each worker thread a socket of its own (SO_REUSEPORT).',
        in: { v3: { deprecated: { use: 'enable_reuse_port', migration: 'listener-flags-to-current' } } },
      },
      access_log: {
        type: 'repeated AccessLog',
        doc: 'Logs written for every connection.',
      },
      additional_addresses: {
        type: 'repeated listener.AdditionalAddress',
        doc: 'Further addresses to listen on, of the same protocol as address.',
        order: 'set',
        only: 'v3',
      },
      stat_prefix: {
        type: 'string',
        doc: 'Name in the statistics (`listener.<stat_prefix>.…`); absent takes the address.',
        only: 'v3',
      },
      fcds_config: {
        type: 'Listener.FcdsConfig',
        doc: 'Discovery of further filter chains, which give way to those of the same name here; not implemented.',
        only: 'v3',
      },
      filter_chain_matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that picks a chain by name; the chains then need names and no filter_chain_match.',
        only: 'v3',
      },
      default_filter_chain: {
        type: 'listener.FilterChain',
        doc: 'Chain for connections that fit no other; without it they are closed. Its filter_chain_match is ignored.',
        only: 'v3',
      },
      enable_reuse_port: {
        type: 'BoolValue',
        doc: 'Gives each worker thread a socket of its own (SO_REUSEPORT), where the system can; fixed once running.',
        default: { value: true },
        only: 'v3',
      },
      tcp_backlog_size: {
        type: 'UInt32Value',
        doc: 'Longest queue of connections not yet accepted; absent is net.core.somaxconn on Linux, 128 elsewhere.',
        only: 'v3',
      },
      max_connections_to_accept_per_socket_event: {
        type: 'UInt32Value',
        doc: 'Most connections accepted per wake-up of the socket; absent accepts all that wait.',
        limits: { gt: 0 },
        only: 'v3',
      },
      bind_to_port: {
        type: 'BoolValue',
        doc: 'False makes a listener that only gets connections handed over by others.',
        default: { value: true },
        only: 'v3',
      },
      internal_listener: {
        type: 'Listener.InternalListenerConfig',
        doc: 'Listens inside the proxy for its own clusters instead of on an address; even an empty one does.',
        oneof: 'listener_specifier',
        presence: true,
        only: 'v3',
      },
      enable_mptcp: {
        type: 'bool',
        doc: 'Lets clients use Multipath TCP; others still connect by plain TCP.',
        only: 'v3',
      },
      ignore_global_conn_limit: {
        type: 'bool',
        doc: 'Takes connections even past the limit on all downstream connections.',
        only: 'v3',
      },
      bypass_overload_manager: {
        type: 'bool',
        doc: 'Takes no part in what the overload manager does.',
        only: 'v3',
      },
      tcp_keepalive: {
        type: 'core.TcpKeepalive',
        doc: 'TCP keep-alive on the listener and its further addresses; even an empty one turns it on.',
        presence: true,
        only: 'v3',
      },
    },
  },
  'Listener.DeprecatedV1': {
    doc: 'A setting carried over from the first version of the API.',
    section: 'full API',
    fields: {
      bind_to_port: {
        type: 'BoolValue',
        doc: 'False makes a listener that only gets connections handed over by others.',
        default: { value: true },
      },
    },
  },
  'Listener.ConnectionBalanceConfig': {
    doc: 'How connections are spread over worker threads.',
    section: 'full API',
    oneofs: { balance_type: 'exactly one' },
    fields: {
      exact_balance: {
        type: 'Listener.ConnectionBalanceConfig.ExactBalance',
        doc: 'Equal numbers, at the cost of a lock on every accept.',
        oneof: 'balance_type',
        presence: true,
      },
      extend_balance: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that spreads the connections; an unknown one spreads none.',
        oneof: 'balance_type',
        only: 'v3',
      },
    },
  },
  'Listener.ConnectionBalanceConfig.ExactBalance': {
    doc: 'Has no fields; selects exact balancing.',
    section: 'full API',
    fields: {},
  },
  'listener.ApiListener': {
    doc: 'A listener without a socket, for programs that embed the proxy.',
    section: 'full API',
    fields: {
      api_listener: { type: 'Any', doc: 'What it serves, for instance an HTTP connection manager.' },
    },
  },
  'listener.UdpListenerConfig': {
    doc: 'Picks the implementation of a UDP listener.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      udp_listener_name: {
        type: 'string',
        doc: 'Name of the implementation, such as `raw_udp_listener`, which is used when absent.',
        only: 'v2',
      },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type', only: 'v2' },
      downstream_socket_config: {
        type: 'core.UdpSocketConfig',
        doc: 'Settings of the UDP socket, such as datagram size; prefer_gro is off here when absent.',
        only: 'v3',
      },
      quic_options: {
        type: 'listener.QuicProtocolOptions',
        doc: 'Makes this a QUIC listener; even an empty one does.',
        presence: true,
        only: 'v3',
      },
      udp_packet_packet_writer_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that writes UDP packets; absent uses GSO for QUIC where the kernel can, else sendmsg.',
        only: 'v3',
      },
    },
  },
  'listener.ActiveRawUdpListenerConfig': {
    doc: 'Has no fields; the settings of a raw UDP listener.',
    section: 'full API',
    fields: {},
  },
  'listener.QuicProtocolOptions': {
    doc: 'Settings of a QUIC listener.',
    section: 'full API',
    fields: {
      max_concurrent_streams: {
        type: 'UInt32Value',
        doc: 'Streams a client may have open on one connection.',
        default: { value: 100 },
        only: 'v2',
      },
      idle_timeout: {
        type: 'Duration',
        doc: 'Time without traffic after which a connection is closed.',
        default: { value: '300s' },
      },
      crypto_handshake_timeout: {
        type: 'Duration',
        doc: 'Time the handshake may take.',
        default: { value: '20s' },
      },
      quic_protocol_options: {
        type: 'core.QuicProtocolOptions',
        doc: 'Limits and timeouts of the QUIC protocol.',
        only: 'v3',
      },
      enabled: {
        type: 'core.RuntimeFeatureFlag',
        doc: 'Runtime switch for the listener; absent means on.',
        only: 'v3',
      },
      packets_to_read_to_connection_count_ratio: {
        type: 'UInt32Value',
        doc: 'Packets read per event loop for each connection, 6000 in all at most.',
        limits: { gte: 1 },
        default: { value: 32 },
        only: 'v3',
      },
      crypto_stream_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension for the QUIC handshake; absent uses that of the QUIC library.',
        only: 'v3',
      },
      proof_source_config: {
        type: 'core.TypedExtensionConfig',
        doc: "Extension that proves the server's identity; absent uses the built-in one.",
        only: 'v3',
      },
      connection_id_generator_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that makes connection IDs; absent uses the built-in one.',
        only: 'v3',
      },
      server_preferred_address_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension with the address that clients are asked to move to; absent asks for none.',
        only: 'v3',
      },
      send_disable_active_migration: {
        type: 'BoolValue',
        doc: 'Tells clients not to move the connection to another address.',
        default: { value: false },
        only: 'v3',
      },
      connection_debug_visitor_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that watches connections for debugging; absent attaches none.',
        only: 'v3',
      },
      save_cmsg_config: {
        type: 'repeated core.SocketCmsgHeaders',
        doc: 'Control message of UDP packets to keep for listener filters, by level and type; at most one.',
        limits: { maxItems: 1 },
        only: 'v3',
      },
      reject_new_connections: {
        type: 'bool',
        doc: 'Turns new connections away by offering them no QUIC version.',
        only: 'v3',
      },
      max_sessions_per_event_loop: {
        type: 'UInt32Value',
        doc: 'Most new sessions per event loop.',
        limits: { gt: 0 },
        default: { value: 16 },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const listenerEnums = {
  'Listener.DrainType': {
    doc: 'What makes a listener drain.',
    section: 'full API',
    values: {
      DEFAULT: {
        number: 0,
        doc: 'A failing health check set by the admin, removal or change, and hot restart.',
      },
      MODIFY_ONLY: { number: 1, doc: 'Removal or change, and hot restart, but no health check.' },
    },
  },
} as const satisfies EnumTables;
