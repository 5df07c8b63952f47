/** Filter chains of a listener, how one is picked for a connection, and the filters before it. */
import type { EnumTables, MessageTables } from './language.ts';

export const filterChainMessages = {
  'listener.FilterChain': {
    doc: 'The filters and the transport for the connections of a listener that match.',
    section: 'full API',
    fields: {
      filter_chain_match: {
        type: 'listener.FilterChainMatch',
        doc: 'Which connections this chain serves; absent or empty takes those nobody else does.',
      },
      tls_context: {
        type: 'DownstreamTlsContext',
        doc: 'Terminates TLS on this chain; even an empty one means TLS.',
        presence: true,
        deprecated: { use: 'transport_socket', migration: 'tls-context-to-transport-socket' },
        only: 'v2',
      },
      filters: {
        type: 'repeated listener.Filter',
        doc: 'Network filters in the order they run; none closes the connection.',
      },
      use_proxy_proto: {
        type: 'BoolValue',
        doc: 'Reads the client address from a PROXY protocol header, which must then be sent.',
        default: { value: false },
        in: {
          v3: {
            deprecated: { use: 'the listener filter proxy_protocol', migration: 'listener-flags-to-current' },
          },
        },
      },
      metadata: { type: 'core.Metadata', doc: 'Extra data for filters on this chain.' },
      transport_socket: {
        type: 'core.TransportSocket',
        doc: 'Transport of the connections, such as TLS; absent means plaintext.',
      },
      name: { type: 'string', doc: 'Name of the chain, for updates through discovery.' },
      transport_socket_connect_timeout: {
        type: 'Duration',
        doc: 'Time a new connection has to finish the TLS handshake before it is closed; 0 or absent sets no limit.',
        only: 'v3',
      },
    },
  },
  'listener.FilterChainMatch': {
    doc: 'Conditions on a connection; the most specific chain wins, in a fixed order of criteria.',
    section: 'full API',
    fields: {
      destination_port: {
        type: 'UInt32Value',
        doc: 'Port the connection was made to, where redirection has changed it.',
        limits: { gte: 1, lte: 65535 },
      },
      prefix_ranges: {
        type: 'repeated core.CidrRange',
        doc: 'Address ranges the connection was made to; one must contain it, none listed allows all.',
        order: 'set',
      },
      address_suffix: {
        type: 'string',
        doc: 'Ending of the destination address; not implemented by the proxy.',
      },
      suffix_len: {
        type: 'UInt32Value',
        doc: 'Bits of address_suffix that count; not implemented by the proxy.',
      },
      source_type: {
        type: 'listener.FilterChainMatch.ConnectionSourceType',
        doc: 'Whether the peer is local, remote or either; absent means either.',
        limits: { definedOnly: true },
      },
      source_prefix_ranges: {
        type: 'repeated core.CidrRange',
        doc: 'Address ranges of the peer; one must contain it, none listed allows all.',
        order: 'set',
      },
      source_ports: {
        type: 'repeated uint32',
        doc: 'Ports of the peer; one must be equal, none listed allows all.',
        limits: { items: { gte: 1, lte: 65535 } },
        order: 'set',
      },
      server_names: {
        type: 'repeated string',
        doc: 'SNI names, exact or `*.suffix`; needs a listener filter that reads the TLS hello.',
        order: 'set',
      },
      transport_protocol: {
        type: 'string',
        doc: 'Detected transport, `tls` or `raw_buffer`; needs a listener filter that detects it.',
      },
      application_protocols: {
        type: 'repeated string',
        doc: 'ALPN protocols of which the client must offer one; needs a listener filter that reads them.',
        order: 'set',
      },
      direct_source_prefix_ranges: {
        type: 'repeated core.CidrRange',
        doc: 'Subnets of the directly connected peer, one of which has to hold it; absent matches any.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  'listener.Filter': {
    doc: 'A network filter on a connection.',
    section: 'full API',
    identity: ['name'],
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Name of the filter implementation.', required: true },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type' },
      config_discovery: {
        type: 'core.ExtensionConfigSource',
        doc: 'Where the filter settings come from; while there are none, connections are closed.',
        oneof: 'config_type',
        only: 'v3',
      },
    },
  },
  'listener.ListenerFilter': {
    doc: 'A filter that looks at a new connection before a filter chain is picked.',
    section: 'full API',
    identity: ['name'],
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Name of the filter implementation.', required: true },
      config: {
        type: 'Struct',
        doc: 'Its settings as an untyped object.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Its settings.', oneof: 'config_type' },
      filter_disabled: {
        type: 'listener.ListenerFilterChainMatchPredicate',
        doc: 'Connections the filter skips; absent means none.',
        presence: true,
      },
      config_discovery: {
        type: 'core.ExtensionConfigSource',
        doc: 'Where the filter settings come from; while there are none, connections are closed.',
        oneof: 'config_type',
        only: 'v3',
      },
    },
  },
  'listener.ListenerFilterChainMatchPredicate': {
    doc: 'A condition on a new connection, which may be composed of others.',
    section: 'full API',
    oneofs: { rule: 'exactly one' },
    fields: {
      or_match: {
        type: 'listener.ListenerFilterChainMatchPredicate.MatchSet',
        doc: 'At least one of these must hold.',
        oneof: 'rule',
        presence: true,
      },
      and_match: {
        type: 'listener.ListenerFilterChainMatchPredicate.MatchSet',
        doc: 'All of these must hold.',
        oneof: 'rule',
        presence: true,
      },
      not_match: {
        type: 'listener.ListenerFilterChainMatchPredicate',
        doc: 'This must not hold.',
        oneof: 'rule',
        presence: true,
      },
      any_match: {
        type: 'bool',
        doc: 'Holds for every connection; only true may be written.',
        oneof: 'rule',
        limits: { oneOf: [true] },
      },
      destination_port_range: {
        type: 'type.Int32Range',
        doc: 'The destination port lies from start up to, not including, end.',
        oneof: 'rule',
        presence: true,
      },
    },
  },
  'listener.ListenerFilterChainMatchPredicate.MatchSet': {
    doc: 'Conditions that are combined.',
    section: 'full API',
    fields: {
      rules: {
        type: 'repeated listener.ListenerFilterChainMatchPredicate',
        doc: 'At least two conditions.',
        required: true,
        limits: { minItems: 2 },
        order: 'set',
      },
    },
  },
} as const satisfies MessageTables;

export const filterChainEnums = {
  'listener.FilterChainMatch.ConnectionSourceType': {
    doc: 'Where the peer of a connection is.',
    section: 'full API',
    values: {
      ANY: { number: 0, doc: 'Anywhere.' },
      LOCAL: { number: 1, doc: 'On the same host.', only: 'v2' },
      SAME_IP_OR_LOOPBACK: { number: 1, doc: 'On the same host.', only: 'v3' },
      EXTERNAL: { number: 2, doc: 'On another host.' },
    },
  },
} as const satisfies EnumTables;
