/** The Redis proxy: which cluster takes which keys. */
import type { EnumTables, MessageTables } from './language.ts';

const migration = 'redis-clusters-to-catch-all-route';

export const redisProxyMessages = {
  RedisProxy: {
    doc: 'The network filter that passes Redis commands on to clusters.',
    section: 'full API',
    fields: {
      stat_prefix: {
        type: 'string',
        doc: 'Name under which the statistics of this proxy appear (`redis.<stat_prefix>.…`).',
        required: true,
      },
      cluster: {
        type: 'string',
        doc: 'Cluster that takes all commands where prefix_routes names none.',
        deprecated: { use: 'prefix_routes.catch_all_route', migration },
        names: 'cluster',
        only: 'v2',
      },
      settings: {
        type: 'RedisProxy.ConnPoolSettings',
        doc: 'Settings of the connections to hosts.',
        required: true,
      },
      latency_in_micros: { type: 'bool', doc: 'Statistics of commands count microseconds.' },
      prefix_routes: { type: 'RedisProxy.PrefixRoutes', doc: 'Which cluster takes which keys.' },
      downstream_auth_password: {
        type: 'core.DataSource',
        doc: 'Password that clients have to give.',
        secret: true,
        in: {
          v3: { deprecated: { use: 'downstream_auth_passwords', migration: 'fields-to-successors' } },
        },
      },
      downstream_auth_passwords: {
        type: 'repeated core.DataSource',
        doc: 'Passwords of which clients have to give one.',
        secret: true,
        only: 'v3',
      },
      faults: {
        type: 'repeated RedisProxy.RedisFault',
        doc: 'Errors and delays that some commands are answered with.',
        only: 'v3',
      },
      downstream_auth_username: {
        type: 'core.DataSource',
        doc: 'User name that clients have to give beside a password.',
        secret: true,
        only: 'v3',
      },
      external_auth_provider: {
        type: 'RedisExternalAuthProvider',
        doc: 'Service that is asked whether a client may connect.',
        only: 'v3',
      },
      custom_commands: {
        type: 'repeated string',
        doc: 'Further commands that are passed on.',
        only: 'v3',
      },
      protocol_version: {
        type: 'RedisProxy.ProtocolVersion',
        doc: 'Version of the protocol that is spoken with clients.',
        limits: { definedOnly: true },
        only: 'v3',
      },
    },
  },
  'RedisProxy.PrefixRoutes': {
    doc: 'Routes by the beginnings of keys; the longest that fits counts.',
    section: 'full API',
    fields: {
      routes: { type: 'repeated RedisProxy.PrefixRoutes.Route', doc: 'A cluster for each beginning.' },
      case_insensitive: { type: 'bool', doc: 'The case of letters does not count.' },
      catch_all_cluster: {
        type: 'string',
        doc: 'Cluster for keys that no route fits.',
        deprecated: { use: 'catch_all_route', migration },
        names: 'cluster',
        only: 'v2',
      },
      catch_all_route: {
        type: 'RedisProxy.PrefixRoutes.Route',
        doc: 'Route for keys that no other fits.',
      },
    },
  },
  'RedisProxy.PrefixRoutes.Route': {
    doc: 'What takes keys that begin so.',
    section: 'full API',
    fields: {
      prefix: {
        type: 'string',
        doc: 'Beginning of the keys; empty fits all.',
        in: { v3: { limits: { maxBytes: 1000 } } },
      },
      remove_prefix: { type: 'bool', doc: 'The cluster is sent the keys without it.' },
      cluster: {
        type: 'string',
        doc: 'Cluster that takes the commands.',
        required: true,
        names: 'cluster',
      },
      request_mirror_policy: {
        type: 'repeated RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy',
        doc: 'Clusters that get copies of the commands.',
      },
      key_formatter: { type: 'string', doc: 'What the cluster is sent in place of the key.', only: 'v3' },
      read_command_policy: {
        type: 'RedisProxy.PrefixRoutes.Route.ReadCommandPolicy',
        doc: 'Where commands that only read go instead.',
        only: 'v3',
      },
    },
  },
  'RedisProxy.PrefixRoutes.Route.RequestMirrorPolicy': {
    doc: 'A cluster that gets copies of commands, of which no answer is awaited.',
    section: 'full API',
    fields: {
      cluster: { type: 'string', doc: 'Cluster that gets the copies.', required: true, names: 'cluster' },
      runtime_fraction: { type: 'core.RuntimeFractionalPercent', doc: 'Share of the commands.' },
      exclude_read_commands: { type: 'bool', doc: 'Only commands that write are copied.' },
    },
  },
  'RedisProxy.ConnPoolSettings': {
    doc: 'Settings of the connections to hosts.',
    section: 'full API',
    fields: {
      op_timeout: { type: 'Duration', doc: 'Longest wait for the answer to a command.', required: true },
      enable_hashtagging: { type: 'bool', doc: 'Of keys with braces only what stands in them is hashed.' },
      enable_redirection: { type: 'bool', doc: 'Answers that point to another host are followed.' },
      dns_cache_config: {
        type: 'DnsCacheConfig',
        doc: 'Cache for the names that such answers may hold.',
        only: 'v3',
      },
      max_buffer_size_before_flush: { type: 'uint32', doc: 'Bytes that are gathered before they are sent.' },
      buffer_flush_timeout: { type: 'Duration', doc: 'Longest time that bytes are gathered.' },
      max_upstream_unknown_connections: {
        type: 'UInt32Value',
        doc: 'Connections to hosts that answers point to and the cluster does not name.',
      },
      enable_command_stats: { type: 'bool', doc: 'Statistics for each command.' },
      read_policy: {
        type: 'RedisProxy.ConnPoolSettings.ReadPolicy',
        doc: 'Which hosts are read from.',
        limits: { definedOnly: true },
      },
      connection_rate_limit: {
        type: 'RedisProxy.ConnectionRateLimit',
        doc: 'How many connections to a host may be made in a second.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const redisProxyEnums = {
  'RedisProxy.ConnPoolSettings.ReadPolicy': {
    doc: 'Which hosts are read from.',
    section: 'full API',
    values: {
      MASTER: { number: 0, doc: 'The primary alone.' },
      PREFER_MASTER: { number: 1, doc: 'The primary, or a replica where there is none.' },
      REPLICA: { number: 2, doc: 'Replicas alone.' },
      PREFER_REPLICA: { number: 3, doc: 'Replicas, or the primary where there is none.' },
      ANY: { number: 4, doc: 'Any of them.' },
      LOCAL_ZONE_AFFINITY: { number: 5, doc: 'Replicas of the own zone first.', only: 'v3' },
      LOCAL_ZONE_AFFINITY_REPLICAS_AND_PRIMARY: {
        number: 6,
        doc: 'Any of the own zone first.',
        only: 'v3',
      },
    },
  },
} as const satisfies EnumTables;
