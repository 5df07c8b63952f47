import type { EnumTables, MessageTables } from './language.ts';

export const coreMessages = {
  'core.Pipe': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      path: { type: 'string', doc: 'TODO', required: true },
      mode: { type: 'uint32', doc: 'TODO', limits: { lte: 511 } },
    },
  },
  'core.SocketAddress': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { port_specifier: 'exactly one' },
    fields: {
      protocol: { type: 'core.SocketAddress.Protocol', doc: 'TODO' },
      address: { type: 'string', doc: 'TODO', required: true },
      port_value: { type: 'uint32', doc: 'TODO', oneof: 'port_specifier', limits: { lte: 65535 } },
      named_port: { type: 'string', doc: 'TODO', oneof: 'port_specifier' },
      resolver_name: { type: 'string', doc: 'TODO' },
      ipv4_compat: { type: 'bool', doc: 'TODO' },
    },
  },
  'core.TcpKeepalive': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      keepalive_probes: { type: 'UInt32Value', doc: 'TODO' },
      keepalive_time: { type: 'UInt32Value', doc: 'TODO' },
      keepalive_interval: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'core.BindConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      source_address: { type: 'core.SocketAddress', doc: 'TODO', required: true },
      freebind: { type: 'BoolValue', doc: 'TODO' },
      socket_options: { type: 'repeated core.SocketOption', doc: 'TODO' },
    },
  },
  'core.Address': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { address: 'exactly one' },
    fields: {
      socket_address: { type: 'core.SocketAddress', doc: 'TODO', oneof: 'address' },
      pipe: { type: 'core.Pipe', doc: 'TODO', oneof: 'address' },
    },
  },
  'core.CidrRange': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      address_prefix: { type: 'string', doc: 'TODO', required: true },
      prefix_len: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 128 } },
    },
  },
  'core.BackoffStrategy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      base_interval: { type: 'Duration', doc: 'TODO', required: true, limits: { gte: '0.001s' } },
      max_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
    },
  },
  'core.Locality': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      region: { type: 'string', doc: 'TODO' },
      zone: { type: 'string', doc: 'TODO' },
      sub_zone: { type: 'string', doc: 'TODO' },
    },
  },
  'core.BuildVersion': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      version: { type: 'type.SemanticVersion', doc: 'TODO' },
      metadata: { type: 'Struct', doc: 'TODO' },
    },
  },
  'core.Extension': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO' },
      category: { type: 'string', doc: 'TODO' },
      type_descriptor: { type: 'string', doc: 'TODO' },
      version: { type: 'core.BuildVersion', doc: 'TODO' },
      disabled: { type: 'bool', doc: 'TODO' },
    },
  },
  'core.Node': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { user_agent_version_type: 'at most one' },
    fields: {
      id: { type: 'string', doc: 'TODO' },
      cluster: { type: 'string', doc: 'TODO' },
      metadata: { type: 'Struct', doc: 'TODO' },
      locality: { type: 'core.Locality', doc: 'TODO' },
      build_version: { type: 'string', doc: 'TODO', deprecated: { use: 'TODO' } },
      user_agent_name: { type: 'string', doc: 'TODO' },
      user_agent_version: { type: 'string', doc: 'TODO', oneof: 'user_agent_version_type' },
      user_agent_build_version: { type: 'core.BuildVersion', doc: 'TODO', oneof: 'user_agent_version_type' },
      extensions: { type: 'repeated core.Extension', doc: 'TODO' },
      client_features: { type: 'repeated string', doc: 'TODO' },
      listening_addresses: { type: 'repeated core.Address', doc: 'TODO' },
    },
  },
  'core.Metadata': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filter_metadata: { type: 'map<string, Struct>', doc: 'TODO' },
    },
  },
  'core.RuntimeUInt32': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      default_value: { type: 'uint32', doc: 'TODO' },
      runtime_key: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'core.RuntimeDouble': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      default_value: { type: 'double', doc: 'TODO' },
      runtime_key: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'core.RuntimeFeatureFlag': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      default_value: { type: 'BoolValue', doc: 'TODO', required: true },
      runtime_key: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'core.HeaderValue': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      key: { type: 'string', doc: 'TODO', required: true, limits: { maxBytes: 16384, text: 'header-name' } },
      value: { type: 'string', doc: 'TODO', limits: { maxBytes: 16384, text: 'header-value' } },
    },
  },
  'core.HeaderValueOption': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      header: { type: 'core.HeaderValue', doc: 'TODO', required: true },
      append: { type: 'BoolValue', doc: 'TODO' },
    },
  },
  'core.HeaderMap': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      headers: { type: 'repeated core.HeaderValue', doc: 'TODO' },
    },
  },
  'core.DataSource': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { specifier: 'exactly one' },
    fields: {
      filename: { type: 'string', doc: 'TODO', required: true, oneof: 'specifier' },
      inline_bytes: { type: 'bytes', doc: 'TODO', oneof: 'specifier', limits: { minBytes: 1 } },
      inline_string: { type: 'string', doc: 'TODO', required: true, oneof: 'specifier' },
    },
  },
  'core.RetryPolicy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      retry_back_off: { type: 'core.BackoffStrategy', doc: 'TODO' },
      num_retries: { type: 'UInt32Value', doc: 'TODO' },
    },
  },
  'core.RemoteDataSource': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      http_uri: { type: 'core.HttpUri', doc: 'TODO', required: true },
      sha256: { type: 'string', doc: 'TODO', required: true },
      retry_policy: { type: 'core.RetryPolicy', doc: 'TODO' },
    },
  },
  'core.AsyncDataSource': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { specifier: 'exactly one' },
    fields: {
      local: { type: 'core.DataSource', doc: 'TODO', oneof: 'specifier' },
      remote: { type: 'core.RemoteDataSource', doc: 'TODO', oneof: 'specifier' },
    },
  },
  'core.TransportSocket': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'core.RuntimeFractionalPercent': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      default_value: { type: 'type.FractionalPercent', doc: 'TODO', required: true },
      runtime_key: { type: 'string', doc: 'TODO' },
    },
  },
  'core.ControlPlane': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      identifier: { type: 'string', doc: 'TODO' },
    },
  },
  'core.ApiConfigSource': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      api_type: { type: 'core.ApiConfigSource.ApiType', doc: 'TODO' },
      transport_api_version: { type: 'core.ApiVersion', doc: 'TODO' },
      cluster_names: { type: 'repeated string', doc: 'TODO' },
      grpc_services: { type: 'repeated core.GrpcService', doc: 'TODO' },
      refresh_delay: { type: 'Duration', doc: 'TODO' },
      request_timeout: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      rate_limit_settings: { type: 'core.RateLimitSettings', doc: 'TODO' },
      set_node_on_first_message_only: { type: 'bool', doc: 'TODO' },
    },
  },
  'core.AggregatedConfigSource': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'core.SelfConfigSource': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'core.RateLimitSettings': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_tokens: { type: 'UInt32Value', doc: 'TODO' },
      fill_rate: { type: 'DoubleValue', doc: 'TODO', limits: { gt: 0 } },
    },
  },
  'core.ConfigSource': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_source_specifier: 'exactly one' },
    fields: {
      path: { type: 'string', doc: 'TODO', oneof: 'config_source_specifier' },
      api_config_source: { type: 'core.ApiConfigSource', doc: 'TODO', oneof: 'config_source_specifier' },
      ads: { type: 'core.AggregatedConfigSource', doc: 'TODO', oneof: 'config_source_specifier' },
      self: { type: 'core.SelfConfigSource', doc: 'TODO', oneof: 'config_source_specifier' },
      initial_fetch_timeout: { type: 'Duration', doc: 'TODO' },
      resource_api_version: { type: 'core.ApiVersion', doc: 'TODO' },
    },
  },
  'core.EventServiceConfig': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_source_specifier: 'exactly one' },
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', oneof: 'config_source_specifier' },
    },
  },
  'core.GrpcMethodList': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      services: { type: 'repeated core.GrpcMethodList.Service', doc: 'TODO' },
    },
  },
  'core.GrpcMethodList.Service': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      method_names: { type: 'repeated string', doc: 'TODO', required: true },
    },
  },
  'core.GrpcService': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { target_specifier: 'exactly one' },
    fields: {
      envoy_grpc: { type: 'core.GrpcService.EnvoyGrpc', doc: 'TODO', oneof: 'target_specifier' },
      google_grpc: { type: 'core.GrpcService.GoogleGrpc', doc: 'TODO', oneof: 'target_specifier' },
      timeout: { type: 'Duration', doc: 'TODO' },
      initial_metadata: { type: 'repeated core.HeaderValue', doc: 'TODO' },
    },
  },
  'core.GrpcService.EnvoyGrpc': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      cluster_name: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'core.GrpcService.GoogleGrpc': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      target_uri: { type: 'string', doc: 'TODO', required: true },
      channel_credentials: { type: 'core.GrpcService.GoogleGrpc.ChannelCredentials', doc: 'TODO' },
      call_credentials: { type: 'repeated core.GrpcService.GoogleGrpc.CallCredentials', doc: 'TODO' },
      stat_prefix: { type: 'string', doc: 'TODO', required: true },
      credentials_factory_name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO' },
    },
  },
  'core.GrpcService.GoogleGrpc.SslCredentials': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      root_certs: { type: 'core.DataSource', doc: 'TODO' },
      private_key: { type: 'core.DataSource', doc: 'TODO' },
      cert_chain: { type: 'core.DataSource', doc: 'TODO' },
    },
  },
  'core.GrpcService.GoogleGrpc.GoogleLocalCredentials': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'core.GrpcService.GoogleGrpc.ChannelCredentials': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { credential_specifier: 'exactly one' },
    fields: {
      ssl_credentials: { type: 'core.GrpcService.GoogleGrpc.SslCredentials', doc: 'TODO', oneof: 'credential_specifier' },
      google_default: { type: 'Empty', doc: 'TODO', oneof: 'credential_specifier' },
      local_credentials: { type: 'core.GrpcService.GoogleGrpc.GoogleLocalCredentials', doc: 'TODO', oneof: 'credential_specifier' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { credential_specifier: 'exactly one' },
    fields: {
      access_token: { type: 'string', doc: 'TODO', oneof: 'credential_specifier' },
      google_compute_engine: { type: 'Empty', doc: 'TODO', oneof: 'credential_specifier' },
      google_refresh_token: { type: 'string', doc: 'TODO', oneof: 'credential_specifier' },
      service_account_jwt_access: { type: 'core.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials', doc: 'TODO', oneof: 'credential_specifier' },
      google_iam: { type: 'core.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials', doc: 'TODO', oneof: 'credential_specifier' },
      from_plugin: { type: 'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin', doc: 'TODO', oneof: 'credential_specifier' },
      sts_service: { type: 'core.GrpcService.GoogleGrpc.CallCredentials.StsService', doc: 'TODO', oneof: 'credential_specifier' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.ServiceAccountJWTAccessCredentials': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      json_key: { type: 'string', doc: 'TODO' },
      token_lifetime_seconds: { type: 'uint64', doc: 'TODO' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.GoogleIAMCredentials': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      authorization_token: { type: 'string', doc: 'TODO' },
      authority_selector: { type: 'string', doc: 'TODO' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.MetadataCredentialsFromPlugin': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'core.GrpcService.GoogleGrpc.CallCredentials.StsService': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      token_exchange_service_uri: { type: 'string', doc: 'TODO' },
      resource: { type: 'string', doc: 'TODO' },
      audience: { type: 'string', doc: 'TODO' },
      scope: { type: 'string', doc: 'TODO' },
      requested_token_type: { type: 'string', doc: 'TODO' },
      subject_token_path: { type: 'string', doc: 'TODO', required: true },
      subject_token_type: { type: 'string', doc: 'TODO', required: true },
      actor_token_path: { type: 'string', doc: 'TODO' },
      actor_token_type: { type: 'string', doc: 'TODO' },
    },
  },
  'core.HealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { health_checker: 'exactly one' },
    fields: {
      timeout: { type: 'Duration', doc: 'TODO', required: true, limits: { gt: '0s' } },
      interval: { type: 'Duration', doc: 'TODO', required: true, limits: { gt: '0s' } },
      initial_jitter: { type: 'Duration', doc: 'TODO' },
      interval_jitter: { type: 'Duration', doc: 'TODO' },
      interval_jitter_percent: { type: 'uint32', doc: 'TODO' },
      unhealthy_threshold: { type: 'UInt32Value', doc: 'TODO', required: true },
      healthy_threshold: { type: 'UInt32Value', doc: 'TODO', required: true },
      alt_port: { type: 'UInt32Value', doc: 'TODO' },
      reuse_connection: { type: 'BoolValue', doc: 'TODO' },
      http_health_check: { type: 'core.HealthCheck.HttpHealthCheck', doc: 'TODO', oneof: 'health_checker' },
      tcp_health_check: { type: 'core.HealthCheck.TcpHealthCheck', doc: 'TODO', oneof: 'health_checker' },
      grpc_health_check: { type: 'core.HealthCheck.GrpcHealthCheck', doc: 'TODO', oneof: 'health_checker' },
      custom_health_check: { type: 'core.HealthCheck.CustomHealthCheck', doc: 'TODO', oneof: 'health_checker' },
      no_traffic_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      unhealthy_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      unhealthy_edge_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      healthy_edge_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      event_log_path: { type: 'string', doc: 'TODO' },
      event_service: { type: 'core.EventServiceConfig', doc: 'TODO' },
      always_log_health_check_failures: { type: 'bool', doc: 'TODO' },
      tls_options: { type: 'core.HealthCheck.TlsOptions', doc: 'TODO' },
    },
  },
  'core.HealthCheck.Payload': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { payload: 'exactly one' },
    fields: {
      text: { type: 'string', doc: 'TODO', required: true, oneof: 'payload' },
      binary: { type: 'bytes', doc: 'TODO', oneof: 'payload' },
    },
  },
  'core.HealthCheck.HttpHealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      host: { type: 'string', doc: 'TODO' },
      path: { type: 'string', doc: 'TODO', required: true },
      send: { type: 'core.HealthCheck.Payload', doc: 'TODO' },
      receive: { type: 'core.HealthCheck.Payload', doc: 'TODO' },
      service_name: { type: 'string', doc: 'TODO', deprecated: { use: 'TODO' } },
      request_headers_to_add: { type: 'repeated core.HeaderValueOption', doc: 'TODO', limits: { maxItems: 1000 } },
      request_headers_to_remove: { type: 'repeated string', doc: 'TODO' },
      use_http2: { type: 'bool', doc: 'TODO', deprecated: { use: 'TODO' } },
      expected_statuses: { type: 'repeated type.Int64Range', doc: 'TODO' },
      codec_client_type: { type: 'type.CodecClientType', doc: 'TODO' },
      service_name_matcher: { type: 'type.matcher.StringMatcher', doc: 'TODO' },
    },
  },
  'core.HealthCheck.TcpHealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      send: { type: 'core.HealthCheck.Payload', doc: 'TODO' },
      receive: { type: 'repeated core.HealthCheck.Payload', doc: 'TODO' },
    },
  },
  'core.HealthCheck.RedisHealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      key: { type: 'string', doc: 'TODO' },
    },
  },
  'core.HealthCheck.GrpcHealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      service_name: { type: 'string', doc: 'TODO' },
      authority: { type: 'string', doc: 'TODO' },
    },
  },
  'core.HealthCheck.CustomHealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'core.HealthCheck.TlsOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      alpn_protocols: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'core.HttpUri': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { http_upstream_type: 'exactly one' },
    fields: {
      uri: { type: 'string', doc: 'TODO', required: true },
      cluster: { type: 'string', doc: 'TODO', required: true, oneof: 'http_upstream_type' },
      timeout: { type: 'Duration', doc: 'TODO', required: true, limits: { gte: '0s' } },
    },
  },
  'core.TcpProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'core.UpstreamHttpProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      auto_sni: { type: 'bool', doc: 'TODO' },
      auto_san_validation: { type: 'bool', doc: 'TODO' },
    },
  },
  'core.HttpProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      idle_timeout: { type: 'Duration', doc: 'TODO' },
      max_connection_duration: { type: 'Duration', doc: 'TODO' },
      max_headers_count: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      max_stream_duration: { type: 'Duration', doc: 'TODO' },
      headers_with_underscores_action: { type: 'core.HttpProtocolOptions.HeadersWithUnderscoresAction', doc: 'TODO' },
    },
  },
  'core.Http1ProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      allow_absolute_url: { type: 'BoolValue', doc: 'TODO' },
      accept_http_10: { type: 'bool', doc: 'TODO' },
      default_host_for_http_10: { type: 'string', doc: 'TODO' },
      header_key_format: { type: 'core.Http1ProtocolOptions.HeaderKeyFormat', doc: 'TODO' },
      enable_trailers: { type: 'bool', doc: 'TODO' },
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { header_format: 'exactly one' },
    fields: {
      proper_case_words: { type: 'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords', doc: 'TODO', oneof: 'header_format' },
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'core.Http2ProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      hpack_table_size: { type: 'UInt32Value', doc: 'TODO' },
      max_concurrent_streams: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 2147483647, gte: 1 } },
      initial_stream_window_size: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 2147483647, gte: 65535 } },
      initial_connection_window_size: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 2147483647, gte: 65535 } },
      allow_connect: { type: 'bool', doc: 'TODO' },
      allow_metadata: { type: 'bool', doc: 'TODO' },
      max_outbound_frames: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      max_outbound_control_frames: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      max_consecutive_inbound_frames_with_empty_payload: { type: 'UInt32Value', doc: 'TODO' },
      max_inbound_priority_frames_per_stream: { type: 'UInt32Value', doc: 'TODO' },
      max_inbound_window_update_frames_per_data_frame_sent: { type: 'UInt32Value', doc: 'TODO', limits: { gte: 1 } },
      stream_error_on_invalid_http_messaging: { type: 'bool', doc: 'TODO' },
      custom_settings_parameters: { type: 'repeated core.Http2ProtocolOptions.SettingsParameter', doc: 'TODO' },
    },
  },
  'core.Http2ProtocolOptions.SettingsParameter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      identifier: { type: 'UInt32Value', doc: 'TODO', required: true, limits: { lte: 65536, gte: 1 } },
      value: { type: 'UInt32Value', doc: 'TODO', required: true },
    },
  },
  'core.GrpcProtocolOptions': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      http2_protocol_options: { type: 'core.Http2ProtocolOptions', doc: 'TODO' },
    },
  },
  'core.SocketOption': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { value: 'exactly one' },
    fields: {
      description: { type: 'string', doc: 'TODO' },
      level: { type: 'int64', doc: 'TODO' },
      name: { type: 'int64', doc: 'TODO' },
      int_value: { type: 'int64', doc: 'TODO', oneof: 'value' },
      buf_value: { type: 'bytes', doc: 'TODO', oneof: 'value' },
      state: { type: 'core.SocketOption.SocketState', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const coreEnums = {
  'core.SocketAddress.Protocol': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      TCP: { number: 0, doc: 'TODO' },
      UDP: { number: 1, doc: 'TODO' },
    },
  },
  'core.RoutingPriority': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      DEFAULT: { number: 0, doc: 'TODO' },
      HIGH: { number: 1, doc: 'TODO' },
    },
  },
  'core.RequestMethod': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      METHOD_UNSPECIFIED: { number: 0, doc: 'TODO' },
      GET: { number: 1, doc: 'TODO' },
      HEAD: { number: 2, doc: 'TODO' },
      POST: { number: 3, doc: 'TODO' },
      PUT: { number: 4, doc: 'TODO' },
      DELETE: { number: 5, doc: 'TODO' },
      CONNECT: { number: 6, doc: 'TODO' },
      OPTIONS: { number: 7, doc: 'TODO' },
      TRACE: { number: 8, doc: 'TODO' },
      PATCH: { number: 9, doc: 'TODO' },
    },
  },
  'core.TrafficDirection': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      UNSPECIFIED: { number: 0, doc: 'TODO' },
      INBOUND: { number: 1, doc: 'TODO' },
      OUTBOUND: { number: 2, doc: 'TODO' },
    },
  },
  'core.ApiVersion': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      AUTO: { number: 0, doc: 'TODO' },
      V2: { number: 1, doc: 'TODO' },
      V3: { number: 2, doc: 'TODO' },
    },
  },
  'core.ApiConfigSource.ApiType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      UNSUPPORTED_REST_LEGACY: { number: 0, doc: 'TODO' },
      REST: { number: 1, doc: 'TODO' },
      GRPC: { number: 2, doc: 'TODO' },
      DELTA_GRPC: { number: 3, doc: 'TODO' },
    },
  },
  'core.HealthStatus': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      UNKNOWN: { number: 0, doc: 'TODO' },
      HEALTHY: { number: 1, doc: 'TODO' },
      UNHEALTHY: { number: 2, doc: 'TODO' },
      DRAINING: { number: 3, doc: 'TODO' },
      TIMEOUT: { number: 4, doc: 'TODO' },
      DEGRADED: { number: 5, doc: 'TODO' },
    },
  },
  'core.HttpProtocolOptions.HeadersWithUnderscoresAction': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      ALLOW: { number: 0, doc: 'TODO' },
      REJECT_REQUEST: { number: 1, doc: 'TODO' },
      DROP_HEADER: { number: 2, doc: 'TODO' },
    },
  },
  'core.SocketOption.SocketState': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      STATE_PREBIND: { number: 0, doc: 'TODO' },
      STATE_BOUND: { number: 1, doc: 'TODO' },
      STATE_LISTENING: { number: 2, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
