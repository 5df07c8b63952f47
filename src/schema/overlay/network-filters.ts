/** Filters of connections that are not HTTP. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const networkFiltersMessages: MessageOverlay = {
  TcpProxy: {
    doc: "The network filter that passes a connection's bytes on to a cluster, one upstream connection each.",
    fields: {
      stat_prefix: 'Name under which the statistics of this proxy appear (`tcp.<stat_prefix>.…`).',
      cluster: 'Cluster that takes every connection.',
      weighted_clusters: 'Clusters that share the connections by weight.',
      metadata_match: 'Only upstream hosts with this metadata take connections (subset load balancing).',
      idle_timeout: 'A connection without bytes in either direction for this long is closed; 0s means never.',
      downstream_idle_timeout: "The same for the client's side alone; not implemented by the proxy.",
      upstream_idle_timeout: 'The same for the upstream side alone; not implemented by the proxy.',
      access_log: 'Access logs that each closed connection is written to.',
      deprecated_v1: 'Routes by address and port as the first version of the configuration had them.',
      max_connect_attempts:
        "How many times connecting to the upstream is tried before the client's connection is closed.",
      hash_policy: 'What is hashed to pick a host under hashing load balancers; one policy at most.',
      tunneling_config:
        'Carry the bytes inside an HTTP CONNECT stream to the upstream; absent sends them plainly.',
      on_demand: 'Asks for an unknown cluster by discovery while the connection waits.',
      backoff_options: 'Wait between attempts to connect; absent tries again at once.',
      max_downstream_connection_duration:
        'Longest life of a connection, at least 1 ms; absent sets no limit.',
      max_downstream_connection_duration_jitter_percentage:
        'Longest random share added to max_downstream_connection_duration; absent adds none.',
      access_log_flush_interval: 'Time between log entries while a connection lasts, at least 1 ms.',
      flush_access_log_on_connected: 'Writes a log entry when the upstream connection stands too.',
      access_log_options: 'When else log entries are written than at the end of a connection.',
      proxy_protocol_tlvs:
        'TLVs for the PROXY protocol header sent upstream; ignored when the client sent such a header.',
      upstream_connect_mode:
        'When the upstream is connected to; anything but at once breaks protocols where the server speaks first.',
      max_early_data_bytes:
        'Bytes read from the client before the upstream stands, up to 1 MiB; absent reads none.',
    },
    defaults: { idle_timeout: '3600s', max_connect_attempts: 1, upstream_connect_mode: 'IMMEDIATE' },
    deprecated: {
      deprecated_v1: [
        'filter chains with filter_chain_match, each with a tcp_proxy of its own',
        'settings-without-successor',
      ],
      access_log_flush_interval: [
        'access_log_options with access_log_flush_interval',
        'access-log-settings-to-options',
      ],
      flush_access_log_on_connected: [
        'access_log_options with flush_access_log_on_connected',
        'access-log-settings-to-options',
      ],
    },
    sets: ['access_log'],
    names: { cluster: 'cluster' },
  },
  'TcpProxy.DeprecatedV1': {
    doc: 'Routing of connections by address and port in the first form of the configuration.',
    fields: {
      routes: 'Routes in order; the first that fits takes the connection, and without one it is closed.',
    },
  },
  'TcpProxy.DeprecatedV1.TCPRoute': {
    doc: 'Connections that fit every given condition go to a cluster.',
    fields: {
      cluster: 'Cluster that takes the connection.',
      destination_ip_list: 'Destination networks, any of which fits; empty means all.',
      destination_ports: 'Destination ports and ranges as text, such as `80,8000-8100`; empty means all.',
      source_ip_list: 'Client networks, any of which fits; empty means all.',
      source_ports: 'Client ports and ranges as text; empty means all.',
    },
    sets: ['destination_ip_list', 'source_ip_list'],
    names: { cluster: 'cluster' },
  },
  'TcpProxy.WeightedCluster': {
    doc: 'Clusters that share connections by weight.',
    fields: { clusters: 'The clusters with their weights.' },
    sets: ['clusters'],
  },
  'TcpProxy.WeightedCluster.ClusterWeight': {
    doc: 'One cluster and its share.',
    identity: ['name'],
    fields: {
      name: 'The cluster.',
      weight: 'Its share of connections, relative to the sum of all weights.',
      metadata_match:
        "Only hosts with this metadata take connections; wins over the proxy's own for equal keys.",
    },
    names: { name: 'cluster' },
  },
  'TcpProxy.TunnelingConfig': {
    doc: 'Carries connections inside HTTP CONNECT streams.',
    fields: {
      hostname: 'Host and port sent as the authority of the CONNECT request.',
      use_post: 'Tunnels by POST instead of CONNECT.',
      headers_to_add:
        'Headers added to the tunnel request; Host and those that begin with a colon cannot be set.',
      propagate_response_headers:
        'Keeps the headers of the tunnel response in filter state, for network filters.',
      post_path: 'Path of the POST; refused unless use_post is true.',
      propagate_response_trailers:
        'Keeps the trailers of the tunnel response in filter state, for network filters.',
      request_id_extension: 'Extension that makes a request ID for each tunnel; absent makes none.',
      request_id_header: 'Header of the tunnel request that carries the request ID.',
      request_id_metadata_key: 'Key of the request ID in dynamic metadata, for access logs.',
    },
    defaults: {
      post_path: '/',
      request_id_header: 'x-request-id',
      request_id_metadata_key: 'tunnel_request_id',
    },
  },
  'thrift_proxy.RouteAction': { names: { cluster: 'cluster' } },
  'thrift_proxy.RouteAction.RequestMirrorPolicy': { names: { cluster: 'cluster' } },
  'thrift_proxy.WeightedCluster.ClusterWeight': { names: { name: 'cluster' } },
  RedisProxy: {
    doc: 'The network filter that passes Redis commands on to clusters.',
    fields: {
      stat_prefix: 'Name under which the statistics of this proxy appear (`redis.<stat_prefix>.…`).',
      cluster: 'Cluster that takes all commands where prefix_routes names none.',
      settings: 'Settings of the connections to hosts.',
      latency_in_micros: 'Statistics of commands count microseconds.',
      prefix_routes: 'Which cluster takes which keys.',
      downstream_auth_password: 'Password that clients have to give.',
      downstream_auth_passwords: 'Passwords of which clients have to give one.',
      faults: 'Errors and delays that some commands are answered with.',
      downstream_auth_username: 'User name that clients have to give beside a password.',
      external_auth_provider: 'Service that is asked whether a client may connect.',
      custom_commands: 'Further commands that are passed on.',
      protocol_version: 'Version of the protocol that is spoken with clients.',
    },
    deprecated: {
      cluster: ['prefix_routes.catch_all_route', 'redis-clusters-to-catch-all-route'],
      downstream_auth_password: ['downstream_auth_passwords', 'fields-to-successors'],
    },
    names: { cluster: 'cluster' },
  },
  'RedisProxy.PrefixRoutes': {
    doc: 'Routes by the beginnings of keys; the longest that fits counts.',
    fields: {
      routes: 'A cluster for each beginning.',
      case_insensitive: 'The case of letters does not count.',
      catch_all_cluster: 'Cluster for keys that no route fits.',
      catch_all_route: 'Route for keys that no other fits.',
    },
    deprecated: { catch_all_cluster: ['catch_all_route', 'redis-clusters-to-catch-all-route'] },
    names: { catch_all_cluster: 'cluster' },
  },
  'RedisProxy.PrefixRoutes.Route': {
    doc: 'What takes keys that begin so.',
    fields: {
      prefix: 'Beginning of the keys; empty fits all.',
      remove_prefix: 'The cluster is sent the keys without it.',
      cluster: 'Cluster that takes the commands.',
      request_mirror_policy: 'Clusters that get copies of the commands.',
      key_formatter: 'What the cluster is sent in place of the key.',
      read_command_policy: 'Where commands that only read go instead.',
    },
    names: { cluster: 'cluster' },
  },
  'RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy': {
    doc: 'A cluster that gets copies of commands, of which no answer is awaited.',
    fields: {
      cluster: 'Cluster that gets the copies.',
      runtime_fraction: 'Share of the commands.',
      exclude_read_commands: 'Only commands that write are copied.',
    },
    names: { cluster: 'cluster' },
  },
  'RedisProxy.ConnPoolSettings': {
    doc: 'Settings of the connections to hosts.',
    fields: {
      op_timeout: 'Longest wait for the answer to a command.',
      enable_hashtagging: 'Of keys with braces only what stands in them is hashed.',
      enable_redirection: 'Answers that point to another host are followed.',
      dns_cache_config: 'Cache for the names that such answers may hold.',
      max_buffer_size_before_flush: 'Bytes that are gathered before they are sent.',
      buffer_flush_timeout: 'Longest time that bytes are gathered.',
      max_upstream_unknown_connections:
        'Connections to hosts that answers point to and the cluster does not name.',
      enable_command_stats: 'Statistics for each command.',
      read_policy: 'Which hosts are read from.',
      connection_rate_limit: 'How many connections to a host may be made in a second.',
    },
  },
};

export const networkFiltersEnums: EnumOverlay = {
  'RedisProxy.ConnPoolSettings.ReadPolicy': {
    doc: 'Which hosts are read from.',
    values: {
      MASTER: 'The primary alone.',
      PREFER_MASTER: 'The primary, or a replica where there is none.',
      REPLICA: 'Replicas alone.',
      PREFER_REPLICA: 'Replicas, or the primary where there is none.',
      ANY: 'Any of them.',
      LOCAL_ZONE_AFFINITY: 'Replicas of the own zone first.',
      LOCAL_ZONE_AFFINITY_REPLICAS_AND_PRIMARY: 'Any of the own zone first.',
    },
  },
};
