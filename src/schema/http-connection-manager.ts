/** The HTTP connection manager: turns bytes of a connection into requests and sends them through HTTP filters. */
import type { EnumTables, MessageTables } from './language.ts';

export const httpConnectionManagerMessages = {
  HttpConnectionManager: {
    doc: 'The network filter that speaks HTTP: codec, HTTP filters, routes, timeouts, client address handling.',
    section: 'full API',
    oneofs: { strip_port_mode: 'at most one', route_specifier: 'exactly one' },
    fields: {
      codec_type: {
        type: 'HttpConnectionManager.CodecType',
        doc: 'Which HTTP version clients speak on this listener.',
        limits: { definedOnly: true },
      },
      stat_prefix: {
        type: 'string',
        doc: 'Name under which the statistics of this connection manager appear (`http.<stat_prefix>.…`).',
        required: true,
      },
      rds: {
        type: 'Rds',
        doc: 'Fetch the route configuration from a management server.',
        oneof: 'route_specifier',
      },
      route_config: {
        type: 'RouteConfiguration',
        doc: 'The route configuration itself, written in place.',
        oneof: 'route_specifier',
      },
      scoped_routes: {
        type: 'ScopedRoutes',
        doc: 'Choose among several route configurations per request, by a key taken from its headers.',
        oneof: 'route_specifier',
      },
      http_filters: {
        type: 'repeated HttpFilter',
        doc: 'HTTP filters in the order a request passes them; the last one should be the router.',
      },
      add_user_agent: {
        type: 'BoolValue',
        doc: "Name the node's service cluster in `user-agent` and the downstream service cluster headers.",
        default: { value: false },
      },
      tracing: {
        type: 'HttpConnectionManager.Tracing',
        doc: 'Trace requests; absent means no spans, an empty message turns tracing on with its defaults.',
        presence: true,
      },
      common_http_protocol_options: {
        type: 'core.HttpProtocolOptions',
        doc: 'Limits for client connections whatever their HTTP version, such as their idle timeout.',
      },
      http_protocol_options: { type: 'core.Http1ProtocolOptions', doc: 'Settings for HTTP/1 clients.' },
      http2_protocol_options: { type: 'core.Http2ProtocolOptions', doc: 'Settings for HTTP/2 clients.' },
      server_name: {
        type: 'string',
        doc: "Text for the `server` response header; absent means the proxy's own name.",
        in: { v3: { limits: { text: 'header-value' } } },
      },
      server_header_transformation: {
        type: 'HttpConnectionManager.ServerHeaderTransformation',
        doc: 'What happens to a `server` header that the upstream sent.',
        limits: { definedOnly: true },
      },
      max_request_headers_kb: {
        type: 'UInt32Value',
        doc: 'Largest total size of request headers in KiB; larger requests get a 431.',
        default: { value: 60 },
        limits: { lte: 96, gt: 0 },
        in: { v3: { limits: { gt: 0, lte: 8192 } } },
      },
      idle_timeout: {
        type: 'Duration',
        doc: 'How long a client connection without active requests stays open; absent means no limit of its own.',
        deprecated: {
          use: 'common_http_protocol_options.idle_timeout',
          migration: 'idle-timeout-to-common-options',
        },
        only: 'v2',
      },
      stream_idle_timeout: {
        type: 'Duration',
        doc: 'A request on which nothing moves for this long is ended (408 or reset); 0s turns it off; routes may override it.',
        default: { value: '300s' },
      },
      request_timeout: {
        type: 'Duration',
        doc: 'Time for a client to send its whole request, body included; 0s or absent means no limit.',
        default: { value: '0s' },
      },
      drain_timeout: {
        type: 'Duration',
        doc: 'How long a draining connection still takes new requests after clients were told to go away.',
        default: { value: '5s' },
      },
      delayed_close_timeout: {
        type: 'Duration',
        doc: 'How long the proxy waits for the client to close first after its last bytes; 0s closes at once and may lose them.',
        default: { value: '1s' },
      },
      access_log: {
        type: 'repeated AccessLog',
        doc: 'Access logs that each finished request is written to.',
        order: 'set',
      },
      use_remote_address: {
        type: 'BoolValue',
        doc: "Take the client's address from the connection and append it to `x-forwarded-for`; true for edge proxies.",
        default: { value: false },
      },
      xff_num_trusted_hops: {
        type: 'uint32',
        doc: 'How many addresses at the right end of `x-forwarded-for` were added by proxies to be trusted.',
      },
      internal_address_config: {
        type: 'HttpConnectionManager.InternalAddressConfig',
        doc: 'Which client addresses, beyond private networks, count as internal.',
      },
      skip_xff_append: {
        type: 'bool',
        doc: "Leave `x-forwarded-for` as it came instead of appending the client's address.",
      },
      via: {
        type: 'string',
        doc: 'Text appended to the `via` header of requests and responses; empty adds nothing.',
        in: { v3: { limits: { text: 'header-value' } } },
      },
      generate_request_id: {
        type: 'BoolValue',
        doc: 'Give requests that carry no `x-request-id` a fresh one.',
        default: { value: true },
      },
      preserve_external_request_id: {
        type: 'bool',
        doc: 'Keep an `x-request-id` that a client at the edge sent instead of replacing it.',
      },
      forward_client_cert_details: {
        type: 'HttpConnectionManager.ForwardClientCertDetails',
        doc: 'What happens to the `x-forwarded-client-cert` header of requests.',
        limits: { definedOnly: true },
      },
      set_current_client_cert_details: {
        type: 'HttpConnectionManager.SetCurrentClientCertDetails',
        doc: "Which parts of the client's certificate go into `x-forwarded-client-cert`; needs APPEND_FORWARD or SANITIZE_SET.",
      },
      proxy_100_continue: {
        type: 'bool',
        doc: 'Pass `expect: 100-continue` on to the upstream instead of answering it here.',
      },
      represent_ipv4_remote_address_as_ipv4_mapped_ipv6: {
        type: 'bool',
        doc: 'Write IPv4 client addresses in `x-forwarded-for` as IPv6, such as ::ffff:10.0.0.1.',
      },
      upgrade_configs: {
        type: 'repeated HttpConnectionManager.UpgradeConfig',
        doc: 'Protocol upgrades to accept, such as websocket; others are refused.',
        order: 'set',
      },
      normalize_path: {
        type: 'BoolValue',
        doc: 'Resolve `.`, `..` and percent-encodings in paths before matching; absent leaves it to a runtime key, off by default.',
      },
      merge_slashes: {
        type: 'bool',
        doc: 'Treat runs of slashes in a path as one, before matching and towards the upstream.',
      },
      request_id_extension: {
        type: 'RequestIDExtension',
        doc: 'How request ids are made and read; absent means UUIDs in `x-request-id`.',
      },
      http1_safe_max_connection_duration: {
        type: 'bool',
        doc: 'Ends an HTTP/1 connection past its longest life with the next response instead of draining it at once.',
        only: 'v3',
      },
      http3_protocol_options: {
        type: 'core.Http3ProtocolOptions',
        doc: 'Settings of HTTP/3 connections from clients.',
        only: 'v3',
      },
      scheme_header_transformation: {
        type: 'core.SchemeHeaderTransformation',
        doc: 'What `:scheme` is set to; absent leaves it to the usual rules.',
        only: 'v3',
      },
      stream_flush_timeout: {
        type: 'Duration',
        doc: 'Longest wait for the peer to take the rest of a stream; absent takes stream_idle_timeout.',
        only: 'v3',
      },
      request_headers_timeout: {
        type: 'Duration',
        doc: 'Time from first to last byte of the request headers; 0 means no limit.',
        limits: { gte: '0s' },
        default: { value: '0s' },
        only: 'v3',
      },
      access_log_flush_interval: {
        type: 'Duration',
        doc: 'Time between log entries while a request goes on, at least 1 ms.',
        limits: { gte: '0.001s' },
        deprecated: {
          use: 'access_log_options with access_log_flush_interval',
          migration: 'access-log-settings-to-options',
        },
        only: 'v3',
      },
      flush_access_log_on_new_request: {
        type: 'bool',
        doc: 'Writes a log entry when a request arrives too, before the filters run.',
        deprecated: {
          use: 'access_log_options with flush_access_log_on_new_request',
          migration: 'access-log-settings-to-options',
        },
        only: 'v3',
      },
      access_log_options: {
        type: 'HttpConnectionManager.HcmAccessLogOptions',
        doc: 'When else log entries are written than at the end of a request.',
        only: 'v3',
      },
      original_ip_detection_extensions: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that find out the client address, tried in order; not with use_remote_address or xff_num_trusted_hops.',
        only: 'v3',
      },
      early_header_mutation_extensions: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that change request headers before routing, tracing and filters, in this order.',
        only: 'v3',
      },
      always_set_request_id_in_response: {
        type: 'bool',
        doc: 'Puts `x-request-id` in every response, not only where tracing was forced.',
        only: 'v3',
      },
      forward_client_cert_matcher: {
        type: 'type.matcher.Matcher',
        doc: 'Match tree that decides per request how client certificate details are passed on; else the fixed settings.',
        only: 'v3',
      },
      path_with_escaped_slashes_action: {
        type: 'HttpConnectionManager.PathWithEscapedSlashesAction',
        doc: 'What happens to paths with an escaped slash or backslash; by default a runtime key decides.',
        only: 'v3',
      },
      local_reply_config: {
        type: 'LocalReplyConfig',
        doc: 'Changes status, body and format of responses that the proxy itself makes.',
        only: 'v3',
      },
      strip_matching_host_port: {
        type: 'bool',
        doc: 'Takes the port off the requested host when it is that of the listener; not with strip_any_host_port.',
        only: 'v3',
      },
      strip_any_host_port: {
        type: 'bool',
        doc: 'Takes any port off the requested host before routing; not with strip_matching_host_port.',
        oneof: 'strip_port_mode',
        only: 'v3',
      },
      stream_error_on_invalid_http_message: {
        type: 'BoolValue',
        doc: 'Keeps the connection after an invalid request where it can; only for trusted clients.',
        default: { value: false },
        only: 'v3',
      },
      path_normalization_options: {
        type: 'HttpConnectionManager.PathNormalizationOptions',
        doc: 'How paths are normalized and which form is forwarded; not implemented.',
        only: 'v3',
      },
      strip_trailing_host_dot: {
        type: 'bool',
        doc: 'Takes a dot off the end of the requested host before routing; a port stays.',
        only: 'v3',
      },
      proxy_status_config: {
        type: 'HttpConnectionManager.ProxyStatusConfig',
        doc: 'Adds a Proxy-Status header to responses; even an empty one turns this on.',
        presence: true,
        only: 'v3',
      },
      typed_header_validation_config: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that checks and normalizes requests; replaces the settings for paths and header names.',
        only: 'v3',
      },
      append_x_forwarded_port: {
        type: 'bool',
        doc: 'Adds `x-forwarded-port` with the port the client connected to, unless a trusted proxy already did.',
        only: 'v3',
      },
      append_local_overload: {
        type: 'bool',
        doc: 'Marks responses by a header while the overload manager is at work.',
        only: 'v3',
      },
      add_proxy_protocol_connection_state: {
        type: 'BoolValue',
        doc: 'Keeps PROXY protocol data on the connection; turn off behind another proxy that hides the client.',
        default: { value: true },
        only: 'v3',
      },
      forward_proto_config: {
        type: 'ForwardProtoConfig',
        doc: 'Destination ports of the PROXY protocol that make `x-forwarded-proto` http or https; absent uses none.',
        only: 'v3',
      },
    },
  },
  HttpFilter: {
    doc: 'One HTTP filter of the chain, by name, with its configuration.',
    section: 'full API',
    oneofs: { config_type: 'at most one' },
    identity: ['name'],
    fields: {
      name: {
        type: 'string',
        doc: 'Name of the filter, such as `proxy.filters.http.router`.',
        required: true,
      },
      config: {
        type: 'Struct',
        doc: "Configuration without its type; the filter's name tells how to read it.",
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: { type: 'Any', doc: 'Configuration with its type.', oneof: 'config_type' },
      config_discovery: {
        type: 'core.ExtensionConfigSource',
        doc: 'Where the filter settings come from; while there are none, requests get a 500.',
        oneof: 'config_type',
        only: 'v3',
      },
      is_optional: {
        type: 'bool',
        doc: 'Lets a proxy that lacks the filter skip it; otherwise that refuses the whole configuration.',
        only: 'v3',
      },
      disabled: {
        type: 'bool',
        doc: 'Keeps the filter off unless a route turns it on; not for the last filter.',
        only: 'v3',
      },
    },
  },
  RequestIDExtension: {
    doc: 'Which implementation makes and reads request ids.',
    section: 'full API',
    fields: {
      typed_config: { type: 'Any', doc: 'Configuration of that implementation; its type selects it.' },
    },
  },
} as const satisfies MessageTables;

export const httpConnectionManagerEnums = {
  'HttpConnectionManager.CodecType': {
    doc: 'HTTP version spoken with clients.',
    section: 'full API',
    values: {
      AUTO: { number: 0, doc: 'Found per connection: from ALPN under TLS, otherwise from its first bytes.' },
      HTTP1: { number: 1, doc: 'HTTP/1.1 always.' },
      HTTP2: { number: 2, doc: 'HTTP/2 always, on plain connections with prior knowledge.' },
      HTTP3: { number: 3, doc: 'HTTP/3 over QUIC; not ready for use in this version.' },
    },
  },
  'HttpConnectionManager.ServerHeaderTransformation': {
    doc: 'Treatment of the `server` response header.',
    section: 'full API',
    values: {
      OVERWRITE: { number: 0, doc: 'Replace whatever the upstream sent with `server_name`.' },
      APPEND_IF_ABSENT: { number: 1, doc: 'Set `server_name` only where the upstream sent none.' },
      PASS_THROUGH: { number: 2, doc: 'Leave the header as the upstream sent it, or absent.' },
    },
  },
} as const satisfies EnumTables;
