/** Active health checks. */
import type { EnumTables, MessageTables } from './language.ts';

export const healthCheckMessages = {
  'core.HealthCheck': {
    doc: 'One way the proxy probes the hosts of a cluster.',
    section: 'full API',
    oneofs: { health_checker: 'exactly one' },
    fields: {
      timeout: {
        type: 'Duration',
        doc: 'Longest wait for an answer before the probe counts as failed.',
        required: true,
        limits: { gt: '0s' },
      },
      interval: {
        type: 'Duration',
        doc: 'Time between two probes of a host.',
        required: true,
        limits: { gt: '0s' },
      },
      initial_jitter: { type: 'Duration', doc: 'Random delay of at most this before the first probe.' },
      interval_jitter: { type: 'Duration', doc: 'Random time of at most this added to each interval.' },
      interval_jitter_percent: {
        type: 'uint32',
        doc: 'Random share of the interval, in percent, added to it on top of interval_jitter.',
      },
      unhealthy_threshold: {
        type: 'UInt32Value',
        doc: 'Failures in a row that make a host unhealthy; an HTTP 503 does so at once.',
        required: true,
      },
      healthy_threshold: {
        type: 'UInt32Value',
        doc: 'Successes in a row that make a host healthy; the very first probe needs only one.',
        required: true,
      },
      alt_port: {
        type: 'UInt32Value',
        doc: "Port to probe; absent probes the host's own port.",
      },
      reuse_connection: {
        type: 'BoolValue',
        doc: 'Keep the connection between probes instead of opening a new one each time.',
        default: { value: true },
      },
      http_health_check: {
        type: 'core.HealthCheck.HttpHealthCheck',
        doc: 'Probe with an HTTP request.',
        oneof: 'health_checker',
      },
      tcp_health_check: {
        type: 'core.HealthCheck.TcpHealthCheck',
        doc: 'Probe with a TCP connection; an empty one only connects.',
        oneof: 'health_checker',
        presence: true,
      },
      grpc_health_check: {
        type: 'core.HealthCheck.GrpcHealthCheck',
        doc: 'Probe with the standard gRPC health service.',
        oneof: 'health_checker',
        presence: true,
      },
      custom_health_check: {
        type: 'core.HealthCheck.CustomHealthCheck',
        doc: 'Probe with an extension.',
        oneof: 'health_checker',
      },
      no_traffic_interval: {
        type: 'Duration',
        doc: 'Interval while the cluster has never had any traffic.',
        limits: { gt: '0s' },
        default: { value: '60s' },
      },
      unhealthy_interval: {
        type: 'Duration',
        doc: 'Interval for hosts that are unhealthy; absent is interval.',
        limits: { gt: '0s' },
        default: { derived: 'interval', why: 'Absent means interval.' },
      },
      unhealthy_edge_interval: {
        type: 'Duration',
        doc: 'Time to the next probe right after a host became unhealthy; absent is unhealthy_interval.',
        limits: { gt: '0s' },
        default: { derived: 'unhealthy-interval', why: 'Absent means unhealthy_interval.' },
      },
      healthy_edge_interval: {
        type: 'Duration',
        doc: 'Time to the next probe right after a host became healthy; absent is interval.',
        limits: { gt: '0s' },
        default: { derived: 'interval', why: 'Absent means interval.' },
      },
      event_log_path: {
        type: 'string',
        doc: 'File that health events are logged to; absent logs none.',
        in: { v3: { deprecated: { use: 'event_logger', migration: 'fields-to-successors' } } },
      },
      event_service: { type: 'core.EventServiceConfig', doc: 'Service that health events are sent to.' },
      always_log_health_check_failures: {
        type: 'bool',
        doc: 'Log every failed probe, not only those that change the health of a host.',
      },
      tls_options: {
        type: 'core.HealthCheck.TlsOptions',
        doc: "TLS settings of the probes where they differ from the cluster's.",
      },
      no_traffic_healthy_interval: {
        type: 'Duration',
        doc: 'Time between probes of a healthy host while its cluster has had no traffic; absent takes no_traffic_interval.',
        limits: { gt: '0s' },
        only: 'v3',
      },
      event_logger: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that record health check events.',
        order: 'set',
        only: 'v3',
      },
      always_log_health_check_success: {
        type: 'bool',
        doc: 'Records every successful probe, not only the one that adds a host or turns it healthy.',
        only: 'v3',
      },
      transport_socket_match_criteria: {
        type: 'Struct',
        doc: 'Chooses a transport socket for the probes among transport_socket_matches, in place of the endpoint metadata.',
        only: 'v3',
      },
    },
  },
  'core.HealthCheck.Payload': {
    doc: 'Bytes to send or to look for.',
    section: 'full API',
    oneofs: { payload: 'exactly one' },
    fields: {
      text: {
        type: 'string',
        doc: 'The bytes in hex, such as 000000FF.',
        oneof: 'payload',
        limits: { minBytes: 1 },
      },
      binary: { type: 'bytes', doc: 'The bytes themselves (base64 in JSON and YAML).', oneof: 'payload' },
    },
  },
  'core.HealthCheck.HttpHealthCheck': {
    doc: 'An HTTP probe; status 200 is a success unless expected_statuses says otherwise.',
    section: 'full API',
    fields: {
      host: {
        type: 'string',
        doc: "Host header of the probe; absent is the endpoint's hostname or the cluster name.",
        in: { v3: { limits: { text: 'strict-header-value' } } },
      },
      path: {
        type: 'string',
        doc: 'Path that is requested.',
        required: true,
        in: { v3: { limits: { text: 'strict-header-value' } } },
      },
      send: { type: 'core.HealthCheck.Payload', doc: 'Body of the request; not implemented.' },
      receive: {
        type: 'core.HealthCheck.Payload',
        doc: 'Body that has to come back; not implemented.',
        in: { v3: { type: 'repeated core.HealthCheck.Payload' } },
      },
      service_name: {
        type: 'string',
        doc: 'Prefix that the x-proxy-upstream-healthchecked-cluster header of the answer has to carry.',
        deprecated: { use: 'service_name_matcher', migration: 'service-name-to-matcher' },
        only: 'v2',
      },
      request_headers_to_add: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Headers added to the probe.',
        limits: { maxItems: 1000 },
      },
      request_headers_to_remove: {
        type: 'repeated string',
        doc: 'Headers taken off the probe.',
        order: 'set',
        in: { v3: { limits: { items: { text: 'header-name' } } } },
      },
      use_http2: {
        type: 'bool',
        doc: 'Probe over HTTP/2.',
        deprecated: { use: 'codec_client_type: HTTP2', migration: 'health-check-http-two-to-codec' },
        only: 'v2',
      },
      expected_statuses: {
        type: 'repeated type.Int64Range',
        doc: 'Statuses that count as success, as half-open ranges; absent accepts only 200.',
        order: 'set',
      },
      codec_client_type: {
        type: 'type.CodecClientType',
        doc: 'HTTP version of the probe.',
        limits: { definedOnly: true },
      },
      service_name_matcher: {
        type: 'type.matcher.StringMatcher',
        doc: 'What the x-proxy-upstream-healthchecked-cluster header of the answer has to match.',
      },
      response_buffer_size: {
        type: 'UInt64Value',
        doc: 'Bytes of the response body compared with receive; 0 compares all of it.',
        limits: { gte: 0 },
        default: { value: 1024 },
        only: 'v3',
      },
      retriable_statuses: {
        type: 'repeated type.Int64Range',
        doc: 'Statuses from 100 to 599 that count as one failed probe instead of failing the host at once.',
        order: 'set',
        only: 'v3',
      },
      method: {
        type: 'core.RequestMethod',
        doc: 'Method of the probe, any but CONNECT.',
        limits: { noneOf: ['CONNECT'], definedOnly: true },
        default: { value: 'GET' },
        only: 'v3',
      },
    },
  },
  'core.HealthCheck.TcpHealthCheck': {
    doc: 'A TCP probe.',
    section: 'full API',
    fields: {
      send: { type: 'core.HealthCheck.Payload', doc: 'Bytes to send; absent sends none.' },
      receive: {
        type: 'repeated core.HealthCheck.Payload',
        doc: 'Blocks that have to come back in this order, with anything between them.',
      },
      proxy_protocol_config: {
        type: 'core.ProxyProtocolConfig',
        doc: 'Starts each probe with a PROXY protocol header; even an empty one turns this on, with version 1.',
        presence: true,
        only: 'v3',
      },
    },
  },
  'core.HealthCheck.RedisHealthCheck': {
    doc: 'A Redis probe.',
    section: 'full API',
    fields: {
      key: {
        type: 'string',
        doc: 'Key that must not exist for the host to be healthy; absent sends PING instead.',
      },
    },
  },
  'core.HealthCheck.GrpcHealthCheck': {
    doc: 'A probe of the standard gRPC health service; the cluster has to speak HTTP/2.',
    section: 'full API',
    fields: {
      service_name: { type: 'string', doc: 'Service to ask about; absent asks about the whole server.' },
      authority: {
        type: 'string',
        doc: ":authority of the probe; absent is the endpoint's hostname or the cluster name.",
        in: { v3: { limits: { text: 'header-value' } } },
      },
      initial_metadata: {
        type: 'repeated core.HeaderValueOption',
        doc: 'Headers sent with each gRPC probe.',
        limits: { maxItems: 1000 },
        only: 'v3',
      },
    },
  },
  'core.HealthCheck.CustomHealthCheck': {
    doc: 'A probe made by an extension.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: { type: 'string', doc: 'Registered health checker.', required: true },
      config: {
        type: 'Struct',
        doc: 'Settings of the checker without their type.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Settings of the checker.', oneof: 'config_type' },
    },
  },
  'core.HealthCheck.TlsOptions': {
    doc: 'TLS settings of probes alone.',
    section: 'full API',
    fields: {
      alpn_protocols: {
        type: 'repeated string',
        doc: "Protocols offered by ALPN in probes, in order; absent offers the cluster's.",
      },
    },
  },
  'core.EventServiceConfig': {
    doc: 'Service that receives health events.',
    section: 'full API',
    oneofs: { config_source_specifier: 'exactly one' },
    fields: {
      grpc_service: {
        type: 'core.GrpcService',
        doc: 'The gRPC service to send them to.',
        oneof: 'config_source_specifier',
      },
    },
  },
} as const satisfies MessageTables;

export const healthCheckEnums = {
  'core.HealthStatus': {
    doc: 'Health of an endpoint as the management server sees it.',
    section: 'full API',
    values: {
      UNKNOWN: { number: 0, doc: 'Not known; treated as healthy.' },
      HEALTHY: { number: 1, doc: 'Takes load.' },
      UNHEALTHY: { number: 2, doc: 'Takes no load.' },
      DRAINING: { number: 3, doc: 'Being taken out of service; treated as unhealthy.' },
      TIMEOUT: { number: 4, doc: 'Its probe timed out; treated as unhealthy.' },
      DEGRADED: { number: 5, doc: 'Takes load only while too few hosts are fully healthy.' },
    },
  },
} as const satisfies EnumTables;
