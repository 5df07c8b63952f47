import type { EnumTables, MessageTables } from './language.ts';

export const httpFilterMessages = {
  'ratelimit.RateLimitDescriptor': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      entries: { type: 'repeated ratelimit.RateLimitDescriptor.Entry', doc: 'TODO', required: true },
    },
  },
  'ratelimit.RateLimitDescriptor.Entry': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      key: { type: 'string', doc: 'TODO', required: true },
      value: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'config.filter.http.buffer.v2.Buffer': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_request_bytes: { type: 'UInt32Value', doc: 'TODO', required: true, limits: { gt: 0 } },
    },
  },
  'config.filter.http.buffer.v2.BufferPerRoute': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { override: 'exactly one' },
    fields: {
      disabled: { type: 'bool', doc: 'TODO', oneof: 'override', limits: { oneOf: [true] } },
      buffer: { type: 'config.filter.http.buffer.v2.Buffer', doc: 'TODO', required: true, oneof: 'override' },
    },
  },
  'config.filter.http.cors.v2.Cors': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.http.csrf.v2.CsrfPolicy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filter_enabled: { type: 'core.RuntimeFractionalPercent', doc: 'TODO', required: true },
      shadow_enabled: { type: 'core.RuntimeFractionalPercent', doc: 'TODO' },
      additional_origins: { type: 'repeated type.matcher.StringMatcher', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.ExtAuthz': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { services: 'at most one' },
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', oneof: 'services' },
      http_service: { type: 'config.filter.http.ext_authz.v2.HttpService', doc: 'TODO', oneof: 'services' },
      failure_mode_allow: { type: 'bool', doc: 'TODO' },
      use_alpha: { type: 'bool', doc: 'TODO', deprecated: { use: 'TODO' } },
      with_request_body: { type: 'config.filter.http.ext_authz.v2.BufferSettings', doc: 'TODO' },
      clear_route_cache: { type: 'bool', doc: 'TODO' },
      status_on_error: { type: 'type.HttpStatus', doc: 'TODO' },
      metadata_context_namespaces: { type: 'repeated string', doc: 'TODO' },
      filter_enabled: { type: 'core.RuntimeFractionalPercent', doc: 'TODO' },
      include_peer_certificate: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.BufferSettings': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      max_request_bytes: { type: 'uint32', doc: 'TODO', limits: { gt: 0 } },
      allow_partial_message: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.HttpService': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      server_uri: { type: 'core.HttpUri', doc: 'TODO' },
      path_prefix: { type: 'string', doc: 'TODO' },
      authorization_request: { type: 'config.filter.http.ext_authz.v2.AuthorizationRequest', doc: 'TODO' },
      authorization_response: { type: 'config.filter.http.ext_authz.v2.AuthorizationResponse', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.AuthorizationRequest': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      allowed_headers: { type: 'type.matcher.ListStringMatcher', doc: 'TODO' },
      headers_to_add: { type: 'repeated core.HeaderValue', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.AuthorizationResponse': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      allowed_upstream_headers: { type: 'type.matcher.ListStringMatcher', doc: 'TODO' },
      allowed_client_headers: { type: 'type.matcher.ListStringMatcher', doc: 'TODO' },
    },
  },
  'config.filter.http.ext_authz.v2.ExtAuthzPerRoute': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { override: 'exactly one' },
    fields: {
      disabled: { type: 'bool', doc: 'TODO', oneof: 'override', limits: { oneOf: [true] } },
      check_settings: { type: 'config.filter.http.ext_authz.v2.CheckSettings', doc: 'TODO', required: true, oneof: 'override' },
    },
  },
  'config.filter.http.ext_authz.v2.CheckSettings': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      context_extensions: { type: 'map<string, string>', doc: 'TODO' },
    },
  },
  'config.filter.http.fault.v2.FaultAbort': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { error_type: 'exactly one' },
    fields: {
      http_status: { type: 'uint32', doc: 'TODO', oneof: 'error_type', limits: { lt: 600, gte: 200 } },
      header_abort: { type: 'config.filter.http.fault.v2.FaultAbort.HeaderAbort', doc: 'TODO', oneof: 'error_type' },
      percentage: { type: 'type.FractionalPercent', doc: 'TODO' },
    },
  },
  'config.filter.http.fault.v2.FaultAbort.HeaderAbort': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.http.fault.v2.HTTPFault': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      delay: { type: 'Struct', doc: 'TODO' },
      abort: { type: 'config.filter.http.fault.v2.FaultAbort', doc: 'TODO' },
      upstream_cluster: { type: 'string', doc: 'TODO' },
      headers: { type: 'repeated route.HeaderMatcher', doc: 'TODO' },
      downstream_nodes: { type: 'repeated string', doc: 'TODO' },
      max_active_faults: { type: 'UInt32Value', doc: 'TODO' },
      response_rate_limit: { type: 'Struct', doc: 'TODO' },
      delay_percent_runtime: { type: 'string', doc: 'TODO' },
      abort_percent_runtime: { type: 'string', doc: 'TODO' },
      delay_duration_runtime: { type: 'string', doc: 'TODO' },
      abort_http_status_runtime: { type: 'string', doc: 'TODO' },
      max_active_faults_runtime: { type: 'string', doc: 'TODO' },
      response_rate_limit_percent_runtime: { type: 'string', doc: 'TODO' },
    },
  },
  'config.filter.http.grpc_http1_bridge.v2.Config': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.http.grpc_web.v2.GrpcWeb': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.http.gzip.v2.Gzip': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      memory_level: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 9, gte: 1 } },
      content_length: { type: 'UInt32Value', doc: 'TODO', deprecated: { use: 'TODO' } },
      compression_level: { type: 'config.filter.http.gzip.v2.Gzip.CompressionLevel.Enum', doc: 'TODO' },
      compression_strategy: { type: 'config.filter.http.gzip.v2.Gzip.CompressionStrategy', doc: 'TODO' },
      content_type: { type: 'repeated string', doc: 'TODO', deprecated: { use: 'TODO' } },
      disable_on_etag_header: { type: 'bool', doc: 'TODO', deprecated: { use: 'TODO' } },
      remove_accept_encoding_header: { type: 'bool', doc: 'TODO', deprecated: { use: 'TODO' } },
      window_bits: { type: 'UInt32Value', doc: 'TODO', limits: { lte: 15, gte: 9 } },
      compressor: { type: 'Struct', doc: 'TODO' },
    },
  },
  'config.filter.http.gzip.v2.Gzip.CompressionLevel': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.http.header_to_metadata.v2.Config': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      request_rules: { type: 'repeated config.filter.http.header_to_metadata.v2.Config.Rule', doc: 'TODO' },
      response_rules: { type: 'repeated config.filter.http.header_to_metadata.v2.Config.Rule', doc: 'TODO' },
    },
  },
  'config.filter.http.header_to_metadata.v2.Config.KeyValuePair': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      metadata_namespace: { type: 'string', doc: 'TODO' },
      key: { type: 'string', doc: 'TODO', required: true },
      value: { type: 'string', doc: 'TODO' },
      type: { type: 'config.filter.http.header_to_metadata.v2.Config.ValueType', doc: 'TODO' },
      encode: { type: 'config.filter.http.header_to_metadata.v2.Config.ValueEncode', doc: 'TODO' },
    },
  },
  'config.filter.http.header_to_metadata.v2.Config.Rule': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      header: { type: 'string', doc: 'TODO', required: true, limits: { text: 'header-name' } },
      on_header_present: { type: 'config.filter.http.header_to_metadata.v2.Config.KeyValuePair', doc: 'TODO' },
      on_header_missing: { type: 'config.filter.http.header_to_metadata.v2.Config.KeyValuePair', doc: 'TODO' },
      remove: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.http.health_check.v2.HealthCheck': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      pass_through_mode: { type: 'BoolValue', doc: 'TODO', required: true },
      cache_time: { type: 'Duration', doc: 'TODO' },
      cluster_min_healthy_percentages: { type: 'map<string, type.Percent>', doc: 'TODO' },
      headers: { type: 'repeated route.HeaderMatcher', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtProvider': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { jwks_source_specifier: 'exactly one' },
    fields: {
      issuer: { type: 'string', doc: 'TODO', required: true },
      audiences: { type: 'repeated string', doc: 'TODO' },
      remote_jwks: { type: 'config.filter.http.jwt_authn.v2alpha.RemoteJwks', doc: 'TODO', oneof: 'jwks_source_specifier' },
      local_jwks: { type: 'core.DataSource', doc: 'TODO', oneof: 'jwks_source_specifier' },
      forward: { type: 'bool', doc: 'TODO' },
      from_headers: { type: 'repeated config.filter.http.jwt_authn.v2alpha.JwtHeader', doc: 'TODO' },
      from_params: { type: 'repeated string', doc: 'TODO' },
      forward_payload_header: { type: 'string', doc: 'TODO' },
      payload_in_metadata: { type: 'string', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.RemoteJwks': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      http_uri: { type: 'core.HttpUri', doc: 'TODO' },
      cache_duration: { type: 'Duration', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtHeader': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      value_prefix: { type: 'string', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.ProviderWithAudiences': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      provider_name: { type: 'string', doc: 'TODO' },
      audiences: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtRequirement': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { requires_type: 'at most one' },
    fields: {
      provider_name: { type: 'string', doc: 'TODO', oneof: 'requires_type' },
      provider_and_audiences: { type: 'config.filter.http.jwt_authn.v2alpha.ProviderWithAudiences', doc: 'TODO', oneof: 'requires_type' },
      requires_any: { type: 'config.filter.http.jwt_authn.v2alpha.JwtRequirementOrList', doc: 'TODO', oneof: 'requires_type' },
      requires_all: { type: 'config.filter.http.jwt_authn.v2alpha.JwtRequirementAndList', doc: 'TODO', oneof: 'requires_type' },
      allow_missing_or_failed: { type: 'Empty', doc: 'TODO', oneof: 'requires_type' },
      allow_missing: { type: 'Empty', doc: 'TODO', oneof: 'requires_type' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtRequirementOrList': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      requirements: { type: 'repeated config.filter.http.jwt_authn.v2alpha.JwtRequirement', doc: 'TODO', limits: { minItems: 2 } },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtRequirementAndList': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      requirements: { type: 'repeated config.filter.http.jwt_authn.v2alpha.JwtRequirement', doc: 'TODO', limits: { minItems: 2 } },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.RequirementRule': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      match: { type: 'route.RouteMatch', doc: 'TODO', required: true },
      requires: { type: 'config.filter.http.jwt_authn.v2alpha.JwtRequirement', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.FilterStateRule': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      name: { type: 'string', doc: 'TODO', required: true },
      requires: { type: 'map<string, config.filter.http.jwt_authn.v2alpha.JwtRequirement>', doc: 'TODO' },
    },
  },
  'config.filter.http.jwt_authn.v2alpha.JwtAuthentication': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      providers: { type: 'map<string, config.filter.http.jwt_authn.v2alpha.JwtProvider>', doc: 'TODO' },
      rules: { type: 'repeated config.filter.http.jwt_authn.v2alpha.RequirementRule', doc: 'TODO' },
      filter_state_rules: { type: 'config.filter.http.jwt_authn.v2alpha.FilterStateRule', doc: 'TODO' },
      bypass_cors_preflight: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.http.lua.v2.Lua': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      inline_code: { type: 'string', doc: 'TODO', required: true },
    },
  },
  'config.filter.http.rate_limit.v2.RateLimit': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      domain: { type: 'string', doc: 'TODO', required: true },
      stage: { type: 'uint32', doc: 'TODO', limits: { lte: 10 } },
      request_type: { type: 'string', doc: 'TODO', limits: { oneOf: ['internal', 'external', 'both', ''] } },
      timeout: { type: 'Duration', doc: 'TODO' },
      failure_mode_deny: { type: 'bool', doc: 'TODO' },
      rate_limited_as_resource_exhausted: { type: 'bool', doc: 'TODO' },
      rate_limit_service: { type: 'config.ratelimit.v2.RateLimitServiceConfig', doc: 'TODO', required: true },
    },
  },
  'config.filter.http.rbac.v2.RBAC': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      rules: { type: 'config.rbac.v2.RBAC', doc: 'TODO' },
      shadow_rules: { type: 'config.rbac.v2.RBAC', doc: 'TODO' },
    },
  },
  'config.filter.http.rbac.v2.RBACPerRoute': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      rbac: { type: 'config.filter.http.rbac.v2.RBAC', doc: 'TODO' },
    },
  },
  'config.filter.http.router.v2.Router': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      dynamic_stats: { type: 'BoolValue', doc: 'TODO' },
      start_child_span: { type: 'bool', doc: 'TODO' },
      upstream_log: { type: 'repeated config.filter.accesslog.v2.AccessLog', doc: 'TODO' },
      suppress_envoy_headers: { type: 'bool', doc: 'TODO' },
      strict_check_headers: { type: 'repeated string', doc: 'TODO', limits: { items: { oneOf: ['x-envoy-upstream-rq-timeout-ms', 'x-envoy-upstream-rq-per-try-timeout-ms', 'x-envoy-max-retries', 'x-envoy-retry-grpc-on', 'x-envoy-retry-on'] } } },
      respect_expected_rq_timeout: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.ratelimit.v2.RateLimitServiceConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', required: true },
    },
  },
  'config.rbac.v2.RBAC': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      action: { type: 'config.rbac.v2.RBAC.Action', doc: 'TODO' },
      policies: { type: 'map<string, config.rbac.v2.Policy>', doc: 'TODO' },
    },
  },
  'config.rbac.v2.Policy': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      permissions: { type: 'repeated config.rbac.v2.Permission', doc: 'TODO', required: true },
      principals: { type: 'repeated config.rbac.v2.Principal', doc: 'TODO', required: true },
      condition: { type: 'Struct', doc: 'TODO' },
    },
  },
  'config.rbac.v2.Permission': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { rule: 'exactly one' },
    fields: {
      and_rules: { type: 'config.rbac.v2.Permission.Set', doc: 'TODO', oneof: 'rule' },
      or_rules: { type: 'config.rbac.v2.Permission.Set', doc: 'TODO', oneof: 'rule' },
      any: { type: 'bool', doc: 'TODO', oneof: 'rule', limits: { oneOf: [true] } },
      header: { type: 'route.HeaderMatcher', doc: 'TODO', oneof: 'rule' },
      url_path: { type: 'type.matcher.PathMatcher', doc: 'TODO', oneof: 'rule' },
      destination_ip: { type: 'core.CidrRange', doc: 'TODO', oneof: 'rule' },
      destination_port: { type: 'uint32', doc: 'TODO', oneof: 'rule', limits: { lte: 65535 } },
      metadata: { type: 'type.matcher.MetadataMatcher', doc: 'TODO', oneof: 'rule' },
      not_rule: { type: 'config.rbac.v2.Permission', doc: 'TODO', oneof: 'rule' },
      requested_server_name: { type: 'type.matcher.StringMatcher', doc: 'TODO', oneof: 'rule' },
    },
  },
  'config.rbac.v2.Permission.Set': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      rules: { type: 'repeated config.rbac.v2.Permission', doc: 'TODO', required: true },
    },
  },
  'config.rbac.v2.Principal': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { identifier: 'exactly one' },
    fields: {
      and_ids: { type: 'config.rbac.v2.Principal.Set', doc: 'TODO', oneof: 'identifier' },
      or_ids: { type: 'config.rbac.v2.Principal.Set', doc: 'TODO', oneof: 'identifier' },
      any: { type: 'bool', doc: 'TODO', oneof: 'identifier', limits: { oneOf: [true] } },
      authenticated: { type: 'config.rbac.v2.Principal.Authenticated', doc: 'TODO', oneof: 'identifier' },
      source_ip: { type: 'core.CidrRange', doc: 'TODO', oneof: 'identifier' },
      header: { type: 'route.HeaderMatcher', doc: 'TODO', oneof: 'identifier' },
      url_path: { type: 'type.matcher.PathMatcher', doc: 'TODO', oneof: 'identifier' },
      metadata: { type: 'type.matcher.MetadataMatcher', doc: 'TODO', oneof: 'identifier' },
      not_id: { type: 'config.rbac.v2.Principal', doc: 'TODO', oneof: 'identifier' },
    },
  },
  'config.rbac.v2.Principal.Set': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      ids: { type: 'repeated config.rbac.v2.Principal', doc: 'TODO', required: true },
    },
  },
  'config.rbac.v2.Principal.Authenticated': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      principal_name: { type: 'type.matcher.StringMatcher', doc: 'TODO' },
    },
  },
} as const satisfies MessageTables;

export const httpFilterEnums = {
  'config.filter.http.gzip.v2.Gzip.CompressionStrategy': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      DEFAULT: { number: 0, doc: 'TODO' },
      FILTERED: { number: 1, doc: 'TODO' },
      HUFFMAN: { number: 2, doc: 'TODO' },
      RLE: { number: 3, doc: 'TODO' },
    },
  },
  'config.filter.http.gzip.v2.Gzip.CompressionLevel.Enum': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      DEFAULT: { number: 0, doc: 'TODO' },
      BEST: { number: 1, doc: 'TODO' },
      SPEED: { number: 2, doc: 'TODO' },
    },
  },
  'config.filter.http.header_to_metadata.v2.Config.ValueType': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      STRING: { number: 0, doc: 'TODO' },
      NUMBER: { number: 1, doc: 'TODO' },
      PROTOBUF_VALUE: { number: 2, doc: 'TODO' },
    },
  },
  'config.filter.http.header_to_metadata.v2.Config.ValueEncode': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      NONE: { number: 0, doc: 'TODO' },
      BASE64: { number: 1, doc: 'TODO' },
    },
  },
  'config.rbac.v2.RBAC.Action': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      ALLOW: { number: 0, doc: 'TODO' },
      DENY: { number: 1, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
