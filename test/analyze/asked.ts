/**
 * Bootstraps of version 3 that a real proxy (1.40) was asked about, one at a time beside others that differ little:
 * the rules that name what it refuses each for; none where it takes it. `test/proxy/asked.test.ts` asks again.
 */
export interface Asked {
  readonly what: string;
  readonly bootstrap: Json;
  readonly rules: readonly string[];
}

type Json = { readonly [key: string]: unknown };

const TYPE = 'type.googleapis.com';
const TYPES = `${TYPE}/envoy.extensions`;
const filter = (name: string, type: string, fields: Json = {}): Json => ({
  name,
  typed_config: { '@type': `${TYPES}.filters.${type}`, ...fields },
});
const ROUTER = filter('router', 'http.router.v3.Router');
const BUFFER = filter('buffer', 'http.buffer.v3.Buffer', { max_request_bytes: 5000 });
const CODEC = filter('codec', 'http.upstream_codec.v3.UpstreamCodec');
const RBAC = filter('rbac', 'network.rbac.v3.RBAC', { stat_prefix: 'rbac' });
const ECHO = filter('echo', 'network.echo.v3.Echo');
const TCP = filter('tcp', 'network.tcp_proxy.v3.TcpProxy', { stat_prefix: 'tcp', cluster: 'c' });

const host = (fields: Json = {}): Json => ({
  name: 'v',
  domains: ['*'],
  routes: [{ match: { prefix: '/' }, direct_response: { status: 200 } }],
  ...fields,
});
const manager = (http_filters: readonly Json[] = [ROUTER], fields: Json = {}): Json =>
  filter('manager', 'network.http_connection_manager.v3.HttpConnectionManager', {
    stat_prefix: 'front',
    http_filters,
    route_config: { name: 'routes', virtual_hosts: [host()] },
    ...fields,
  });

const at = (port_value: number, fields: Json = {}): Json => ({
  socket_address: { address: '127.0.0.1', port_value, ...fields },
});
const CHAIN = { filters: [manager()] };
const cluster = (fields: Json = {}): Json => ({ name: 'c', connect_timeout: '1s', ...fields });
const bare = (listener: Json, fields: Json = {}): Json => ({
  static_resources: { listeners: [{ name: 'front', ...listener }], clusters: [cluster()] },
  ...fields,
});
const listener = (fields: Json = {}): Json => bare({ address: at(10000), filter_chains: [CHAIN], ...fields });
const network = (...filters: readonly Json[]): Json => listener({ filter_chains: [{ filters }] });
const http = (...filters: readonly Json[]): Json => network(manager(filters));
const clusters = (fields: Json, others: Json = {}): Json => ({
  static_resources: { clusters: [cluster(fields)], ...others },
});
const ask = (rule: string, cases: readonly (readonly [what: string, bootstrap: Json])[]): readonly Asked[] =>
  cases.map(([what, bootstrap]) => ({ what, bootstrap, rules: rule === '' ? [] : rule.split(' ') }));

const fetched = (fields: Json = {}): Json => ({
  name: 'fetched',
  config_discovery: {
    config_source: { ads: {} },
    type_urls: [`${TYPES}.filters.http.buffer.v3.Buffer`],
    ...fields,
  },
});
const upstream = (http_filters: readonly Json[]): Json =>
  clusters(httpOptions({ explicit_http_config: { http_protocol_options: {} }, http_filters }));
function httpOptions(fields: Json): Json {
  const type = 'envoy.extensions.upstreams.http.v3.HttpProtocolOptions';
  return { typed_extension_protocol_options: { [type]: { '@type': `${TYPE}/${type}`, ...fields } } };
}
const struct = (name: string, type: string, value: Json): Json => ({
  name,
  typed_config: {
    '@type': `${TYPE}/xds.type.v3.TypedStruct`,
    type_url: `${TYPES}.filters.${type}`,
    value,
  },
});
const upgrade = (...filters: readonly Json[]): Json =>
  network(manager([ROUTER], { upgrade_configs: [{ upgrade_type: 'websocket', filters }] }));

const filters: readonly Asked[] = [
  ...ask('', [
    ['the router alone', http(ROUTER)],
    ['no HTTP filter', http()],
    ['no network filter', network()],
    ['echo', network(ECHO)],
    ['an upgrade without filters of its own', upgrade()],
    ['a fetched filter at the end', http(fetched())],
    [
      'one that fetches the router before the end',
      http(fetched({ type_urls: [`${TYPES}.filters.http.router.v3.Router`] }), ROUTER),
    ],
    ['a default before the end', http(fetched({ default_config: BUFFER.typed_config }), ROUTER)],
    ['upstream filters with a codec', upstream([BUFFER, CODEC])],
  ]),
  ...ask('terminal-filter', [
    ['a network filter that goes on', network(RBAC)],
    ['the connection manager before the end', network(manager(), RBAC)],
    ['two TCP proxies', network(TCP, TCP)],
    ['echo before the end', network(ECHO, manager())],
    ['a default filter chain that goes on', listener({ default_filter_chain: { filters: [RBAC] } })],
    ['a buffer alone', http(BUFFER)],
    ['a buffer behind the router', http(ROUTER, BUFFER)],
    ['a router that is disabled', http(BUFFER, { ...ROUTER, disabled: true })],
    ['an unused router before the end', http({ ...ROUTER, disabled: true }, ROUTER)],
    ['an upgrade without a router', upgrade(BUFFER)],
    ['an upgrade with one before the end', upgrade(ROUTER, BUFFER)],
    ['a fetched filter behind the router', http(ROUTER, fetched())],
    ['a fetched filter at the end, disabled', http({ ...fetched(), disabled: true })],
    ['a default that goes on, at the end', http(fetched({ default_config: BUFFER.typed_config }))],
    ['a buffer in a struct', http(struct('x', 'http.buffer.v3.Buffer', { max_request_bytes: 3 }))],
    ['a router in a struct, before the end', http(struct('x', 'http.router.v3.Router', {}), ROUTER)],
    ['upstream filters without a codec', upstream([BUFFER])],
    ['a codec before the end', upstream([CODEC, BUFFER])],
  ]),
  ...ask('invalid-config-discovery', [
    [
      'a fetched HTTP filter of the type of a network filter',
      http(fetched({ type_urls: [`${TYPES}.filters.network.rbac.v3.RBAC`] }), ROUTER),
    ],
  ]),
];

const bucket = (fill_interval: string): Json => ({ token_bucket: { max_tokens: 1, fill_interval } });
const limit = (kind: string, fields: Json): Json =>
  filter('limit', `${kind}.local_ratelimit.v3.LocalRateLimit`, { stat_prefix: 'limit', ...fields });
const described = (fill_interval: string): Json => ({
  descriptors: [{ entries: [{ key: 'a', value: 'b' }], ...bucket(fill_interval) }],
});
const tokens = (fields: Json): Json =>
  http(
    filter('tokens', 'http.jwt_authn.v3.JwtAuthentication', {
      providers: {
        corp: { remote_jwks: { http_uri: { uri: 'http://keys.test/', cluster: 'c', timeout: '1s' } } },
      },
      ...fields,
    }),
    ROUTER,
  );
const rule = (fields: Json): Json => tokens({ rules: [{ match: { prefix: '/' }, ...fields }] });

const limitsAndTokens: readonly Asked[] = [
  ...ask('', [
    ['a bucket filled every 50 ms', http(limit('http', bucket('0.050s')), ROUTER)],
    ['a token of a provider', rule({ requires: { provider_name: 'corp' } })],
    [
      'a requirement that is there',
      tokens({
        rules: [{ match: { prefix: '/' }, requirement_name: 'own' }],
        requirement_map: { own: { provider_name: 'corp' } },
      }),
    ],
  ]),
  ...ask('invalid-value', [
    ['a bucket filled every 49 ms', http(limit('http', bucket('0.049s')), ROUTER)],
    ['that of a descriptor', http(limit('http', { ...bucket('1s'), ...described('0.02s') }), ROUTER)],
    ['that of a network filter', network(limit('network', bucket('0.02s')), TCP)],
    ['that of a listener filter', listener({ listener_filters: [limit('listener', bucket('0.02s'))] })],
    ['a token of an undefined provider', rule({ requires: { provider_name: 'other' } })],
    [
      'one for an audience',
      rule({ requires: { provider_and_audiences: { provider_name: 'other', audiences: ['a'] } } }),
    ],
    [
      'one of several',
      rule({
        requires: {
          requires_any: { requirements: [{ provider_name: 'corp' }, { provider_name: 'other' }] },
        },
      }),
    ],
    ['one in the map', tokens({ requirement_map: { own: { provider_name: 'other' } } })],
    ['an undefined requirement', rule({ requirement_name: 'own' })],
    [
      'one by filter state',
      tokens({ filter_state_rules: { name: 'x', requires: { own: { provider_name: 'other' } } } }),
    ],
  ]),
];

const match = (...all: readonly Json[]): Json =>
  listener({ filter_chains: all.map((filter_chain_match) => ({ ...CHAIN, filter_chain_match })) });
const ranges = (...all: readonly string[]): readonly Json[] =>
  all.map((address_prefix) => ({ address_prefix, prefix_len: 8 }));
const PORT = {
  name: 'port',
  typed_config: { '@type': `${TYPES}.matching.common_inputs.network.v3.DestinationPortInput` },
};
const picking = (...names: readonly string[]): Json =>
  listener({
    filter_chains: names.map((name) => ({ ...CHAIN, name })),
    filter_chain_matcher: {
      matcher_tree: {
        input: PORT,
        exact_match_map: { map: { 80: { action: text('a'), keep_matching: true } } },
      },
    },
  });
function text(value: string): Json {
  return { name: 'text', typed_config: { '@type': `${TYPE}/google.protobuf.StringValue`, value } };
}

const chains: readonly Asked[] = [
  ...ask('', [
    ['a port and none', match({ destination_port: 80 }, {})],
    [
      'protocols in another letter case',
      match({ application_protocols: ['H2'] }, { application_protocols: ['h2'] }),
    ],
    [
      'one name, with TLS and without',
      match({ server_names: ['a'], transport_protocol: 'tls' }, { server_names: ['a'] }),
    ],
    ['where clients are', match({ source_type: 'SAME_IP_OR_LOOPBACK' }, { source_type: 'EXTERNAL' })],
    [
      'one range, two ports',
      match(
        { destination_port: 1, prefix_ranges: ranges('10.0.0.0') },
        { destination_port: 2, prefix_ranges: ranges('10.0.0.0') },
      ),
    ],
    [
      'IPv4 written as IPv6',
      match(
        { prefix_ranges: [{ address_prefix: '::ffff:10.0.0.0', prefix_len: 104 }] },
        { prefix_ranges: ranges('10.0.0.0') },
      ),
    ],
    ['chains by name, with keep_matching', picking('a', 'b')],
    ['a star behind another', match({ server_names: ['*.a.*'] })],
  ]),
  ...ask('duplicate-filter-chain', [
    ['no conditions', match({}, {})],
    ['any source', match({ source_type: 'ANY' }, {})],
    ['names in another letter case', match({ server_names: ['a.test'] }, { server_names: ['A.test'] })],
    ['one name of several', match({ server_names: ['a', 'b'] }, { server_names: ['b', 'c'] })],
    ['a name twice', match({ server_names: ['a', 'a'] })],
    ['one range', match({ prefix_ranges: ranges('10.0.0.0') }, { prefix_ranges: ranges('10.1.2.3') })],
    [
      'one range of clients',
      match(
        { source_prefix_ranges: ranges('10.0.0.0', '11.0.0.0') },
        { source_prefix_ranges: ranges('11.0.0.0') },
      ),
    ],
    [
      'one range of connections',
      match(
        { direct_source_prefix_ranges: ranges('10.0.0.0') },
        { direct_source_prefix_ranges: ranges('10.0.0.0') },
      ),
    ],
    ['one port of clients', match({ source_ports: [1, 2] }, { source_ports: [2, 3] })],
    ['one protocol', match({ application_protocols: ['h2', 'x'] }, { application_protocols: ['x'] })],
    ['chains picked by one name', picking('a', 'a')],
    ['one picked by no name', picking('a', '')],
  ]),
  ...ask('invalid-filter-chain-match', [
    ['a star for every name', match({ server_names: ['*'] })],
    ['a star in a name', match({ server_names: ['*a.test'] })],
    ['suffix_len', match({ suffix_len: 3 })],
    ['address_suffix', match({ address_suffix: '10.0.0.0' })],
  ]),
];

const INSIDE = {
  bootstrap_extensions: [
    {
      name: 'envoy.bootstrap.internal_listener',
      typed_config: { '@type': `${TYPES}.bootstrap.internal_listener.v3.InternalListener` },
    },
  ],
};
const UDP = { address: at(10000, { protocol: 'UDP' }) };

const listeners: readonly Asked[] = [
  ...ask('', [
    ['an internal listener', bare({ filter_chains: [CHAIN], internal_listener: {} }, INSIDE)],
    ['a default filter chain alone', bare({ address: at(10000), default_filter_chain: CHAIN })],
    ['datagrams', bare(UDP)],
  ]),
  ...ask('missing-field', [
    ['no address', bare({ filter_chains: [CHAIN] })],
    ['no filter chain', bare({ address: at(10000) })],
    ['no filter chain at a pipe', bare({ address: { pipe: { path: '/tmp/pipe' } } })],
    ['no filter chain for QUIC', bare({ ...UDP, udp_listener_config: { quic_options: {} } })],
    [
      'no socket for QUIC',
      bare({
        ...UDP,
        udp_listener_config: { quic_options: {} },
        filter_chains: [
          { filters: [manager([ROUTER], { codec_type: 'HTTP3', http3_protocol_options: {} })] },
        ],
      }),
    ],
  ]),
  ...ask('misplaced-field', [
    [
      'an internal listener with an address',
      bare({ address: at(10000), filter_chains: [CHAIN], internal_listener: {} }, INSIDE),
    ],
  ]),
];

const secured = (common_tls_context: Json, secrets: readonly Json[], fields: Json = {}): Json => ({
  static_resources: {
    listeners: [
      {
        name: 'front',
        address: at(10000),
        filter_chains: [
          {
            ...CHAIN,
            transport_socket: {
              name: 'tls',
              typed_config: {
                '@type': `${TYPES}.transport_sockets.tls.v3.DownstreamTlsContext`,
                require_client_certificate: false,
                common_tls_context,
                ...fields,
              },
            },
          },
        ],
      },
    ],
    secrets,
  },
});
const SOURCE = { tls_certificate_sds_secret_configs: [{ name: 'fetched', sds_config: { ads: {} } }] };
const TRUST = { name: 'trust', validation_context: { trust_chain_verification: 'ACCEPT_UNTRUSTED' } };
const GENERIC = { name: 'generic', generic_secret: { secret: { inline_string: 'x' } } };

const secrets: readonly Asked[] = [
  ...ask('', [
    ['a secret with a source', secured(SOURCE, [])],
    [
      'a secret that is there',
      secured({ ...SOURCE, validation_context_sds_secret_config: { name: 'trust' } }, [TRUST]),
    ],
    ['secrets of two kinds with one name', secured(SOURCE, [GENERIC, { ...TRUST, name: 'generic' }])],
  ]),
  ...ask('undefined-secret', [
    [
      'a certificate that nobody defines',
      secured({ tls_certificate_sds_secret_configs: [{ name: 'no' }] }, []),
    ],
    [
      'a secret of another kind',
      secured({ tls_certificate_sds_secret_configs: [{ name: 'trust' }] }, [TRUST]),
    ],
    [
      'authorities that nobody defines',
      secured({ ...SOURCE, validation_context_sds_secret_config: { name: 'no' } }, [TRUST]),
    ],
    [
      'authorities beside others',
      secured(
        {
          ...SOURCE,
          combined_validation_context: {
            default_validation_context: {},
            validation_context_sds_secret_config: { name: 'no' },
          },
        },
        [TRUST],
      ),
    ],
    ['ticket keys', secured(SOURCE, [TRUST], { session_ticket_keys_sds_secret_config: { name: 'trust' } })],
  ]),
  ...ask('duplicate-name', [['secrets of one kind with one name', secured(SOURCE, [GENERIC, GENERIC])]]),
  ...ask('missing-field', [['no certificate', secured({}, [])]]),
];

const EXPLICIT = { explicit_http_config: { http_protocol_options: {} } };
const THIRD = { http3_protocol_options: {} };
const policy = (type: string): Json => ({
  policies: [
    {
      typed_extension_config: {
        name: 'policy',
        typed_config: { '@type': `${TYPES}.load_balancing_policies.${type}` },
      },
    },
  ],
});
const PROVIDED = { load_balancing_policy: policy('cluster_provided.v3.ClusterProvided') };
const ROBIN = { load_balancing_policy: policy('round_robin.v3.RoundRobin') };
const type = (name: string, fields: Json): Json => ({
  cluster_type: {
    name: 'own',
    typed_config: { '@type': `${TYPES}.clusters.${name}.v3.ClusterConfig`, ...fields },
  },
});
const COMPOSITE = type('composite', { clusters: [{ name: 'c' }] });
const ORIGINAL = { type: 'ORIGINAL_DST', lb_policy: 'CLUSTER_PROVIDED' };

const balanced: readonly Asked[] = [
  ...ask('', [
    ['older options beside typed ones', clusters({ ...httpOptions(EXPLICIT), http2_protocol_options: {} })],
    ['original destinations', clusters(ORIGINAL)],
    ['original destinations, said twice', clusters({ ...ORIGINAL, ...PROVIDED })],
    ['a composite cluster', clusters({ ...COMPOSITE, lb_policy: 'CLUSTER_PROVIDED' })],
  ]),
  ...ask('conflicting-protocol-options', [
    [
      'one limit in two places',
      clusters({
        ...httpOptions({ ...EXPLICIT, common_http_protocol_options: { max_requests_per_connection: 3 } }),
        max_requests_per_connection: 5,
      }),
    ],
  ]),
  ...ask('missing-transport-socket', [
    ['HTTP/3 without QUIC', clusters(httpOptions({ explicit_http_config: THIRD }))],
    ['HTTP/3 where the client speaks it', clusters(httpOptions({ use_downstream_protocol_config: THIRD }))],
    ['auto_config without TLS', clusters(httpOptions({ auto_config: {} }))],
  ]),
  ...ask('missing-field missing-transport-socket', [
    ['HTTP/3 without a cache', clusters(httpOptions({ auto_config: THIRD }))],
  ]),
  ...ask('mismatched-lb-policy', [
    ['original destinations by a typed policy alone', clusters({ type: 'ORIGINAL_DST', ...PROVIDED })],
    ['original destinations by turns', clusters({ ...ORIGINAL, ...ROBIN })],
    ['a typed policy that the cluster lacks', clusters(PROVIDED)],
    ['a composite cluster by turns', clusters(COMPOSITE)],
    ['no typed policy where one is announced', clusters({ lb_policy: 'LOAD_BALANCING_POLICY_CONFIG' })],
  ]),
];

const HEADER = {
  name: 'header',
  typed_config: { '@type': `${TYPE}/envoy.type.matcher.v3.HttpRequestHeaderMatchInput`, header_name: 'x-a' },
};
const tree = (typed_config: Json, fields: Json): Json => ({
  matcher_tree: {
    input: HEADER,
    exact_match_map: { map: { a: { action: { name: 'a', typed_config }, ...fields } } },
  },
});
const routed = (fields: Json): Json => {
  const route = {
    '@type': `${TYPE}/envoy.config.route.v3.Route`,
    match: { prefix: '/' },
    direct_response: { status: 201 },
  };
  const matched = { name: 'v', domains: ['*'], matcher: tree(route, fields) };
  return network(manager([ROUTER], { route_config: { name: 'routes', virtual_hosts: [matched] } }));
};
const allowed = (fields: Json): Json => {
  const action = { '@type': `${TYPE}/envoy.config.rbac.v3.Action`, name: 'allow' };
  return http(filter('rbac', 'http.rbac.v3.RBAC', { matcher: tree(action, fields) }), ROUTER);
};

const trees: readonly Asked[] = [
  ...ask('', [
    ['a tree of routes', routed({ keep_matching: false })],
    ['a tree of RBAC', allowed({})],
  ]),
  ...ask('misplaced-field', [
    ['keep_matching among routes', routed({ keep_matching: true })],
    ['keep_matching of RBAC', allowed({ keep_matching: true })],
  ]),
];

export const asked: readonly Asked[] = [
  ...limitsAndTokens,
  ...filters,
  ...chains,
  ...listeners,
  ...secrets,
  ...balanced,
  ...trees,
];
