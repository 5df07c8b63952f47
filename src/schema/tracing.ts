/** Tracers: which one, and how it is reached. */
import type { EnumTables, MessageTables } from './language.ts';

export const tracingMessages = {
  'trace.Tracing': {
    doc: 'Tracing of the whole proxy.',
    section: 'full API',
    fields: {
      http: { type: 'trace.Tracing.Http', doc: 'Tracer of HTTP requests; absent means none.' },
    },
  },
  'trace.Tracing.Http': {
    doc: 'One tracer with its configuration.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Kind of tracer, such as `proxy.tracers.zipkin`.', required: true },
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
  LightstepConfig: {
    doc: 'Sends spans to LightStep.',
    section: 'full API',
    fields: {
      collector_cluster: {
        type: 'string',
        doc: 'Cluster of the collectors.',
        required: true,
        names: 'cluster',
      },
      access_token_file: {
        type: 'string',
        doc: 'File with the access token.',
        required: true,
        in: {
          v3: { required: false, deprecated: { use: 'access_token', migration: 'fields-to-successors' } },
        },
      },
      propagation_modes: {
        type: 'repeated LightstepConfig.PropagationMode',
        doc: "Headers that carry the trace onwards; empty means the proxy's own.",
        in: { v3: { limits: { items: { definedOnly: true } } } },
      },
      access_token: {
        type: 'core.DataSource',
        doc: 'Access token of the LightStep service.',
        secret: true,
        only: 'v3',
      },
    },
  },
  ZipkinConfig: {
    doc: 'Sends spans to Zipkin or a service that speaks its protocol.',
    section: 'full API',
    fields: {
      collector_cluster: {
        type: 'string',
        doc: 'Cluster of the collectors.',
        required: true,
        names: 'cluster',
        in: { v3: { required: false } },
      },
      collector_endpoint: {
        type: 'string',
        doc: 'Path that spans are posted to, such as /api/v2/spans.',
        required: true,
        in: { v3: { required: false } },
      },
      trace_id_128bit: { type: 'bool', doc: 'Make trace ids of 128 bits instead of 64.' },
      shared_span_context: {
        type: 'BoolValue',
        doc: 'Client and server of a call share one span id.',
        default: { value: true },
      },
      collector_endpoint_version: {
        type: 'ZipkinConfig.CollectorEndpointVersion',
        doc: 'Form of the spans; must suit collector_endpoint; absent means the old version 1.',
      },
      collector_hostname: {
        type: 'string',
        doc: 'Host sent to the collector; absent sends collector_cluster.',
        only: 'v3',
      },
      split_spans_for_request: {
        type: 'bool',
        doc: 'Makes separate server and client spans, as for a hop of its own.',
        deprecated: {
          use: 'spawn_upstream_span in the tracing of the connection manager',
          migration: 'child-spans-to-tracing',
        },
        only: 'v3',
      },
      trace_context_option: {
        type: 'ZipkinConfig.TraceContextOption',
        doc: 'Which trace headers are read and sent, those of B3 alone or also those of W3C.',
        default: { value: 'USE_B3' },
        only: 'v3',
      },
      collector_service: {
        type: 'core.HttpService',
        doc: 'Collector with URI, timeout and headers; wins over the collector fields, which it stands in for.',
        only: 'v3',
      },
    },
  },
  DynamicOtConfig: {
    doc: 'Loads an OpenTracing tracer from a library.',
    section: 'full API',
    fields: {
      library: {
        type: 'string',
        doc: 'File of the library.',
        required: true,
        in: {
          v3: {
            deprecated: { use: 'another tracer', migration: 'deprecated-without-successor' },
            refused: true,
          },
        },
      },
      config: {
        type: 'Struct',
        doc: 'Configuration as the library wants it.',
        in: {
          v3: {
            deprecated: { use: 'another tracer', migration: 'deprecated-without-successor' },
            refused: true,
          },
        },
      },
    },
  },
  DatadogConfig: {
    doc: 'Sends spans to a Datadog agent.',
    section: 'full API',
    fields: {
      collector_cluster: { type: 'string', doc: 'Cluster of the agent.', required: true, names: 'cluster' },
      service_name: { type: 'string', doc: 'Service name on the spans.', required: true },
      collector_hostname: {
        type: 'string',
        doc: 'Host sent to the agent; absent sends collector_cluster.',
        only: 'v3',
      },
      remote_config: {
        type: 'DatadogRemoteConfig',
        doc: 'Lets Datadog change the tracer from afar; even an empty one turns this on, at the cost of polling.',
        presence: true,
        only: 'v3',
      },
    },
  },
  OpenCensusConfig: {
    doc: 'Makes spans with OpenCensus and sends them to one or more exporters.',
    section: 'full API',
    fields: {
      trace_config: { type: 'Struct', doc: 'Sampling and limits of OpenCensus itself.' },
      stdout_exporter_enabled: { type: 'bool', doc: 'Write spans to standard output; for testing.' },
      stackdriver_exporter_enabled: { type: 'bool', doc: 'Send spans to Stackdriver.' },
      stackdriver_project_id: {
        type: 'string',
        doc: 'Project that gets the spans; needed for Stackdriver outside its cloud.',
      },
      stackdriver_address: { type: 'string', doc: 'Address of another Stackdriver endpoint, for testing.' },
      stackdriver_grpc_service: {
        type: 'core.GrpcService',
        doc: 'Stackdriver as a gRPC service with channel settings; wins over stackdriver_address.',
      },
      zipkin_exporter_enabled: { type: 'bool', doc: 'Send spans to Zipkin.' },
      zipkin_url: { type: 'string', doc: "URL of Zipkin's span endpoint." },
      ocagent_exporter_enabled: { type: 'bool', doc: 'Send spans to an OpenCensus agent.' },
      ocagent_address: { type: 'string', doc: 'Address of the agent.' },
      ocagent_grpc_service: {
        type: 'core.GrpcService',
        doc: 'The agent as a gRPC service with channel settings; wins over ocagent_address.',
      },
      incoming_trace_context: {
        type: 'repeated OpenCensusConfig.TraceContext',
        doc: 'Header formats read from requests, first found wins.',
      },
      outgoing_trace_context: {
        type: 'repeated OpenCensusConfig.TraceContext',
        doc: 'Header formats written to upstream requests.',
        order: 'set',
      },
    },
  },
  TraceServiceConfig: {
    doc: 'Sends spans to a gRPC trace service.',
    section: 'full API',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'The service.', required: true },
    },
  },
} as const satisfies MessageTables;

export const tracingEnums = {
  'LightstepConfig.PropagationMode': {
    doc: 'Headers that carry a trace.',
    section: 'full API',
    values: {
      ENVOY: { number: 0, doc: "The proxy's own span context header." },
      LIGHTSTEP: { number: 1, doc: 'Headers of LightStep.' },
      B3: { number: 2, doc: 'B3 headers, as Zipkin uses them.' },
      TRACE_CONTEXT: { number: 3, doc: 'W3C Trace Context headers.' },
    },
  },
  'ZipkinConfig.CollectorEndpointVersion': {
    doc: 'Form in which spans reach the collector.',
    section: 'full API',
    values: {
      HTTP_JSON_V1: {
        number: 0,
        doc: 'Version 1 of the API, JSON.',
        deprecated: { use: 'HTTP_JSON or HTTP_PROTO', migration: 'settings-without-successor' },
        only: 'v2',
      },
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: {
        number: 0,
        doc: 'Version 1 of the API, which no proxy sends any more.',
        deprecated: { use: 'HTTP_JSON', migration: 'deprecated-without-successor' },
        only: 'v3',
      },
      HTTP_JSON: { number: 1, doc: 'Version 2 of the API, JSON.' },
      HTTP_PROTO: { number: 2, doc: 'Version 2 of the API, protobuf over HTTP.' },
      GRPC: { number: 3, doc: 'gRPC; not implemented by the proxy.' },
    },
  },
  'OpenCensusConfig.TraceContext': {
    doc: 'Header format that carries a trace.',
    section: 'full API',
    values: {
      NONE: { number: 0, doc: 'None.' },
      TRACE_CONTEXT: { number: 1, doc: 'W3C `traceparent`.' },
      GRPC_TRACE_BIN: { number: 2, doc: "gRPC's `grpc-trace-bin`." },
      CLOUD_TRACE_CONTEXT: { number: 3, doc: "Google's `x-cloud-trace-context`." },
      B3: { number: 4, doc: 'B3 headers, as Zipkin uses them.' },
    },
  },
} as const satisfies EnumTables;
