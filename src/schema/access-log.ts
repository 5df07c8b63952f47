import type { EnumTables, MessageTables } from './language.ts';

export const accessLogMessages = {
  'config.accesslog.v2.HttpGrpcAccessLogConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      common_config: { type: 'config.accesslog.v2.CommonGrpcAccessLogConfig', doc: 'TODO', required: true },
      additional_request_headers_to_log: { type: 'repeated string', doc: 'TODO' },
      additional_response_headers_to_log: { type: 'repeated string', doc: 'TODO' },
      additional_response_trailers_to_log: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'config.accesslog.v2.TcpGrpcAccessLogConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      common_config: { type: 'config.accesslog.v2.CommonGrpcAccessLogConfig', doc: 'TODO', required: true },
    },
  },
  'config.accesslog.v2.CommonGrpcAccessLogConfig': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      log_name: { type: 'string', doc: 'TODO', required: true },
      grpc_service: { type: 'core.GrpcService', doc: 'TODO', required: true },
      buffer_flush_interval: { type: 'Duration', doc: 'TODO', limits: { gt: '0s' } },
      buffer_size_bytes: { type: 'UInt32Value', doc: 'TODO' },
      filter_state_objects_to_log: { type: 'repeated string', doc: 'TODO' },
    },
  },
  'config.accesslog.v2.FileAccessLog': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { access_log_format: 'at most one' },
    fields: {
      path: { type: 'string', doc: 'TODO', required: true },
      format: { type: 'string', doc: 'TODO', oneof: 'access_log_format' },
      json_format: { type: 'Struct', doc: 'TODO', oneof: 'access_log_format' },
      typed_json_format: { type: 'Struct', doc: 'TODO', oneof: 'access_log_format' },
    },
  },
  'config.filter.accesslog.v2.AccessLog': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO' },
      filter: { type: 'config.filter.accesslog.v2.AccessLogFilter', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
  'config.filter.accesslog.v2.AccessLogFilter': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { filter_specifier: 'exactly one' },
    fields: {
      status_code_filter: { type: 'config.filter.accesslog.v2.StatusCodeFilter', doc: 'TODO', oneof: 'filter_specifier' },
      duration_filter: { type: 'config.filter.accesslog.v2.DurationFilter', doc: 'TODO', oneof: 'filter_specifier' },
      not_health_check_filter: { type: 'config.filter.accesslog.v2.NotHealthCheckFilter', doc: 'TODO', oneof: 'filter_specifier' },
      traceable_filter: { type: 'config.filter.accesslog.v2.TraceableFilter', doc: 'TODO', oneof: 'filter_specifier' },
      runtime_filter: { type: 'config.filter.accesslog.v2.RuntimeFilter', doc: 'TODO', oneof: 'filter_specifier' },
      and_filter: { type: 'config.filter.accesslog.v2.AndFilter', doc: 'TODO', oneof: 'filter_specifier' },
      or_filter: { type: 'config.filter.accesslog.v2.OrFilter', doc: 'TODO', oneof: 'filter_specifier' },
      header_filter: { type: 'config.filter.accesslog.v2.HeaderFilter', doc: 'TODO', oneof: 'filter_specifier' },
      response_flag_filter: { type: 'config.filter.accesslog.v2.ResponseFlagFilter', doc: 'TODO', oneof: 'filter_specifier' },
      grpc_status_filter: { type: 'config.filter.accesslog.v2.GrpcStatusFilter', doc: 'TODO', oneof: 'filter_specifier' },
      extension_filter: { type: 'config.filter.accesslog.v2.ExtensionFilter', doc: 'TODO', oneof: 'filter_specifier' },
    },
  },
  'config.filter.accesslog.v2.ComparisonFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      op: { type: 'config.filter.accesslog.v2.ComparisonFilter.Op', doc: 'TODO' },
      value: { type: 'core.RuntimeUInt32', doc: 'TODO' },
    },
  },
  'config.filter.accesslog.v2.StatusCodeFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      comparison: { type: 'config.filter.accesslog.v2.ComparisonFilter', doc: 'TODO', required: true },
    },
  },
  'config.filter.accesslog.v2.DurationFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      comparison: { type: 'config.filter.accesslog.v2.ComparisonFilter', doc: 'TODO', required: true },
    },
  },
  'config.filter.accesslog.v2.NotHealthCheckFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.accesslog.v2.TraceableFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
    },
  },
  'config.filter.accesslog.v2.RuntimeFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      runtime_key: { type: 'string', doc: 'TODO', required: true },
      percent_sampled: { type: 'type.FractionalPercent', doc: 'TODO' },
      use_independent_randomness: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.accesslog.v2.AndFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filters: { type: 'repeated config.filter.accesslog.v2.AccessLogFilter', doc: 'TODO', limits: { minItems: 2 } },
    },
  },
  'config.filter.accesslog.v2.OrFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      filters: { type: 'repeated config.filter.accesslog.v2.AccessLogFilter', doc: 'TODO', limits: { minItems: 2 } },
    },
  },
  'config.filter.accesslog.v2.HeaderFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      header: { type: 'route.HeaderMatcher', doc: 'TODO', required: true },
    },
  },
  'config.filter.accesslog.v2.ResponseFlagFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      flags: { type: 'repeated string', doc: 'TODO', limits: { items: { oneOf: ['LH', 'UH', 'UT', 'LR', 'UR', 'UF', 'UC', 'UO', 'NR', 'DI', 'FI', 'RL', 'UAEX', 'RLSE', 'DC', 'URX', 'SI', 'IH', 'DPE'] } } },
    },
  },
  'config.filter.accesslog.v2.GrpcStatusFilter': {
    doc: 'TODO',
    section: 'wider model',
    fields: {
      statuses: { type: 'repeated config.filter.accesslog.v2.GrpcStatusFilter.Status', doc: 'TODO' },
      exclude: { type: 'bool', doc: 'TODO' },
    },
  },
  'config.filter.accesslog.v2.ExtensionFilter': {
    doc: 'TODO',
    section: 'wider model',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'TODO' },
      config: { type: 'Struct', doc: 'TODO', oneof: 'config_type', deprecated: { use: 'TODO' } },
      typed_config: { type: 'Any', doc: 'TODO', oneof: 'config_type' },
    },
  },
} as const satisfies MessageTables;

export const accessLogEnums = {
  'config.filter.accesslog.v2.ComparisonFilter.Op': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      EQ: { number: 0, doc: 'TODO' },
      GE: { number: 1, doc: 'TODO' },
      LE: { number: 2, doc: 'TODO' },
    },
  },
  'config.filter.accesslog.v2.GrpcStatusFilter.Status': {
    doc: 'TODO',
    section: 'wider model',
    values: {
      OK: { number: 0, doc: 'TODO' },
      CANCELED: { number: 1, doc: 'TODO' },
      UNKNOWN: { number: 2, doc: 'TODO' },
      INVALID_ARGUMENT: { number: 3, doc: 'TODO' },
      DEADLINE_EXCEEDED: { number: 4, doc: 'TODO' },
      NOT_FOUND: { number: 5, doc: 'TODO' },
      ALREADY_EXISTS: { number: 6, doc: 'TODO' },
      PERMISSION_DENIED: { number: 7, doc: 'TODO' },
      RESOURCE_EXHAUSTED: { number: 8, doc: 'TODO' },
      FAILED_PRECONDITION: { number: 9, doc: 'TODO' },
      ABORTED: { number: 10, doc: 'TODO' },
      OUT_OF_RANGE: { number: 11, doc: 'TODO' },
      UNIMPLEMENTED: { number: 12, doc: 'TODO' },
      INTERNAL: { number: 13, doc: 'TODO' },
      UNAVAILABLE: { number: 14, doc: 'TODO' },
      DATA_LOSS: { number: 15, doc: 'TODO' },
      UNAUTHENTICATED: { number: 16, doc: 'TODO' },
    },
  },
} as const satisfies EnumTables;
