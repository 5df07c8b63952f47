/** The bootstrap: the file a proxy starts with. */
import type { MessageTables } from './language.ts';

export const bootstrapMessages = {
  Bootstrap: {
    doc: 'The file a proxy starts with: its resources, where others come from, statistics, tracing, runtime, admin.',
    section: 'wider model',
    fields: {
      node: { type: 'core.Node', doc: 'Who this proxy is, towards management servers and in logs.' },
      static_resources: {
        type: 'Bootstrap.StaticResources',
        doc: 'Listeners, clusters and secrets written in this file.',
      },
      dynamic_resources: {
        type: 'Bootstrap.DynamicResources',
        doc: 'Where listeners and clusters are fetched from.',
      },
      cluster_manager: {
        type: 'ClusterManager',
        doc: 'Settings for all clusters of this proxy.',
      },
      hds_config: {
        type: 'core.ApiConfigSource',
        doc: 'Health discovery: a server that tells this proxy which hosts to check and hears the results.',
      },
      flags_path: {
        type: 'string',
        doc: 'Folder of flag files, such as `drain`, that are looked at when the proxy starts.',
      },
      stats_sinks: {
        type: 'repeated StatsSink',
        doc: 'Where statistics are sent.',
        order: 'set',
      },
      stats_config: {
        type: 'StatsConfig',
        doc: 'Which statistics are kept, and their tags.',
      },
      stats_flush_interval: {
        type: 'Duration',
        doc: 'Time between two rounds of sending statistics, at least 1 ms and under 5 minutes.',
        default: { value: '5s' },
        limits: { lt: '300s', gte: '0.001s' },
      },
      watchdog: {
        type: 'Watchdog',
        doc: 'When threads that hang are counted, or the process is killed.',
      },
      tracing: {
        type: 'trace.Tracing',
        doc: 'Tracer for connection managers that name none of their own.',
      },
      runtime: {
        type: 'bootstrap.Runtime',
        doc: 'Runtime values from a folder on disk.',
        deprecated: { use: 'layered_runtime', migration: 'runtime-to-layered-runtime' },
      },
      layered_runtime: {
        type: 'LayeredRuntime',
        doc: 'Runtime values in layers, later ones over earlier ones.',
        presence: true,
      },
      admin: { type: 'Admin', doc: 'The administration server; absent means none.' },
      overload_manager: {
        type: 'Struct',
        doc: 'What the proxy gives up when memory or another resource runs short.',
      },
      enable_dispatcher_stats: { type: 'bool', doc: 'Keep statistics about event loops; costly in number.' },
      header_prefix: {
        type: 'string',
        doc: "Prefix of the proxy's own headers, in place of `x-` and the reserved word.",
      },
      stats_server_version_override: {
        type: 'UInt64Value',
        doc: 'Number shown as the server version statistic; absent means that of the build.',
      },
      use_tcp_for_dns_lookups: {
        type: 'bool',
        doc: 'Look up all DNS names over TCP, whatever clusters say.',
      },
    },
  },
  'Bootstrap.StaticResources': {
    doc: 'Resources written in the bootstrap.',
    section: 'wider model',
    fields: {
      listeners: { type: 'repeated Listener', doc: 'Listeners.', order: 'set' },
      clusters: {
        type: 'repeated Cluster',
        doc: 'Clusters; those that other sources are fetched through must stand here.',
        order: 'set',
      },
      secrets: {
        type: 'repeated Secret',
        doc: 'Certificates, keys and validation contexts that TLS contexts name.',
        order: 'set',
      },
    },
  },
  'Bootstrap.DynamicResources': {
    doc: 'Where resources are fetched from.',
    section: 'wider model',
    fields: {
      lds_config: {
        type: 'core.ConfigSource',
        doc: 'Source of listeners; absent means only those in this file.',
      },
      cds_config: {
        type: 'core.ConfigSource',
        doc: 'Source of clusters; absent means only those in this file.',
      },
      ads_config: {
        type: 'core.ApiConfigSource',
        doc: 'The one stream that every source marked `ads` shares.',
      },
    },
  },
  Admin: {
    doc: 'The administration server.',
    section: 'wider model',
    fields: {
      access_log_path: { type: 'string', doc: 'File for its access log; /dev/null for none.' },
      profile_path: {
        type: 'string',
        doc: 'File that CPU profiles are written to; absent means a built-in path.',
      },
      address: { type: 'core.Address', doc: 'Where it listens; absent means the server is not reachable.' },
      socket_options: { type: 'repeated core.SocketOption', doc: 'Socket options for its listening socket.' },
    },
  },
  ClusterManager: {
    doc: 'Settings for all clusters.',
    section: 'wider model',
    fields: {
      local_cluster_name: {
        type: 'string',
        doc: 'The cluster this proxy itself belongs to; needed for zone-aware routing.',
        names: 'cluster',
      },
      outlier_detection: {
        type: 'ClusterManager.OutlierDetection',
        doc: 'Where ejections of hosts are reported.',
      },
      upstream_bind_config: {
        type: 'core.BindConfig',
        doc: 'Local address for upstream connections of clusters that set none.',
      },
      load_stats_config: {
        type: 'core.ApiConfigSource',
        doc: 'Server that load reports are sent to; absent sends none.',
      },
    },
  },
  'ClusterManager.OutlierDetection': {
    doc: 'Where ejections of hosts are reported.',
    section: 'wider model',
    fields: {
      event_log_path: { type: 'string', doc: 'File with a line per ejection; empty means none.' },
      event_service: { type: 'core.EventServiceConfig', doc: 'Service that gets ejections as events.' },
    },
  },
  Watchdog: {
    doc: 'Watches for threads that hang.',
    section: 'wider model',
    fields: {
      miss_timeout: {
        type: 'Duration',
        doc: 'A thread silent for this long counts as a miss in statistics.',
        default: { value: '0.2s' },
      },
      megamiss_timeout: {
        type: 'Duration',
        doc: 'A thread silent for this long counts as a bad miss in statistics.',
        default: { value: '1s' },
      },
      kill_timeout: {
        type: 'Duration',
        doc: 'One thread silent for this long ends the process; 0s means never.',
        default: { value: '0s' },
      },
      multikill_timeout: {
        type: 'Duration',
        doc: 'Two threads silent for this long end the process; 0s means never.',
        default: { value: '0s' },
      },
    },
  },
} as const satisfies MessageTables;
