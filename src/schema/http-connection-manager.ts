/** The HTTP connection manager: turns bytes of a connection into requests and sends them through HTTP filters. */
import type { EnumTables, MessageTables } from './language.ts';

export const httpConnectionManagerMessages = {
  HttpConnectionManager: {
    doc: 'The network filter that speaks HTTP: codec, HTTP filters, routes, timeouts, client address handling.',
    section: 'wider model',
    oneofs: { route_specifier: 'exactly one' },
    fields: {
      codec_type: {
        type: 'HttpConnectionManager.CodecType',
        doc: 'Which HTTP version clients speak on this listener.',
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
      },
      server_header_transformation: {
        type: 'HttpConnectionManager.ServerHeaderTransformation',
        doc: 'What happens to a `server` header that the upstream sent.',
      },
      max_request_headers_kb: {
        type: 'UInt32Value',
        doc: 'Largest total size of request headers in KiB; larger requests get a 431.',
        default: { value: 60 },
        limits: { lte: 96, gt: 0 },
      },
      idle_timeout: {
        type: 'Duration',
        doc: 'How long a client connection without active requests stays open; absent means no limit of its own.',
        deprecated: {
          use: 'common_http_protocol_options.idle_timeout',
          migration: 'idle-timeout-to-common-options',
        },
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
    },
  },
  HttpFilter: {
    doc: 'One HTTP filter of the chain, by name, with its configuration.',
    section: 'wider model',
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
      },
      typed_config: { type: 'Any', doc: 'Configuration with its type.', oneof: 'config_type' },
    },
  },
  RequestIDExtension: {
    doc: 'Which implementation makes and reads request ids.',
    section: 'wider model',
    fields: {
      typed_config: { type: 'Any', doc: 'Configuration of that implementation; its type selects it.' },
    },
  },
} as const satisfies MessageTables;

export const httpConnectionManagerEnums = {
  'HttpConnectionManager.CodecType': {
    doc: 'HTTP version spoken with clients.',
    section: 'wider model',
    values: {
      AUTO: { number: 0, doc: 'Found per connection: from ALPN under TLS, otherwise from its first bytes.' },
      HTTP1: { number: 1, doc: 'HTTP/1.1 always.' },
      HTTP2: { number: 2, doc: 'HTTP/2 always, on plain connections with prior knowledge.' },
      HTTP3: { number: 3, doc: 'HTTP/3 over QUIC; not ready for use in this version.' },
    },
  },
  'HttpConnectionManager.ServerHeaderTransformation': {
    doc: 'Treatment of the `server` response header.',
    section: 'wider model',
    values: {
      OVERWRITE: { number: 0, doc: 'Replace whatever the upstream sent with `server_name`.' },
      APPEND_IF_ABSENT: { number: 1, doc: 'Set `server_name` only where the upstream sent none.' },
      PASS_THROUGH: { number: 2, doc: 'Leave the header as the upstream sent it, or absent.' },
    },
  },
} as const satisfies EnumTables;
