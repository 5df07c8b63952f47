import type { EnumTables, MessageTables } from './language.ts';

export const networkFilterMessages = {
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { route_specifier: 'exactly one' },
    fields: {
      codec_type: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.CodecType', doc: 'TODO' },
      stat_prefix: { type: 'string', doc: 'TODO', required: true },
      rds: { type: 'config.filter.network.http_connection_manager.v2.Rds', doc: 'TODO', oneof: 'route_specifier' },
      route_config: { type: 'RouteConfiguration', doc: 'TODO', oneof: 'route_specifier' },
      scoped_routes: { type: 'config.filter.network.http_connection_manager.v2.ScopedRoutes', doc: 'TODO', oneof: 'route_specifier' },
      http_filters: { type: 'repeated config.filter.network.http_connection_manager.v2.HttpFilter', doc: 'TODO' },
      add_user_agent: { type: 'BoolValue', doc: 'TODO' },
      tracing: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.Tracing', doc: 'TODO' },
      common_http_protocol_options: { type: 'core.HttpProtocolOptions', doc: 'TODO' },
      http_protocol_options: { type: 'core.Http1ProtocolOptions', doc: 'TODO' },
      http2_protocol_options: { type: 'core.Http2ProtocolOptions', doc: 'TODO' },
      server_name: { type: 'string', doc: 'TODO' },
      server_header_transformation: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.ServerHeaderTransformation', doc: 'TODO' },
      max_request_headers_kb: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 96, gt: 0 } },
      idle_timeout: { type: 'Duration', doc: 'TODO', deprecated: { use: 'TODO' } },
      stream_idle_timeout: { type: 'Duration', doc: 'TODO' },
      request_timeout: { type: 'Duration', doc: 'TODO' },
      drain_timeout: { type: 'Duration', doc: 'TODO' },
      delayed_close_timeout: { type: 'Duration', doc: 'TODO' },
      access_log: { type: 'repeated config.filter.accesslog.v2.AccessLog', doc: 'TODO' },
      use_remote_address: { type: 'BoolValue', doc: 'TODO' },
      xff_num_trusted_hops: { type: 'uint32', doc: 'TODO' },
      internal_address_config: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.InternalAddressConfig', doc: 'TODO' },
      skip_xff_append: { type: 'bool', doc: 'TODO' },
      via: { type: 'string', doc: 'TODO' },
      generate_request_id: { type: 'BoolValue', doc: 'TODO' },
      preserve_external_request_id: { type: 'bool', doc: 'TODO' },
      forward_client_cert_details: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.ForwardClientCertDetails', doc: 'TODO' },
      set_current_client_cert_details: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.SetCurrentClientCertDetails', doc: 'TODO' },
      proxy_100_continue: { type: 'bool', doc: 'TODO' },
      represent_ipv4_remote_address_as_ipv4_mapped_ipv6: { type: 'bool', doc: 'TODO' },
      upgrade_configs: { type: 'repeated config.filter.network.http_connection_manager.v2.HttpConnectionManager.UpgradeConfig', doc: 'TODO' },
      normalize_path: { type: 'BoolValue', doc: 'TODO' },
      merge_slashes: { type: 'bool', doc: 'TODO' },
      request_id_extension: { type: 'config.filter.network.http_connection_manager.v2.RequestIDExtension', doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.Tracing': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      operation_name: { type: 'config.filter.network.http_connection_manager.v2.HttpConnectionManager.Tracing.OperationName', doc: 'TODO', deprecated: { use: 'TODO' } },
      request_headers_for_tags: { type: 'repeated string', doc: 'TODO', deprecated: { use: 'TODO' } },
      client_sampling: { type: 'type.Percent', doc: 'TODO' },
      random_sampling: { type: 'type.Percent', doc: 'TODO' },
      overall_sampling: { type: 'type.Percent', doc: 'TODO' },
      verbose: { type: 'bool', doc: 'TODO' },
      max_path_tag_length: { type: 'UInt32Value', doc: 'TODO' },
      custom_tags: { type: 'repeated type.tracing.v2.CustomTag', doc: 'TODO' },
      provider: { type: 'config.trace.v2.Tracing.Http', doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.InternalAddressConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      unix_sockets: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.SetCurrentClientCertDetails': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      subject: { type: 'BoolValue', doc: 'TODO' },
      cert: { type: 'bool', doc: 'TODO' },
      chain: { type: 'bool', doc: 'TODO' },
      dns: { type: 'bool', doc: 'TODO' },
      uri: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.UpgradeConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      upgrade_type: { type: 'string', doc: 'TODO' },
      filters: { type: 'repeated config.filter.network.http_connection_manager.v2.HttpFilter', doc: 'TODO' },
      enabled: { type: 'BoolValue', doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.Rds': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      config_source: { type: 'core.ConfigSource', doc: 'TODO', required: true },
      route_config_name: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRouteConfigurationsList': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      scoped_route_configurations: { type: 'repeated ScopedRouteConfiguration', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRoutes': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_specifier: 'exactly one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      scope_key_builder: { type: 'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder', doc: 'TODO', required: true },
      rds_config_source: { type: 'core.ConfigSource', doc: 'TODO', required: true },
      scoped_route_configurations_list: { type: 'config.filter.network.http_connection_manager.v2.ScopedRouteConfigurationsList', doc: 'TODO', oneof: 'config_specifier' },
      scoped_rds: { type: 'config.filter.network.http_connection_manager.v2.ScopedRds', doc: 'TODO', oneof: 'config_specifier' },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      fragments: { type: 'repeated config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { type: 'exactly one' },
    fields: {
      header_value_extractor: { type: 'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor', doc: 'TODO', oneof: 'type' },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { extract_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      element_separator: { type: 'string', doc: 'TODO' },
      index: { type: 'uint32', doc: 'TODO', oneof: 'extract_type' },
      element: { type: 'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement', doc: 'TODO', oneof: 'extract_type' },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRoutes.ScopeKeyBuilder.FragmentBuilder.HeaderValueExtractor.KvElement': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      separator: { type: 'string', doc: 'TODO', required: true },
      key: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.http_connection_manager.v2.ScopedRds': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      scoped_rds_config_source: { type: 'core.ConfigSource', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpFilter': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'config.filter.network.http_connection_manager.v2.RequestIDExtension': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      typed_config: { type: 'Any', doc: 'TODO' },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { cluster_specifier: 'exactly one' },
    fields: {
      stat_prefix: { type: 'string', doc: 'TODO', required: true },
      cluster: { type: 'string', doc: 'TODO', oneof: 'cluster_specifier' },
      weighted_clusters: { type: 'config.filter.network.tcp_proxy.v2.TcpProxy.WeightedCluster', doc: 'TODO', oneof: 'cluster_specifier' },
      metadata_match: { type: 'core.Metadata', doc: 'TODO' },
      idle_timeout: { type: 'Duration', doc: 'TODO' },
      downstream_idle_timeout: { type: 'Duration', doc: 'TODO' },
      upstream_idle_timeout: { type: 'Duration', doc: 'TODO' },
      access_log: { type: 'repeated config.filter.accesslog.v2.AccessLog', doc: 'TODO' },
      deprecated_v1: { type: 'config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1', doc: 'TODO', deprecated: { use: 'TODO' } },
      max_connect_attempts: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      hash_policy: { type: 'repeated type.HashPolicy', doc: 'TODO', limits: { maxItems: 1 } },
      tunneling_config: { type: 'config.filter.network.tcp_proxy.v2.TcpProxy.TunnelingConfig', doc: 'TODO' },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      routes: { type: 'repeated config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1.TCPRoute', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy.DeprecatedV1.TCPRoute': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      cluster: { type: 'string', doc: 'TODO', required: true },
      destination_ip_list: { type: 'repeated core.CidrRange', doc: 'TODO' },
      destination_ports: { type: 'string', doc: 'TODO' },
      source_ip_list: { type: 'repeated core.CidrRange', doc: 'TODO' },
      source_ports: { type: 'string', doc: 'TODO' },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy.WeightedCluster': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      clusters: { type: 'repeated config.filter.network.tcp_proxy.v2.TcpProxy.WeightedCluster.ClusterWeight', doc: 'TODO', required: true },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy.WeightedCluster.ClusterWeight': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      weight: { type: 'uint32', doc: 'TODO', limits: { gte: 1 } },
      metadata_match: { type: 'core.Metadata', doc: 'TODO' },
    },
  },
  'config.filter.network.tcp_proxy.v2.TcpProxy.TunnelingConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      hostname: { type: 'string', doc: 'TODO', required: true },
    },
  },
} as const satisfies MessageTables;

export const networkFilterEnums = {
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.CodecType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      AUTO: { number: 0, doc: 'TODO' },
      HTTP1: { number: 1, doc: 'TODO' },
      HTTP2: { number: 2, doc: 'TODO' },
      HTTP3: { number: 3, doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.ServerHeaderTransformation': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      OVERWRITE: { number: 0, doc: 'TODO' },
      APPEND_IF_ABSENT: { number: 1, doc: 'TODO' },
      PASS_THROUGH: { number: 2, doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.ForwardClientCertDetails': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      SANITIZE: { number: 0, doc: 'TODO' },
      FORWARD_ONLY: { number: 1, doc: 'TODO' },
      APPEND_FORWARD: { number: 2, doc: 'TODO' },
      SANITIZE_SET: { number: 3, doc: 'TODO' },
      ALWAYS_FORWARD_ONLY: { number: 4, doc: 'TODO' },
    },
  },
  'config.filter.network.http_connection_manager.v2.HttpConnectionManager.Tracing.OperationName': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      INGRESS: { number: 0, doc: 'TODO' },
      EGRESS: { number: 1, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
