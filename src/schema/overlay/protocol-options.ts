/** Settings of HTTP as it is spoken upstream and downstream. */
import type { EnumOverlay, MessageOverlay } from './language.ts';

export const protocolOptionsMessages: MessageOverlay = {
  'core.TcpProtocolOptions': { doc: 'Settings of plain TCP; there are none yet.' },
  'core.UpstreamHttpProtocolOptions': {
    doc: 'Settings of HTTP connections to upstream hosts, whatever the version.',
    fields: {
      auto_sni: "Send the request's host as SNI on new TLS connections.",
      auto_san_validation:
        "Require the upstream certificate to name the request's host; meant to go with auto_sni.",
      override_auto_sni_header:
        'Request header that auto_sni and auto_san_validation read; the host when it is missing or empty.',
    },
  },
  'core.HttpProtocolOptions': {
    doc: 'Settings shared by HTTP/1 and HTTP/2 connections.',
    fields: {
      idle_timeout: 'A connection without requests is closed after this; 0s keeps it open.',
      max_connection_duration:
        'Age at which a downstream connection is drained and closed; absent sets no limit.',
      max_headers_count: 'Most headers that a message may carry.',
      max_stream_duration: 'Longest life of one request from start to end; absent sets no limit.',
      headers_with_underscores_action: 'What happens to client headers with an underscore in the name.',
      max_response_headers_kb:
        'Largest response headers in KiB, upstream only; absent means 60, or 80 for HTTP/1. Larger ones give a 503.',
      max_requests_per_connection:
        'Requests after which a connection is closed; 1 ends keep-alive, absent sets no limit.',
    },
    defaults: {
      idle_timeout: '3600s',
      max_headers_count: {
        value: 100,
        runtime: ['max_request_headers_count', 'max_response_headers_count'],
      },
    },
  },
  'core.Http1ProtocolOptions': {
    doc: 'Settings of HTTP/1 connections.',
    fields: {
      allow_absolute_url: 'Accept requests that give a full URL, as clients of a forward proxy send them.',
      accept_http_10: 'Accept HTTP/1.0 and HTTP/0.9 requests.',
      default_host_for_http_10:
        'Host assumed for HTTP/1.0 requests without one; absent refuses such requests.',
      header_key_format: 'Spelling of header names that are sent; absent writes them in lower case.',
      enable_trailers: 'Pass trailers on; false drops them.',
      allow_chunked_length:
        'Accepts chunked messages that also carry a Content-Length, which is dropped; can open request smuggling.',
      override_stream_error_on_invalid_http_message:
        'Keeps the connection after an invalid message where it can; absent follows the connection manager.',
      send_fully_qualified_url: 'Puts the whole URL in the request line sent upstream, not just the path.',
      use_balsa_parser:
        'Forces the HTTP/1 parser: true for Balsa, false for http-parser; absent follows a runtime flag.',
      allow_custom_methods: 'Accepts methods the proxy does not know, with the Balsa parser.',
      ignore_http_11_upgrade: 'Upgrade values that are dropped from requests unheeded; `h2c` always is.',
    },
    deprecated: {
      use_balsa_parser: ['the runtime flag http1_use_balsa_parser', 'deprecated-without-successor'],
    },
    sets: ['ignore_http_11_upgrade'],
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat': {
    doc: 'Spelling of header names in HTTP/1 messages.',
    fields: {
      proper_case_words: 'Each word starts with a capital letter, as in Content-Type.',
      stateful_formatter:
        'Extension that writes header names as they were received, such as in the same letter case.',
    },
    presence: ['proper_case_words'],
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords': {
    doc: 'Empty message that picks capitalised words.',
  },
  'core.Http2ProtocolOptions': {
    doc: 'Settings of HTTP/2 connections; in a cluster, their presence turns HTTP/2 on.',
    fields: {
      hpack_table_size: 'Largest table of the header compression, in bytes; 0 turns it off.',
      max_concurrent_streams: 'Requests that may run on one connection at a time.',
      initial_stream_window_size: 'Flow control window of each stream, in bytes.',
      initial_connection_window_size: 'Flow control window of the whole connection, in bytes.',
      allow_connect: 'Allow extended CONNECT, which carries websockets and upgrades.',
      allow_metadata: "Allow the proxy's own METADATA frames.",
      max_outbound_frames: 'Frames that may wait to be sent before the connection is ended.',
      max_outbound_control_frames:
        'PING, SETTINGS and RST_STREAM frames that may wait before the connection is ended.',
      max_consecutive_inbound_frames_with_empty_payload:
        'Empty frames in a row that are tolerated before the connection is ended.',
      max_inbound_priority_frames_per_stream: 'PRIORITY frames that are tolerated per stream opened.',
      max_inbound_window_update_frames_per_data_frame_sent:
        'WINDOW_UPDATE frames that are tolerated per DATA frame sent.',
      stream_error_on_invalid_http_messaging:
        'A malformed message ends its stream only, not the whole connection.',
      custom_settings_parameters: 'Further SETTINGS to send to the peer.',
      override_stream_error_on_invalid_http_message:
        'Resets only the stream of an invalid message, not the connection; absent follows the connection manager.',
      connection_keepalive: 'Sends PING frames and closes a connection that leaves them unanswered.',
      use_oghttp2_codec:
        'Forces the HTTP/2 codec: true for oghttp2, false for nghttp2; absent follows a runtime flag.',
      max_metadata_size: 'Most bytes of METADATA frames taken on one stream.',
      enable_huffman_encoding:
        'Whether headers are sent Huffman coded; false spends bandwidth to save CPU, absent leaves it to the codec.',
    },
    defaults: {
      hpack_table_size: 4096,
      max_concurrent_streams: 2147483647,
      initial_stream_window_size: 268435456,
      initial_connection_window_size: 268435456,
      max_outbound_frames: 10000,
      max_outbound_control_frames: 1000,
      max_consecutive_inbound_frames_with_empty_payload: 1,
      max_inbound_priority_frames_per_stream: 100,
      max_inbound_window_update_frames_per_data_frame_sent: 10,
    },
    deprecated: {
      stream_error_on_invalid_http_messaging: [
        'override_stream_error_on_invalid_http_message',
        'fields-to-successors',
      ],
    },
    sets: ['custom_settings_parameters'],
    facts: {
      max_concurrent_streams: { in: { v3: { default: { value: 1024 } } } },
      initial_stream_window_size: { in: { v3: { default: { value: 16777216 } } } },
      initial_connection_window_size: { in: { v3: { default: { value: 25165824 } } } },
    },
  },
  'core.Http2ProtocolOptions.SettingsParameter': {
    doc: 'One HTTP/2 SETTINGS parameter.',
    identity: ['identifier'],
    fields: { identifier: 'Number of the parameter.', value: 'Value of the parameter.' },
  },
  'core.GrpcProtocolOptions': {
    doc: 'Settings of gRPC connections.',
    fields: { http2_protocol_options: 'Settings of the HTTP/2 connections underneath.' },
  },
};

export const protocolOptionsEnums: EnumOverlay = {
  'core.HttpProtocolOptions.HeadersWithUnderscoresAction': {
    doc: 'What happens to client headers with an underscore in the name.',
    values: {
      ALLOW: 'They pass like any other header.',
      REJECT_REQUEST: 'The request is refused: 400 in HTTP/1, a stream reset in HTTP/2.',
      DROP_HEADER: 'The header is taken off before any filter sees it.',
    },
  },
};
