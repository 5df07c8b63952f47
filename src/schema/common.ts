/** The specification's common types: runtime values, headers, data sources, sockets. Nodes are in `node.ts`. */
import type { EnumTables, MessageTables } from './language.ts';

export const commonMessages = {
  'core.RuntimeUInt32': {
    doc: 'A number that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: { type: 'uint32', doc: 'The number while the runtime has no such key.' },
      runtime_key: {
        type: 'string',
        doc: 'Runtime key that overrides the number.',
        required: true,
        names: 'runtime key',
        in: { v3: { required: false } },
      },
    },
  },
  'core.RuntimeDouble': {
    doc: 'A fractional number that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: { type: 'double', doc: 'The number while the runtime has no such key.' },
      runtime_key: {
        type: 'string',
        doc: 'Runtime key that overrides the number.',
        required: true,
        names: 'runtime key',
        in: { v3: { required: false } },
      },
    },
  },
  'core.RuntimeFeatureFlag': {
    doc: 'A switch that a runtime key can override.',
    section: 'Runtime-derived values',
    fields: {
      default_value: {
        type: 'BoolValue',
        doc: 'Position of the switch while the runtime has no such key.',
        required: true,
      },
      runtime_key: {
        type: 'string',
        doc: 'Runtime key that overrides the switch; its value has to be true or false.',
        required: true,
        names: 'runtime key',
        in: { v3: { required: false } },
      },
    },
  },
  'core.RuntimeFractionalPercent': {
    doc: 'A share of requests that a runtime key can override; a whole number there is a percentage.',
    section: 'Runtime-derived values',
    fields: {
      default_value: {
        type: 'type.FractionalPercent',
        doc: 'The share while the runtime has no such key.',
        required: true,
        presence: true,
      },
      runtime_key: {
        type: 'string',
        doc: 'Runtime key that overrides the share; absent fixes it.',
        names: 'runtime key',
      },
    },
  },
  'core.HeaderValue': {
    doc: 'One header: a name and a value.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    identity: ['key'],
    fields: {
      key: {
        type: 'string',
        doc: 'Header name.',
        required: true,
        limits: { maxBytes: 16384, text: 'header-name' },
      },
      value: {
        type: 'string',
        doc: 'Header value; %VARIABLES% of the access log work, and an unknown one becomes empty.',
        limits: { maxBytes: 16384, text: 'header-value' },
      },
      raw_value: {
        type: 'bytes',
        doc: 'Value as bytes, base64 in JSON, for what is not UTF-8; not together with value.',
        limits: { minBytes: 0, maxBytes: 16384 },
        only: 'v3',
      },
    },
  },
  'core.HeaderValueOption': {
    doc: 'A header to add, and what happens to one that is already there.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    identity: ['header.key'],
    fields: {
      header: { type: 'core.HeaderValue', doc: 'The header to add.', required: true },
      append: {
        type: 'BoolValue',
        doc: 'true adds to the values already there, false replaces them.',
        default: { value: true },
        in: { v3: { deprecated: { use: 'append_action', migration: 'append-to-append-action' } } },
      },
      append_action: {
        type: 'core.HeaderValueOption.HeaderAppendAction',
        doc: 'What happens when the header is already there: add, replace or leave it.',
        limits: { definedOnly: true },
        default: { value: 'APPEND_IF_EXISTS_OR_ADD' },
        only: 'v3',
      },
      keep_empty_value: {
        type: 'bool',
        doc: 'Sends the header even when its value comes out empty; otherwise it is dropped then.',
        only: 'v3',
      },
    },
  },
  'core.HeaderMap': {
    doc: 'A list of headers wrapped in a message.',
    section: 'core.HeaderValue, core.HeaderValueOption, core.HeaderMap',
    fields: {
      headers: { type: 'repeated core.HeaderValue', doc: 'The headers.' },
    },
  },
  'core.DataSource': {
    doc: 'Data from a file on the proxy or written into the configuration.',
    section: 'core.DataSource',
    oneofs: { specifier: 'exactly one' },
    fields: {
      filename: {
        type: 'string',
        doc: 'Path of a file on the host of the proxy.',
        oneof: 'specifier',
        limits: { minBytes: 1 },
      },
      inline_bytes: {
        type: 'bytes',
        doc: 'The data itself as bytes (base64 in JSON and YAML).',
        oneof: 'specifier',
        limits: { minBytes: 1 },
        in: { v3: { limits: false } },
      },
      inline_string: {
        type: 'string',
        doc: 'The data itself as text.',
        oneof: 'specifier',
        limits: { minBytes: 1 },
        in: { v3: { limits: false } },
      },
      environment_variable: {
        type: 'string',
        doc: 'Environment variable of the proxy that holds the data.',
        oneof: 'specifier',
        limits: { minBytes: 1 },
        only: 'v3',
      },
      watched_directory: {
        type: 'core.WatchedDirectory',
        doc: 'Directory whose moves make filename be read again; edits in place go unnoticed, and not every use watches.',
        only: 'v3',
      },
    },
  },
  'core.BackoffStrategy': {
    doc: 'Growing, jittered waits between attempts.',
    section: 'full API',
    fields: {
      base_interval: {
        type: 'Duration',
        doc: 'The wait that the growth starts from; at least 1 ms.',
        required: true,
        limits: { gte: '0.001s' },
      },
      max_interval: {
        type: 'Duration',
        doc: 'The wait that is never exceeded; absent is ten times base_interval.',
        limits: { gt: '0s' },
        default: {
          derived: 'ten-times-base-interval',
          why: 'The specification sets the longest wait to ten times the base interval.',
        },
      },
    },
  },
  'core.RetryPolicy': {
    doc: 'How often and how fast a failed fetch of remote data is tried again.',
    section: 'core.RetryPolicy (remote data fetch)',
    fields: {
      retry_back_off: {
        type: 'core.BackoffStrategy',
        doc: 'Waits between attempts; absent starts at 1 s and grows to 10 s.',
        default: { value: { base_interval: '1s', max_interval: '10s' } },
      },
      num_retries: {
        type: 'UInt32Value',
        doc: 'Attempts after the first one.',
        default: { value: 1 },
      },
      retry_on: {
        type: 'string',
        doc: 'Comma-separated conditions under which to retry, as in the retry policy of a route.',
        only: 'v3',
      },
      retry_priority: {
        type: 'core.RetryPolicy.RetryPriority',
        doc: 'Extension that picks the priority level for a retry.',
        only: 'v3',
      },
      retry_host_predicate: {
        type: 'repeated core.RetryPolicy.RetryHostPredicate',
        doc: 'Extensions that may reject a host picked for a retry; one rejection is enough.',
        order: 'set',
        only: 'v3',
      },
      host_selection_retry_max_attempts: {
        type: 'int64',
        doc: 'How often a host is picked anew after a rejection before the last one is taken anyway.',
        only: 'v3',
      },
    },
  },
  'core.RemoteDataSource': {
    doc: 'Data fetched over HTTP and checked against a digest.',
    section: 'core.RemoteDataSource',
    fields: {
      http_uri: { type: 'core.HttpUri', doc: 'Address to fetch from.', required: true },
      sha256: { type: 'string', doc: 'SHA-256 of the data, in hex; other data is refused.', required: true },
      retry_policy: { type: 'core.RetryPolicy', doc: 'What happens after a failed fetch.' },
    },
  },
  'core.AsyncDataSource': {
    doc: 'Data that is at hand or has to be fetched.',
    section: 'core.AsyncDataSource',
    oneofs: { specifier: 'exactly one' },
    fields: {
      local: { type: 'core.DataSource', doc: 'A file or inline data.', oneof: 'specifier' },
      remote: { type: 'core.RemoteDataSource', doc: 'Data fetched over HTTP.', oneof: 'specifier' },
    },
  },
  'core.TransportSocket': {
    doc: 'Implementation of the layer under the protocol: TLS, plaintext or another one.',
    section: 'core.TransportSocket',
    oneofs: { config_type: 'at most one' },
    fields: {
      name: {
        type: 'string',
        doc: 'Registered implementation, such as proxy.transport_sockets.tls.',
        required: true,
      },
      config: {
        type: 'Struct',
        doc: 'Settings of the implementation without their type.',
        oneof: 'config_type',
        deprecated: { use: 'typed_config', migration: 'config-to-typed-config' },
        only: 'v2',
      },
      typed_config: {
        type: 'Any',
        doc: 'Settings of the implementation; for TLS the upstream or downstream TLS context.',
        oneof: 'config_type',
        newer: true,
      },
    },
  },
  'core.SocketOption': {
    doc: 'One raw option for a socket, as setsockopt takes it; the numbers depend on the platform.',
    section: 'core.SocketOption',
    oneofs: { value: 'exactly one' },
    fields: {
      description: { type: 'string', doc: 'Note for people who debug it; need not be unique.' },
      level: { type: 'int64', doc: 'Protocol level, for example 6 for TCP on Linux.' },
      name: { type: 'int64', doc: 'Number of the option at that level.' },
      int_value: { type: 'int64', doc: 'Value of an option that takes an integer.', oneof: 'value' },
      buf_value: { type: 'bytes', doc: 'Value of an option that takes raw bytes.', oneof: 'value' },
      state: {
        type: 'core.SocketOption.SocketState',
        doc: "Moment in the socket's life at which the option is set.",
        limits: { definedOnly: true },
      },
      type: {
        type: 'core.SocketOption.SocketType',
        doc: 'Kind of socket that gets the option, stream or datagram; absent means both.',
        only: 'v3',
      },
      ip_version: {
        type: 'core.SocketOption.SocketIpVersion',
        doc: 'IP version whose sockets get the option; absent means both.',
        only: 'v3',
      },
    },
  },
} as const satisfies MessageTables;

export const commonEnums = {
  'core.RoutingPriority': {
    doc: 'Priority of a request; each has its own connections and circuit breakers, even to the same host.',
    section: 'Common enumerations',
    values: {
      DEFAULT: { number: 0, doc: 'Ordinary requests.' },
      HIGH: { number: 1, doc: 'Requests that ordinary load must not crowd out.' },
    },
  },
  'core.RequestMethod': {
    doc: 'An HTTP request method.',
    section: 'Common enumerations',
    values: {
      METHOD_UNSPECIFIED: { number: 0, doc: 'No particular method.' },
      GET: { number: 1, doc: 'GET requests.' },
      HEAD: { number: 2, doc: 'HEAD requests.' },
      POST: { number: 3, doc: 'POST requests.' },
      PUT: { number: 4, doc: 'PUT requests.' },
      DELETE: { number: 5, doc: 'DELETE requests.' },
      CONNECT: { number: 6, doc: 'CONNECT requests.' },
      OPTIONS: { number: 7, doc: 'OPTIONS requests.' },
      TRACE: { number: 8, doc: 'TRACE requests.' },
      PATCH: { number: 9, doc: 'PATCH requests.', newer: true },
    },
  },
  'core.SocketOption.SocketState': {
    doc: 'When a socket option is set.',
    section: 'Common enumerations',
    values: {
      STATE_PREBIND: { number: 0, doc: 'The socket exists and is not bound yet.' },
      STATE_BOUND: { number: 1, doc: 'The socket is bound and does not listen yet.' },
      STATE_LISTENING: { number: 2, doc: 'The socket listens.' },
    },
  },
} as const satisfies EnumTables;
