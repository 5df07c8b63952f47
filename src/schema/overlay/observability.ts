/** Stats, tracing and tags. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const observabilityMessages: MessageOverlay = {
  MetricsServiceConfig: {
    doc: 'Sends statistics to a gRPC service.',
    fields: {
      grpc_service: 'The service.',
      transport_api_version:
        'Version of the messages sent to the service; V3 is the only one still supported.',
      report_counters_as_deltas: 'Sends what counters gained since the last flush instead of their totals.',
      emit_tags_as_labels: 'Sends tags as labels, and names without the tag values.',
      histogram_emit_mode: 'Whether histograms are sent as summaries, as histograms or as both.',
      batch_size: 'Most metrics in one message; 0 sends all in one.',
    },
    defaults: { report_counters_as_deltas: false, histogram_emit_mode: 'SUMMARY_AND_HISTOGRAM' },
  },
  StatsSink: {
    doc: 'One receiver of statistics.',
    identity: ['name'],
    fields: {
      name: 'Kind of receiver, such as `proxy.stat_sinks.statsd`.',
      config: 'Configuration without its type; the name tells how to read it.',
      typed_config: 'Configuration with its type.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  StatsConfig: {
    doc: 'Which statistics are kept, and their tags.',
    fields: {
      stats_tags: "Tags taken out of statistics' names, or fixed ones.",
      use_all_default_tags: 'Use the built-in tags besides those in stats_tags.',
      stats_matcher: 'Which statistics are kept; absent means all.',
      histogram_bucket_settings:
        'Buckets for histograms by name, the first match deciding; others get 0.5 to 3600000.',
    },
    defaults: { use_all_default_tags: true },
  },
  StatsMatcher: {
    doc: 'Which statistics are kept, by name.',
    fields: {
      reject_all: 'true keeps none, false keeps all.',
      exclusion_list: 'Keep all but those that match.',
      inclusion_list: 'Keep only those that match.',
    },
  },
  TagSpecifier: {
    doc: 'One tag of statistics.',
    identity: ['tag_name'],
    fields: {
      tag_name: 'The tag; the name of a built-in one, alone, takes its built-in pattern.',
      regex:
        "Pattern on statistics' names: the first group is cut out, the second (or first) is the tag's value.",
      fixed_value: 'The same value on every statistic.',
    },
  },
  StatsdSink: {
    doc: 'Sends statistics to statsd, over UDP or through a cluster over TCP.',
    fields: {
      address: 'UDP address of statsd.',
      tcp_cluster_name: 'Cluster that leads to statsd over TCP.',
      prefix: "Text before each name; empty means the proxy's own name.",
    },
    names: { tcp_cluster_name: 'cluster' },
  },
  DogStatsdSink: {
    doc: 'Sends statistics with tags to DogStatsD over UDP.',
    fields: {
      address: 'UDP address of DogStatsD.',
      prefix: "Text before each name; empty means the proxy's own name.",
      max_bytes_per_datagram:
        'Most bytes of metrics put in one datagram, below the MTU; absent sends one metric each.',
    },
  },
  HystrixSink: {
    doc: 'Offers statistics as an event stream that Hystrix dashboards read from the admin server.',
    fields: { num_buckets: 'Flush intervals in the rolling window; 0 or absent means 10.' },
  },
  'trace.Tracing': {
    doc: 'Tracing of the whole proxy.',
    fields: { http: 'Tracer of HTTP requests; absent means none.' },
  },
  'trace.Tracing.Http': {
    doc: 'One tracer with its configuration.',
    fields: {
      name: 'Kind of tracer, such as `proxy.tracers.zipkin`.',
      config: 'Configuration without its type; the name tells how to read it.',
      typed_config: 'Configuration with its type.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  LightstepConfig: {
    doc: 'Sends spans to LightStep.',
    fields: {
      collector_cluster: 'Cluster of the collectors.',
      access_token_file: 'File with the access token.',
      propagation_modes: "Headers that carry the trace onwards; empty means the proxy's own.",
      access_token: 'Access token of the LightStep service.',
    },
    deprecated: { access_token_file: ['access_token', 'fields-to-successors'] },
    secret: ['access_token'],
    names: { collector_cluster: 'cluster' },
    facts: { propagation_modes: { in: { v2: { limits: false } } } },
  },
  ZipkinConfig: {
    doc: 'Sends spans to Zipkin or a service that speaks its protocol.',
    fields: {
      collector_cluster: 'Cluster of the collectors.',
      collector_endpoint: 'Path that spans are posted to, such as /api/v2/spans.',
      trace_id_128bit: 'Make trace ids of 128 bits instead of 64.',
      shared_span_context: 'Client and server of a call share one span id.',
      collector_endpoint_version:
        'Form of the spans; must suit collector_endpoint; absent means the old version 1.',
      collector_hostname: 'Host sent to the collector; absent sends collector_cluster.',
      split_spans_for_request: 'Makes separate server and client spans, as for a hop of its own.',
      trace_context_option: 'Which trace headers are read and sent, those of B3 alone or also those of W3C.',
      collector_service:
        'Collector with URI, timeout and headers; wins over the collector fields, which it stands in for.',
    },
    defaults: { shared_span_context: true, trace_context_option: 'USE_B3' },
    deprecated: {
      split_spans_for_request: [
        'spawn_upstream_span in the tracing of the connection manager',
        'child-spans-to-tracing',
      ],
    },
    names: { collector_cluster: 'cluster' },
  },
  DynamicOtConfig: {
    doc: 'Loads an OpenTracing tracer from a library.',
    fields: { library: 'File of the library.', config: 'Configuration as the library wants it.' },
    deprecated: {
      library: ['another tracer', 'deprecated-without-successor'],
      config: ['another tracer', 'deprecated-without-successor'],
    },
  },
  DatadogConfig: {
    doc: 'Sends spans to a Datadog agent.',
    fields: {
      collector_cluster: 'Cluster of the agent.',
      service_name: 'Service name on the spans.',
      collector_hostname: 'Host sent to the agent; absent sends collector_cluster.',
      remote_config:
        'Lets Datadog change the tracer from afar; even an empty one turns this on, at the cost of polling.',
    },
    presence: ['remote_config'],
    names: { collector_cluster: 'cluster' },
  },
  OpenCensusConfig: {
    doc: 'Makes spans with OpenCensus and sends them to one or more exporters.',
    fields: {
      trace_config: 'Sampling and limits of OpenCensus itself.',
      stdout_exporter_enabled: 'Write spans to standard output; for testing.',
      stackdriver_exporter_enabled: 'Send spans to Stackdriver.',
      stackdriver_project_id: 'Project that gets the spans; needed for Stackdriver outside its cloud.',
      stackdriver_address: 'Address of another Stackdriver endpoint, for testing.',
      stackdriver_grpc_service:
        'Stackdriver as a gRPC service with channel settings; wins over stackdriver_address.',
      zipkin_exporter_enabled: 'Send spans to Zipkin.',
      zipkin_url: "URL of Zipkin's span endpoint.",
      ocagent_exporter_enabled: 'Send spans to an OpenCensus agent.',
      ocagent_address: 'Address of the agent.',
      ocagent_grpc_service: 'The agent as a gRPC service with channel settings; wins over ocagent_address.',
      incoming_trace_context: 'Header formats read from requests, first found wins.',
      outgoing_trace_context: 'Header formats written to upstream requests.',
    },
    sets: ['outgoing_trace_context'],
  },
  TraceServiceConfig: {
    doc: 'Sends spans to a gRPC trace service.',
    fields: { grpc_service: 'The service.' },
  },
  CustomTag: {
    doc: 'A tag put on every span.',
    identity: ['tag'],
    fields: {
      tag: 'Name of the tag.',
      literal: 'A fixed value.',
      environment: 'The value of an environment variable of the proxy.',
      request_header: 'The value of a request header.',
      metadata: 'A value from metadata.',
      value: 'Format of the value, as in access logs; unknown parts come out empty.',
    },
    presence: ['literal', 'environment', 'request_header', 'metadata'],
  },
  'CustomTag.Literal': { doc: 'A tag value written in the configuration.', fields: { value: 'The value.' } },
  'CustomTag.Environment': {
    doc: 'A tag value read from the environment.',
    fields: {
      name: 'Name of the variable.',
      default_value: 'Used when the variable is not set; if this is empty too, there is no tag.',
    },
  },
  'CustomTag.Header': {
    doc: 'A tag value read from a request header.',
    fields: {
      name: 'Name of the header.',
      default_value: 'Used when the header is missing; if this is empty too, there is no tag.',
    },
  },
  'CustomTag.Metadata': {
    doc: 'A tag value read from metadata.',
    fields: {
      kind: 'Whose metadata is read.',
      metadata_key: 'Where the value stands in it.',
      default_value: 'Used when there is no such value; if this is empty too, there is no tag.',
    },
  },
  MetadataKey: {
    doc: 'The place of a value in metadata.',
    fields: {
      key: 'Filter name that the metadata is kept under.',
      path: 'Keys that lead to the value, outermost first.',
    },
  },
  'MetadataKey.PathSegment': { doc: 'One step into the metadata.', fields: { key: 'Key to follow.' } },
  MetadataKind: {
    doc: 'Whose metadata is meant.',
    fields: {
      request: 'What filters have attached to the request.',
      route: 'The metadata of the matched route.',
      cluster: 'The metadata of the upstream cluster.',
      host: 'The metadata of the upstream host.',
    },
    presence: ['request', 'route', 'cluster', 'host'],
  },
  'MetadataKind.Request': { doc: 'Has no fields; selects the request.' },
  'MetadataKind.Route': { doc: 'Has no fields; selects the route.' },
  'MetadataKind.Cluster': { doc: 'Has no fields; selects the cluster.' },
  'MetadataKind.Host': { doc: 'Has no fields; selects the host.' },
};

export const observabilityEnums: EnumOverlay = {
  'LightstepConfig.PropagationMode': {
    doc: 'Headers that carry a trace.',
    values: {
      ENVOY: "The proxy's own span context header.",
      LIGHTSTEP: 'Headers of LightStep.',
      B3: 'B3 headers, as Zipkin uses them.',
      TRACE_CONTEXT: 'W3C Trace Context headers.',
    },
  },
  'ZipkinConfig.CollectorEndpointVersion': {
    doc: 'Form in which spans reach the collector.',
    values: {
      HTTP_JSON_V1: 'Version 1 of the API, JSON.',
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: 'Version 1 of the API, which no proxy sends any more.',
      HTTP_JSON: 'Version 2 of the API, JSON.',
      HTTP_PROTO: 'Version 2 of the API, protobuf over HTTP.',
      GRPC: 'gRPC; not implemented by the proxy.',
    },
    deprecated: {
      HTTP_JSON_V1: ['HTTP_JSON or HTTP_PROTO', 'settings-without-successor'],
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: ['HTTP_JSON', 'deprecated-without-successor'],
    },
  },
  'OpenCensusConfig.TraceContext': {
    doc: 'Header format that carries a trace.',
    values: {
      NONE: 'None.',
      TRACE_CONTEXT: 'W3C `traceparent`.',
      GRPC_TRACE_BIN: "gRPC's `grpc-trace-bin`.",
      CLOUD_TRACE_CONTEXT: "Google's `x-cloud-trace-context`.",
      B3: 'B3 headers, as Zipkin uses them.',
    },
  },
};
