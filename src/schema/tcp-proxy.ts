/** The TCP proxy: passes the bytes of a connection to an upstream cluster. */
import type { MessageTables } from './language.ts';

export const tcpProxyMessages = {
  TcpProxy: {
    doc: "The network filter that passes a connection's bytes on to a cluster, one upstream connection each.",
    section: 'full API',
    oneofs: { cluster_specifier: 'exactly one' },
    fields: {
      stat_prefix: {
        type: 'string',
        doc: 'Name under which the statistics of this proxy appear (`tcp.<stat_prefix>.…`).',
        required: true,
      },
      cluster: {
        type: 'string',
        doc: 'Cluster that takes every connection.',
        oneof: 'cluster_specifier',
        names: 'cluster',
      },
      weighted_clusters: {
        type: 'TcpProxy.WeightedCluster',
        doc: 'Clusters that share the connections by weight.',
        oneof: 'cluster_specifier',
      },
      metadata_match: {
        type: 'core.Metadata',
        doc: 'Only upstream hosts with this metadata take connections (subset load balancing).',
      },
      idle_timeout: {
        type: 'Duration',
        doc: 'A connection without bytes in either direction for this long is closed; 0s means never.',
        default: { value: '3600s' },
      },
      downstream_idle_timeout: {
        type: 'Duration',
        doc: "The same for the client's side alone; not implemented by the proxy.",
      },
      upstream_idle_timeout: {
        type: 'Duration',
        doc: 'The same for the upstream side alone; not implemented by the proxy.',
      },
      access_log: {
        type: 'repeated AccessLog',
        doc: 'Access logs that each closed connection is written to.',
        order: 'set',
      },
      deprecated_v1: {
        type: 'TcpProxy.DeprecatedV1',
        doc: 'Routes by address and port as the first version of the configuration had them.',
        deprecated: {
          use: 'filter chains with filter_chain_match, each with a tcp_proxy of its own',
          migration: 'settings-without-successor',
        },
        only: 'v2',
      },
      max_connect_attempts: {
        type: 'UInt32Value',
        doc: "How many times connecting to the upstream is tried before the client's connection is closed.",
        default: { value: 1 },
        limits: { gte: 1 },
      },
      hash_policy: {
        type: 'repeated type.HashPolicy',
        doc: 'What is hashed to pick a host under hashing load balancers; one policy at most.',
        limits: { maxItems: 1 },
      },
      tunneling_config: {
        type: 'TcpProxy.TunnelingConfig',
        doc: 'Carry the bytes inside an HTTP CONNECT stream to the upstream; absent sends them plainly.',
      },
      on_demand: {
        type: 'TcpProxy.OnDemand',
        doc: 'Asks for an unknown cluster by discovery while the connection waits.',
        only: 'v3',
      },
      backoff_options: {
        type: 'core.BackoffStrategy',
        doc: 'Wait between attempts to connect; absent tries again at once.',
        only: 'v3',
      },
      max_downstream_connection_duration: {
        type: 'Duration',
        doc: 'Longest life of a connection, at least 1 ms; absent sets no limit.',
        limits: { gte: '0.001s' },
        only: 'v3',
      },
      max_downstream_connection_duration_jitter_percentage: {
        type: 'type.Percent',
        doc: 'Longest random share added to max_downstream_connection_duration; absent adds none.',
        only: 'v3',
      },
      access_log_flush_interval: {
        type: 'Duration',
        doc: 'Time between log entries while a connection lasts, at least 1 ms.',
        limits: { gte: '0.001s' },
        deprecated: {
          use: 'access_log_options with access_log_flush_interval',
          migration: 'access-log-settings-to-options',
        },
        only: 'v3',
      },
      flush_access_log_on_connected: {
        type: 'bool',
        doc: 'Writes a log entry when the upstream connection stands too.',
        deprecated: {
          use: 'access_log_options with flush_access_log_on_connected',
          migration: 'access-log-settings-to-options',
        },
        only: 'v3',
      },
      access_log_options: {
        type: 'TcpProxy.TcpAccessLogOptions',
        doc: 'When else log entries are written than at the end of a connection.',
        only: 'v3',
      },
      proxy_protocol_tlvs: {
        type: 'repeated core.TlvEntry',
        doc: 'TLVs for the PROXY protocol header sent upstream; ignored when the client sent such a header.',
        only: 'v3',
      },
      upstream_connect_mode: {
        type: 'UpstreamConnectMode',
        doc: 'When the upstream is connected to; anything but at once breaks protocols where the server speaks first.',
        limits: { definedOnly: true },
        default: { value: 'IMMEDIATE' },
        only: 'v3',
      },
      max_early_data_bytes: {
        type: 'UInt32Value',
        doc: 'Bytes read from the client before the upstream stands, up to 1 MiB; absent reads none.',
        limits: { lte: 1048576 },
        only: 'v3',
      },
    },
  },
  'TcpProxy.DeprecatedV1': {
    doc: 'Routing of connections by address and port in the first form of the configuration.',
    section: 'full API',
    fields: {
      routes: {
        type: 'repeated TcpProxy.DeprecatedV1.TCPRoute',
        doc: 'Routes in order; the first that fits takes the connection, and without one it is closed.',
        required: true,
      },
    },
  },
  'TcpProxy.DeprecatedV1.TCPRoute': {
    doc: 'Connections that fit every given condition go to a cluster.',
    section: 'full API',
    fields: {
      cluster: {
        type: 'string',
        doc: 'Cluster that takes the connection.',
        required: true,
        names: 'cluster',
      },
      destination_ip_list: {
        type: 'repeated core.CidrRange',
        doc: 'Destination networks, any of which fits; empty means all.',
        order: 'set',
      },
      destination_ports: {
        type: 'string',
        doc: 'Destination ports and ranges as text, such as `80,8000-8100`; empty means all.',
      },
      source_ip_list: {
        type: 'repeated core.CidrRange',
        doc: 'Client networks, any of which fits; empty means all.',
        order: 'set',
      },
      source_ports: { type: 'string', doc: 'Client ports and ranges as text; empty means all.' },
    },
  },
  'TcpProxy.WeightedCluster': {
    doc: 'Clusters that share connections by weight.',
    section: 'full API',
    fields: {
      clusters: {
        type: 'repeated TcpProxy.WeightedCluster.ClusterWeight',
        doc: 'The clusters with their weights.',
        required: true,
        order: 'set',
      },
    },
  },
  'TcpProxy.WeightedCluster.ClusterWeight': {
    doc: 'One cluster and its share.',
    section: 'full API',
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'The cluster.', required: true, names: 'cluster' },
      weight: {
        type: 'uint32',
        doc: 'Its share of connections, relative to the sum of all weights.',
        required: true,
        limits: { gte: 1 },
      },
      metadata_match: {
        type: 'core.Metadata',
        doc: "Only hosts with this metadata take connections; wins over the proxy's own for equal keys.",
      },
    },
  },
  'TcpProxy.TunnelingConfig': {
    doc: 'Carries connections inside HTTP CONNECT streams.',
    section: 'full API',
    fields: {
      hostname: {
        type: 'string',
        doc: 'Host and port sent as the authority of the CONNECT request.',
        required: true,
      },
      use_post: { type: 'bool', doc: 'Tunnels by POST instead of CONNECT.', only: 'v3' },
      headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Headers added to the tunnel request; Host and those that begin with a colon cannot be set.',
        limits: { maxItems: 1000 },
        only: 'v3',
      },
      propagate_response_headers: {
        type: 'bool',
        doc: 'Keeps the headers of the tunnel response in filter state, for network filters.',
        only: 'v3',
      },
      post_path: {
        type: 'string',
        doc: 'Path of the POST; refused unless use_post is true.',
        default: { value: '/' },
        only: 'v3',
      },
      propagate_response_trailers: {
        type: 'bool',
        doc: 'Keeps the trailers of the tunnel response in filter state, for network filters.',
        only: 'v3',
      },
      request_id_extension: {
        type: 'RequestIDExtension',
        doc: 'Extension that makes a request ID for each tunnel; absent makes none.',
        only: 'v3',
      },
      request_id_header: {
        type: 'string',
        doc: 'Header of the tunnel request that carries the request ID.',
        default: { value: 'x-request-id' },
        only: 'v3',
      },
      request_id_metadata_key: {
        type: 'string',
        doc: 'Key of the request ID in dynamic metadata, for access logs.',
        default: { value: 'tunnel_request_id' },
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
