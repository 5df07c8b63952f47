/** Settings of HTTP connections, shared by listeners and clusters. */
import type { EnumTables, MessageTables } from './language.ts';

export const protocolOptionsMessages = {
  'core.TcpProtocolOptions': {
    doc: 'Settings of plain TCP; there are none yet.',
    section: 'full API',
    fields: {},
  },
  'core.UpstreamHttpProtocolOptions': {
    doc: 'Settings of HTTP connections to upstream hosts, whatever the version.',
    section: 'full API',
    fields: {
      auto_sni: {
        type: 'bool',
        doc: "Send the request's host as SNI on new TLS connections.",
      },
      auto_san_validation: {
        type: 'bool',
        doc: "Require the upstream certificate to name the request's host; meant to go with auto_sni.",
      },
      override_auto_sni_header: {
        type: 'string',
        doc: 'Request header that auto_sni and auto_san_validation read; the host when it is missing or empty.',
        limits: { text: 'strict-header-name', unlessEmpty: true },
        only: 'v3',
      },
    },
  },
  'core.HttpProtocolOptions': {
    doc: 'Settings shared by HTTP/1 and HTTP/2 connections.',
    section: 'full API',
    fields: {
      idle_timeout: {
        type: 'Duration',
        doc: 'A connection without requests is closed after this; 0s keeps it open.',
        default: { value: '3600s' },
      },
      max_connection_duration: {
        type: 'Duration',
        doc: 'Age at which a downstream connection is drained and closed; absent sets no limit.',
      },
      max_headers_count: {
        type: 'UInt32Value',
        doc: 'Most headers that a message may carry.',
        limits: { gte: 1 },
        default: { value: 100 },
      },
      max_stream_duration: {
        type: 'Duration',
        doc: 'Longest life of one request from start to end; absent sets no limit.',
      },
      headers_with_underscores_action: {
        type: 'core.HttpProtocolOptions.HeadersWithUnderscoresAction',
        doc: 'What happens to client headers with an underscore in the name.',
      },
      max_response_headers_kb: {
        type: 'UInt32Value',
        doc: 'Largest response headers in KiB, upstream only; absent means 60, or 80 for HTTP/1. Larger ones give a 503.',
        limits: { gt: 0, lte: 8192 },
        only: 'v3',
      },
      max_requests_per_connection: {
        type: 'UInt32Value',
        doc: 'Requests after which a connection is closed; 1 ends keep-alive, absent sets no limit.',
        only: 'v3',
      },
    },
  },
  'core.Http1ProtocolOptions': {
    doc: 'Settings of HTTP/1 connections.',
    section: 'full API',
    fields: {
      allow_absolute_url: {
        type: 'BoolValue',
        doc: 'Accept requests that give a full URL, as clients of a forward proxy send them.',
      },
      accept_http_10: { type: 'bool', doc: 'Accept HTTP/1.0 and HTTP/0.9 requests.' },
      default_host_for_http_10: {
        type: 'string',
        doc: 'Host assumed for HTTP/1.0 requests without one; absent refuses such requests.',
      },
      header_key_format: {
        type: 'core.Http1ProtocolOptions.HeaderKeyFormat',
        doc: 'Spelling of header names that are sent; absent writes them in lower case.',
      },
      enable_trailers: { type: 'bool', doc: 'Pass trailers on; false drops them.' },
      allow_chunked_length: {
        type: 'bool',
        doc: 'Accepts chunked messages that also carry a Content-Length, which is dropped; can open request smuggling.',
        only: 'v3',
      },
      override_stream_error_on_invalid_http_message: {
        type: 'BoolValue',
        doc: 'Keeps the connection after an invalid message where it can; absent follows the connection manager.',
        only: 'v3',
      },
      send_fully_qualified_url: {
        type: 'bool',
        doc: 'Puts the whole URL in the request line sent upstream, not just the path.',
        only: 'v3',
      },
      use_balsa_parser: {
        type: 'BoolValue',
        doc: 'Forces the HTTP/1 parser: true for Balsa, false for http-parser; absent follows a runtime flag.',
        deprecated: {
          use: 'the runtime flag http1_use_balsa_parser',
          migration: 'deprecated-without-successor',
        },
        only: 'v3',
      },
      allow_custom_methods: {
        type: 'bool',
        doc: 'Accepts methods the proxy does not know, with the Balsa parser.',
        only: 'v3',
      },
      ignore_http_11_upgrade: {
        type: 'repeated type.matcher.StringMatcher',
        doc: 'Upgrade values that are dropped from requests unheeded; `h2c` always is.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat': {
    doc: 'Spelling of header names in HTTP/1 messages.',
    section: 'full API',
    oneofs: { header_format: 'exactly one' },
    fields: {
      proper_case_words: {
        type: 'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords',
        doc: 'Each word starts with a capital letter, as in Content-Type.',
        oneof: 'header_format',
        presence: true,
      },
      stateful_formatter: {
        type: 'core.TypedExtensionConfig',
        doc: 'Extension that writes header names as they were received, such as in the same letter case.',
        oneof: 'header_format',
        only: 'v3',
      },
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords': {
    doc: 'Empty message that picks capitalised words.',
    section: 'full API',
    fields: {},
  },
  'core.Http2ProtocolOptions': {
    doc: 'Settings of HTTP/2 connections; in a cluster, their presence turns HTTP/2 on.',
    section: 'full API',
    fields: {
      hpack_table_size: {
        type: 'UInt32Value',
        doc: 'Largest table of the header compression, in bytes; 0 turns it off.',
        default: { value: 4096 },
      },
      max_concurrent_streams: {
        type: 'UInt32Value',
        doc: 'Requests that may run on one connection at a time.',
        limits: { lte: 2147483647, gte: 1 },
        default: { value: 2147483647 },
        in: { v3: { default: { value: 1024 } } },
      },
      initial_stream_window_size: {
        type: 'UInt32Value',
        doc: 'Flow control window of each stream, in bytes.',
        limits: { lte: 2147483647, gte: 65535 },
        default: { value: 268435456 },
        in: { v3: { default: { value: 16777216 } } },
      },
      initial_connection_window_size: {
        type: 'UInt32Value',
        doc: 'Flow control window of the whole connection, in bytes.',
        limits: { lte: 2147483647, gte: 65535 },
        default: { value: 268435456 },
        in: { v3: { default: { value: 25165824 } } },
      },
      allow_connect: { type: 'bool', doc: 'Allow extended CONNECT, which carries websockets and upgrades.' },
      allow_metadata: { type: 'bool', doc: "Allow the proxy's own METADATA frames." },
      max_outbound_frames: {
        type: 'UInt32Value',
        doc: 'Frames that may wait to be sent before the connection is ended.',
        limits: { gte: 1 },
        default: { value: 10000 },
      },
      max_outbound_control_frames: {
        type: 'UInt32Value',
        doc: 'PING, SETTINGS and RST_STREAM frames that may wait before the connection is ended.',
        limits: { gte: 1 },
        default: { value: 1000 },
      },
      max_consecutive_inbound_frames_with_empty_payload: {
        type: 'UInt32Value',
        doc: 'Empty frames in a row that are tolerated before the connection is ended.',
        default: { value: 1 },
      },
      max_inbound_priority_frames_per_stream: {
        type: 'UInt32Value',
        doc: 'PRIORITY frames that are tolerated per stream opened.',
        default: { value: 100 },
      },
      max_inbound_window_update_frames_per_data_frame_sent: {
        type: 'UInt32Value',
        doc: 'WINDOW_UPDATE frames that are tolerated per DATA frame sent.',
        limits: { gte: 1 },
        default: { value: 10 },
      },
      stream_error_on_invalid_http_messaging: {
        type: 'bool',
        doc: 'A malformed message ends its stream only, not the whole connection.',
        in: {
          v3: {
            deprecated: {
              use: 'override_stream_error_on_invalid_http_message',
              migration: 'fields-to-successors',
            },
          },
        },
      },
      custom_settings_parameters: {
        type: 'repeated core.Http2ProtocolOptions.SettingsParameter',
        doc: 'Further SETTINGS to send to the peer.',
        order: 'set',
      },
      override_stream_error_on_invalid_http_message: {
        type: 'BoolValue',
        doc: 'Resets only the stream of an invalid message, not the connection; absent follows the connection manager.',
        only: 'v3',
      },
      connection_keepalive: {
        type: 'core.KeepaliveSettings',
        doc: 'Sends PING frames and closes a connection that leaves them unanswered.',
        only: 'v3',
      },
      use_oghttp2_codec: {
        type: 'BoolValue',
        doc: 'Forces the HTTP/2 codec: true for oghttp2, false for nghttp2; absent follows a runtime flag.',
        only: 'v3',
      },
      max_metadata_size: {
        type: 'UInt64Value',
        doc: 'Most bytes of METADATA frames taken on one stream.',
        only: 'v3',
      },
      enable_huffman_encoding: {
        type: 'BoolValue',
        doc: 'Whether headers are sent Huffman coded; false spends bandwidth to save CPU, absent leaves it to the codec.',
        only: 'v3',
      },
    },
  },
  'core.Http2ProtocolOptions.SettingsParameter': {
    doc: 'One HTTP/2 SETTINGS parameter.',
    section: 'full API',
    identity: ['identifier'],
    fields: {
      identifier: {
        type: 'UInt32Value',
        doc: 'Number of the parameter.',
        required: true,
        limits: { lte: 65536, gte: 1 },
        in: { v3: { limits: { gte: 0, lte: 65535 } } },
      },
      value: { type: 'UInt32Value', doc: 'Value of the parameter.', required: true },
    },
  },
  'core.GrpcProtocolOptions': {
    doc: 'Settings of gRPC connections.',
    section: 'full API',
    fields: {
      http2_protocol_options: {
        type: 'core.Http2ProtocolOptions',
        doc: 'Settings of the HTTP/2 connections underneath.',
      },
    },
  },
} as const satisfies MessageTables;

export const protocolOptionsEnums = {
  'core.HttpProtocolOptions.HeadersWithUnderscoresAction': {
    doc: 'What happens to client headers with an underscore in the name.',
    section: 'full API',
    values: {
      ALLOW: { number: 0, doc: 'They pass like any other header.' },
      REJECT_REQUEST: { number: 1, doc: 'The request is refused: 400 in HTTP/1, a stream reset in HTTP/2.' },
      DROP_HEADER: { number: 2, doc: 'The header is taken off before any filter sees it.' },
    },
  },
} as const satisfies EnumTables;
