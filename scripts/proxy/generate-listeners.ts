/** Random listeners of version 3: filter chains by match or by matcher, managers with ways of their own, and requests. */
import fc from 'fast-check';
import { READING_ALL } from '../../src/proxy/runnable/manager.ts';

const TYPES = 'type.googleapis.com/envoy.extensions';
const NETWORK = `${TYPES}.matching.common_inputs.network.v3`;
const CHAINS = ['one', 'two', 'three'];

const one = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) });

const options = fc.record({
  normalize_path: maybe(fc.boolean()),
  merge_slashes: maybe(fc.boolean()),
  path_with_escaped_slashes_action: maybe(
    one('KEEP_UNCHANGED', 'REJECT_REQUEST', 'UNESCAPE_AND_REDIRECT', 'UNESCAPE_AND_FORWARD'),
  ),
  strip_trailing_host_dot: maybe(fc.boolean()),
  upgrade_configs: maybe(one('websocket', 'Foo').map((upgrade_type) => [{ upgrade_type }])),
  scheme_header_transformation: fc.option(
    one('http', 'https').map((scheme_to_overwrite) => ({ scheme_to_overwrite })),
    { nil: undefined, freq: 3 },
  ),
});

const ports = one({}, { strip_any_host_port: true }, { strip_matching_host_port: true });

const ROUTES = [
  ['/a', 'a'],
  ['/a/b', 'ab'],
  ['/b', 'b'],
  ['/', 'root'],
].map(([path, cluster]) => ({
  match: { path },
  route: {
    cluster,
    // Routes may say otherwise than their manager.
    ...(path === '/b'
      ? { upgrade_configs: [{ upgrade_type: 'foo' }, { upgrade_type: 'websocket', enabled: false }] }
      : {}),
  },
}));

function manager(chain: string, more: object): object {
  const routes = [
    ...ROUTES,
    { match: { prefix: '/a/' }, route: { cluster: 'below' } },
    { match: { prefix: '/r' }, redirect: { path_redirect: '/to' } },
    { match: { prefix: '/' }, route: { cluster: chain } },
  ];
  const hosts = [
    { name: 'a', domains: ['a.test'], routes },
    { name: 'tls', domains: ['tls.test'], require_tls: 'ALL', routes },
    { name: 'any', domains: ['*'], routes: routes.slice(3) },
  ];
  const filter = { name: 'router', typed_config: { '@type': `${TYPES}.filters.http.router.v3.Router` } };
  return {
    name: 'hcm',
    typed_config: {
      '@type': `${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
      stat_prefix: chain,
      http_protocol_options: READING_ALL,
      route_config: { name: chain, virtual_hosts: hosts },
      http_filters: [filter],
      ...more,
    },
  };
}

/** No two of them overlap. */
const MATCHES = [
  { server_names: ['a.test'] },
  { server_names: ['*.test'] },
  { transport_protocol: 'tls' },
  { destination_port: 8001 },
  { prefix_ranges: [{ address_prefix: '10.0.0.0', prefix_len: 8 }] },
  { source_type: 'SAME_IP_OR_LOOPBACK' },
  { source_prefix_ranges: [{ address_prefix: '192.0.2.0', prefix_len: 24 }] },
  {},
];

const input = (type: string) => ({ name: 'i', typed_config: { '@type': `${NETWORK}.${type}` } });
const to = one(...CHAINS, 'nowhere').map((value) => ({
  action: {
    name: 'name',
    typed_config: { '@type': 'type.googleapis.com/google.protobuf.StringValue', value },
  },
}));

const map = (type: string, kind: 'exact' | 'prefix', ...keys: readonly string[]) =>
  fc.dictionary(one(...keys), to, { minKeys: 1, maxKeys: 2 }).map((entries) => ({
    matcher_tree: { input: input(type), [`${kind}_match_map`]: { map: entries } },
  }));

const custom = (type: string, matcher: string, config: fc.Arbitrary<object>) =>
  config.map((value) => ({
    matcher_tree: {
      input: input(type),
      custom_match: {
        name: 'c',
        typed_config: { '@type': `type.googleapis.com/xds.type.matcher.v3.${matcher}`, ...value },
      },
    },
  }));

const ranges = fc
  .array(
    fc.record({
      ranges: one(['10.0.0.0', 8], ['192.0.2.0', 24], ['127.0.0.0', 8], ['0.0.0.0', 0]).map(
        ([address_prefix, prefix_len]) => [{ address_prefix, prefix_len }],
      ),
      on_match: to,
      exclusive: maybe(fc.boolean()),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((range_matchers) => ({ range_matchers }));

const domains = fc
  .uniqueArray(one('a.test', '*.test', '*.a.test', '*'), { minLength: 1, maxLength: 3 })
  .chain((all) => fc.tuple(...all.map((domain) => to.map((on_match) => ({ domains: [domain], on_match })))))
  .map((domain_matchers) => ({ domain_matchers }));

const single = fc
  .tuple(
    one(
      ['ServerNameInput', 'a.test'],
      ['TransportProtocolInput', 'tls'],
      ['SourceTypeInput', 'local'],
      ['DestinationPortInput', '8001'],
      ['SourceIPInput', '192.0.2.1'],
      ['DestinationIPInput', '10.1.2.3'],
    ),
    fc.boolean(),
  )
  .map(([[type = '', exact], inverted]) => {
    const own = { single_predicate: { input: input(type), value_match: { exact } } };
    return inverted ? { not_matcher: own } : own;
  });

const tree = fc
  .tuple(
    fc.oneof(
      fc
        .array(fc.record({ predicate: single, on_match: to }), { minLength: 1, maxLength: 3 })
        .map((matchers) => ({ matcher_list: { matchers } })),
      map('ServerNameInput', 'exact', 'a.test', 'b.test'),
      map('DestinationPortInput', 'exact', '8000', '8001'),
      map('SourceIPInput', 'prefix', '192.0.', '192.', '10.'),
      map('TransportProtocolInput', 'exact', 'tls', 'raw_buffer'),
      custom('SourceIPInput', 'IPMatcher', ranges),
      custom('DestinationIPInput', 'IPMatcher', ranges),
      custom('ServerNameInput', 'ServerNameMatcher', domains),
    ),
    maybe(to),
  )
  .map(([own, otherwise]) => (otherwise === undefined ? own : { ...own, on_no_match: otherwise }));

const TLS = {
  name: 'tls',
  typed_config: { '@type': `${TYPES}.transport_sockets.tls.v3.DownstreamTlsContext` },
};

const INSPECTOR = {
  name: 'tls_inspector',
  typed_config: { '@type': `${TYPES}.filters.listener.tls_inspector.v3.TlsInspector` },
};

const chains = fc.tuple(...CHAINS.map((name) => fc.record({ name: fc.constant(name), options, ports })));

const listener = fc
  .tuple(
    chains,
    fc.oneof(
      fc.record({ matcher: tree }),
      fc.shuffledSubarray(MATCHES, { minLength: 3, maxLength: 3 }).map((matches) => ({ matches })),
    ),
    fc.boolean(),
    fc.boolean(),
    one('0.0.0.0', '10.1.2.3'),
    fc.boolean(),
  )
  .map(([all, choice, inspects, hasDefault, address, isTls]) => {
    const socket = isTls ? { transport_socket: TLS } : {};
    const made = all.map(({ name, options: own, ports: stripped }, at) => ({
      name,
      ...('matches' in choice ? { filter_chain_match: choice.matches[at] } : {}),
      filters: [manager(name, { ...own, ...stripped })],
      ...socket,
    }));
    return {
      address,
      ...(inspects ? { listener_filters: [INSPECTOR] } : {}),
      filter_chains: made,
      ...('matcher' in choice ? { filter_chain_matcher: choice.matcher } : {}),
      ...(hasDefault
        ? { default_filter_chain: { name: 'rest', filters: [manager('rest', {})], ...socket } }
        : {}),
    };
  });

/** So many listeners of one bootstrap, each on a port of its own. */
export const listeners = (count: number) =>
  fc.array(listener, { minLength: count, maxLength: count }).map((all) => ({
    static_resources: {
      listeners: all.map(({ address, ...each }, at) => ({
        name: `l${at}`,
        address: { socket_address: { address, port_value: 8000 + at } },
        ...each,
      })),
    },
  }));

const segment = one(
  'a',
  'b',
  '.',
  '..',
  '',
  '%2e',
  '%61',
  'a%2Fb',
  '..;x',
  '%5cb',
  'a\\b',
  '{a}',
  'r',
  '%2f',
);

/** @param count how many listeners there are */
export const connectionRequest = (count: number) =>
  fc
    .record({
      method: one('GET'),
      authority: one(
        'a.test',
        'A.test',
        'a.test:80',
        'a.test:8001',
        'a.test.',
        'a.test.:80',
        'tls.test',
        'other',
        '[::1]:80',
      ),
      path: fc
        .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), one('', '', '?q=//../%2f'))
        .map(([parts, query]) => `/${parts.join('/')}${query}`),
      scheme: one('http', 'http', 'https'),
      internal: fc.constant(false),
      headers: fc.oneof(
        { weight: 4, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant({ 'content-type': 'application/grpc' }) },
        {
          weight: 1,
          arbitrary: fc.record({
            connection: one('upgrade', 'Keep-Alive, Upgrade'),
            upgrade: one('websocket', 'WebSocket', 'foo'),
          }),
        },
      ),
      remote_address: one('10.0.0.7', '127.0.0.1', '127.0.0.2', '192.0.2.1', '192.0.2.9'),
      listener: fc.nat(count - 1).map((at) => `l${at}`),
      server_name: maybe(one('a.test', 'b.test', 'x.a.test', '')),
    })
    .map(({ server_name: name, ...asked }) => (name === undefined ? asked : { ...asked, server_name: name }));
