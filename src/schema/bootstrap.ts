/** The bootstrap: the file a proxy starts with. */
import type { MessageTables } from './language.ts';

export const bootstrapMessages = {
  Bootstrap: {
    doc: 'The file a proxy starts with: its resources, where others come from, statistics, tracing, runtime, admin.',
    section: 'full API',
    oneofs: { stats_eviction: 'at most one', stats_flush: 'at most one' },
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
        in: { v3: { deprecated: { use: 'watchdogs', migration: 'watchdog-to-watchdogs' } } },
      },
      tracing: {
        type: 'trace.Tracing',
        doc: 'Tracer for connection managers that name none of their own.',
        in: {
          v3: {
            deprecated: {
              use: 'tracing of the HttpConnectionManager',
              migration: 'bootstrap-tracing-to-provider',
            },
          },
        },
      },
      runtime: {
        type: 'bootstrap.Runtime',
        doc: 'Runtime values from a folder on disk.',
        deprecated: { use: 'layered_runtime', migration: 'runtime-to-layered-runtime' },
        only: 'v2',
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
        in: { v3: { type: 'OverloadManager' } },
      },
      enable_dispatcher_stats: { type: 'bool', doc: 'Keep statistics about event loops; costly in number.' },
      header_prefix: {
        type: 'string',
        doc: "Prefix of the proxy's own headers, in place of `x-` and the namespace.",
      },
      stats_server_version_override: {
        type: 'UInt64Value',
        doc: 'Number shown as the server version statistic; absent means that of the build.',
      },
      use_tcp_for_dns_lookups: {
        type: 'bool',
        doc: 'Look up all DNS names over TCP, whatever clusters say.',
        in: { v3: { deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' } } },
      },
      node_context_params: {
        type: 'repeated string',
        doc: 'Fields of the node sent along with xdstp URLs, such as `id` or `locality.zone`.',
        order: 'set',
        only: 'v3',
      },
      deferred_stat_options: {
        type: 'Bootstrap.DeferredStatOptions',
        doc: 'Puts off making some stats until they are first used, to save memory.',
        only: 'v3',
      },
      stats_flush_on_admin: {
        type: 'bool',
        doc: 'Sends statistics only when the admin interface is asked for them; not with stats_flush_interval.',
        oneof: 'stats_flush',
        limits: { oneOf: [true] },
        only: 'v3',
      },
      stats_eviction_interval: {
        type: 'Duration',
        doc: 'How often unused metrics are dropped; a multiple of stats_flush_interval, absent never.',
        oneof: 'stats_eviction',
        limits: { gte: '0.001s' },
        only: 'v3',
      },
      watchdogs: {
        type: 'Watchdogs',
        doc: 'Watchdogs over the main thread and the workers, each with settings of its own.',
        only: 'v3',
      },
      dns_resolution_config: {
        type: 'core.DnsResolutionConfig',
        doc: 'DNS servers and options of look-ups, unless a cluster has its own.',
        deprecated: { use: 'typed_dns_resolver_config', migration: 'dns-settings-to-typed' },
        only: 'v3',
      },
      typed_dns_resolver_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
        only: 'v3',
      },
      bootstrap_extensions: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions started together with the proxy.',
        only: 'v3',
      },
      fatal_actions: {
        type: 'repeated FatalAction',
        doc: 'Extensions run during a crash, for the request that caused it.',
        only: 'v3',
      },
      config_sources: {
        type: 'repeated core.ConfigSource',
        doc: 'Sources of xdstp resources; the first that serves the authority is used. Not implemented.',
        only: 'v3',
      },
      default_config_source: {
        type: 'core.ConfigSource',
        doc: 'Source of xdstp resources that no other source serves; not implemented.',
        only: 'v3',
      },
      default_socket_interface: {
        type: 'string',
        doc: 'Name of the socket implementation, one that an extension registered; absent uses that of the system.',
        only: 'v3',
      },
      certificate_provider_instances: {
        type: 'map<string, core.TypedExtensionConfig>',
        doc: 'Certificate providers by name, for TLS settings to refer to; for gRPC clients only.',
        only: 'v3',
      },
      inline_headers: {
        type: 'repeated CustomInlineHeader',
        doc: 'Headers kept in fast storage for extensions; `set-cookie` cannot be one.',
        order: 'set',
        only: 'v3',
      },
      perf_tracing_file_path: {
        type: 'string',
        doc: 'File that Perfetto performance traces are written to.',
        only: 'v3',
      },
      default_regex_engine: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that runs regexes; absent uses RE2.',
        only: 'v3',
      },
      xds_delegate_extension: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that takes part in fetching and loading of discovered resources, such as to keep copies.',
        only: 'v3',
      },
      xds_config_tracker_extension: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension told of each discovery response that is received, taken or refused.',
        only: 'v3',
      },
      listener_manager: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that runs the listeners; absent uses the usual one.',
        only: 'v3',
      },
      application_log_config: {
        type: 'Bootstrap.ApplicationLogConfig',
        doc: 'Format of the log of the proxy itself; not with --log-format.',
        only: 'v3',
      },
      grpc_async_client_manager_config: {
        type: 'Bootstrap.GrpcAsyncClientManagerConfig',
        doc: 'How long idle gRPC clients are kept for reuse.',
        only: 'v3',
      },
      memory_allocator_manager: {
        type: 'MemoryAllocatorManager',
        doc: 'How much free memory goes back to the system, and how often; needs tcmalloc.',
        only: 'v3',
      },
    },
  },
  'Bootstrap.StaticResources': {
    doc: 'Resources written in the bootstrap.',
    section: 'full API',
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
    section: 'full API',
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
      lds_resources_locator: {
        type: 'string',
        doc: 'xdstp URL of the collection of listeners; not implemented.',
        only: 'v3',
      },
      cds_resources_locator: {
        type: 'string',
        doc: 'xdstp URL of the collection of clusters; not implemented.',
        only: 'v3',
      },
    },
  },
  Admin: {
    doc: 'The administration server.',
    section: 'full API',
    fields: {
      access_log_path: {
        type: 'string',
        doc: 'File for its access log; /dev/null for none.',
        in: { v3: { deprecated: { use: 'access_log', migration: 'admin-log-path-to-access-log' } } },
      },
      profile_path: {
        type: 'string',
        doc: 'File that CPU profiles are written to; absent means a built-in path.',
      },
      address: { type: 'core.Address', doc: 'Where it listens; absent means the server is not reachable.' },
      socket_options: { type: 'repeated core.SocketOption', doc: 'Socket options for its listening socket.' },
      access_log: {
        type: 'repeated AccessLog',
        doc: 'Access logs that each admin request is written to.',
        order: 'set',
        only: 'v3',
      },
      ignore_global_conn_limit: {
        type: 'bool',
        doc: 'Takes admin connections even past the limit on all downstream connections.',
        only: 'v3',
      },
      allow_paths: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'Admin paths that are served, others giving a 403; absent serves all.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  ClusterManager: {
    doc: 'Settings for all clusters.',
    section: 'full API',
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
      enable_deferred_cluster_creation: {
        type: 'bool',
        doc: 'Makes a cluster on a worker only when a request needs it, which saves memory with many idle ones.',
        only: 'v3',
      },
    },
  },
  'ClusterManager.OutlierDetection': {
    doc: 'Where ejections of hosts are reported.',
    section: 'full API',
    fields: {
      event_log_path: { type: 'string', doc: 'File with a line per ejection; empty means none.' },
      event_service: { type: 'core.EventServiceConfig', doc: 'Service that gets ejections as events.' },
    },
  },
  Watchdog: {
    doc: 'Watches for threads that hang.',
    section: 'full API',
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
      actions: {
        type: 'repeated Watchdog.WatchdogAction',
        doc: 'Extensions run when threads hang, in this order for each event.',
        only: 'v3',
      },
      max_kill_timeout_jitter: {
        type: 'Duration',
        doc: 'Longest random time added to kill_timeout, so that not all proxies die at once.',
        limits: { gte: '0s' },
        default: { value: '0s' },
        only: 'v3',
      },
      multikill_threshold: {
        type: 'type.Percent',
        doc: 'Percent of threads that have to hang before multikill_timeout applies; absent is 0.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;
