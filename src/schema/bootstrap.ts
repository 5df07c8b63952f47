import type { EnumTables, MessageTables } from './language.ts';

export const bootstrapMessages = {
  'config.bootstrap.v2.Bootstrap': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      node: { type: 'core.Node', doc: 'TODO' },
      static_resources: { type: 'config.bootstrap.v2.Bootstrap.StaticResources', doc: 'TODO' },
      dynamic_resources: { type: 'config.bootstrap.v2.Bootstrap.DynamicResources', doc: 'TODO' },
      cluster_manager: { type: 'config.bootstrap.v2.ClusterManager', doc: 'TODO' },
      hds_config: { type: 'core.ApiConfigSource', doc: 'TODO' },
      flags_path: { type: 'string', doc: 'TODO' },
      stats_sinks: { type: 'repeated config.metrics.v2.StatsSink', doc: 'TODO' },
      stats_config: { type: 'config.metrics.v2.StatsConfig', doc: 'TODO' },
      stats_flush_interval: { type: 'Duration', doc: 'TODO', limits: { lt: '300s', gte: '0.001s' } },
      watchdog: { type: 'config.bootstrap.v2.Watchdog', doc: 'TODO' },
      tracing: { type: 'config.trace.v2.Tracing', doc: 'TODO' },
      runtime: { type: 'config.bootstrap.v2.Runtime', doc: 'TODO', deprecated: { use: 'TODO' } },
      layered_runtime: { type: 'config.bootstrap.v2.LayeredRuntime', doc: 'TODO' },
      admin: { type: 'config.bootstrap.v2.Admin', doc: 'TODO' },
      overload_manager: { type: 'Struct', doc: 'TODO' },
      enable_dispatcher_stats: { type: 'bool', doc: 'TODO' },
      header_prefix: { type: 'string', doc: 'TODO' },
      stats_server_version_override: { type: 'UInt64Value', doc: 'TODO' },
      use_tcp_for_dns_lookups: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.Bootstrap.StaticResources': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      listeners: { type: 'repeated Listener', doc: 'TODO' },
      clusters: { type: 'repeated Cluster', doc: 'TODO' },
      secrets: { type: 'repeated auth.Secret', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.Bootstrap.DynamicResources': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      lds_config: { type: 'core.ConfigSource', doc: 'TODO' },
      cds_config: { type: 'core.ConfigSource', doc: 'TODO' },
      ads_config: { type: 'core.ApiConfigSource', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.Admin': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      access_log_path: { type: 'string', doc: 'TODO' },
      profile_path: { type: 'string', doc: 'TODO' },
      address: { type: 'core.Address', doc: 'TODO' },
      socket_options: { type: 'repeated core.SocketOption', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.ClusterManager': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      local_cluster_name: { type: 'string', doc: 'TODO' },
      outlier_detection: { type: 'config.bootstrap.v2.ClusterManager.OutlierDetection', doc: 'TODO' },
      upstream_bind_config: { type: 'core.BindConfig', doc: 'TODO' },
      load_stats_config: { type: 'core.ApiConfigSource', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.ClusterManager.OutlierDetection': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      event_log_path: { type: 'string', doc: 'TODO' },
      event_service: { type: 'core.EventServiceConfig', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.Watchdog': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      miss_timeout: { type: 'Duration', doc: 'TODO' },
      megamiss_timeout: { type: 'Duration', doc: 'TODO' },
      kill_timeout: { type: 'Duration', doc: 'TODO' },
      multikill_timeout: { type: 'Duration', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.Runtime': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      symlink_root: { type: 'string', doc: 'TODO' },
      subdirectory: { type: 'string', doc: 'TODO' },
      override_subdirectory: { type: 'string', doc: 'TODO' },
      base: { type: 'Struct', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.RuntimeLayer': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { layer_specifier: 'exactly one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      static_layer: { type: 'Struct', doc: 'TODO', oneof: 'layer_specifier' },
      disk_layer: { type: 'config.bootstrap.v2.RuntimeLayer.DiskLayer', doc: 'TODO', oneof: 'layer_specifier' },
      admin_layer: { type: 'config.bootstrap.v2.RuntimeLayer.AdminLayer', doc: 'TODO', oneof: 'layer_specifier' },
      rtds_layer: { type: 'config.bootstrap.v2.RuntimeLayer.RtdsLayer', doc: 'TODO', oneof: 'layer_specifier' },
    },
  },
  'config.bootstrap.v2.RuntimeLayer.DiskLayer': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      symlink_root: { type: 'string', doc: 'TODO' },
      subdirectory: { type: 'string', doc: 'TODO' },
      append_service_cluster: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.RuntimeLayer.AdminLayer': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.bootstrap.v2.RuntimeLayer.RtdsLayer': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      rtds_config: { type: 'core.ConfigSource', doc: 'TODO' },
    },
  },
  'config.bootstrap.v2.LayeredRuntime': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      layers: { type: 'repeated config.bootstrap.v2.RuntimeLayer', doc: 'TODO' },
    },
  },
  'config.metrics.v2.MetricsServiceConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', required: true },
    },
  },
  'config.metrics.v2.StatsSink': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'config.metrics.v2.StatsConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      stats_tags: { type: 'repeated config.metrics.v2.TagSpecifier', doc: 'TODO' },
      use_all_default_tags: { type: 'BoolValue', doc: 'TODO' },
      stats_matcher: { type: 'config.metrics.v2.StatsMatcher', doc: 'TODO' },
    },
  },
  'config.metrics.v2.StatsMatcher': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { stats_matcher: 'exactly one' },
    fields: {
      reject_all: { type: 'bool', doc: 'TODO', oneof: 'stats_matcher' },
      exclusion_list: { type: 'type.matcher.ListStringMatcher', doc: 'TODO', oneof: 'stats_matcher' },
      inclusion_list: { type: 'type.matcher.ListStringMatcher', doc: 'TODO', oneof: 'stats_matcher' },
    },
  },
  'config.metrics.v2.TagSpecifier': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { tag_value: 'at most one' },
    fields: {
      tag_name: { type: 'string', doc: 'TODO' },
      regex: { type: 'string', doc: 'TODO', oneof: 'tag_value', limits: { maxBytes: 1024 } },
      fixed_value: { type: 'string', doc: 'TODO', oneof: 'tag_value' },
    },
  },
  'config.metrics.v2.StatsdSink': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { statsd_specifier: 'exactly one' },
    fields: {
      address: { type: 'core.Address', doc: 'TODO', oneof: 'statsd_specifier' },
      tcp_cluster_name: { type: 'string', doc: 'TODO', oneof: 'statsd_specifier' },
      prefix: { type: 'string', doc: 'TODO' },
    },
  },
  'config.metrics.v2.DogStatsdSink': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { dog_statsd_specifier: 'exactly one' },
    fields: {
      address: { type: 'core.Address', doc: 'TODO', oneof: 'dog_statsd_specifier' },
      prefix: { type: 'string', doc: 'TODO' },
    },
  },
  'config.metrics.v2.HystrixSink': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      num_buckets: { type: 'int64', doc: 'TODO' },
    },
  },
  'config.trace.v2.Tracing': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      http: { type: 'config.trace.v2.Tracing.Http', doc: 'TODO' },
    },
  },
  'config.trace.v2.Tracing.Http': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'config.trace.v2.LightstepConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      collector_cluster: { type: 'string', doc: 'TODO', required: true },
      access_token_file: { type: 'string', doc: 'TODO', required: true },
      propagation_modes: { type: 'repeated config.trace.v2.LightstepConfig.PropagationMode', doc: 'TODO' },
    },
  },
  'config.trace.v2.ZipkinConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      collector_cluster: { type: 'string', doc: 'TODO', required: true },
      collector_endpoint: { type: 'string', doc: 'TODO', required: true },
      trace_id_128bit: { type: 'bool', doc: 'TODO' },
      shared_span_context: { type: 'BoolValue', doc: 'TODO' },
      collector_endpoint_version: { type: 'config.trace.v2.ZipkinConfig.CollectorEndpointVersion', doc: 'TODO' },
    },
  },
  'config.trace.v2.DynamicOtConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      library: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO' },
    },
  },
  'config.trace.v2.DatadogConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      collector_cluster: { type: 'string', doc: 'TODO', required: true },
      service_name: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'config.trace.v2.OpenCensusConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      trace_config: { type: 'Struct', doc: 'TODO' },
      stdout_exporter_enabled: { type: 'bool', doc: 'TODO' },
      stackdriver_exporter_enabled: { type: 'bool', doc: 'TODO' },
      stackdriver_project_id: { type: 'string', doc: 'TODO' },
      stackdriver_address: { type: 'string', doc: 'TODO' },
      stackdriver_grpc_service: { type: 'core.GrpcService', doc: 'TODO' },
      zipkin_exporter_enabled: { type: 'bool', doc: 'TODO' },
      zipkin_url: { type: 'string', doc: 'TODO' },
      ocagent_exporter_enabled: { type: 'bool', doc: 'TODO' },
      ocagent_address: { type: 'string', doc: 'TODO' },
      ocagent_grpc_service: { type: 'core.GrpcService', doc: 'TODO' },
      incoming_trace_context: { type: 'repeated config.trace.v2.OpenCensusConfig.TraceContext', doc: 'TODO' },
      outgoing_trace_context: { type: 'repeated config.trace.v2.OpenCensusConfig.TraceContext', doc: 'TODO' },
    },
  },
  'config.trace.v2.TraceServiceConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', required: true },
    },
  },
} as const satisfies MessageTables;

export const bootstrapEnums = {
  'config.trace.v2.LightstepConfig.PropagationMode': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      ENVOY: { number: 0, doc: 'TODO' },
      LIGHTSTEP: { number: 1, doc: 'TODO' },
      B3: { number: 2, doc: 'TODO' },
      TRACE_CONTEXT: { number: 3, doc: 'TODO' },
    },
  },
  'config.trace.v2.ZipkinConfig.CollectorEndpointVersion': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      HTTP_JSON_V1: { number: 0, doc: 'TODO' },
      HTTP_JSON: { number: 1, doc: 'TODO' },
      HTTP_PROTO: { number: 2, doc: 'TODO' },
      GRPC: { number: 3, doc: 'TODO' },
    },
  },
  'config.trace.v2.OpenCensusConfig.TraceContext': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      NONE: { number: 0, doc: 'TODO' },
      TRACE_CONTEXT: { number: 1, doc: 'TODO' },
      GRPC_TRACE_BIN: { number: 2, doc: 'TODO' },
      CLOUD_TRACE_CONTEXT: { number: 3, doc: 'TODO' },
      B3: { number: 4, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
