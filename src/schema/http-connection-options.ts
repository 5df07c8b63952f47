/** Parts of the HTTP connection manager: tracing, client certificates, internal addresses, upgrades. */
import type { EnumTables, MessageTables } from './language.ts';

export const httpConnectionOptionMessages = {
  'HttpConnectionManager.Tracing': {
    doc: 'How requests are traced: how many of them, under which tags, by which tracer.',
    section: 'full API',
    fields: {
      operation_name: {
        type: 'HttpConnectionManager.Tracing.OperationName',
        doc: 'Whether spans are for incoming or outgoing traffic.',
        deprecated: { use: 'traffic_direction of the listener', migration: 'settings-without-successor' },
        only: 'v2',
      },
      request_headers_for_tags: {
        type: 'repeated string',
        doc: 'Request headers whose values become span tags.',
        deprecated: {
          use: 'custom_tags with request_header',
          migration: 'request-header-tags-to-custom-tags',
        },
        order: 'set',
        only: 'v2',
      },
      client_sampling: {
        type: 'type.Percent',
        doc: 'Share of requests traced among those whose client asked for it by header.',
        default: { value: { value: 100 } },
      },
      random_sampling: {
        type: 'type.Percent',
        doc: 'Share of requests picked for tracing at random.',
        default: { value: { value: 100 } },
      },
      overall_sampling: {
        type: 'type.Percent',
        doc: 'Upper bound on the share of requests traced, after all other decisions.',
        default: { value: { value: 100 } },
      },
      verbose: { type: 'bool', doc: 'Add stream events to spans as annotations.' },
      max_path_tag_length: {
        type: 'UInt32Value',
        doc: 'Longest request path written into a span tag, in bytes; longer ones are cut.',
        default: { value: 256 },
      },
      custom_tags: {
        type: 'repeated CustomTag',
        doc: 'Tags added to each span.',
        order: 'set by identity',
      },
      provider: {
        type: 'trace.Tracing.Http',
        doc: 'Tracer for this connection manager; absent means the one of the bootstrap.',
      },
      spawn_upstream_span: {
        type: 'BoolValue',
        doc: 'Opens a span of its own for each upstream request, making the proxy a hop in the trace.',
        default: { value: false },
        only: 'v3',
      },
      operation: {
        type: 'string',
        doc: 'Format of the span name; wins over the route decorator and its header.',
        only: 'v3',
      },
      upstream_operation: {
        type: 'string',
        doc: 'Format of the upstream span name, where spawn_upstream_span is on.',
        only: 'v3',
      },
    },
  },
  'HttpConnectionManager.InternalAddressConfig': {
    doc: 'Which client addresses count as internal besides private networks.',
    section: 'full API',
    fields: {
      unix_sockets: { type: 'bool', doc: 'Count clients on Unix domain sockets as internal.' },
      cidr_ranges: {
        type: 'repeated core.CidrRange',
        doc: 'Addresses that count as internal; absent means the private ranges of IPv4 and IPv6.',
        order: 'set',
        only: 'v3',
      },
    },
  },
  'HttpConnectionManager.SetCurrentClientCertDetails': {
    doc: "Parts of the client's certificate written into `x-forwarded-client-cert` besides its hash.",
    section: 'full API',
    fields: {
      subject: { type: 'BoolValue', doc: 'Write the subject.', default: { value: false } },
      cert: { type: 'bool', doc: 'Write the whole certificate as URL-encoded PEM.' },
      chain: { type: 'bool', doc: 'Write the whole chain, leaf included, as URL-encoded PEM.' },
      dns: { type: 'bool', doc: "Write the DNS names among the subject's alternative names." },
      uri: { type: 'bool', doc: "Write the URIs among the subject's alternative names." },
    },
  },
  'HttpConnectionManager.UpgradeConfig': {
    doc: 'One protocol upgrade and how its streams are filtered.',
    section: 'full API',
    identity: ['upgrade_type'],
    fields: {
      upgrade_type: {
        type: 'string',
        doc: 'Token of the `upgrade` header, in any case, such as websocket; CONNECT for tunnels.',
      },
      filters: {
        type: 'repeated HttpFilter',
        doc: 'HTTP filters for upgraded streams; empty means the usual ones.',
      },
      enabled: {
        type: 'BoolValue',
        doc: 'Whether routes accept this upgrade unless they say otherwise.',
        default: { value: true },
      },
    },
  },
} as const satisfies MessageTables;

export const httpConnectionOptionEnums = {
  'HttpConnectionManager.ForwardClientCertDetails': {
    doc: 'Treatment of the `x-forwarded-client-cert` request header.',
    section: 'full API',
    values: {
      SANITIZE: { number: 0, doc: 'Drop it.' },
      FORWARD_ONLY: { number: 1, doc: 'Pass it on as it came if the client used mutual TLS.' },
      APPEND_FORWARD: {
        number: 2,
        doc: "Append this client's certificate to it if the client used mutual TLS.",
      },
      SANITIZE_SET: {
        number: 3,
        doc: "Replace it with this client's certificate if the client used mutual TLS.",
      },
      ALWAYS_FORWARD_ONLY: { number: 4, doc: 'Pass it on as it came, mutual TLS or not.' },
    },
  },
  'HttpConnectionManager.Tracing.OperationName': {
    doc: 'Direction of the traced traffic.',
    section: 'full API',
    values: {
      INGRESS: { number: 0, doc: 'Requests coming in to the service.' },
      EGRESS: { number: 1, doc: 'Requests going out from the service.' },
    },
  },
} as const satisfies EnumTables;
