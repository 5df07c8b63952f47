/** The TCP proxy: passes the bytes of a connection to an upstream cluster. */
import type { MessageTables } from './language.ts';

export const tcpProxyMessages = {
  TcpProxy: {
    doc: "The network filter that passes a connection's bytes on to a cluster, one upstream connection each.",
    section: 'wider model',
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
    },
  },
  'TcpProxy.DeprecatedV1': {
    doc: 'Routing of connections by address and port in the first form of the configuration.',
    section: 'wider model',
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
    section: 'wider model',
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
    section: 'wider model',
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
    section: 'wider model',
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
    section: 'wider model',
    fields: {
      hostname: {
        type: 'string',
        doc: 'Host and port sent as the authority of the CONNECT request.',
        required: true,
      },
    },
  },
} as const satisfies MessageTables;
