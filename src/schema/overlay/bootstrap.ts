/** The bootstrap and its runtime. */
import type { MessageOverlay } from './language.ts';

export const bootstrapMessages: MessageOverlay = {
  Bootstrap: {
    doc: 'The file a proxy starts with: its resources, where others come from, statistics, tracing, runtime, admin.',
    fields: {
      node: 'Who this proxy is, towards management servers and in logs.',
      static_resources: 'Listeners, clusters and secrets written in this file.',
      dynamic_resources: 'Where listeners and clusters are fetched from.',
      cluster_manager: 'Settings for all clusters of this proxy.',
      hds_config:
        'Health discovery: a server that tells this proxy which hosts to check and hears the results.',
      flags_path: 'Folder of flag files, such as `drain`, that are looked at when the proxy starts.',
      stats_sinks: 'Where statistics are sent.',
      stats_config: 'Which statistics are kept, and their tags.',
      stats_flush_interval:
        'Time between two rounds of sending statistics, at least 1 ms and under 5 minutes.',
      watchdog: 'When threads that hang are counted, or the process is killed.',
      tracing: 'Tracer for connection managers that name none of their own.',
      runtime: 'Runtime values from a folder on disk.',
      layered_runtime: 'Runtime values in layers, later ones over earlier ones.',
      admin: 'The administration server; absent means none.',
      overload_manager: 'What the proxy gives up when memory or another resource runs short.',
      enable_dispatcher_stats: 'Keep statistics about event loops; costly in number.',
      header_prefix: "Prefix of the proxy's own headers, in place of `x-` and the namespace.",
      stats_server_version_override:
        'Number shown as the server version statistic; absent means that of the build.',
      use_tcp_for_dns_lookups: 'Look up all DNS names over TCP, whatever clusters say.',
      node_context_params: 'Fields of the node sent along with xdstp URLs, such as `id` or `locality.zone`.',
      deferred_stat_options: 'Puts off making some stats until they are first used, to save memory.',
      stats_flush_on_admin:
        'Sends statistics only when the admin interface is asked for them; not with stats_flush_interval.',
      stats_eviction_interval:
        'How often unused metrics are dropped; a multiple of stats_flush_interval, absent never.',
      watchdogs: 'Watchdogs over the main thread and the workers, each with settings of its own.',
      dns_resolution_config: 'DNS servers and options of look-ups, unless a cluster has its own.',
      typed_dns_resolver_config:
        'Extension that looks names up, with its settings; wins over dns_resolution_config, absent takes the usual one.',
      bootstrap_extensions: 'Extensions started together with the proxy.',
      fatal_actions: 'Extensions run during a crash, for the request that caused it.',
      config_sources:
        'Sources of xdstp resources; the first that serves the authority is used. Not implemented.',
      default_config_source: 'Source of xdstp resources that no other source serves; not implemented.',
      default_socket_interface:
        'Name of the socket implementation, one that an extension registered; absent uses that of the system.',
      certificate_provider_instances:
        'Certificate providers by name, for TLS settings to refer to; for gRPC clients only.',
      inline_headers: 'Headers kept in fast storage for extensions; `set-cookie` cannot be one.',
      perf_tracing_file_path: 'File that Perfetto performance traces are written to.',
      default_regex_engine: 'Extension that runs regexes; absent uses RE2.',
      xds_delegate_extension:
        'Extension that takes part in fetching and loading of discovered resources, such as to keep copies.',
      xds_config_tracker_extension:
        'Extension told of each discovery response that is received, taken or refused.',
      listener_manager: 'Extension that runs the listeners; absent uses the usual one.',
      application_log_config: 'Format of the log of the proxy itself; not with --log-format.',
      grpc_async_client_manager_config: 'How long idle gRPC clients are kept for reuse.',
      memory_allocator_manager:
        'How much free memory goes back to the system, and how often; needs tcmalloc.',
    },
    defaults: { stats_flush_interval: '5s' },
    deprecated: {
      watchdog: ['watchdogs', 'watchdog-to-watchdogs'],
      tracing: ['tracing of the HttpConnectionManager', 'bootstrap-tracing-to-provider'],
      runtime: ['layered_runtime', 'runtime-to-layered-runtime'],
      use_tcp_for_dns_lookups: ['typed_dns_resolver_config', 'dns-settings-to-typed'],
      dns_resolution_config: ['typed_dns_resolver_config', 'dns-settings-to-typed'],
    },
    sets: ['stats_sinks', 'node_context_params', 'inline_headers'],
    presence: ['layered_runtime'],
    facts: { overload_manager: { in: { v2: { type: 'Struct' } } } },
  },
  'Bootstrap.StaticResources': {
    doc: 'Resources written in the bootstrap.',
    fields: {
      listeners: 'Listeners.',
      clusters: 'Clusters; those that other sources are fetched through must stand here.',
      secrets: 'Certificates, keys and validation contexts that TLS contexts name.',
    },
    sets: ['listeners', 'clusters', 'secrets'],
  },
  'Bootstrap.DynamicResources': {
    doc: 'Where resources are fetched from.',
    fields: {
      lds_config: 'Source of listeners; absent means only those in this file.',
      cds_config: 'Source of clusters; absent means only those in this file.',
      ads_config: 'The one stream that every source marked `ads` shares.',
      lds_resources_locator: 'xdstp URL of the collection of listeners; not implemented.',
      cds_resources_locator: 'xdstp URL of the collection of clusters; not implemented.',
    },
  },
  Admin: {
    doc: 'The administration server.',
    fields: {
      access_log_path: 'File for its access log; /dev/null for none.',
      profile_path: 'File that CPU profiles are written to; absent means a built-in path.',
      address: 'Where it listens; absent means the server is not reachable.',
      socket_options: 'Socket options for its listening socket.',
      access_log: 'Access logs that each admin request is written to.',
      ignore_global_conn_limit: 'Takes admin connections even past the limit on all downstream connections.',
      allow_paths: 'Admin paths that are served, others giving a 403; absent serves all.',
    },
    deprecated: { access_log_path: ['access_log', 'admin-log-path-to-access-log'] },
    sets: ['access_log', 'allow_paths'],
  },
  ClusterManager: {
    doc: 'Settings for all clusters.',
    fields: {
      local_cluster_name: 'The cluster this proxy itself belongs to; needed for zone-aware routing.',
      outlier_detection: 'Where ejections of hosts are reported.',
      upstream_bind_config: 'Local address for upstream connections of clusters that set none.',
      load_stats_config: 'Server that load reports are sent to; absent sends none.',
      enable_deferred_cluster_creation:
        'Makes a cluster on a worker only when a request needs it, which saves memory with many idle ones.',
    },
    names: { local_cluster_name: 'cluster' },
  },
  'ClusterManager.OutlierDetection': {
    doc: 'Where ejections of hosts are reported.',
    fields: {
      event_log_path: 'File with a line per ejection; empty means none.',
      event_service: 'Service that gets ejections as events.',
    },
  },
  Watchdog: {
    doc: 'Watches for threads that hang.',
    fields: {
      miss_timeout: 'A thread silent for this long counts as a miss in statistics.',
      megamiss_timeout: 'A thread silent for this long counts as a bad miss in statistics.',
      kill_timeout: 'One thread silent for this long ends the process; 0s means never.',
      multikill_timeout: 'Two threads silent for this long end the process; 0s means never.',
      actions: 'Extensions run when threads hang, in this order for each event.',
      max_kill_timeout_jitter:
        'Longest random time added to kill_timeout, so that not all proxies die at once.',
      multikill_threshold:
        'Percent of threads that have to hang before multikill_timeout applies; absent is 0.',
    },
    defaults: {
      miss_timeout: '0.2s',
      megamiss_timeout: '1s',
      kill_timeout: '0s',
      multikill_timeout: '0s',
      max_kill_timeout_jitter: '0s',
    },
  },
  'bootstrap.Runtime': {
    doc: 'Runtime values from a folder whose files are keys.',
    fields: {
      symlink_root: 'Symbolic link to the folder; values are read again when it is switched.',
      subdirectory: 'Folder below the link that holds the values.',
      override_subdirectory: 'Folder below the link whose values, per service cluster, win over the others.',
      base: 'Values underneath those from disk.',
    },
  },
  RuntimeLayer: {
    doc: 'One layer of runtime values.',
    identity: ['name'],
    fields: {
      name: 'Name of the layer, as the admin server shows it.',
      static_layer: 'Values written here.',
      disk_layer: 'Values from a folder on disk.',
      admin_layer: 'Values set through the admin server; one such layer at most.',
      rtds_layer: 'Values fetched from a management server.',
    },
    presence: ['static_layer', 'disk_layer', 'admin_layer', 'rtds_layer'],
  },
  'RuntimeLayer.DiskLayer': {
    doc: 'Runtime values from a folder whose files are keys.',
    fields: {
      symlink_root: 'Symbolic link to the folder; values are read again when it is switched.',
      subdirectory: 'Folder below the link that holds the values.',
      append_service_cluster: "Add this node's service cluster to the path.",
    },
  },
  'RuntimeLayer.AdminLayer': { doc: 'Runtime values set through the admin server; has no settings.' },
  'RuntimeLayer.RtdsLayer': {
    doc: 'Runtime values fetched from a management server.',
    fields: { name: 'Name of the resource to ask for.', rtds_config: 'Where it comes from.' },
  },
  LayeredRuntime: {
    doc: 'Runtime values in layers.',
    fields: { layers: 'Layers from lowest to highest; a later one wins; empty means the admin layer alone.' },
  },
};
