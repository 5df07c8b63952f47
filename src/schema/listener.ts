import type { EnumTables, MessageTables } from './language.ts';

export const listenerMessages = {
  'listener.Filter': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'listener.FilterChainMatch': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      destination_port: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 65535, gte: 1 } },
      prefix_ranges: { type: 'repeated core.CidrRange', doc: 'TODO' },
      address_suffix: { type: 'string', doc: 'TODO' },
      suffix_len: { type: 'UInt32Value', doc: 'TODO' },
      source_type: { type: 'listener.FilterChainMatch.ConnectionSourceType', doc: 'TODO' },
      source_prefix_ranges: { type: 'repeated core.CidrRange', doc: 'TODO' },
      source_ports: { type: 'repeated uint32', doc: 'TODO', limits: { items: { lte: 65535, gte: 1 } } },
      server_names: { type: 'repeated string', doc: 'TODO' },
      transport_protocol: { type: 'string', doc: 'TODO' },
      application_protocols: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'listener.FilterChain': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filter_chain_match: { type: 'listener.FilterChainMatch', doc: 'TODO' },
      tls_context: { type: 'auth.DownstreamTlsContext', doc: 'TODO', deprecated: { use: 'TODO' } },
      filters: { type: 'repeated listener.Filter', doc: 'TODO' },
      use_proxy_proto: { type: 'BoolValue', doc: 'TODO' },
      metadata: { type: 'core.Metadata', doc: 'TODO' },
      transport_socket: { type: 'core.TransportSocket', doc: 'TODO' },
      name: { type: 'string', doc: 'TODO' },
    },
  },
  'listener.ListenerFilterChainMatchPredicate': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { rule: 'exactly one' },
    fields: {
      or_match: { type: 'listener.ListenerFilterChainMatchPredicate.MatchSet', doc: 'TODO', oneof: 'rule' },
      and_match: { type: 'listener.ListenerFilterChainMatchPredicate.MatchSet', doc: 'TODO', oneof: 'rule' },
      not_match: { type: 'listener.ListenerFilterChainMatchPredicate', doc: 'TODO', oneof: 'rule' },
      any_match: { type: 'bool', doc: 'TODO', oneof: 'rule', limits: { oneOf: [true] } },
      destination_port_range: { type: 'type.Int32Range', doc: 'TODO', oneof: 'rule' },
    },
  },
  'listener.ListenerFilterChainMatchPredicate.MatchSet': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      rules: { type: 'repeated listener.ListenerFilterChainMatchPredicate', doc: 'TODO', limits: { minItems: 2 } },
    },
  },
  'listener.ListenerFilter': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
      filter_disabled: { type: 'listener.ListenerFilterChainMatchPredicate', doc: 'TODO' },
    },
  },
  'listener.QuicProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_concurrent_streams: { type: 'UInt32Value', doc: 'TODO' },
      idle_timeout: { type: 'Duration', doc: 'TODO' },
      crypto_handshake_timeout: { type: 'Duration', doc: 'TODO' },
    },
  },
  'listener.UdpListenerConfig': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      udp_listener_name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'listener.ActiveRawUdpListenerConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'Listener': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      address: { type: 'core.Address', doc: 'TODO', required: true },
      filter_chains: { type: 'repeated listener.FilterChain', doc: 'TODO' },
      use_original_dst: { type: 'BoolValue', doc: 'TODO', deprecated: { use: 'TODO' } },
      per_connection_buffer_limit_bytes: { type: 'UInt32Value', doc: 'TODO' },
      metadata: { type: 'core.Metadata', doc: 'TODO' },
      deprecated_v1: { type: 'Listener.DeprecatedV1', doc: 'TODO' },
      drain_type: { type: 'Listener.DrainType', doc: 'TODO' },
      listener_filters: { type: 'repeated listener.ListenerFilter', doc: 'TODO' },
      listener_filters_timeout: { type: 'Duration', doc: 'TODO' },
      continue_on_listener_filters_timeout: { type: 'bool', doc: 'TODO' },
      transparent: { type: 'BoolValue', doc: 'TODO' },
      freebind: { type: 'BoolValue', doc: 'TODO' },
      socket_options: { type: 'repeated core.SocketOption', doc: 'TODO' },
      tcp_fast_open_queue_length: { type: 'UInt32Value', doc: 'TODO' },
      traffic_direction: { type: 'core.TrafficDirection', doc: 'TODO' },
      udp_listener_config: { type: 'listener.UdpListenerConfig', doc: 'TODO' },
      api_listener: { type: 'config.listener.v2.ApiListener', doc: 'TODO' },
      connection_balance_config: { type: 'Listener.ConnectionBalanceConfig', doc: 'TODO' },
      reuse_port: { type: 'bool', doc: 'TODO' },
      access_log: { type: 'repeated config.filter.accesslog.v2.AccessLog', doc: 'TODO' },
    },
  },
  'Listener.DeprecatedV1': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      bind_to_port: { type: 'BoolValue', doc: 'TODO' },
    },
  },
  'Listener.ConnectionBalanceConfig': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { balance_type: 'exactly one' },
    fields: {
      exact_balance: { type: 'Listener.ConnectionBalanceConfig.ExactBalance', doc: 'TODO', oneof: 'balance_type' },
    },
  },
  'Listener.ConnectionBalanceConfig.ExactBalance': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.listener.v2.ApiListener': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      api_listener: { type: 'Any', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const listenerEnums = {
  'listener.FilterChainMatch.ConnectionSourceType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      ANY: { number: 0, doc: 'TODO' },
      LOCAL: { number: 1, doc: 'TODO' },
      EXTERNAL: { number: 2, doc: 'TODO' },
    },
  },
  'Listener.DrainType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      DEFAULT: { number: 0, doc: 'TODO' },
      MODIFY_ONLY: { number: 1, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
