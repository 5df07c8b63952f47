/** The HTTP filter that injects faults. */
import type { EnumTables, MessageTables } from './language.ts';

export const faultFilterMessages = {
  FaultAbort: {
    doc: 'Ends a share of requests with an error.',
    section: 'full API',
    oneofs: { error_type: 'exactly one' },
    fields: {
      http_status: {
        type: 'uint32',
        doc: 'Status to answer with.',
        oneof: 'error_type',
        limits: { lt: 600, gte: 200 },
      },
      header_abort: {
        type: 'FaultAbort.HeaderAbort',
        doc: 'Take the status from a request header.',
        oneof: 'error_type',
        presence: true,
      },
      percentage: { type: 'type.FractionalPercent', doc: 'Share of requests; absent means none.' },
      grpc_status: {
        type: 'uint32',
        doc: 'gRPC status that aborted requests get.',
        oneof: 'error_type',
        only: 'v3',
      },
    },
  },
  'FaultAbort.HeaderAbort': {
    doc: 'The status stands in the header `x-proxy-fault-abort-request`, with the namespace in use.',
    section: 'full API',
    fields: {},
  },
  HTTPFault: {
    doc: 'Injects delays, errors and slow responses, to test how clients take them.',
    section: 'full API',
    fields: {
      delay: {
        type: 'FaultDelay',
        doc: 'Delay before a share of requests goes on.',
      },
      abort: { type: 'FaultAbort', doc: 'Error for a share of requests.' },
      upstream_cluster: {
        type: 'string',
        doc: 'Only requests routed to this cluster; empty means all.',
        names: 'cluster',
      },
      headers: {
        type: 'repeated route.HeaderMatcher',
        doc: 'Only requests whose headers match all of these.',
        order: 'set',
      },
      downstream_nodes: {
        type: 'repeated string',
        doc: 'Only requests from these nodes, as their service node header names them; empty means all.',
        order: 'set',
      },
      max_active_faults: {
        type: 'UInt32Value',
        doc: 'Most faults at a time; further requests go on unharmed; absent means no limit.',
      },
      response_rate_limit: {
        type: 'Struct',
        doc: 'Slows down a share of responses to a number of KiB per second.',
        in: { v3: { type: 'FaultRateLimit' } },
      },
      delay_percent_runtime: {
        type: 'string',
        doc: 'Runtime key for the share of delays; absent means the built-in key.',
        names: 'runtime key',
      },
      abort_percent_runtime: {
        type: 'string',
        doc: 'Runtime key for the share of errors; absent means the built-in key.',
        names: 'runtime key',
      },
      delay_duration_runtime: {
        type: 'string',
        doc: 'Runtime key for the delay in milliseconds; absent means the built-in key.',
        names: 'runtime key',
      },
      abort_http_status_runtime: {
        type: 'string',
        doc: "Runtime key for the error's status; absent means the built-in key.",
        names: 'runtime key',
      },
      max_active_faults_runtime: {
        type: 'string',
        doc: 'Runtime key for the most faults at a time; absent means the built-in key.',
        names: 'runtime key',
      },
      response_rate_limit_percent_runtime: {
        type: 'string',
        doc: 'Runtime key for the share of slow responses; absent means the built-in key.',
        names: 'runtime key',
      },
      abort_grpc_status_runtime: {
        type: 'string',
        doc: 'Runtime key that overrides the gRPC status of aborts.',
        default: { value: 'fault.http.abort.grpc_status' },
        names: 'runtime key',
        only: 'v3',
      },
      disable_downstream_cluster_stats: {
        type: 'bool',
        doc: 'Keeps no separate stats for each downstream cluster, which can be many.',
        only: 'v3',
      },
      filter_metadata: {
        type: 'Struct',
        doc: 'Dynamic metadata set on requests that get a fault, for access logs.',
        only: 'v3',
      },
    },
  },
  FaultDelay: {
    doc: 'How long a share of requests waits.',
    section: 'full API',
    oneofs: { fault_delay_secifier: 'exactly one' },
    fields: {
      type: {
        type: 'FaultDelay.FaultDelayType',
        doc: 'Has one value and is not read.',
        deprecated: { use: 'nothing: leave it out', migration: 'settings-without-successor' },
        only: 'v2',
      },
      fixed_delay: {
        type: 'Duration',
        doc: 'The same delay for each.',
        oneof: 'fault_delay_secifier',
        limits: { gt: '0s' },
      },
      header_delay: {
        type: 'FaultDelay.HeaderDelay',
        doc: 'Take the delay from a request header.',
        oneof: 'fault_delay_secifier',
        presence: true,
      },
      percentage: { type: 'type.FractionalPercent', doc: 'Share of requests; absent means none.' },
    },
  },
  'FaultDelay.HeaderDelay': {
    doc: 'The milliseconds stand in the header `x-proxy-fault-delay-request`, with the namespace in use.',
    section: 'full API',
    fields: {},
  },
} as const satisfies MessageTables;

export const faultFilterEnums = {
  'FaultDelay.FaultDelayType': {
    doc: 'Kind of delay.',
    section: 'full API',
    values: { FIXED: { number: 0, doc: 'The only kind there is.' } },
  },
} as const satisfies EnumTables;
