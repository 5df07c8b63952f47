/** The filter that speaks HTTP, and its options. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const httpConnectionManagerMessages: MessageOverlay = {
  HttpConnectionManager: {
    doc: 'The network filter that speaks HTTP: codec, HTTP filters, routes, timeouts, client address handling.',
    fields: {
      codec_type: 'Which HTTP version clients speak on this listener.',
      stat_prefix:
        'Name under which the statistics of this connection manager appear (`http.<stat_prefix>.…`).',
      rds: 'Fetch the route configuration from a management server.',
      route_config: 'The route configuration itself, written in place.',
      scoped_routes:
        'Choose among several route configurations per request, by a key taken from its headers.',
      http_filters: 'HTTP filters in the order a request passes them; the last one should be the router.',
      add_user_agent:
        "Name the node's service cluster in `user-agent` and the downstream service cluster headers.",
      tracing: 'Trace requests; absent means no spans, an empty message turns tracing on with its defaults.',
      common_http_protocol_options:
        'Limits for client connections whatever their HTTP version, such as their idle timeout.',
      http_protocol_options: 'Settings for HTTP/1 clients.',
      http2_protocol_options: 'Settings for HTTP/2 clients.',
      server_name: "Text for the `server` response header; absent means the proxy's own name.",
      server_header_transformation: 'What happens to a `server` header that the upstream sent.',
      max_request_headers_kb: 'Largest total size of request headers in KiB; larger requests get a 431.',
      idle_timeout:
        'How long a client connection without active requests stays open; absent means no limit of its own.',
      stream_idle_timeout:
        'A request on which nothing moves for this long is ended (408 or reset); 0s turns it off; routes may override it.',
      request_timeout:
        'Time for a client to send its whole request, body included; 0s or absent means no limit.',
      drain_timeout:
        'How long a draining connection still takes new requests after clients were told to go away.',
      delayed_close_timeout:
        'How long the proxy waits for the client to close first after its last bytes; 0s closes at once and may lose them.',
      access_log: 'Access logs that each finished request is written to.',
      use_remote_address:
        "Take the client's address from the connection and append it to `x-forwarded-for`; true for edge proxies.",
      xff_num_trusted_hops:
        'How many addresses at the right end of `x-forwarded-for` were added by proxies to be trusted.',
      internal_address_config: 'Which client addresses, beyond private networks, count as internal.',
      skip_xff_append: "Leave `x-forwarded-for` as it came instead of appending the client's address.",
      via: 'Text appended to the `via` header of requests and responses; empty adds nothing.',
      generate_request_id: 'Give requests that carry no `x-request-id` a fresh one.',
      preserve_external_request_id:
        'Keep an `x-request-id` that a client at the edge sent instead of replacing it.',
      forward_client_cert_details: 'What happens to the `x-forwarded-client-cert` header of requests.',
      set_current_client_cert_details:
        "Which parts of the client's certificate go into `x-forwarded-client-cert`; needs APPEND_FORWARD or SANITIZE_SET.",
      proxy_100_continue: 'Pass `expect: 100-continue` on to the upstream instead of answering it here.',
      represent_ipv4_remote_address_as_ipv4_mapped_ipv6:
        'Write IPv4 client addresses in `x-forwarded-for` as IPv6, such as ::ffff:10.0.0.1.',
      upgrade_configs: 'Protocol upgrades to accept, such as websocket; others are refused.',
      normalize_path:
        'Resolve `.`, `..` and percent-encodings in paths before matching; absent leaves it to a runtime key, off by default.',
      merge_slashes: 'Treat runs of slashes in a path as one, before matching and towards the upstream.',
      request_id_extension: 'How request ids are made and read; absent means UUIDs in `x-request-id`.',
      http1_safe_max_connection_duration:
        'Ends an HTTP/1 connection past its longest life with the next response instead of draining it at once.',
      http3_protocol_options: 'Settings of HTTP/3 connections from clients.',
      scheme_header_transformation: 'What `:scheme` is set to; absent leaves it to the usual rules.',
      stream_flush_timeout:
        'Longest wait for the peer to take the rest of a stream; absent takes stream_idle_timeout.',
      request_headers_timeout: 'Time from first to last byte of the request headers; 0 means no limit.',
      access_log_flush_interval: 'Time between log entries while a request goes on, at least 1 ms.',
      flush_access_log_on_new_request:
        'Writes a log entry when a request arrives too, before the filters run.',
      access_log_options: 'When else log entries are written than at the end of a request.',
      original_ip_detection_extensions:
        'Extensions that find out the client address, tried in order; not with use_remote_address or xff_num_trusted_hops.',
      early_header_mutation_extensions:
        'Extensions that change request headers before routing, tracing and filters, in this order.',
      always_set_request_id_in_response:
        'Puts `x-request-id` in every response, not only where tracing was forced.',
      forward_client_cert_matcher:
        'Match tree that decides per request how client certificate details are passed on; else the fixed settings.',
      path_with_escaped_slashes_action:
        'What happens to paths with an escaped slash or backslash; by default a runtime key decides.',
      local_reply_config: 'Changes status, body and format of responses that the proxy itself makes.',
      strip_matching_host_port:
        'Takes the port off the requested host when it is that of the listener; not with strip_any_host_port.',
      strip_any_host_port:
        'Takes any port off the requested host before routing; not with strip_matching_host_port.',
      stream_error_on_invalid_http_message:
        'Keeps the connection after an invalid request where it can; only for trusted clients.',
      path_normalization_options: 'How paths are normalized and which form is forwarded; not implemented.',
      strip_trailing_host_dot: 'Takes a dot off the end of the requested host before routing; a port stays.',
      proxy_status_config: 'Adds a Proxy-Status header to responses; even an empty one turns this on.',
      typed_header_validation_config:
        'Extension that checks and normalizes requests; replaces the settings for paths and header names.',
      append_x_forwarded_port:
        'Adds `x-forwarded-port` with the port the client connected to, unless a trusted proxy already did.',
      append_local_overload: 'Marks responses by a header while the overload manager is at work.',
      add_proxy_protocol_connection_state:
        'Keeps PROXY protocol data on the connection; turn off behind another proxy that hides the client.',
      forward_proto_config:
        'Destination ports of the PROXY protocol that make `x-forwarded-proto` http or https; absent uses none.',
    },
    defaults: {
      add_user_agent: false,
      max_request_headers_kb: { value: 60, runtime: ['max_request_headers_size_kb'] },
      stream_idle_timeout: '300s',
      request_timeout: '0s',
      drain_timeout: '5s',
      delayed_close_timeout: '1s',
      use_remote_address: false,
      generate_request_id: true,
      request_headers_timeout: '0s',
      stream_error_on_invalid_http_message: false,
      add_proxy_protocol_connection_state: true,
    },
    deprecated: {
      idle_timeout: ['common_http_protocol_options.idle_timeout', 'idle-timeout-to-common-options'],
      access_log_flush_interval: [
        'access_log_options with access_log_flush_interval',
        'access-log-settings-to-options',
      ],
      flush_access_log_on_new_request: [
        'access_log_options with flush_access_log_on_new_request',
        'access-log-settings-to-options',
      ],
    },
    sets: ['access_log', 'upgrade_configs'],
    presence: ['tracing', 'proxy_status_config'],
    facts: { max_request_headers_kb: { in: { v2: { limits: { lte: 96, gt: 0 } } } } },
  },
  HttpFilter: {
    doc: 'One HTTP filter of the chain, by name, with its configuration.',
    identity: ['name'],
    fields: {
      name: 'Name of the filter, such as `proxy.filters.http.router`.',
      config: "Configuration without its type; the filter's name tells how to read it.",
      typed_config: 'Configuration with its type.',
      config_discovery: 'Where the filter settings come from; while there are none, requests get a 500.',
      is_optional:
        'Lets a proxy that lacks the filter skip it; otherwise that refuses the whole configuration.',
      disabled: 'Keeps the filter off unless a route turns it on; not for the last filter.',
    },
    deprecated: { config: ['typed_config', 'config-to-typed-config'] },
  },
  RequestIDExtension: {
    doc: 'Which implementation makes and reads request ids.',
    fields: { typed_config: 'Configuration of that implementation; its type selects it.' },
  },
  'HttpConnectionManager.Tracing': {
    doc: 'How requests are traced: how many of them, under which tags, by which tracer.',
    fields: {
      operation_name: 'Whether spans are for incoming or outgoing traffic.',
      request_headers_for_tags: 'Request headers whose values become span tags.',
      client_sampling: 'Share of requests traced among those whose client asked for it by header.',
      random_sampling: 'Share of requests picked for tracing at random.',
      overall_sampling: 'Upper bound on the share of requests traced, after all other decisions.',
      verbose: 'Add stream events to spans as annotations.',
      max_path_tag_length: 'Longest request path written into a span tag, in bytes; longer ones are cut.',
      custom_tags: 'Tags added to each span.',
      provider: 'Tracer for this connection manager; absent means the one of the bootstrap.',
      spawn_upstream_span:
        'Opens a span of its own for each upstream request, making the proxy a hop in the trace.',
      operation: 'Format of the span name; wins over the route decorator and its header.',
      upstream_operation: 'Format of the upstream span name, where spawn_upstream_span is on.',
    },
    defaults: {
      client_sampling: { value: { value: 100 } },
      random_sampling: { value: { value: 100 } },
      overall_sampling: { value: { value: 100 } },
      max_path_tag_length: 256,
      spawn_upstream_span: false,
    },
    deprecated: {
      operation_name: ['traffic_direction of the listener', 'settings-without-successor'],
      request_headers_for_tags: ['custom_tags with request_header', 'request-header-tags-to-custom-tags'],
    },
    sets: ['request_headers_for_tags'],
    facts: { custom_tags: { order: 'set by identity' }, operation_name: { in: { v2: { limits: false } } } },
  },
  'HttpConnectionManager.InternalAddressConfig': {
    doc: 'Which client addresses count as internal besides private networks.',
    fields: {
      unix_sockets: 'Count clients on Unix domain sockets as internal.',
      cidr_ranges: 'Addresses that count as internal; absent means the private ranges of IPv4 and IPv6.',
    },
    sets: ['cidr_ranges'],
  },
  'HttpConnectionManager.SetCurrentClientCertDetails': {
    doc: "Parts of the client's certificate written into `x-forwarded-client-cert` besides its hash.",
    fields: {
      subject: 'Write the subject.',
      cert: 'Write the whole certificate as URL-encoded PEM.',
      chain: 'Write the whole chain, leaf included, as URL-encoded PEM.',
      dns: "Write the DNS names among the subject's alternative names.",
      uri: "Write the URIs among the subject's alternative names.",
    },
    defaults: { subject: false },
  },
  'HttpConnectionManager.UpgradeConfig': {
    doc: 'One protocol upgrade and how its streams are filtered.',
    identity: ['upgrade_type'],
    fields: {
      upgrade_type: 'Token of the `upgrade` header, in any case, such as websocket; CONNECT for tunnels.',
      filters: 'HTTP filters for upgraded streams; empty means the usual ones.',
      enabled: 'Whether routes accept this upgrade unless they say otherwise.',
    },
    defaults: { enabled: true },
  },
};

export const httpConnectionManagerEnums: EnumOverlay = {
  'HttpConnectionManager.CodecType': {
    doc: 'HTTP version spoken with clients.',
    values: {
      AUTO: 'Found per connection: from ALPN under TLS, otherwise from its first bytes.',
      HTTP1: 'HTTP/1.1 always.',
      HTTP2: 'HTTP/2 always, on plain connections with prior knowledge.',
      HTTP3: 'HTTP/3 over QUIC; not ready for use in this version.',
    },
  },
  'HttpConnectionManager.ServerHeaderTransformation': {
    doc: 'Treatment of the `server` response header.',
    values: {
      OVERWRITE: 'Replace whatever the upstream sent with `server_name`.',
      APPEND_IF_ABSENT: 'Set `server_name` only where the upstream sent none.',
      PASS_THROUGH: 'Leave the header as the upstream sent it, or absent.',
    },
  },
  'HttpConnectionManager.ForwardClientCertDetails': {
    doc: 'Treatment of the `x-forwarded-client-cert` request header.',
    values: {
      SANITIZE: 'Drop it.',
      FORWARD_ONLY: 'Pass it on as it came if the client used mutual TLS.',
      APPEND_FORWARD: "Append this client's certificate to it if the client used mutual TLS.",
      SANITIZE_SET: "Replace it with this client's certificate if the client used mutual TLS.",
      ALWAYS_FORWARD_ONLY: 'Pass it on as it came, mutual TLS or not.',
    },
  },
  'HttpConnectionManager.Tracing.OperationName': {
    doc: 'Direction of the traced traffic.',
    values: { INGRESS: 'Requests coming in to the service.', EGRESS: 'Requests going out from the service.' },
  },
};
