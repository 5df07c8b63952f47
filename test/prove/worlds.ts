/** Small worlds: random configurations whose hosts, paths, headers, schemes, methods, tokens and certificates are enumerated. */
import fc from 'fast-check';
import type { Condition, Leaf, Property, TextTest } from '../../src/prove/property.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { parseRequest } from '../../src/routing/request/request-json.ts';
import type { Routed } from '../../src/routing/route.ts';

const HOSTS = ['a.test', 'b.test', 'x.a.test', 'a.test:81'];
const PATHS = ['/', '/a', '/a/', '/a/b', '/ab', '/b', '/b?k=1'];
const HEADERS: readonly { readonly [name: string]: string }[] = [{}, { x: '1' }, { x: '2', y: 'z' }];
const METHODS = ['GET', 'POST'];
const CLAIMS = [
  {},
  { claims: { provider: 'corp', payload: { aud: 'shop' } } },
  { claims: { provider: 'other', payload: {} } },
];

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

export const match = fc
  .tuple(
    fc.oneof(
      fc.record({ prefix: some('/', '/a', '/a/', '/b') }),
      fc.record({ path: some('/a', '/b', '/a/b') }),
      fc.record({ path_separated_prefix: some('/a', '/b') }),
      fc.record({ safe_regex: some({ regex: '/a.*' }, { regex: '/[ab]' }, { regex: '/.+' }) }),
    ),
    some(
      {},
      {},
      { headers: [{ name: 'x', string_match: { exact: '1' } }] },
      { headers: [{ name: 'x', present_match: true, invert_match: true }] },
      { headers: [{ name: ':method', string_match: { exact: 'POST' } }] },
      { headers: [{ name: ':path', string_match: { prefix: '/b?' } }] },
      { tls_context: { presented: true } },
      { tls_context: { presented: false } },
      { tls_context: { validated: true } },
      { tls_context: { presented: true, validated: false } },
      { runtime_fraction: { default_value: { numerator: 50 } } },
      { runtime_fraction: { default_value: { numerator: 0 }, runtime_key: 'r' } },
    ),
  )
  .map(([rule, more]) => ({ ...rule, ...more }));

const action = some(
  { route: { cluster: 'one' } },
  {
    route: { cluster: 'two' },
    request_headers_to_add: [
      { header: { key: 'y', value: 'q' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
    ],
  },
  { route: { cluster: 'gone' } },
  { route: { cluster_header: 'x' } },
  {
    route: {
      weighted_clusters: {
        clusters: [
          { name: 'one', weight: 1 },
          { name: 'two', weight: 2 },
          { name: 'three', weight: 0 },
        ],
      },
    },
  },
  { route: { cluster: 'one', request_mirror_policies: [{ cluster: 'three' }] } },
  { redirect: { https_redirect: true } },
  { redirect: { host_redirect: 'b.test' } },
  { direct_response: { status: 403 } },
);

const route = fc
  .tuple(match, action, some('r1', 'r2', 'r3'))
  .map(([matched, does, name]) => ({ name, match: matched, ...does }));

const virtualHosts = fc
  .tuple(
    fc.array(route, { maxLength: 4 }),
    fc.array(route, { maxLength: 3 }),
    some(['a.test'], ['a.test', '*.a.test'], ['*.test']),
    some(undefined, 'ALL', 'EXTERNAL_ONLY'),
    some(['*'], ['b.test'], ['b.*']),
  )
  .map(([one, two, domains, tls, others]) => [
    { name: 'first', domains, routes: one, ...(tls === undefined ? {} : { require_tls: tls }) },
    { name: 'second', domains: others, routes: two },
  ]);

const HTTP = 'type.googleapis.com/envoy.extensions.filters.http';
const RBAC = 'envoy.filters.http.rbac';
const JWT = 'envoy.filters.http.jwt_authn';

const permission = some(
  { any: true },
  { url_path: { path: { prefix: '/a' } } },
  { header: { name: 'x', string_match: { exact: '1' } } },
  { not_rule: { header: { name: ':method', string_match: { exact: 'POST' } } } },
  {
    and_rules: {
      rules: [
        { url_path: { path: { exact: '/A', ignore_case: true } } },
        { header: { name: 'x', present_match: true } },
      ],
    },
  },
);

const rules = fc.tuple(some('ALLOW', 'DENY', 'LOG'), permission, permission).map(([what, one, other]) => ({
  action: what,
  policies: {
    p: { permissions: [one], principals: [{ any: true }] },
    q: { permissions: [other], principals: [{ any: true }] },
  },
}));

const MATCHER_INPUT = 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput';
const input = some('x', ':method', ':path', 'y').map((name) => ({
  name: 'i',
  typed_config: { '@type': MATCHER_INPUT, header_name: name },
}));

const onMatch = some('ALLOW', 'DENY', 'LOG').map((action) => ({
  action: {
    name: 'a',
    typed_config: { '@type': 'type.googleapis.com/envoy.config.rbac.v3.Action', name: 'act', action },
  },
}));

const predicate = fc
  .tuple(input, some({ exact: '1' }, { prefix: '/a' }, { exact: 'POST' }, { suffix: 'b', ignore_case: true }))
  .map(([asked, text]) => ({ single_predicate: { input: asked, value_match: text } }));

const predicates = fc.oneof(
  predicate,
  predicate.map((one) => ({ not_matcher: one })),
  fc.array(predicate, { minLength: 2, maxLength: 2 }).map((all) => ({ and_matcher: { predicate: all } })),
  fc.array(predicate, { minLength: 2, maxLength: 2 }).map((all) => ({ or_matcher: { predicate: all } })),
);

const matcherList = fc
  .tuple(fc.array(fc.tuple(predicates, onMatch), { minLength: 1, maxLength: 3 }), fc.option(onMatch))
  .map(([all, none]) => ({
    matcher_list: { matchers: all.map(([asked, then]) => ({ predicate: asked, on_match: then })) },
    ...(none === null ? {} : { on_no_match: none }),
  }));

const tree = fc.oneof(
  matcherList,
  fc
    .tuple(
      some('exact_match_map', 'prefix_match_map'),
      input,
      onMatch,
      onMatch,
      fc.option(onMatch),
      matcherList,
    )
    .map(([map, asked, one, other, none, inner]) => ({
      matcher_tree: { input: asked, [map]: { map: { '/': one, '/a': { matcher: inner }, '1': other } } },
      ...(none === null ? {} : { on_no_match: none }),
    })),
);

const policies = fc.oneof(
  { weight: 7, arbitrary: rules.map((own) => ({ rules: own })) },
  { weight: 1, arbitrary: tree.map((own) => ({ matcher: own })) },
);

const requirement = some(
  { provider_name: 'corp' },
  { requires_any: { requirements: [{ provider_name: 'corp' }, { provider_name: 'other' }] } },
  { allow_missing_or_failed: {} },
  { requires_all: { requirements: [{ provider_name: 'corp' }, { allow_missing: {} }] } },
);

const jwt = fc
  .array(fc.tuple(some({ prefix: '/a' }, { prefix: '/a/' }, { path: '/b' }, { prefix: '/' }), requirement), {
    maxLength: 3,
  })
  .map((list) => ({
    providers: {
      corp: { issuer: 'corp', audiences: ['shop'], local_jwks: { inline_string: '{"keys":[]}' } },
      other: { issuer: 'other', local_jwks: { inline_string: '{"keys":[]}' } },
    },
    requirement_map: { named: { provider_name: 'other' } },
    rules: list.map(([matched, requires]) => ({ match: matched, requires })),
  }));

/** Each filter that stands in the chain, switched off or not. */
const filters = fc
  .tuple(fc.boolean(), fc.boolean(), jwt, policies, fc.boolean(), fc.nat(5))
  .map(([hasJwt, hasRbac, tokens, own, isReversed, off]) => {
    const list = [
      ...(hasJwt
        ? [{ name: JWT, typed_config: { '@type': `${HTTP}.jwt_authn.v3.JwtAuthentication`, ...tokens } }]
        : []),
      ...(hasRbac
        ? [
            {
              name: RBAC,
              ...(off === 0 ? { disabled: true } : {}),
              typed_config: { '@type': `${HTTP}.rbac.v3.RBAC`, ...own },
            },
          ]
        : []),
    ];
    return [
      ...(isReversed ? list.reverse() : list),
      { name: 'router', typed_config: { '@type': `${HTTP}.router.v3.Router` } },
    ];
  });

const perRoute = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.option(
          some({ disabled: true }, { requirement_name: 'named' }).map((of) => ({
            '@type': `${HTTP}.jwt_authn.v3.PerRouteConfig`,
            ...of,
          })),
        ),
        fc.option(
          fc
            .oneof(
              fc.constant({}),
              policies.map((own) => ({ rbac: own })),
            )
            .map((of) => ({ '@type': `${HTTP}.rbac.v3.RBACPerRoute`, ...of })),
        ),
      )
      .map(([tokens, policies]) => ({
        typed_per_filter_config: {
          ...(tokens === null ? {} : { [JWT]: tokens }),
          ...(policies === null ? {} : { [RBAC]: policies }),
        },
      })),
  },
);

/** Whom managers believe of what clients say. */
const managers = some(
  {},
  {},
  { use_remote_address: true },
  { use_remote_address: true, xff_num_trusted_hops: 1 },
  { scheme_header_transformation: { scheme_to_overwrite: 'https' } },
);

const TRUSTED = { trusted_ca: { filename: '/ca.pem' } };
const ANYBODY = { trust_chain_verification: 'ACCEPT_UNTRUSTED' };

/** What a filter chain says of TLS: most often nothing. */
const transports = fc
  .tuple(
    fc.nat(3),
    some<object>(
      {},
      TRUSTED,
      TRUSTED,
      ANYBODY,
      { ...TRUSTED, ...ANYBODY },
      { verify_certificate_hash: ['00'] },
    ),
    some(undefined, false, true),
  )
  .map(([hasTls, context, required]) => {
    if (hasTls > 0) return {};
    const own = required === undefined ? {} : { require_client_certificate: required };
    const typed_config = {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
      ...own,
      common_tls_context: { validation_context: context },
    };
    return { transport_socket: { name: 'tls', typed_config } };
  });

/** The ways in, by the name that clients ask for; one alone has no TLS most often. */
const ways = fc.oneof(
  { weight: 4, arbitrary: transports.map((one): readonly object[] => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(transports, transports)
      .map(([one, other]): readonly object[] => [
        { filter_chain_match: { server_names: ['a.test'] }, ...one },
        other,
      ]),
  },
);

/** What a route configuration says of all its requests. */
const around = fc.tuple(fc.nat(3), fc.nat(5)).map(([port, inside]) => ({
  ...(port === 0 ? { ignore_port_in_host_matching: true } : {}),
  ...(inside === 0 ? { internal_only_headers: ['X'] } : {}),
}));

export const configurations = fc
  .tuple(virtualHosts, filters, perRoute, perRoute, managers, fc.tuple(ways, around))
  .map(([hosts, list, onHost, onRoute, manager, [chains, ofAll]]) => ({
    static_resources: {
      clusters: ['one', 'two', 'three'].map((name) => ({ name, connect_timeout: '1s' })),
      listeners: [
        {
          name: 'front',
          address: { socket_address: { address: '0.0.0.0', port_value: 80 } },
          listener_filters: [
            {
              name: 'names',
              typed_config: {
                '@type':
                  'type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector',
              },
            },
          ],
          filter_chains: chains.map((chain) => ({
            ...chain,
            filters: [
              {
                name: 'manager',
                typed_config: {
                  '@type':
                    'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
                  stat_prefix: 'front',
                  ...manager,
                  http_filters: list,
                  route_config: {
                    name: 'all',
                    ...ofAll,
                    virtual_hosts: hosts.map((host) => ({
                      ...host,
                      ...onHost,
                      routes: host.routes.map((each, at) => (at === 0 ? { ...each, ...onRoute } : each)),
                    })),
                  },
                },
              },
            ],
          })),
        },
      ],
    },
  }));

const pathTest: fc.Arbitrary<TextTest> = fc.oneof(
  fc.record({ how: fc.constant('exact' as const), text: some('/a', '/b', '/a/') }),
  fc.record({ how: fc.constant('prefix' as const), text: some('/a', '/a/', '/') }),
  fc.record({ how: fc.constant('suffix' as const), text: some('b', '/') }),
  fc.record({ how: fc.constant('regex' as const), text: some('/a/?', '/.*b') }),
);

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    kind: fc.constant('host' as const),
    names: some(['a.test'], ['*.test'], ['b.*', 'x.*'], ['a.test:81']),
  }),
  fc.record({ kind: fc.constant('path' as const), tests: pathTest.map((each) => [each]) }),
  fc.record({ kind: fc.constant('method' as const), names: some(['GET'], ['POST', 'PUT']) }),
  fc.record({
    kind: fc.constant('header' as const),
    header: some(
      { name: 'x', test: 'present' as const },
      { name: 'x', test: 'absent' as const },
      { name: 'x', test: { how: 'exact' as const, text: '1' } },
      { name: 'y', test: { how: 'prefix' as const, text: 'z' } },
    ),
  }),
  fc.record({
    kind: fc.constant('upstream_header' as const),
    header: some(
      { name: 'y', test: { how: 'exact' as const, text: 'q' } },
      { name: 'y', test: 'present' as const },
    ),
  }),
  fc.record({
    kind: fc.constant('scheme' as const),
    scheme: some('https', 'http'),
    of: some('request' as const, 'location' as const),
  }),
  fc.record({ kind: fc.constant('cluster' as const), names: some(['one'], ['t*'], ['gone']) }),
  fc.record({ kind: fc.constant('route' as const), names: some(['r1'], ['r2', 'r3']) }),
  fc.record({ kind: fc.constant('virtual_host' as const), names: some(['first'], ['second']) }),
  fc.record({
    kind: fc.constant('outcome' as const),
    kinds: some(
      ['forward' as const],
      ['redirect' as const],
      ['not_found' as const, 'direct_response' as const],
    ),
  }),
  fc.record({
    kind: fc.constant('passed' as const),
    filter: some('*', JWT, '*rbac'),
    provider: some(undefined, 'corp', 'other'),
    policy: some(undefined, undefined, 'p', 'q'),
  }),
  fc.record({ kind: fc.constant('status' as const), statuses: some([301], [403, 404], [503]) }),
  fc.record({ kind: fc.constant('tls' as const), wanted: fc.boolean() }),
  fc.record({
    kind: fc.constant('client_certificate' as const),
    wanted: some('required' as const, 'optional' as const),
  }),
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: leaf.map((of): Condition => ({ kind: 'not', of })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(leaf, leaf, fc.boolean())
      .map(([one, other, isBoth]): Condition => ({ kind: isBoth ? 'all' : 'any', of: [one, other] })),
  },
);

export const properties: fc.Arbitrary<Property> = fc
  .record({ when: condition, must: condition })
  .map((both) => ({ name: 'it', place: null, ...both }));

export const REQUESTS = HOSTS.flatMap((authority) =>
  PATHS.flatMap((path) =>
    HEADERS.flatMap((headers) =>
      METHODS.flatMap((method) =>
        ['http', 'https'].flatMap((scheme) =>
          CLAIMS.flatMap((claims) => {
            const read = parseRequest({ authority, path, headers, method, scheme, ...claims });
            return 'request' in read ? read.request : [];
          }),
        ),
      ),
    ),
  ),
);

const CERTIFICATES = [{}, ...[true, false].map((validated) => ({ client_certificate: { validated } }))];
const SHOWING = REQUESTS.flatMap((request) => CERTIFICATES.map((each): Request => ({ ...request, ...each })));
const OVER_TLS = SHOWING.filter(({ scheme }) => scheme === 'https');

/** Those that matter for a configuration: certificates where anything asks for them. */
export function requestsFor(configuration: object): readonly Request[] {
  const text = JSON.stringify(configuration);
  if (text.includes('transport_socket')) return OVER_TLS;
  return text.includes('tls_context') ? SHOWING : REQUESTS;
}

/** Whether the handshake fails: a certificate is demanded, and none is shown, or one that is not valid. */
export function isNeverAsked({ trace: { outcome, request }, way }: Routed): boolean {
  const isMissing =
    request.client_certificate === undefined && way?.chain.certificates.includes('none') === false;
  return isMissing || outcome.kind === 'closed';
}
