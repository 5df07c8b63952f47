/** Connection managers, filters and clusters that write headers of requests beside what routes say. */

const EXTENSIONS = 'type.googleapis.com/envoy.extensions.filters';
const OPTIONS = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';

export interface World {
  readonly manager?: object;
  readonly filters?: readonly object[];
  readonly upstream?: readonly object[];
  /** Settings of the route. */
  readonly settings?: object;
  readonly add?: readonly object[];
}

export function filter(kind: string, type: string, fields: object = {}): object {
  return { name: kind, typed_config: { '@type': `${EXTENSIONS}.http.${kind}.v3.${type}`, ...fields } };
}

const CODEC = filter('upstream_codec', 'UpstreamCodec');
const ROUTER = filter('router', 'Router');

/** @param ports of the listener, and of what takes the place of the cluster */
export function configuration(
  { manager = {}, filters = [], upstream = [], settings, add = [] }: World,
  ports: { readonly listener: number; readonly cluster: number } = { listener: 80, cluster: 81 },
) {
  const route = {
    match: { prefix: '/' },
    route: { cluster: 'vans' },
    request_headers_to_add: add,
    ...(settings ? { typed_per_filter_config: settings } : {}),
  };
  const config = {
    '@type': `${EXTENSIONS}.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 'front',
    route_config: { name: 'front', virtual_hosts: [{ name: 'all', domains: ['*'], routes: [route] }] },
    http_filters: [...filters, ROUTER],
    ...manager,
  };
  const options = {
    '@type': `type.googleapis.com/${OPTIONS}`,
    explicit_http_config: { http_protocol_options: {} },
    http_filters: [...upstream, CODEC],
  };
  const vans = {
    name: 'vans',
    type: 'STATIC',
    connect_timeout: '1s',
    load_assignment: {
      cluster_name: 'vans',
      endpoints: [
        {
          lb_endpoints: [
            {
              endpoint: { address: { socket_address: { address: '127.0.0.1', port_value: ports.cluster } } },
            },
          ],
        },
      ],
    },
    ...(upstream.length > 0 ? { typed_extension_protocol_options: { [OPTIONS]: options } } : {}),
  };
  return {
    static_resources: {
      listeners: [
        {
          name: 'front',
          address: { socket_address: { address: '127.0.0.1', port_value: ports.listener } },
          filter_chains: [{ filters: [{ name: 'http', typed_config: config }] }],
        },
      ],
      clusters: [vans],
    },
  };
}

export const ZIPKIN = {
  provider: {
    name: 'zipkin',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.config.trace.v3.ZipkinConfig',
      collector_cluster: 'vans',
      collector_endpoint: '/spans',
      collector_endpoint_version: 'HTTP_JSON',
    },
  },
};
const COMPRESSOR = {
  response_direction_config: { remove_accept_encoding_header: true },
  compressor_library: {
    name: 'gzip',
    typed_config: { '@type': 'type.googleapis.com/envoy.extensions.compression.gzip.compressor.v3.Gzip' },
  },
};
export const MUTATION = {
  mutations: { request_mutations: [{ remove: 'x-a' }, { append: { header: { key: 'X-B', value: 'v' } } }] },
};
const OTHER_MUTATION = {
  ...MUTATION,
  '@type': `${EXTENSIONS}.http.header_mutation.v3.HeaderMutationPerRoute`,
};
const JWT = { providers: { corp: { issuer: 'corp', local_jwks: { inline_string: '{"keys":[]}' } } } };

/** Who writes, what is set, and a header that arrives otherwise than it was sent. */
export const WRITERS: readonly (readonly [string, World, string])[] = [
  ['the proxy itself', {}, 'x-request-id'],
  ['the proxy itself', {}, 'x-envoy-attempt-count'],
  ['the proxy itself', {}, 'grpc-timeout'],
  ['the proxy itself', {}, ':authority'],
  ['tracing', { manager: { tracing: ZIPKIN } }, 'x-b3-traceid'],
  ['tracing', { manager: { tracing: {} } }, 'traceparent'],
  [
    'tracing of somebody else',
    {
      manager: {
        tracing: { provider: { name: 'own', typed_config: { '@type': 'type.googleapis.com/acme.Own' } } },
      },
    },
    'x-any',
  ],
  ['add_user_agent', { manager: { add_user_agent: true } }, 'user-agent'],
  ['a buffer', { filters: [filter('buffer', 'Buffer', { max_request_bytes: 9 })] }, 'content-length'],
  ['a compressor', { filters: [filter('compressor', 'Compressor', COMPRESSOR)] }, 'accept-encoding'],
  [
    'a token that goes no further',
    { filters: [filter('jwt_authn', 'JwtAuthentication', JWT)] },
    'authorization',
  ],
  ['a mutation', { filters: [filter('header_mutation', 'HeaderMutation', MUTATION)] }, 'x-a'],
  ['a mutation', { filters: [filter('header_mutation', 'HeaderMutation', MUTATION)] }, 'x-b'],
  [
    'a mutation of the route',
    {
      filters: [filter('header_mutation', 'HeaderMutation')],
      settings: { header_mutation: OTHER_MUTATION },
    },
    'x-a',
  ],
  [
    'a mutation of what fits',
    {
      filters: [
        filter('header_mutation', 'HeaderMutation', {
          mutations: { request_mutations: [{ remove_on_match: { key_matcher: { prefix: 'x-' } } }] },
        }),
      ],
    },
    'x-a',
  ],
  ['a service that is asked', { filters: [filter('ext_authz', 'ExtAuthz', { grpc_service: {} })] }, 'x-user'],
  ['a filter of the cluster', { upstream: [filter('header_mutation', 'HeaderMutation', MUTATION)] }, 'x-a'],
  ['a filter of the cluster', { upstream: [filter('lua', 'Lua')] }, 'x-a'],
];
