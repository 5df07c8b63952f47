/** Where dynamic configuration comes from. */
import type { EnumTables, MessageTables } from './language.ts';

export const configSourceMessages = {
  'core.ConfigSource': {
    doc: 'Where one kind of dynamic configuration is read from.',
    section: 'full API',
    oneofs: { config_source_specifier: 'exactly one' },
    fields: {
      path: {
        type: 'string',
        doc: 'File with a discovery response; read again whenever a new file is moved into its place.',
        oneof: 'config_source_specifier',
        in: { v3: { deprecated: { use: 'path_config_source', migration: 'path-to-path-config-source' } } },
      },
      api_config_source: {
        type: 'core.ApiConfigSource',
        doc: 'A management server asked directly.',
        oneof: 'config_source_specifier',
      },
      ads: {
        type: 'core.AggregatedConfigSource',
        doc: 'The one aggregated stream that the bootstrap sets up under ads_config.',
        oneof: 'config_source_specifier',
        presence: true,
      },
      self: {
        type: 'core.SelfConfigSource',
        doc: 'The same server that delivered the resource this stands in.',
        oneof: 'config_source_specifier',
        presence: true,
      },
      initial_fetch_timeout: {
        type: 'Duration',
        doc: 'How long startup waits for the first answer; 0s waits forever.',
        default: { value: '15s' },
      },
      resource_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the resources that are asked for.',
        limits: { definedOnly: true },
      },
      authorities: {
        type: 'repeated Authority',
        doc: 'Authorities of xdstp URLs that this source serves; not implemented.',
        order: 'set',
        only: 'v3',
      },
      path_config_source: {
        type: 'core.PathConfigSource',
        doc: 'File that holds the resources, and how changes to it are noticed.',
        oneof: 'config_source_specifier',
        only: 'v3',
      },
    },
  },
  'core.ApiConfigSource': {
    doc: 'How to reach a management server.',
    section: 'full API',
    fields: {
      api_type: {
        type: 'core.ApiConfigSource.ApiType',
        doc: 'Protocol spoken with the server; has to be set, since the zero value is refused.',
        limits: { definedOnly: true },
      },
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the discovery protocol itself.',
        limits: { definedOnly: true },
      },
      cluster_names: {
        type: 'repeated string',
        doc: 'For REST: clusters of the management servers, which have to be static ones.',
        names: 'cluster',
      },
      grpc_services: {
        type: 'repeated core.GrpcService',
        doc: 'For GRPC and DELTA_GRPC: the servers to stream from.',
      },
      refresh_delay: { type: 'Duration', doc: 'For REST: time between two polls; needed there.' },
      request_timeout: {
        type: 'Duration',
        doc: 'For REST: longest wait for an answer.',
        limits: { gt: '0s' },
        default: { value: '1s' },
      },
      rate_limit_settings: {
        type: 'core.RateLimitSettings',
        doc: 'Limit on requests to the server; absent sets none, an empty one limits with the defaults.',
        presence: true,
      },
      set_node_on_first_message_only: {
        type: 'bool',
        doc: 'Send the node identity once per stream instead of with every request.',
      },
      config_validators: {
        type: 'repeated core.TypedExtensionConfig',
        doc: 'Extensions that may refuse an update before it is applied, each for its own type of resource.',
        only: 'v3',
      },
    },
  },
  'core.AggregatedConfigSource': {
    doc: 'Empty message that picks the aggregated stream.',
    section: 'full API',
    fields: {},
  },
  'core.SelfConfigSource': {
    doc: 'Empty message that picks the server that delivered the resource around it.',
    section: 'full API',
    fields: {
      transport_api_version: {
        type: 'core.ApiVersion',
        doc: 'Version of the discovery protocol that is spoken; V3 is the only one still served.',
        limits: { definedOnly: true },
        only: 'v3',
      },
    },
  },
  'core.RateLimitSettings': {
    doc: 'Token bucket for discovery requests.',
    section: 'full API',
    fields: {
      max_tokens: {
        type: 'UInt32Value',
        doc: 'Most requests that can be sent in one burst.',
        default: { value: 100 },
      },
      fill_rate: {
        type: 'DoubleValue',
        doc: 'Requests per second that become available again.',
        limits: { gt: 0 },
        default: { value: 10 },
      },
    },
  },
} as const satisfies MessageTables;

export const configSourceEnums = {
  'core.ApiVersion': {
    doc: 'Major version of the discovery API.',
    section: 'full API',
    values: {
      AUTO: { number: 0, doc: 'The version the proxy takes by itself, which is v2 here.' },
      V2: {
        number: 1,
        doc: 'Version 2.',
        in: { v3: { deprecated: { use: 'V3', migration: 'deprecated-without-successor' } } },
      },
      V3: { number: 2, doc: 'Version 3.' },
    },
  },
  'core.ApiConfigSource.ApiType': {
    doc: 'Protocol between the proxy and a management server.',
    section: 'full API',
    values: {
      UNSUPPORTED_REST_LEGACY: {
        number: 0,
        doc: 'The removed v1 REST API; the proxy refuses it.',
        deprecated: { use: 'REST', migration: 'settings-without-successor' },
        only: 'v2',
      },
      DEPRECATED_AND_UNAVAILABLE_DO_NOT_USE: {
        number: 0,
        doc: 'The removed v1 REST API; the proxy refuses it.',
        deprecated: { use: 'REST', migration: 'deprecated-without-successor' },
        only: 'v3',
      },
      REST: { number: 1, doc: 'Polling over HTTP with JSON bodies.' },
      GRPC: { number: 2, doc: 'A gRPC stream that always carries the full state.' },
      DELTA_GRPC: { number: 3, doc: 'A gRPC stream that carries only what changed.' },
      AGGREGATED_GRPC: {
        number: 5,
        doc: 'All resources over the one aggregated stream, each response complete.',
        only: 'v3',
      },
      AGGREGATED_DELTA_GRPC: {
        number: 6,
        doc: 'All resources over the one aggregated stream, changes only.',
        only: 'v3',
      },
    },
  },
} as const satisfies EnumTables;
