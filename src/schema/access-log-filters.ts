/** Conditions that decide which requests an access log writes. */
import type { EnumTables, MessageTables } from './language.ts';

export const accessLogFilterMessages = {
  AccessLogFilter: {
    doc: 'A condition on a finished request; only those that fulfil it are logged.',
    section: 'full API',
    oneofs: { filter_specifier: 'exactly one' },
    fields: {
      status_code_filter: {
        type: 'StatusCodeFilter',
        doc: 'Compare the response status.',
        oneof: 'filter_specifier',
      },
      duration_filter: {
        type: 'DurationFilter',
        doc: 'Compare how long the request took.',
        oneof: 'filter_specifier',
      },
      not_health_check_filter: {
        type: 'NotHealthCheckFilter',
        doc: 'Leave out health checks.',
        oneof: 'filter_specifier',
        presence: true,
      },
      traceable_filter: {
        type: 'TraceableFilter',
        doc: 'Only requests that are traced.',
        oneof: 'filter_specifier',
        presence: true,
      },
      runtime_filter: {
        type: 'RuntimeFilter',
        doc: 'A random share of requests.',
        oneof: 'filter_specifier',
      },
      and_filter: {
        type: 'AndFilter',
        doc: 'All of several conditions.',
        oneof: 'filter_specifier',
      },
      or_filter: {
        type: 'OrFilter',
        doc: 'Any of several conditions.',
        oneof: 'filter_specifier',
      },
      header_filter: {
        type: 'HeaderFilter',
        doc: 'Match a request header.',
        oneof: 'filter_specifier',
      },
      response_flag_filter: {
        type: 'ResponseFlagFilter',
        doc: 'Only requests where the proxy noted something, such as an upstream timeout.',
        oneof: 'filter_specifier',
        presence: true,
      },
      grpc_status_filter: {
        type: 'GrpcStatusFilter',
        doc: 'Match the gRPC status of the response.',
        oneof: 'filter_specifier',
        presence: true,
      },
      extension_filter: {
        type: 'ExtensionFilter',
        doc: 'A condition that an extension decides.',
        oneof: 'filter_specifier',
      },
      metadata_filter: {
        type: 'MetadataFilter',
        doc: 'Match on dynamic metadata.',
        oneof: 'filter_specifier',
        presence: true,
        only: 'v3',
      },
      log_type_filter: {
        type: 'LogTypeFilter',
        doc: 'Match the kind of entry, such as its start or its end.',
        oneof: 'filter_specifier',
        presence: true,
        only: 'v3',
      },
    },
  },
  ComparisonFilter: {
    doc: 'Compares a number with a bound.',
    section: 'full API',
    fields: {
      op: { type: 'ComparisonFilter.Op', doc: 'How they are compared.', limits: { definedOnly: true } },
      value: {
        type: 'core.RuntimeUInt32',
        doc: 'The bound, which a runtime key may override.',
        in: { v3: { required: true } },
      },
    },
  },
  StatusCodeFilter: {
    doc: 'Compares the response status.',
    section: 'full API',
    fields: {
      comparison: {
        type: 'ComparisonFilter',
        doc: 'Comparison with the status code.',
        required: true,
      },
    },
  },
  DurationFilter: {
    doc: 'Compares how long the request took.',
    section: 'full API',
    fields: {
      comparison: {
        type: 'ComparisonFilter',
        doc: 'Comparison with the time from first to last byte, in milliseconds.',
        required: true,
      },
    },
  },
  NotHealthCheckFilter: {
    doc: 'Requests that are not health checks; the health check filter marks those.',
    section: 'full API',
    fields: {},
  },
  TraceableFilter: {
    doc: 'Requests that are traced.',
    section: 'full API',
    fields: {},
  },
  RuntimeFilter: {
    doc: 'A random share of requests, which a runtime key may change.',
    section: 'full API',
    fields: {
      runtime_key: {
        type: 'string',
        doc: 'Runtime key that overrides the share.',
        required: true,
        names: 'runtime key',
      },
      percent_sampled: {
        type: 'type.FractionalPercent',
        doc: 'Share of requests while the runtime key is not set; absent means none.',
      },
      use_independent_randomness: {
        type: 'bool',
        doc: 'Draw afresh instead of deciding by the request id, which would agree across proxies.',
      },
    },
  },
  AndFilter: {
    doc: 'Holds when all its conditions hold.',
    section: 'full API',
    fields: {
      filters: {
        type: 'repeated AccessLogFilter',
        doc: 'The conditions, two at least.',
        required: true,
        limits: { minItems: 2 },
        order: 'set',
      },
    },
  },
  OrFilter: {
    doc: 'Holds when any of its conditions holds.',
    section: 'full API',
    fields: {
      filters: {
        type: 'repeated AccessLogFilter',
        doc: 'The conditions, two at least.',
        required: true,
        limits: { minItems: 2 },
        order: 'set',
      },
    },
  },
  HeaderFilter: {
    doc: 'Matches a request header.',
    section: 'full API',
    fields: {
      header: { type: 'route.HeaderMatcher', doc: 'The header and what it must hold.', required: true },
    },
  },
  ResponseFlagFilter: {
    doc: 'Requests that carry one of the response flags.',
    section: 'full API',
    fields: {
      flags: {
        type: 'repeated string',
        doc: 'Flags as the log shows them, such as UT for an upstream timeout; empty means any flag.',
        order: 'set',
        limits: {
          items: {
            oneOf: [
              'LH',
              'UH',
              'UT',
              'LR',
              'UR',
              'UF',
              'UC',
              'UO',
              'NR',
              'DI',
              'FI',
              'RL',
              'UAEX',
              'RLSE',
              'DC',
              'URX',
              'SI',
              'IH',
              'DPE',
            ],
          },
        },
        in: {
          v3: {
            limits: {
              items: {
                oneOf: [
                  'LH',
                  'UH',
                  'UT',
                  'LR',
                  'UR',
                  'UF',
                  'UC',
                  'UO',
                  'NR',
                  'DI',
                  'FI',
                  'RL',
                  'UAEX',
                  'RLSE',
                  'DC',
                  'URX',
                  'SI',
                  'IH',
                  'DPE',
                  'UMSDR',
                  'RFCF',
                  'NFCF',
                  'DT',
                  'UPE',
                  'NC',
                  'OM',
                  'DF',
                  'DO',
                  'DR',
                  'UDO',
                ],
              },
            },
          },
        },
      },
    },
  },
  GrpcStatusFilter: {
    doc: 'Matches the gRPC status of the response; where there is none, one is derived from the HTTP status.',
    section: 'full API',
    fields: {
      statuses: {
        type: 'repeated GrpcStatusFilter.Status',
        doc: 'Statuses that are logged.',
        order: 'set',
        in: { v3: { limits: { items: { definedOnly: true } } } },
      },
      exclude: { type: 'bool', doc: 'Log every status except the listed ones instead.' },
    },
  },
  ExtensionFilter: {
    doc: 'A condition that an extension decides.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Name of the extension.' },
      config: {
        type: 'Struct',
        doc: 'Configuration without its type.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Configuration with its type.', oneof: 'config_type' },
    },
  },
} as const satisfies MessageTables;

export const accessLogFilterEnums = {
  AccessLogType: {
    doc: 'At which moment of a request or connection a line is written.',
    section: 'full API',
    values: {
      NotSet: { number: 0, doc: 'Not said.' },
      TcpUpstreamConnected: { number: 1, doc: 'A TCP connection to a host was made.' },
      TcpPeriodic: { number: 2, doc: 'From time to time during a TCP connection.' },
      TcpConnectionEnd: { number: 3, doc: 'A TCP connection ended.' },
      DownstreamStart: { number: 4, doc: 'A request came in.' },
      DownstreamPeriodic: { number: 5, doc: 'From time to time during a request.' },
      DownstreamEnd: { number: 6, doc: 'A request ended.' },
      UpstreamPoolReady: { number: 7, doc: 'A connection to a host was there for a request.' },
      UpstreamPeriodic: { number: 8, doc: 'From time to time while a host answers.' },
      UpstreamEnd: { number: 9, doc: 'A host has answered.' },
      DownstreamTunnelSuccessfullyEstablished: { number: 10, doc: 'A tunnel for a client was made.' },
      UdpTunnelUpstreamConnected: { number: 11, doc: 'A tunnel for UDP to a host was made.' },
      UdpPeriodic: { number: 12, doc: 'From time to time during a UDP session.' },
      UdpSessionEnd: { number: 13, doc: 'A UDP session ended.' },
    },
  },
  'ComparisonFilter.Op': {
    doc: 'How a number is compared with its bound.',
    section: 'full API',
    values: {
      EQ: { number: 0, doc: 'Equal to the bound.' },
      GE: { number: 1, doc: 'At least the bound.' },
      LE: { number: 2, doc: 'At most the bound.' },
      NE: { number: 3, doc: 'Not equal to the bound.', only: 'v3' },
    },
  },
  'GrpcStatusFilter.Status': {
    doc: 'A gRPC status.',
    section: 'full API',
    values: {
      OK: { number: 0, doc: 'Success.' },
      CANCELED: { number: 1, doc: 'Given up, usually by the caller.' },
      UNKNOWN: { number: 2, doc: 'An error without a known status.' },
      INVALID_ARGUMENT: { number: 3, doc: 'The request makes no sense in any state of the service.' },
      DEADLINE_EXCEEDED: { number: 4, doc: 'Too late.' },
      NOT_FOUND: { number: 5, doc: 'What was asked for is not there.' },
      ALREADY_EXISTS: { number: 6, doc: 'What was to be created is already there.' },
      PERMISSION_DENIED: { number: 7, doc: 'The caller is known but may not do this.' },
      RESOURCE_EXHAUSTED: { number: 8, doc: 'A quota or a resource is used up.' },
      FAILED_PRECONDITION: { number: 9, doc: 'The service is not in a state that allows this.' },
      ABORTED: { number: 10, doc: 'Lost to a concurrent operation.' },
      OUT_OF_RANGE: { number: 11, doc: 'Past the end of the valid range.' },
      UNIMPLEMENTED: { number: 12, doc: 'The service has no such method.' },
      INTERNAL: { number: 13, doc: 'The service is broken.' },
      UNAVAILABLE: { number: 14, doc: 'The service cannot be reached for now.' },
      DATA_LOSS: { number: 15, doc: 'Data is lost or corrupt for good.' },
      UNAUTHENTICATED: { number: 16, doc: 'The caller is not known.' },
    },
  },
} as const satisfies EnumTables;
