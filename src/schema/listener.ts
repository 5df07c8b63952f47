/** Listeners: where the proxy accepts connections. */
import type { EnumTables, MessageTables } from './language.ts';

export const listenerMessages = {
  Listener: {
    doc: 'An address the proxy accepts connections on, and what it does with them.',
    section: 'wider model',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Unique name; needed for updates over LDS, made up when absent.' },
      address: { type: 'core.Address', doc: 'Address to listen on.', required: true },
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
      },
      per_connection_buffer_limit_bytes: {
        type: 'UInt32Value',
        doc: 'Soft limit in bytes on the read and write buffers of a connection.',
        default: { value: 1048576 },
      },
      metadata: { type: 'core.Metadata', doc: 'Extra data for filters on this listener.' },
      deprecated_v1: { type: 'Listener.DeprecatedV1', doc: 'Left over from the first version of the API.' },
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
      reuse_port: { type: 'bool', doc: 'Gives each worker thread a socket of its own (SO_REUSEPORT).' },
      access_log: {
        type: 'repeated AccessLog',
        doc: 'Logs written for every connection.',
      },
    },
  },
  'Listener.DeprecatedV1': {
    doc: 'A setting carried over from the first version of the API.',
    section: 'wider model',
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
    section: 'wider model',
    oneofs: { balance_type: 'exactly one' },
    fields: {
      exact_balance: {
        type: 'Listener.ConnectionBalanceConfig.ExactBalance',
        doc: 'Equal numbers, at the cost of a lock on every accept.',
        oneof: 'balance_type',
        presence: true,
      },
    },
  },
  'Listener.ConnectionBalanceConfig.ExactBalance': {
    doc: 'Has no fields; selects exact balancing.',
    section: 'wider model',
    fields: {},
  },
  'listener.ApiListener': {
    doc: 'A listener without a socket, for programs that embed the proxy.',
    section: 'wider model',
    fields: {
      api_listener: { type: 'Any', doc: 'What it serves, for instance an HTTP connection manager.' },
    },
  },
  'listener.UdpListenerConfig': {
    doc: 'Picks the implementation of a UDP listener.',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      udp_listener_name: {
        type: 'string',
        doc: 'Name of the implementation, such as `raw_udp_listener`, which is used when absent.',
      },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type' },
    },
  },
  'listener.ActiveRawUdpListenerConfig': {
    doc: 'Has no fields; the settings of a raw UDP listener.',
    section: 'wider model',
    fields: {},
  },
  'listener.QuicProtocolOptions': {
    doc: 'Settings of a QUIC listener.',
    section: 'wider model',
    fields: {
      max_concurrent_streams: {
        type: 'UInt32Value',
        doc: 'Streams a client may have open on one connection.',
        default: { value: 100 },
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
    },
  },
} as const satisfies MessageTables;

export const listenerEnums = {
  'Listener.DrainType': {
    doc: 'What makes a listener drain.',
    section: 'wider model',
    values: {
      DEFAULT: {
        number: 0,
        doc: 'A failing health check set by the admin, removal or change, and hot restart.',
      },
      MODIFY_ONLY: { number: 1, doc: 'Removal or change, and hot restart, but no health check.' },
    },
  },
} as const satisfies EnumTables;
