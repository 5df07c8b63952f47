/** Connections to upstream hosts. */
import type { EnumTables, MessageTables } from './language.ts';

export const upstreamConnectionMessages = {
  'Cluster.TransportSocketMatch': {
    doc: 'A transport socket for those endpoints whose metadata fits.',
    section: 'Cluster.TransportSocketMatch',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Name of this entry in stats.', required: true },
      match: {
        type: 'Struct',
        doc: 'Values the endpoint must have under proxy.transport_socket_match; empty fits every endpoint.',
      },
      transport_socket: { type: 'core.TransportSocket', doc: 'The socket for endpoints that fit.' },
    },
  },
  UpstreamBindConfig: {
    doc: 'Local side of upstream connections.',
    section: 'UpstreamBindConfig and UpstreamConnectionOptions',
    fields: {
      source_address: { type: 'core.Address', doc: 'Local address to connect from.' },
    },
  },
  UpstreamConnectionOptions: {
    doc: 'TCP settings of upstream connections.',
    section: 'UpstreamBindConfig and UpstreamConnectionOptions',
    fields: {
      tcp_keepalive: {
        type: 'core.TcpKeepalive',
        doc: "Even when empty, turns keepalive probes on, with the system's values where none are set.",
        presence: true,
      },
      set_local_interface_name_on_upstream_connections: {
        type: 'bool',
        doc: 'Notes the network interface of each upstream connection for extensions; costs some speed.',
        only: 'v3',
      },
      happy_eyeballs_config: {
        type: 'UpstreamConnectionOptions.HappyEyeballsConfig',
        doc: 'Order in which the addresses of a host with several are tried.',
        only: 'v3',
      },
    },
  },
  'cluster.Filter': {
    doc: 'A network filter on upstream connections.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Registered filter.', required: true },
      typed_config: { type: 'Any', doc: 'Settings of the filter.' },
      config_discovery: {
        type: 'core.ExtensionConfigSource',
        doc: 'Where the filter settings come from instead of typed_config; until they are there, connections are closed.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const upstreamConnectionEnums = {
  'Cluster.ClusterProtocolSelection': {
    doc: 'What decides the HTTP version used upstream.',
    section: 'Cluster enumerations',
    values: {
      USE_CONFIGURED_PROTOCOL: {
        number: 0,
        doc: 'The cluster: HTTP/2 with http2_protocol_options, HTTP/1.1 without.',
      },
      USE_DOWNSTREAM_PROTOCOL: { number: 1, doc: 'The version that the client of the request speaks.' },
    },
  },
} as const satisfies EnumTables;
