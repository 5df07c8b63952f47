/** Settings of HTTP connections, shared by listeners and clusters. */
import type { EnumTables, MessageTables } from './language.ts';

export const protocolOptionsMessages = {
  'core.TcpProtocolOptions': {
    doc: 'Settings of plain TCP; there are none yet.',
    section: 'wider model',
    fields: {},
  },
  'core.UpstreamHttpProtocolOptions': {
    doc: 'Settings of HTTP connections to upstream hosts, whatever the version.',
    section: 'wider model',
    fields: {
      auto_sni: {
        type: 'bool',
        doc: "Send the request's host as SNI on new TLS connections.",
      },
      auto_san_validation: {
        type: 'bool',
        doc: "Require the upstream certificate to name the request's host; meant to go with auto_sni.",
      },
    },
  },
  'core.HttpProtocolOptions': {
    doc: 'Settings shared by HTTP/1 and HTTP/2 connections.',
    section: 'wider model',
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
    },
  },
  'core.Http1ProtocolOptions': {
    doc: 'Settings of HTTP/1 connections.',
    section: 'wider model',
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
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat': {
    doc: 'Spelling of header names in HTTP/1 messages.',
    section: 'wider model',
    oneofs: { header_format: 'exactly one' },
    fields: {
      proper_case_words: {
        type: 'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords',
        doc: 'Each word starts with a capital letter, as in Content-Type.',
        oneof: 'header_format',
        presence: true,
      },
    },
  },
  'core.Http1ProtocolOptions.HeaderKeyFormat.ProperCaseWords': {
    doc: 'Empty message that picks capitalised words.',
    section: 'wider model',
    fields: {},
  },
  'core.Http2ProtocolOptions': {
    doc: 'Settings of HTTP/2 connections; in a cluster, their presence turns HTTP/2 on.',
    section: 'wider model',
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
      },
      initial_stream_window_size: {
        type: 'UInt32Value',
        doc: 'Flow control window of each stream, in bytes.',
        limits: { lte: 2147483647, gte: 65535 },
        default: { value: 268435456 },
      },
      initial_connection_window_size: {
        type: 'UInt32Value',
        doc: 'Flow control window of the whole connection, in bytes.',
        limits: { lte: 2147483647, gte: 65535 },
        default: { value: 268435456 },
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
      },
      custom_settings_parameters: {
        type: 'repeated core.Http2ProtocolOptions.SettingsParameter',
        doc: 'Further SETTINGS to send to the peer.',
        order: 'set',
      },
    },
  },
  'core.Http2ProtocolOptions.SettingsParameter': {
    doc: 'One HTTP/2 SETTINGS parameter.',
    section: 'wider model',
    identity: ['identifier'],
    fields: {
      identifier: {
        type: 'UInt32Value',
        doc: 'Number of the parameter.',
        required: true,
        limits: { lte: 65536, gte: 1 },
      },
      value: { type: 'UInt32Value', doc: 'Value of the parameter.', required: true },
    },
  },
  'core.GrpcProtocolOptions': {
    doc: 'Settings of gRPC connections.',
    section: 'wider model',
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
    section: 'wider model',
    values: {
      ALLOW: { number: 0, doc: 'They pass like any other header.' },
      REJECT_REQUEST: { number: 1, doc: 'The request is refused: 400 in HTTP/1, a stream reset in HTTP/2.' },
      DROP_HEADER: { number: 2, doc: 'The header is taken off before any filter sees it.' },
    },
  },
} as const satisfies EnumTables;
