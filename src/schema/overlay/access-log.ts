/** Access logs and what is left out of them. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const accessLogMessages: MessageOverlay = {
  HttpGrpcAccessLogConfig: {
    doc: 'Sends log entries of HTTP requests to a gRPC service.',
    fields: {
      common_config: 'The service and how entries are batched.',
      additional_request_headers_to_log: 'Request headers to send besides the usual ones.',
      additional_response_headers_to_log: 'Response headers to send.',
      additional_response_trailers_to_log: 'Response trailers to send.',
    },
    sets: [
      'additional_request_headers_to_log',
      'additional_response_headers_to_log',
      'additional_response_trailers_to_log',
    ],
  },
  TcpGrpcAccessLogConfig: {
    doc: 'Sends log entries of TCP connections to a gRPC service.',
    fields: { common_config: 'The service and how entries are batched.' },
  },
  CommonGrpcAccessLogConfig: {
    doc: 'The gRPC service that takes log entries, and how they are batched.',
    fields: {
      log_name: 'Name that tells the service which log the entries belong to.',
      grpc_service: 'The service.',
      buffer_flush_interval: 'Longest time an entry waits before it is sent.',
      buffer_size_bytes: 'Bytes of waiting entries at which they are sent early; 0 sends each at once.',
      filter_state_objects_to_log: 'Keys of filter state to send with each entry.',
      transport_api_version:
        'Version of the messages sent to the log server; V3 is the only one still supported.',
      grpc_stream_retry_policy:
        "Retries to open the stream, of which only num_retries counts; only with the proxy's own client.",
      custom_tags: 'Tags added to each entry; names must not repeat.',
    },
    defaults: { buffer_flush_interval: '1s', buffer_size_bytes: 16384 },
    sets: ['filter_state_objects_to_log'],
    presence: ['grpc_stream_retry_policy'],
    facts: { custom_tags: { order: 'set by identity' } },
  },
  FileAccessLog: {
    doc: 'Writes a line per request or connection to a file.',
    fields: {
      path: 'The file, such as /dev/stdout.',
      format: 'Line with %COMMANDS%, with its own line end; absent means the built-in format.',
      json_format: 'JSON object per entry, whose values hold %COMMANDS% and all come out as text.',
      typed_json_format: 'JSON object per entry, where numbers and booleans stay such.',
      log_format: 'Format of each line, as text or JSON; absent writes the usual one.',
    },
    deprecated: {
      format: ['log_format', 'log-formats-to-current'],
      json_format: ['log_format', 'log-formats-to-current'],
      typed_json_format: ['log_format', 'log-formats-to-current'],
    },
  },
  AccessLog: {
    doc: 'One access log: where to, and for which requests.',
    fields: {
      name: 'Kind of log, such as `proxy.access_loggers.file`.',
      filter: 'Which requests are written; absent means all.',
      config: 'Configuration without its type; the name tells how to read it.',
      typed_config: 'Configuration with its type.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  AccessLogFilter: {
    doc: 'A condition on a finished request; only those that fulfil it are logged.',
    fields: {
      status_code_filter: 'Compare the response status.',
      duration_filter: 'Compare how long the request took.',
      not_health_check_filter: 'Leave out health checks.',
      traceable_filter: 'Only requests that are traced.',
      runtime_filter: 'A random share of requests.',
      and_filter: 'All of several conditions.',
      or_filter: 'Any of several conditions.',
      header_filter: 'Match a request header.',
      response_flag_filter: 'Only requests where the proxy noted something, such as an upstream timeout.',
      grpc_status_filter: 'Match the gRPC status of the response.',
      extension_filter: 'A condition that an extension decides.',
      metadata_filter: 'Match on dynamic metadata.',
      log_type_filter: 'Match the kind of entry, such as its start or its end.',
    },
    presence: [
      'not_health_check_filter',
      'traceable_filter',
      'response_flag_filter',
      'grpc_status_filter',
      'metadata_filter',
      'log_type_filter',
    ],
  },
  ComparisonFilter: {
    doc: 'Compares a number with a bound.',
    fields: { op: 'How they are compared.', value: 'The bound, which a runtime key may override.' },
  },
  StatusCodeFilter: {
    doc: 'Compares the response status.',
    fields: { comparison: 'Comparison with the status code.' },
  },
  DurationFilter: {
    doc: 'Compares how long the request took.',
    fields: { comparison: 'Comparison with the time from first to last byte, in milliseconds.' },
  },
  NotHealthCheckFilter: { doc: 'Requests that are not health checks; the health check filter marks those.' },
  TraceableFilter: { doc: 'Requests that are traced.' },
  RuntimeFilter: {
    doc: 'A random share of requests, which a runtime key may change.',
    fields: {
      runtime_key: 'Runtime key that overrides the share.',
      percent_sampled: 'Share of requests while the runtime key is not set; absent means none.',
      use_independent_randomness:
        'Draw afresh instead of deciding by the request id, which would agree across proxies.',
    },
    names: { runtime_key: 'runtime key' },
  },
  AndFilter: {
    doc: 'Holds when all its conditions hold.',
    fields: { filters: 'The conditions, two at least.' },
    sets: ['filters'],
  },
  OrFilter: {
    doc: 'Holds when any of its conditions holds.',
    fields: { filters: 'The conditions, two at least.' },
    sets: ['filters'],
  },
  HeaderFilter: { doc: 'Matches a request header.', fields: { header: 'The header and what it must hold.' } },
  ResponseFlagFilter: {
    doc: 'Requests that carry one of the response flags.',
    fields: {
      flags: 'Flags as the log shows them, such as UT for an upstream timeout; empty means any flag.',
    },
    sets: ['flags'],
  },
  GrpcStatusFilter: {
    doc: 'Matches the gRPC status of the response; where there is none, one is derived from the HTTP status.',
    fields: {
      statuses: 'Statuses that are logged.',
      exclude: 'Log every status except the listed ones instead.',
    },
    sets: ['statuses'],
    facts: { statuses: { in: { v2: { limits: false } } } },
  },
  ExtensionFilter: {
    doc: 'A condition that an extension decides.',
    fields: {
      name: 'Name of the extension.',
      config: 'Configuration without its type.',
      typed_config: 'Configuration with its type.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
};

export const accessLogEnums: EnumOverlay = {
  AccessLogType: {
    doc: 'At which moment of a request or connection a line is written.',
    values: {
      NotSet: 'Not said.',
      TcpUpstreamConnected: 'A TCP connection to a host was made.',
      TcpPeriodic: 'From time to time during a TCP connection.',
      TcpConnectionEnd: 'A TCP connection ended.',
      DownstreamStart: 'A request came in.',
      DownstreamPeriodic: 'From time to time during a request.',
      DownstreamEnd: 'A request ended.',
      UpstreamPoolReady: 'A connection to a host was there for a request.',
      UpstreamPeriodic: 'From time to time while a host answers.',
      UpstreamEnd: 'A host has answered.',
      DownstreamTunnelSuccessfullyEstablished: 'A tunnel for a client was made.',
      UdpTunnelUpstreamConnected: 'A tunnel for UDP to a host was made.',
      TcpConnectionStart: 'A TCP connection was taken.',
      UdpPeriodic: 'From time to time during a UDP session.',
      UdpSessionEnd: 'A UDP session ended.',
    },
  },
  'ComparisonFilter.Op': {
    doc: 'How a number is compared with its bound.',
    values: {
      EQ: 'Equal to the bound.',
      GE: 'At least the bound.',
      LE: 'At most the bound.',
      NE: 'Not equal to the bound.',
    },
  },
  'GrpcStatusFilter.Status': {
    doc: 'A gRPC status.',
    values: {
      OK: 'Success.',
      CANCELED: 'Given up, usually by the caller.',
      UNKNOWN: 'An error without a known status.',
      INVALID_ARGUMENT: 'The request makes no sense in any state of the service.',
      DEADLINE_EXCEEDED: 'Too late.',
      NOT_FOUND: 'What was asked for is not there.',
      ALREADY_EXISTS: 'What was to be created is already there.',
      PERMISSION_DENIED: 'The caller is known but may not do this.',
      RESOURCE_EXHAUSTED: 'A quota or a resource is used up.',
      FAILED_PRECONDITION: 'The service is not in a state that allows this.',
      ABORTED: 'Lost to a concurrent operation.',
      OUT_OF_RANGE: 'Past the end of the valid range.',
      UNIMPLEMENTED: 'The service has no such method.',
      INTERNAL: 'The service is broken.',
      UNAVAILABLE: 'The service cannot be reached for now.',
      DATA_LOSS: 'Data is lost or corrupt for good.',
      UNAUTHENTICATED: 'The caller is not known.',
    },
  },
};
