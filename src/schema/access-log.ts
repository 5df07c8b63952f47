/** Access logs: what is written, and where to. */
import type { MessageTables } from './language.ts';

export const accessLogMessages = {
  HttpGrpcAccessLogConfig: {
    doc: 'Sends log entries of HTTP requests to a gRPC service.',
    section: 'full API',
    fields: {
      common_config: {
        type: 'CommonGrpcAccessLogConfig',
        doc: 'The service and how entries are batched.',
        required: true,
      },
      additional_request_headers_to_log: {
        type: 'repeated string',
        doc: 'Request headers to send besides the usual ones.',
        order: 'set',
      },
      additional_response_headers_to_log: {
        type: 'repeated string',
        doc: 'Response headers to send.',
        order: 'set',
      },
      additional_response_trailers_to_log: {
        type: 'repeated string',
        doc: 'Response trailers to send.',
        order: 'set',
      },
    },
  },
  TcpGrpcAccessLogConfig: {
    doc: 'Sends log entries of TCP connections to a gRPC service.',
    section: 'full API',
    fields: {
      common_config: {
        type: 'CommonGrpcAccessLogConfig',
        doc: 'The service and how entries are batched.',
        required: true,
      },
    },
  },
  CommonGrpcAccessLogConfig: {
    doc: 'The gRPC service that takes log entries, and how they are batched.',
    section: 'full API',
    fields: {
      log_name: {
        type: 'string',
        doc: 'Name that tells the service which log the entries belong to.',
        required: true,
      },
      grpc_service: { type: 'core.GrpcService', doc: 'The service.', required: true },
      buffer_flush_interval: {
        type: 'Duration',
        doc: 'Longest time an entry waits before it is sent.',
        default: { value: '1s' },
        limits: { gt: '0s' },
      },
      buffer_size_bytes: {
        type: 'UInt32Value',
        doc: 'Bytes of waiting entries at which they are sent early; 0 sends each at once.',
        default: { value: 16384 },
      },
      filter_state_objects_to_log: {
        type: 'repeated string',
        doc: 'Keys of filter state to send with each entry.',
        order: 'set',
      },
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the messages sent to the log server; V3 is the only one still supported.',
        limits: { definedOnly: true },
        only: 'v3',
      },
      grpc_stream_retry_policy: {
        type: 'core.RetryPolicy',
        doc: "Retries to open the stream, of which only num_retries counts; only with the proxy's own client.",
        presence: true,
        only: 'v3',
      },
      custom_tags: {
        type: 'repeated CustomTag',
        doc: 'Tags added to each entry; names must not repeat.',
        order: 'set by identity',
        only: 'v3',
      },
    },
  },
  FileAccessLog: {
    doc: 'Writes a line per request or connection to a file.',
    section: 'full API',
    oneofs: { access_log_format: 'at most one' },
    fields: {
      path: { type: 'string', doc: 'The file, such as /dev/stdout.', required: true },
      format: {
        type: 'string',
        doc: 'Line with %COMMANDS%, with its own line end; absent means the built-in format.',
        oneof: 'access_log_format',
        in: { v3: { deprecated: { use: 'log_format', migration: 'log-formats-to-current' } } },
      },
      json_format: {
        type: 'Struct',
        doc: 'JSON object per entry, whose values hold %COMMANDS% and all come out as text.',
        oneof: 'access_log_format',
        in: { v3: { deprecated: { use: 'log_format', migration: 'log-formats-to-current' } } },
      },
      typed_json_format: {
        type: 'Struct',
        doc: 'JSON object per entry, where numbers and booleans stay such.',
        oneof: 'access_log_format',
        in: { v3: { deprecated: { use: 'log_format', migration: 'log-formats-to-current' } } },
      },
      log_format: {
        type: 'core.SubstitutionFormatString',
        doc: 'Format of each line, as text or JSON; absent writes the usual one.',
        oneof: 'access_log_format',
        only: 'v3',
      },
    },
  },
  AccessLog: {
    doc: 'One access log: where to, and for which requests.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Kind of log, such as `proxy.access_loggers.file`.' },
      filter: {
        type: 'AccessLogFilter',
        doc: 'Which requests are written; absent means all.',
      },
      config: {
        type: 'Struct',
        doc: 'Configuration without its type; the name tells how to read it.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Configuration with its type.', oneof: 'config_type' },
    },
  },
} as const satisfies MessageTables;
