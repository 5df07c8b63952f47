/** Statistics: which are kept, their tags, and where they are sent. */
import type { MessageTables } from './language.ts';

export const metricsMessages = {
  MetricsServiceConfig: {
    doc: 'Sends statistics to a gRPC service.',
    section: 'full API',
    fields: {
      grpc_service: { type: 'core.GrpcService', doc: 'The service.', required: true },
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the messages sent to the service; V3 is the only one still supported.',
        limits: { definedOnly: true },
        only: 'v3',
      },
      report_counters_as_deltas: {
        type: 'BoolValue',
        doc: 'Sends what counters gained since the last flush instead of their totals.',
        default: { value: false },
        only: 'v3',
      },
      emit_tags_as_labels: {
        type: 'bool',
        doc: 'Sends tags as labels, and names without the tag values.',
        only: 'v3',
      },
      histogram_emit_mode: {
        type: 'HistogramEmitMode',
        doc: 'Whether histograms are sent as summaries, as histograms or as both.',
        limits: { definedOnly: true },
        default: { value: 'SUMMARY_AND_HISTOGRAM' },
        only: 'v3',
      },
      batch_size: {
        type: 'uint32',
        doc: 'Most metrics in one message; 0 sends all in one.',
        limits: { gte: 0 },
        only: 'v3',
      },
    },
  },
  StatsSink: {
    doc: 'One receiver of statistics.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    identity: ['name'],
    fields: {
      name: { type: 'string', doc: 'Kind of receiver, such as `proxy.stat_sinks.statsd`.' },
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
  StatsConfig: {
    doc: 'Which statistics are kept, and their tags.',
    section: 'full API',
    fields: {
      stats_tags: {
        type: 'repeated TagSpecifier',
        doc: "Tags taken out of statistics' names, or fixed ones.",
      },
      use_all_default_tags: {
        type: 'BoolValue',
        doc: 'Use the built-in tags besides those in stats_tags.',
        default: { value: true },
      },
      stats_matcher: {
        type: 'StatsMatcher',
        doc: 'Which statistics are kept; absent means all.',
      },
      histogram_bucket_settings: {
        type: 'repeated HistogramBucketSettings',
        doc: 'Buckets for histograms by name, the first match deciding; others get 0.5 to 3600000.',
        only: 'v3',
      },
    },
  },
  StatsMatcher: {
    doc: 'Which statistics are kept, by name.',
    section: 'full API',
    oneofs: { stats_matcher: 'exactly one' },
    fields: {
      reject_all: { type: 'bool', doc: 'true keeps none, false keeps all.', oneof: 'stats_matcher' },
      exclusion_list: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Keep all but those that match.',
        oneof: 'stats_matcher',
      },
      inclusion_list: {
        type: 'type.matcher.ListStringMatcher',
        doc: 'Keep only those that match.',
        oneof: 'stats_matcher',
      },
    },
  },
  TagSpecifier: {
    doc: 'One tag of statistics.',
    section: 'full API',
    oneofs: { tag_value: 'at most one' },
    identity: ['tag_name'],
    fields: {
      tag_name: {
        type: 'string',
        doc: 'The tag; the name of a built-in one, alone, takes its built-in pattern.',
      },
      regex: {
        type: 'string',
        doc: "Pattern on statistics' names: the first group is cut out, the second (or first) is the tag's value.",
        oneof: 'tag_value',
        limits: { maxBytes: 1024 },
      },
      fixed_value: { type: 'string', doc: 'The same value on every statistic.', oneof: 'tag_value' },
    },
  },
  StatsdSink: {
    doc: 'Sends statistics to statsd, over UDP or through a cluster over TCP.',
    section: 'full API',
    oneofs: { statsd_specifier: 'exactly one' },
    fields: {
      address: { type: 'core.Address', doc: 'UDP address of statsd.', oneof: 'statsd_specifier' },
      tcp_cluster_name: {
        type: 'string',
        doc: 'Cluster that leads to statsd over TCP.',
        oneof: 'statsd_specifier',
        names: 'cluster',
      },
      prefix: { type: 'string', doc: "Text before each name; empty means the proxy's own name." },
    },
  },
  DogStatsdSink: {
    doc: 'Sends statistics with tags to DogStatsD over UDP.',
    section: 'full API',
    oneofs: { dog_statsd_specifier: 'exactly one' },
    fields: {
      address: { type: 'core.Address', doc: 'UDP address of DogStatsD.', oneof: 'dog_statsd_specifier' },
      prefix: { type: 'string', doc: "Text before each name; empty means the proxy's own name." },
      max_bytes_per_datagram: {
        type: 'UInt64Value',
        doc: 'Most bytes of metrics put in one datagram, below the MTU; absent sends one metric each.',
        limits: { gt: 0 },
        only: 'v3',
      },
    },
  },
  HystrixSink: {
    doc: 'Offers statistics as an event stream that Hystrix dashboards read from the admin server.',
    section: 'full API',
    fields: {
      num_buckets: { type: 'int64', doc: 'Flush intervals in the rolling window; 0 or absent means 10.' },
    },
  },
} as const satisfies MessageTables;
