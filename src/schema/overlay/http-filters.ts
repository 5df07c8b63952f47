/** HTTP filters. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const httpFiltersMessages: MessageOverlay = {
  // A key that stands twice is refused.
  ApiKeyAuth: { sets: ['credentials'] },
  ApiKeyAuthPerRoute: { sets: ['credentials', 'allowed_clients'] },
  Buffer: {
    doc: 'Holds back a request until its body is complete.',
    fields: { max_request_bytes: 'Largest body in bytes; larger ones get a 413.' },
  },
  BufferPerRoute: {
    doc: 'Buffering for one route, virtual host or weighted cluster.',
    fields: { disabled: 'Do not buffer here.', buffer: "Settings that replace the filter's own." },
  },
  Cors: { doc: 'Answers and checks cross-origin requests; the policy stands in virtual hosts and routes.' },
  CsrfPolicy: {
    doc: 'Refuses changing requests whose origin is neither the host itself nor an allowed one.',
    fields: {
      filter_enabled: 'Share of requests that are checked and refused where they fail.',
      shadow_enabled: 'Share of requests that are only checked and counted; absent means none.',
      additional_origins: 'Further origins that are allowed, without scheme.',
    },
    sets: ['additional_origins'],
  },
  'grpc_http1_bridge.Config': {
    doc: 'Lets HTTP/1 clients call gRPC services with whole requests and responses.',
    fields: {
      upgrade_protobuf_to_grpc: 'Turns `application/x-protobuf` requests into gRPC, and the responses back.',
      ignore_query_parameters: 'Drops the query from the path of the request.',
    },
  },
  GrpcWeb: { doc: 'Translates gRPC-Web from browsers into gRPC.' },
  'health_check.HealthCheck': {
    doc: 'Answers health checks of this proxy, from what it knows or by asking the service.',
    fields: {
      pass_through_mode: 'Pass health checks on to the service instead of answering them here.',
      cache_time:
        'How long an answer of the service is reused; with pass_through_mode only; absent asks every time.',
      cluster_min_healthy_percentages:
        'Least share of healthy hosts per cluster for a 200; without pass_through_mode only.',
      headers: 'Requests that match all of these are health checks.',
    },
    sets: ['headers'],
    names: { cluster_min_healthy_percentages: 'cluster' },
  },
  'http.lua.Lua': {
    doc: 'Runs a Lua script on requests and responses.',
    fields: {
      inline_code: 'The script, with a function for requests, for responses, or both.',
      source_codes: 'Lua scripts by name, for routes to refer to.',
      default_source_code: 'Lua script for requests whose route names none.',
      stat_prefix:
        'Further name in the statistics (`lua.<stat_prefix>.…`), to tell several of these filters apart.',
      clear_route_cache: 'Picks the route anew after a script changed request headers.',
    },
    defaults: { clear_route_cache: true },
    deprecated: { inline_code: ['default_source_code', 'fields-to-successors'] },
  },
  'http.router.Router': {
    doc: 'Sends requests where their route says; the last HTTP filter.',
    fields: {
      dynamic_stats: 'Keep statistics per cluster and response code.',
      start_child_span: 'Give the upstream request a trace span of its own.',
      upstream_log: 'Access logs with an entry per upstream request, retries included.',
      suppress_envoy_headers: "Do not add the proxy's own `x-proxy-…` headers to requests and responses.",
      strict_check_headers:
        'Headers whose bad value gets a 400: x-proxy- upstream-rq-timeout-ms, upstream-rq-per-try-timeout-ms, max-retries, retry-on, retry-grpc-on.',
      respect_expected_rq_timeout:
        'Take the timeout from `x-proxy-expected-rq-timeout-ms` where a proxy in front already set it.',
      upstream_log_options: 'When else upstream log entries are written than at the end of a request.',
      suppress_grpc_request_failure_code_stats:
        'Leaves failed gRPC requests out of the counts of HTTP error codes.',
      upstream_http_filters:
        'HTTP filters on the way upstream, retries and copies included; those of the cluster win.',
      reject_connect_request_early_data:
        'Refuses a CONNECT whose data comes before the upstream has answered 200.',
    },
    defaults: { dynamic_stats: true, reject_connect_request_early_data: false },
    deprecated: {
      start_child_span: [
        'spawn_upstream_span of the HttpConnectionManager.Tracing',
        'child-spans-to-tracing',
      ],
    },
    sets: ['upstream_log', 'strict_check_headers'],
    facts: {
      suppress_envoy_headers: { aliases: ['suppress_proxy_headers'] },
      strict_check_headers: { in: { v2: { limits: false } } },
    },
  },
  FaultAbort: {
    doc: 'Ends a share of requests with an error.',
    fields: {
      http_status: 'Status to answer with.',
      header_abort: 'Take the status from a request header.',
      percentage: 'Share of requests; absent means none.',
      grpc_status: 'gRPC status that aborted requests get.',
    },
    presence: ['header_abort'],
  },
  'FaultAbort.HeaderAbort': {
    doc: 'The status stands in the header `x-proxy-fault-abort-request`, with the namespace in use.',
  },
  HTTPFault: {
    doc: 'Injects delays, errors and slow responses, to test how clients take them.',
    fields: {
      delay: 'Delay before a share of requests goes on.',
      abort: 'Error for a share of requests.',
      upstream_cluster: 'Only requests routed to this cluster; empty means all.',
      headers: 'Only requests whose headers match all of these.',
      downstream_nodes:
        'Only requests from these nodes, as their service node header names them; empty means all.',
      max_active_faults: 'Most faults at a time; further requests go on unharmed; absent means no limit.',
      response_rate_limit: 'Slows down a share of responses to a number of KiB per second.',
      delay_percent_runtime: 'Runtime key for the share of delays; absent means the built-in key.',
      abort_percent_runtime: 'Runtime key for the share of errors; absent means the built-in key.',
      delay_duration_runtime: 'Runtime key for the delay in milliseconds; absent means the built-in key.',
      abort_http_status_runtime: "Runtime key for the error's status; absent means the built-in key.",
      max_active_faults_runtime: 'Runtime key for the most faults at a time; absent means the built-in key.',
      response_rate_limit_percent_runtime:
        'Runtime key for the share of slow responses; absent means the built-in key.',
      abort_grpc_status_runtime: 'Runtime key that overrides the gRPC status of aborts.',
      disable_downstream_cluster_stats:
        'Keeps no separate stats for each downstream cluster, which can be many.',
      filter_metadata: 'Dynamic metadata set on requests that get a fault, for access logs.',
    },
    defaults: { abort_grpc_status_runtime: 'fault.http.abort.grpc_status' },
    sets: ['headers', 'downstream_nodes'],
    names: {
      upstream_cluster: 'cluster',
      delay_percent_runtime: 'runtime key',
      abort_percent_runtime: 'runtime key',
      delay_duration_runtime: 'runtime key',
      abort_http_status_runtime: 'runtime key',
      max_active_faults_runtime: 'runtime key',
      response_rate_limit_percent_runtime: 'runtime key',
      abort_grpc_status_runtime: 'runtime key',
    },
    facts: { response_rate_limit: { in: { v2: { type: 'Struct' } } } },
  },
  FaultDelay: {
    doc: 'How long a share of requests waits.',
    fields: {
      type: 'Has one value and is not read.',
      fixed_delay: 'The same delay for each.',
      header_delay: 'Take the delay from a request header.',
      percentage: 'Share of requests; absent means none.',
    },
    deprecated: { type: ['nothing: leave it out', 'settings-without-successor'] },
    presence: ['header_delay'],
  },
  'FaultDelay.HeaderDelay': {
    doc: 'The milliseconds stand in the header `x-proxy-fault-delay-request`, with the namespace in use.',
  },
  'gzip.Gzip': {
    doc: 'Compresses responses with gzip for clients that accept it.',
    fields: {
      memory_level: "Memory for zlib's state, 1 (least) to 9; more is faster and smaller.",
      content_length: 'Smallest response in bytes that is compressed; absent means 30.',
      compression_level: 'Smaller or sooner.',
      compression_strategy: 'Strategy of zlib, by the kind of content.',
      content_type: 'Content types that are compressed; empty means the usual text types.',
      disable_on_etag_header: 'Leave responses with an `etag` alone; otherwise a strong one is removed.',
      remove_accept_encoding_header:
        'Drop `accept-encoding` from requests, so that upstreams do not compress.',
      window_bits: "Size of zlib's window as a power of two, 9 to 15.",
      compressor: 'Which responses are compressed: smallest length, content types, entity tags.',
      chunk_size: 'Size of the output buffer in bytes, 4096 to 65536.',
    },
    defaults: { memory_level: 5, window_bits: 12, chunk_size: 4096 },
    deprecated: {
      content_length: ['compressor.content_length', 'gzip-fields-to-compressor'],
      content_type: ['compressor.content_type', 'gzip-fields-to-compressor'],
      disable_on_etag_header: ['compressor.disable_on_etag_header', 'gzip-fields-to-compressor'],
      remove_accept_encoding_header: [
        'compressor.remove_accept_encoding_header',
        'gzip-fields-to-compressor',
      ],
    },
    sets: ['content_type'],
    presence: ['compressor'],
  },
  Compressor: {
    doc: 'Which responses are compressed, whatever compresses them.',
    fields: {
      content_length: 'Smallest response in bytes that is compressed.',
      content_type: 'Content types that are compressed; empty means the usual text types.',
      disable_on_etag_header: 'Leave responses with an `etag` alone; otherwise a strong one is removed.',
      remove_accept_encoding_header:
        'Drop `accept-encoding` from requests, so that upstreams do not compress.',
      runtime_enabled: 'Runtime switch of the filter; absent means on.',
      compressor_library: 'Extension that compresses, such as gzip or Brotli.',
      request_direction_config: 'Compresses requests on their way upstream; even an empty one turns this on.',
      response_direction_config:
        'How responses are compressed, which they also are without it; older fields then count for nothing.',
      choose_first:
        'Prefers this compressor where the client likes several equally; of several such, the last one.',
    },
    defaults: { content_length: 30 },
    deprecated: {
      content_length: ['response_direction_config.common_config', 'compressor-fields-to-direction'],
      content_type: ['response_direction_config.common_config', 'compressor-fields-to-direction'],
      disable_on_etag_header: ['response_direction_config', 'compressor-fields-to-direction'],
      remove_accept_encoding_header: ['response_direction_config', 'compressor-fields-to-direction'],
      runtime_enabled: ['response_direction_config.common_config', 'compressor-fields-to-direction'],
    },
    sets: ['content_type'],
    presence: ['runtime_enabled', 'request_direction_config', 'response_direction_config'],
  },
  'gzip.Gzip.CompressionLevel': { doc: 'Holds the enum of compression levels; has no fields.' },
  'header_to_metadata.Config': {
    doc: 'Copies header values into dynamic metadata, for subset load balancing or logs.',
    fields: {
      request_rules: 'Rules for request headers.',
      response_rules: 'Rules for response headers.',
      stat_prefix: "Name of the filter's statistics; absent keeps none.",
    },
  },
  'header_to_metadata.Config.KeyValuePair': {
    doc: 'What is written into metadata.',
    fields: {
      metadata_namespace: "Namespace to write to; empty means the filter's own name.",
      key: 'Key within the namespace.',
      value: "Text to write; empty means the header's value, which works only where the header is present.",
      type: 'What the text is turned into.',
      encode: "How the header's value is encoded.",
      regex_value_rewrite: 'Rewrites the header value by regex, for on_header_present; not with value.',
    },
    facts: { type: { in: { v2: { limits: { definedOnly: true } } } } },
  },
  'header_to_metadata.Config.Rule': {
    doc: 'What to write when a header is there, and when it is not.',
    fields: {
      header: 'The header.',
      on_header_present: 'Written when the header is there; absent writes nothing.',
      on_header_missing: 'Written when the header is not there; absent writes nothing.',
      remove: 'Remove the header once it is read.',
      cookie: 'Cookie to read, in place of a header.',
    },
  },
  'ratelimit.RateLimitDescriptor': {
    doc: 'What is counted together: pairs of keys and values, from general to specific.',
    fields: {
      entries: 'The pairs; their order matters to the service.',
      limit: 'Limit that the service is to apply in place of its own.',
      hits_addend: 'Hits counted for this descriptor, in place of those of the request.',
    },
  },
  'ratelimit.RateLimitDescriptor.Entry': {
    doc: 'One pair of a descriptor.',
    fields: { key: 'The key.', value: 'Its value.' },
  },
  'http.ratelimit.RateLimit': {
    doc: 'Asks a rate limit service about requests whose route has rate limits; those over a limit get a 429.',
    fields: {
      domain: "Name that keeps this proxy's limits apart at the service.",
      stage: 'Only rate limits of this stage apply here, 0 to 10.',
      request_type: 'Ask about internal or external requests only; empty or `both` means all.',
      timeout: 'Time for the service to answer; after it the request passes unless failure_mode_deny is set.',
      failure_mode_deny: 'Answer 500 when the service fails instead of letting requests pass.',
      rate_limited_as_resource_exhausted:
        'gRPC clients over a limit see RESOURCE_EXHAUSTED instead of UNAVAILABLE.',
      rate_limit_service: 'The service.',
      enable_x_ratelimit_headers: 'Draft version of the X-RateLimit headers put in responses.',
      disable_x_envoy_ratelimited_header:
        'Leaves out the header that marks rate limited responses, so that others may retry them.',
      rate_limited_status: 'Status of requests over the limit; absent, or below 400, is 429.',
      response_headers_to_add: 'Headers added to responses of requests over the limit; at most 10.',
      status_on_error: 'Status when the service fails and the request is refused; absent is 500.',
      stat_prefix: 'Further name in the statistics, to tell several of these filters apart.',
      filter_enabled:
        'Share of requests that the service is asked about; absent asks a runtime key, 100% unless set.',
      filter_enforced:
        'Share of those asked about that are refused over the limit; absent asks a runtime key, 100% unless set.',
      failure_mode_deny_percent:
        'Share of requests refused while the service fails, in place of failure_mode_deny.',
      rate_limits:
        'Descriptors of this filter, in place of those of routes and virtual hosts; per-filter settings win.',
    },
    defaults: { timeout: '0.02s', enable_x_ratelimit_headers: 'OFF' },
  },
  RateLimitServiceConfig: {
    doc: 'The rate limit service.',
    fields: {
      grpc_service: 'Where the service is.',
      transport_api_version:
        'Version of the messages sent to the service; V3 is the only one still supported.',
    },
  },
};

export const httpFiltersEnums: EnumOverlay = {
  'FaultDelay.FaultDelayType': { doc: 'Kind of delay.', values: { FIXED: 'The only kind there is.' } },
  'gzip.Gzip.CompressionStrategy': {
    doc: 'Strategy of zlib.',
    values: {
      DEFAULT: 'For most content.',
      FILTERED: 'For data of small values with a random spread.',
      HUFFMAN: 'Huffman coding alone, without matching strings.',
      RLE: 'Runs of equal bytes only.',
    },
  },
  'gzip.Gzip.CompressionLevel.Enum': {
    doc: 'Trade between size and speed.',
    values: { DEFAULT: "zlib's own compromise.", BEST: 'Smallest result.', SPEED: 'Fastest compression.' },
  },
  'header_to_metadata.Config.ValueType': {
    doc: "What a header's text becomes in metadata.",
    values: {
      STRING: 'Text as it is.',
      NUMBER: 'A number.',
      PROTOBUF_VALUE: 'A serialized protobuf Value; needs BASE64.',
    },
  },
  'header_to_metadata.Config.ValueEncode': {
    doc: "How a header's value is encoded.",
    values: { NONE: 'Not at all.', BASE64: 'In base64.' },
  },
};
