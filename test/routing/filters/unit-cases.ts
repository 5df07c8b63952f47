/**
 * What the proxy's own unit tests of its filters say, as chains with requests: facts carry over, code does not. Each case
 * names the tests that it is of; `unit-tests.tsv` lists all of them, with the reason for those that cannot be asked.
 */
import { createHmac } from 'node:crypto';
import type { Request } from '../../../src/routing/request/request.ts';
import type { ChainCase, Expected } from './chains.ts';

type Requests = ChainCase['requests'];
type More = Partial<Pick<ChainCase, 'host' | 'hostFields' | 'routes' | 'manager'>>;

const TYPES = 'type.googleapis.com/envoy';
const HTTP = `${TYPES}.extensions.filters.http`;
const typed = (type: string, fields: object): object => ({ '@type': type, ...fields });
const filter = (kind: string, message: string, fields: object): object => ({
  name: kind,
  typed_config: typed(`${HTTP}.${kind}.v3.${message}`, fields),
});
const perRoute = (kind: string, message: string, fields: object): object => ({
  [kind]: typed(`${HTTP}.${kind}.v3.${message}`, fields),
});

export interface UnitCase extends ChainCase {
  /** Of the file, by their names without the fixture where all of its tests have one. */
  readonly tests: readonly string[];
  readonly file: string;
}

const casesOf =
  (file: string) =>
  (tests: string, filters: readonly object[], requests: Requests, more: More = {}): UnitCase => ({
    name: `${file}: ${tests}`,
    file,
    tests: tests.split(', '),
    filters,
    requests,
    ...more,
  });

const ALL = { numerator: 100 };
const NONE = { numerator: 0 };
const on = { default_value: ALL };
const off = { default_value: NONE };
const send = (
  method: string,
  headers: Request['headers'],
  expected: Expected,
  more: Partial<Request> = {},
): readonly [Partial<Request>, Expected] => [{ method, headers, ...more }, expected];

// csrf

const csrfCase = casesOf('csrf/csrf_filter_test.cc');
const csrf = (fields: object = {}): object => filter('csrf', 'CsrfPolicy', { filter_enabled: on, ...fields });
const EVIL = { origin: 'http://cross-origin' };
const OWN = { origin: 'http://shop.test' };
const ANSWERING = [{ match: { prefix: '/' }, direct_response: { status: 410 } }];
const AWAY = [{ match: { prefix: '/' }, redirect: { host_redirect: 'else.test' } }];

const CSRF: readonly UnitCase[] = [
  csrfCase('RequestWithNonMutableMethod', [csrf()], [send('GET', EVIL, 'passes')]),
  csrfCase('RequestWithoutOriginAndWithDestination', [csrf()], [send('PUT', {}, 403)]),
  csrfCase('RequestWithInvalidOrigin', [csrf()], [send('PUT', EVIL, 403)]),
  csrfCase(
    'RequestWithInvalidOriginDifferentNonStandardPorts',
    [csrf()],
    [send('PUT', { origin: 'http://shop.test:90' }, 403, { authority: 'shop.test:91' })],
    { manager: { strip_any_host_port: false } },
  ),
  csrfCase('RequestWithValidOrigin', [csrf()], [send('PUT', OWN, 'passes')]),
  csrfCase(
    'RequestWithValidOriginNonStandardPort',
    [csrf(), filter('rbac', 'RBAC', { rules: {} })],
    // What passes here meets a filter that denies all: nothing else tells, since no domain has the port.
    [
      send('PUT', { origin: 'http://shop.test:88' }, 403, { authority: 'shop.test:88' }),
      send('PUT', { origin: 'http://shop.test' }, 403, { authority: 'shop.test:88' }),
    ],
  ),
  csrfCase(
    'RequestWithValidOriginHttpVsHttps',
    [csrf()],
    [send('PUT', { origin: 'https://shop.test' }, 'passes')],
  ),
  csrfCase(
    'RequestWithInvalidOriginCsrfDisabledShadowDisabled',
    [csrf({ filter_enabled: off, shadow_enabled: off })],
    [send('PUT', EVIL, 'passes')],
  ),
  csrfCase(
    'RequestWithInvalidOriginCsrfDisabledShadowEnabled, RequestWithValidOriginCsrfDisabledShadowEnabled',
    [csrf({ filter_enabled: off, shadow_enabled: on })],
    [send('PUT', EVIL, 'passes'), send('PUT', OWN, 'passes')],
  ),
  csrfCase(
    'RequestWithInvalidOriginCsrfEnabledShadowEnabled, RequestWithValidOriginCsrfEnabledShadowEnabled',
    [csrf({ shadow_enabled: on })],
    [send('PUT', EVIL, 403), send('PUT', OWN, 'passes')],
  ),
  csrfCase('RequestWithNullOriginForNullHost', [csrf()], [send('PUT', { origin: 'null' }, 403)]),
  csrfCase('RedirectRoute', [csrf()], [send('PUT', EVIL, 403)], { routes: AWAY }),
  csrfCase('EmptyRouteEntry', [csrf()], [send('PUT', EVIL, 403)], { routes: ANSWERING }),
  csrfCase('EmptyRoute', [csrf()], [send('PUT', EVIL, 403, { path: '/none' })], {
    routes: [{ match: { prefix: '/a' }, route: { cluster: 'c' } }],
  }),
  csrfCase(
    'NoCsrfEntry',
    [csrf({ filter_enabled: off })],
    [send('PUT', EVIL, 'passes'), send('DELETE', EVIL, 'passes')],
  ),
  csrfCase('NoRouteCsrfEntry, NoVHostCsrfEntry', [csrf({ filter_enabled: off })], [send('POST', EVIL, 403)], {
    host: perRoute('csrf', 'CsrfPolicy', { filter_enabled: on }),
  }),
  csrfCase(
    'RequestFromAdditionalExactOrigin, RequestFromAdditionalRegexOrigin, RequestFromInvalidAdditionalRegexOrigin',
    [
      csrf({
        additional_origins: [
          { exact: 'additionalhost' },
          { safe_regex: { regex: 'www\\-[0-9]\\.allow\\.com' } },
        ],
      }),
    ],
    [
      send('PUT', { origin: 'http://additionalhost' }, 'passes'),
      send('PUT', { origin: 'https://www-1.allow.com' }, 'passes'),
      send('PUT', { origin: 'https://www.allow.com' }, 403),
    ],
  ),
];

// cors

const corsCase = casesOf('cors/cors_filter_test.cc');
const cors = filter('cors', 'Cors', {});
const policy = (fields: object) => perRoute('cors', 'CorsPolicy', fields);
const LOCAL = { allow_origin_string_match: [{ exact: 'localhost' }] };
const asks = (origin: string, more: Request['headers'] = { 'access-control-request-method': 'GET' }) => ({
  origin,
  ...more,
});

const CORS: readonly UnitCase[] = [
  corsCase(
    'RequestWithoutOrigin, RequestWithOrigin',
    [cors],
    [send('GET', {}, 'passes'), send('GET', { origin: 'localhost' }, 'passes')],
    {
      host: policy(LOCAL),
    },
  ),
  corsCase(
    'OptionsRequestWithoutOrigin, OptionsRequestWithoutAccessRequestMethod, OptionsRequestWithOrigin, OptionsRequestWithOriginCorsEnabled',
    [cors],
    [
      send('OPTIONS', { 'access-control-request-method': 'GET' }, 'passes'),
      send('OPTIONS', { origin: 'localhost' }, 'passes'),
      send('OPTIONS', asks('localhost'), 200),
    ],
    { host: policy(LOCAL) },
  ),
  corsCase(
    'OptionsRequestWithOriginCorsDisabled, OptionsRequestWithOriginCorsDisabledShadowDisabled',
    [cors],
    [send('OPTIONS', asks('localhost'), 'passes')],
    { host: policy({ ...LOCAL, filter_enabled: off, shadow_enabled: off }) },
  ),
  corsCase(
    'OptionsRequestWithOriginCorsDisabledShadowEnabled',
    [cors],
    [send('OPTIONS', asks('localhost'), 'passes')],
    {
      host: policy({ ...LOCAL, filter_enabled: off, shadow_enabled: on }),
    },
  ),
  corsCase(
    'OptionsRequestWithOriginCorsEnabledShadowDisabled, OptionsRequestWithOriginCorsEnabledShadowEnabled',
    [cors],
    [send('OPTIONS', asks('localhost'), 200)],
    { host: policy({ ...LOCAL, filter_enabled: on, shadow_enabled: on }) },
  ),
  corsCase('OptionsRequestMatchingOriginByWildcard', [cors], [send('OPTIONS', asks('test-host'), 200)], {
    host: policy({ allow_origin_string_match: [{ exact: '*' }] }),
  }),
  corsCase('OptionsRequestNotMatchingOrigin', [cors], [send('OPTIONS', asks('test-host'), 'passes')], {
    host: policy(LOCAL),
  }),
  corsCase('OptionsRequestNotMatchingOriginDoNotForward', [cors], [send('OPTIONS', asks('test-host'), 200)], {
    host: policy({ ...LOCAL, forward_not_matching_preflights: false }),
  }),
  corsCase('OptionsRequestEmptyOriginList', [cors], [send('OPTIONS', asks('test-host'), 'passes')], {
    host: policy({ allow_methods: 'GET' }),
  }),
  corsCase(
    'OptionsRequestMatchingOriginByRegex, OptionsRequestNotMatchingOriginByRegex',
    [cors],
    [send('OPTIONS', asks('www.envoyproxy.io'), 200), send('OPTIONS', asks('www.envoyproxy.com'), 'passes')],
    { host: policy({ allow_origin_string_match: [{ safe_regex: { regex: '.*\\.envoyproxy\\.io' } }] }) },
  ),
  corsCase('RedirectRoute', [cors], [send('OPTIONS', asks('localhost'), 'passes')], {
    host: policy(LOCAL),
    routes: AWAY,
  }),
  corsCase('EmptyRouteEntry', [cors], [send('OPTIONS', asks('localhost'), 'passes')], {
    host: policy(LOCAL),
    routes: ANSWERING,
  }),
  corsCase('EmptyRoute', [cors], [send('OPTIONS', asks('localhost'), 'passes', { path: '/none' })], {
    host: policy(LOCAL),
    routes: [{ match: { prefix: '/a' }, route: { cluster: 'c' } }],
  }),
  corsCase('NoCorsEntry', [cors], [send('OPTIONS', asks('localhost'), 'passes')]),
  corsCase('NoRouteCorsEntry', [cors], [send('OPTIONS', asks('localhost'), 200)], { host: policy(LOCAL) }),
  corsCase('NoVHostCorsEntry', [cors], [send('OPTIONS', asks('localhost'), 200)], {
    routes: [{ match: { prefix: '/' }, route: { cluster: 'c' }, typed_per_filter_config: policy(LOCAL) }],
  }),
];

// fault

const faultCase = casesOf('fault/fault_filter_test.cc');
const fault = (fields: object) => filter('fault', 'HTTPFault', fields);
const abort = (status: number) => ({ abort: { http_status: status, percentage: ALL } });
const ofFaults = { 'x-foo': 'one' };
const byHeaders = { headers: [{ name: 'x-foo', string_match: { exact: 'one' } }], ...abort(503) };

const FAULT: readonly UnitCase[] = [
  faultCase('AbortWithHttpStatus', [fault(abort(429))], [send('GET', {}, 429)]),
  faultCase(
    'HeaderAbortWithHttpStatus',
    [fault({ abort: { header_abort: {}, percentage: ALL } })],
    [
      send('GET', { 'x-envoy-fault-abort-request': '429' }, 429),
      send('GET', { 'x-envoy-fault-abort-request': '999' }, 'passes'),
      send('GET', {}, 'passes'),
    ],
  ),
  faultCase('Passthrough', [fault({})], [send('GET', {}, 'passes')]),
  faultCase(
    'FixedDelayAndAbortDownstreamNodes, NoDownstreamMatch',
    [fault({ ...abort(503), downstream_nodes: ['canary'] })],
    [
      send('GET', { 'x-envoy-downstream-service-node': 'canary' }, 503),
      send('GET', { 'x-envoy-downstream-service-node': 'other' }, 'passes'),
      send('GET', {}, 'passes'),
    ],
  ),
  faultCase(
    'FixedDelayAndAbortHeaderMatchSuccess, FixedDelayAndAbortHeaderMatchFail',
    [fault(byHeaders)],
    [send('GET', ofFaults, 503), send('GET', { 'x-foo': 'two' }, 'passes')],
  ),
  faultCase(
    'FaultWithTargetClusterMatchSuccess, FaultWithTargetClusterMatchFail, FaultWithTargetClusterNullRoute',
    [fault({ ...abort(503), upstream_cluster: 'c' })],
    [
      send('GET', {}, 503, { path: '/c' }),
      send('GET', {}, 'passes', { path: '/d' }),
      send('GET', {}, 'passes', { path: '/none' }),
    ],
    {
      routes: ['c', 'd'].map((cluster) => ({ match: { prefix: `/${cluster}` }, route: { cluster } })),
    },
  ),
  faultCase('RouteFaultOverridesListenerFault', [fault(abort(503))], [send('GET', {}, 'passes')], {
    host: perRoute('fault', 'HTTPFault', {}),
  }),
  faultCase(
    'FixedDelayAndAbort',
    [fault({ ...abort(503), delay: { fixed_delay: '0.001s', percentage: ALL } })],
    [send('GET', {}, 503)],
  ),
  faultCase(
    'CheckOverrideRuntimeKeys',
    [fault({ ...abort(503), abort_percent_runtime: 'k.abort' })],
    [send('GET', {}, 503)],
  ),
];

// rbac

const rbacCase = casesOf('rbac/rbac_filter_test.cc');
const engineCase = casesOf('common/rbac/engine_impl_test.cc');
const matcherCase = casesOf('common/rbac/matchers_test.cc');
const rbac = (rules: object, more: object = {}) => filter('rbac', 'RBAC', { rules, ...more });
const rulesOf = (action: string, permission: object, principal: object = { any: true }) => ({
  action,
  policies: { foo: { permissions: [permission], principals: [principal] } },
});
const PORT = { destination_port_range: { start: 1, end: 65_535 } };
const NO_PORT = { destination_port_range: { start: 1, end: 2 } };
const SUFFIX = { url_path: { path: { suffix: 'suffix' } } };
const isA = (value: string) => ({ header: { name: 'a', string_match: { exact: value } } });
const A1 = isA('1');
const one: Request['headers'] = { a: '1' };

const RBAC: readonly UnitCase[] = [
  rbacCase(
    'Allowed, AllowedDynamicMetadataStats',
    [rbac(rulesOf('ALLOW', PORT))],
    [send('GET', {}, 'passes')],
  ),
  rbacCase('Denied, DeniedDynamicMetadataStats', [rbac(rulesOf('ALLOW', NO_PORT))], [send('GET', {}, 403)]),
  rbacCase(
    'ShadowOnlyDynamicMetadataStats',
    [filter('rbac', 'RBAC', { shadow_rules: rulesOf('ALLOW', NO_PORT) })],
    [send('GET', {}, 'passes')],
  ),
  rbacCase(
    'EnforcedOnlyDynamicMetadataStats, EnforcedEngineOnlyAllowsAccessMetadataTest',
    [rbac(rulesOf('ALLOW', PORT))],
    [send('GET', {}, 'passes')],
  ),
  rbacCase('NoEnginesNoDynamicMetadataStats', [filter('rbac', 'RBAC', {})], [send('GET', {}, 'passes')]),
  rbacCase(
    'Path',
    [rbac(rulesOf('ALLOW', SUFFIX))],
    [
      send('GET', {}, 'passes', { path: '/suffix' }),
      send('GET', {}, 'passes', { path: '/suffix?bar' }),
      send('GET', {}, 'passes', { path: '/suffix?bar=suffix' }),
      send('GET', {}, 403, { path: '/other' }),
    ],
  ),
  rbacCase(
    'RouteLocalOverride, RouteLocalOverrideDynamicMetadataStats, RouteLocalOverrideWithPerRuleStats',
    [rbac(rulesOf('ALLOW', NO_PORT))],
    [send('GET', {}, 'passes')],
    { host: perRoute('rbac', 'RBACPerRoute', { rbac: { rules: rulesOf('DENY', NO_PORT) } }) },
  ),
  rbacCase(
    'ShouldLog, ShouldNotLog',
    [rbac(rulesOf('LOG', PORT)), rbac(rulesOf('LOG', NO_PORT))].slice(0, 1),
    [send('GET', {}, 'passes')],
  ),
  engineCase('Disabled', [rbac({}, { rules: undefined })], [send('GET', {}, 'passes')]),
  engineCase(
    'AllowedAllowlist',
    [rbac(rulesOf('ALLOW', A1))],
    [send('GET', one, 'passes'), send('GET', {}, 403)],
  ),
  engineCase(
    'DeniedDenylist',
    [rbac(rulesOf('DENY', A1))],
    [send('GET', one, 403), send('GET', {}, 'passes')],
  ),
  engineCase(
    'DisabledLog, LogIfMatched',
    [rbac(rulesOf('LOG', A1))],
    [send('GET', one, 'passes'), send('GET', {}, 'passes')],
  ),
  matcherCase('AlwaysMatches', [rbac(rulesOf('DENY', { any: true }))], [send('GET', {}, 403)]),
  matcherCase(
    'AndMatcher.Permission_Set, AndMatcher.Principal_Set, AndIds',
    [
      rbac(
        rulesOf(
          'DENY',
          { and_rules: { rules: [{ any: true }, A1] } },
          { and_ids: { ids: [{ any: true }, { header: { name: 'b', present_match: true } }] } },
        ),
      ),
    ],
    [send('GET', { a: '1', b: '' }, 403), send('GET', one, 'passes'), send('GET', { b: '' }, 'passes')],
  ),
  matcherCase(
    'OrMatcher.Permission_Set, OrMatcher.Principal_Set, OrIds',
    [rbac(rulesOf('DENY', { or_rules: { rules: [NO_PORT, A1] } }, { or_ids: { ids: [isA('2'), A1] } }))],
    [send('GET', one, 403), send('GET', { a: '2' }, 'passes')],
  ),
  matcherCase(
    'NotMatcher.Permission, NotMatcher.Principal',
    [rbac(rulesOf('DENY', { not_rule: A1 }, { not_id: isA('2') }))],
    [send('GET', {}, 403), send('GET', one, 'passes'), send('GET', { a: '2' }, 'passes')],
  ),
  matcherCase(
    'HeaderMatcher, TreatMissingAsEmpty',
    [
      rbac(
        rulesOf('DENY', {
          header: { name: 'a', string_match: { exact: '' }, treat_missing_header_as_empty: true },
        }),
      ),
    ],
    [send('GET', {}, 403), send('GET', one, 'passes')],
  ),
  matcherCase(
    'MultipleHeaderValues',
    [rbac(rulesOf('DENY', A1))],
    [send('GET', { a: '1,2' }, 403, { repeated: { a: ['1', '2'] } })],
  ),
  matcherCase(
    'PortRangeMatcher, TestEdgeCases',
    [rbac(rulesOf('DENY', NO_PORT))],
    [send('GET', {}, 'passes')],
  ),
  matcherCase(
    'NoSSL',
    [rbac(rulesOf('DENY', { any: true }, { authenticated: {} }))],
    [send('GET', {}, 'passes')],
  ),
  matcherCase(
    'EmptyRequestedServerName',
    [rbac(rulesOf('DENY', { requested_server_name: { exact: '' } }))],
    [send('GET', {}, 403)],
  ),
  matcherCase(
    'ValidPathInHeader, UriTemplateMatcherFactory',
    [
      rbac(
        rulesOf('DENY', {
          uri_template: {
            name: 't',
            typed_config: typed(`${TYPES}.extensions.path.match.uri_template.v3.UriTemplateMatchConfig`, {
              path_template: '/foo/{lang}/{country}',
            }),
          },
        }),
      ),
    ],
    [
      send('GET', {}, 403, { path: '/foo/english/usa' }),
      send('GET', {}, 'passes', { path: '/foo/english' }),
      // Of 1.36, 1.38 and 1.40 the query does not count.
      send('GET', {}, 403, { path: '/foo/english/usa?q=|' }),
    ],
  ),
  matcherCase(
    'IPMatcher, PrincipalSourceIpMatching, CreatePrincipalSourceIp, CreatePrincipalDirectRemoteIp',
    [rbac(rulesOf('DENY', { any: true }, { source_ip: { address_prefix: '10.1.0.0', prefix_len: 16 } }))],
    [
      send('GET', {}, 403, { remote_address: '10.1.2.3' }),
      send('GET', {}, 'passes', { remote_address: '10.2.2.3' }),
    ],
  ),
  matcherCase(
    'PrincipalRemoteIpMatching, CreatePrincipalRemoteIp',
    [rbac(rulesOf('DENY', { any: true }, { remote_ip: { address_prefix: '10.1.0.0', prefix_len: 16 } }))],
    [
      send('GET', { 'x-forwarded-for': '10.1.2.3' }, 403, { remote_address: '192.0.2.1' }),
      send('GET', {}, 'passes', { remote_address: '192.0.2.1' }),
    ],
  ),
];

// header_mutation

const mutationCase = casesOf('header_mutation/header_mutation_test.cc');
const append = (key: string, value: string, action: string) => ({
  append: { header: { key, value }, append_action: action },
});
const denies = (name: string, exact: string) =>
  rulesOf('DENY', { header: { name, string_match: { exact } } });

const MUTATIONS: readonly UnitCase[] = [
  mutationCase(
    'RequestMutationTest, HybridMutationTest',
    [
      filter('header_mutation', 'HeaderMutation', {
        mutations: {
          request_mutations: [
            { remove: 'gone' },
            append('absent', 'new', 'ADD_IF_ABSENT'),
            append('old', 'new', 'OVERWRITE_IF_EXISTS_OR_ADD'),
            append('none', 'new', 'OVERWRITE_IF_EXISTS'),
          ],
        },
      }),
      rbac({
        action: 'ALLOW',
        policies: {
          is: {
            permissions: [
              {
                and_rules: {
                  rules: [
                    { header: { name: 'gone', present_match: false } },
                    { header: { name: 'none', present_match: false } },
                    { header: { name: 'old', string_match: { exact: 'new' } } },
                    { header: { name: 'absent', string_match: { exact: 'kept' } } },
                  ],
                },
              },
            ],
            principals: [{ any: true }],
          },
        },
      }),
    ],
    [
      send('GET', { gone: '1', old: '1', absent: 'kept' }, 'passes'),
      send('GET', { gone: '1', old: '1' }, 403),
    ],
  ),
  mutationCase(
    'QueryParameterMutationTest, QueryParameterMutationUrlEncodingTest',
    [
      filter('header_mutation', 'HeaderMutation', {
        mutations: {
          query_parameter_mutations: [
            { remove: 'gone' },
            { append: { record: { key: 'new', value: 'a b' }, action: 'APPEND_IF_EXISTS_OR_ADD' } },
          ],
        },
      }),
      rbac(denies(':path', '/?kept=1&new=a%20b')),
    ],
    [send('GET', {}, 403, { path: '/?gone=1&kept=1' }), send('GET', {}, 'passes', { path: '/' })],
  ),
];

// local_ratelimit and ext_authz

const limitCase = casesOf('local_ratelimit/filter_test.cc');
const limited = (fields: object) =>
  filter('local_ratelimit', 'LocalRateLimit', {
    stat_prefix: 's',
    token_bucket: { max_tokens: 0, fill_interval: '60s' },
    filter_enabled: on,
    filter_enforced: on,
    ...fields,
  });

const LIMITS: readonly UnitCase[] = [
  limitCase('Disabled', [limited({ filter_enabled: off })], [send('GET', {}, 'passes')]),
  limitCase(
    'NoEnforced, RequestRateLimitedButNotEnforced',
    [limited({ filter_enforced: off })],
    [send('GET', {}, 'passes')],
  ),
  limitCase('RequestRateLimited', [limited({})], [send('GET', {}, 429)]),
  limitCase('ToErrorCode', [limited({ status: { code: 'ServiceUnavailable' } })], [send('GET', {}, 503)]),
  limitCase(
    'RequestOk',
    [limited({ token_bucket: { max_tokens: 1_000_000, fill_interval: '60s' } })],
    [send('GET', {}, 'passes')],
  ),
];

const authzCase = casesOf('ext_authz/ext_authz_test.cc');
const authz = (fields: object) =>
  filter('ext_authz', 'ExtAuthz', {
    grpc_service: { envoy_grpc: { cluster_name: 'services' } },
    transport_api_version: 'V3',
    ...fields,
  });

const AUTHZ: readonly UnitCase[] = [
  authzCase(
    'FilterDisabled, FilterAllowAtDisable',
    [authz({ filter_enabled: off })],
    [send('GET', {}, 'passes')],
  ),
  authzCase(
    'FilterDenyAtDisable',
    [authz({ filter_enabled: off, deny_at_disable: { default_value: true, runtime_key: 'k' } })],
    [send('GET', {}, 403)],
  ),
  authzCase(
    'MetadataDisabled, FilterEnabledButMetadataDisabled',
    [
      authz({
        filter_enabled_metadata: {
          filter: 'a',
          path: [{ key: 'k' }],
          value: { string_match: { exact: 'x' } },
        },
      }),
    ],
    [send('GET', {}, 'passes')],
  ),
  authzCase(
    'FilterDisabledButMetadataEnabled',
    [
      filter('set_metadata', 'Config', { metadata: [{ metadata_namespace: 'a', value: { k: 'x' } }] }),
      authz({
        filter_enabled: off,
        filter_enabled_metadata: {
          filter: 'a',
          path: [{ key: 'k' }],
          value: { string_match: { exact: 'x' } },
        },
      }),
    ],
    [send('GET', {}, 'passes')],
  ),
  authzCase('DisabledOnRoute', [authz({})], [send('GET', {}, 'passes')], {
    host: perRoute('ext_authz', 'ExtAuthzPerRoute', { disabled: true }),
  }),
  authzCase('NullRouteSkipsCheck, NoRoute', [authz({})], [send('GET', {}, 'passes', { path: '/none' })], {
    routes: [{ match: { prefix: '/a' }, route: { cluster: 'c' } }],
  }),
];

// jwt_authn

const SECRET = 'a key of no one, for what is only tried';
const JWKS = {
  inline_string: JSON.stringify({
    keys: [{ kty: 'oct', alg: 'HS256', kid: 'k', k: Buffer.from(SECRET).toString('base64url') }],
  }),
};
const PROVIDERS = {
  example: {
    issuer: 'https://example.com',
    audiences: ['example_service'],
    local_jwks: JWKS,
    from_headers: [{ name: 'a' }],
  },
  other: { issuer: 'other_issuer', local_jwks: JWKS, from_headers: [{ name: 'b' }] },
};
const jwt = (requires: object | undefined, more: object = {}) =>
  filter('jwt_authn', 'JwtAuthentication', {
    providers: PROVIDERS,
    ...(requires === undefined ? {} : { rules: [{ match: { prefix: '/' }, requires }] }),
    ...more,
  });
const byName = (name: string) => ({ provider_name: name });

function tokenOf(payload: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', kid: 'k' })}.${part({ exp: 4_000_000_000, ...payload })}`;
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
}

type Claims = NonNullable<Request['claims']>;
const claims = (provider: string, payload: Claims['payload']): Claims => ({
  provider,
  payload: { exp: 4_000_000_000, ...payload },
});
const OF_EXAMPLE = { iss: 'https://example.com', sub: 'test@example.com', aud: 'example_service' };
const OF_OTHER = { iss: 'other_issuer', sub: 'b', aud: 'x' };
const GOOD: Partial<Request> = { headers: { a: tokenOf(OF_EXAMPLE) }, claims: claims('example', OF_EXAMPLE) };
const OTHER: Partial<Request> = { headers: { b: tokenOf(OF_OTHER) }, claims: claims('other', OF_OTHER) };
const BAD: Partial<Request> = { headers: { a: 'no-token' } };
const FOR_OTHERS: Partial<Request> = {
  headers: { a: tokenOf({ ...OF_EXAMPLE, aud: 'nobody' }) },
  claims: claims('example', { ...OF_EXAMPLE, aud: 'nobody' }),
};
const any = (...requirements: readonly object[]) => ({ requires_any: { requirements } });
const all = (...requirements: readonly object[]) => ({ requires_all: { requirements } });

const filterCase = casesOf('jwt_authn/filter_test.cc');
const matchCase = casesOf('jwt_authn/matcher_test.cc');
const groupCase = casesOf('jwt_authn/group_verifier_test.cc');
const providerCase = casesOf('jwt_authn/provider_verifier_test.cc');
const allCase = casesOf('jwt_authn/all_verifier_test.cc');

/** A rule that takes what is asked for: without a token it is answered with 401. */
const matched = (match: object) => [jwt(undefined, { rules: [{ match, requires: byName('example') }] })];
const at = (path: string, expected: Expected, headers: Request['headers'] = {}) =>
  send('GET', headers, expected, { path });
const withParts = (...all: readonly Partial<Request>[]): Request['headers'] =>
  Object.assign({}, ...all.map(({ headers }) => headers));

const JWT: readonly UnitCase[] = [
  filterCase('InlineOK, OutBoundOK, TestPerRouteVerifierOK', [jwt(byName('example'))], [[GOOD, 'passes']]),
  filterCase(
    'InlineUnauthorizedFailure, OutBoundUnauthorizedFailure',
    [jwt(byName('example'))],
    [
      [{}, 401],
      [BAD, 401],
    ],
  ),
  filterCase(
    'InlineForbiddenFailure, OutBoundForbiddenFailure',
    [jwt(byName('example'))],
    [[FOR_OTHERS, 403]],
  ),
  filterCase(
    'CorsPreflight, CorsPreflightMssingOrigin, CorsPreflightMssingAccessControlRequestMethod',
    [jwt(byName('example'), { bypass_cors_preflight: true })],
    [
      send('OPTIONS', asks('http://a.test'), 'passes'),
      send('OPTIONS', { 'access-control-request-method': 'GET' }, 401),
      send('OPTIONS', { origin: 'http://a.test' }, 401),
    ],
  ),
  filterCase('TestNoRequirementMatched, TestNoPerRouteConfig', matched({ prefix: '/b' }), [
    at('/a', 'passes'),
  ]),
  filterCase('TestNoRoute', [jwt(byName('example'))], [at('/none', 401)], {
    routes: [{ match: { prefix: '/a' }, route: { cluster: 'c' } }],
  }),
  filterCase('TestPerRouteBypass', [jwt(byName('example'))], [[{}, 'passes']], {
    host: perRoute('jwt_authn', 'PerRouteConfig', { disabled: true }),
  }),
  filterCase('TestPerRouteWrongRequirementName', [jwt(byName('example'))], [[GOOD, 403]], {
    host: perRoute('jwt_authn', 'PerRouteConfig', { requirement_name: 'none' }),
  }),
  matchCase('TestMatchPrefix', matched({ prefix: '/match' }), [
    at('/match/this', 401),
    at('/matching', 401),
    at('/MATCH', 'passes'),
    at('/not/match', 'passes'),
  ]),
  matchCase('TestMatchSafeRegex', matched({ safe_regex: { regex: '/[^c][au]t' } }), [
    at('/but', 401),
    at('/mat?ok=bye', 401),
    at('/maut', 'passes'),
    at('/cut', 'passes'),
    at('/mut/', 'passes'),
  ]),
  matchCase('TestMatchPath', matched({ path: '/match', case_sensitive: false }), [
    at('/match', 401),
    at('/MATCH', 401),
    at('/match?ok=bye', 401),
    at('/matc', 'passes'),
    at('/match/', 'passes'),
  ]),
  matchCase(
    'TestMatchQuery',
    matched({ prefix: '/', query_parameters: [{ name: 'foo', string_match: { exact: 'bar' } }] }),
    [at('/boo?foo=bar', 401), at('/boo?ok=bye', 'passes'), at('/foo?bar=bar', 'passes')],
  ),
  matchCase('TestMatchHeader', matched({ prefix: '/', headers: [{ name: 'x', present_match: true }] }), [
    at('/', 401, { x: '' }),
    at('/', 401, { x: '1' }),
    at('/', 'passes', { y: '1' }),
  ]),
  matchCase(
    'TestMatchPathAndHeader',
    matched({ path: '/boo', headers: [{ name: 'x', string_match: { exact: '1' } }] }),
    [at('/boo', 401, { x: '1' }), at('/boo', 'passes'), at('/b', 'passes', { x: '1' })],
  ),
  matchCase('TestMatchPathSeparatedPrefix', matched({ path_separated_prefix: '/rest/api' }), [
    at('/rest/api', 401),
    at('/rest/api/v1', 401),
    at('/rest/api?param=true', 401),
    at('/rest/apithing', 'passes'),
  ]),
  matchCase(
    'TestMatchPathSeparatedPrefixCaseSensitivity',
    matched({ path_separated_prefix: '/rest/API', case_sensitive: false }),
    [at('/REST/api', 401), at('/rest/apix', 'passes')],
  ),
  matchCase(
    'TestMatchPathMatchPolicy',
    matched({
      path_match_policy: {
        name: 't',
        typed_config: typed(`${TYPES}.extensions.path.match.uri_template.v3.UriTemplateMatchConfig`, {
          path_template: '/bar/*/foo',
        }),
      },
    }),
    [at('/bar/test/foo', 401), at('/bar/foo', 'passes')],
  ),
  providerCase('TestOkJWT', [jwt(byName('example'))], [[GOOD, 'passes']]),
  providerCase('TestMissedJWT', [jwt(byName('example'))], [[{}, 401]]),
  providerCase(
    'TestTokenRequirementProviderMismatch',
    [jwt(byName('other'))],
    [[{ headers: { b: tokenOf(OF_EXAMPLE) }, claims: claims('example', OF_EXAMPLE) }, 401]],
  ),
  providerCase(
    'TestRequiresProviderWithAudiences',
    [jwt({ provider_and_audiences: { provider_name: 'example', audiences: ['other_service'] } })],
    [[GOOD, 403]],
  ),
  groupCase(
    'TestRequiresAll',
    [jwt(all(byName('example'), byName('other')))],
    [[{ ...GOOD, headers: withParts(GOOD, OTHER) }, 'passes']],
  ),
  groupCase(
    'TestRequiresAllMissing',
    [jwt(all(byName('example'), byName('other')))],
    [
      [{}, 401],
      [GOOD, 401],
    ],
  ),
  groupCase(
    'TestRequiresAllBadFormat, TestRequiresAllBothFailed',
    [jwt(all(byName('example'), byName('other')))],
    [[BAD, 401]],
  ),
  groupCase(
    'TestRequiresAnyFirstAuthOK, TestRequiresAnyLastAuthOk',
    [jwt(any(byName('example'), byName('other')))],
    [
      [GOOD, 'passes'],
      [OTHER, 'passes'],
    ],
  ),
  groupCase(
    'TestRequiresAnyAllAuthFailed',
    [jwt(any(byName('example'), byName('other')))],
    [
      [BAD, 401],
      [{}, 401],
    ],
  ),
  groupCase(
    'TestAnyInAllFirstAnyIsOk, TestAnyInAllLastAnyIsOk, TestAnyInAllBothInRequireAnyFailed',
    [jwt(all(any(byName('example'), byName('other')), { allow_missing_or_failed: {} }))],
    [
      [GOOD, 'passes'],
      [OTHER, 'passes'],
      [BAD, 401],
    ],
  ),
  groupCase(
    'TestAllInAnyBothRequireAllFailed',
    [jwt(any(all(byName('example'), byName('other')), all(byName('other'), byName('example'))))],
    [
      [{}, 401],
      [GOOD, 401],
    ],
  ),
  groupCase(
    'TestAllInAnyFirstAllIsOk, TestAllInAnyLastAllIsOk',
    [jwt(any(all(byName('example'), {}), all(byName('other'), {})))],
    [
      [GOOD, 'passes'],
      [OTHER, 'passes'],
    ],
  ),
  groupCase(
    'TestRequiresAnyWithAllowFailed',
    [jwt(any(byName('example'), { allow_missing_or_failed: {} }))],
    [
      [BAD, 'passes'],
      [{}, 'passes'],
    ],
  ),
  groupCase(
    'TestRequiresAnyWithAllowMissingButFailed',
    [jwt(any(byName('example'), { allow_missing: {} }))],
    [
      [BAD, 401],
      [{}, 'passes'],
    ],
  ),
  allCase(
    'TestAllAllow',
    [jwt({})],
    [
      [{}, 'passes'],
      [BAD, 'passes'],
    ],
  ),
  allCase(
    'AllowFailedInSingleRequirementTest.NoJwt, AllowFailedInSingleRequirementTest.BadJwt, AllowFailedInSingleRequirementTest.OneGoodJwt',
    [jwt({ allow_missing_or_failed: {} })],
    [
      [{}, 'passes'],
      [BAD, 'passes'],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'SingleAllowMissingInOrListTest.NoJwt, SingleAllowMissingInOrListTest.BadJwt, SingleAllowMissingInOrListTest.OneGoodJwt',
    [jwt({ allow_missing: {} })],
    [
      [{}, 'passes'],
      [BAD, 401],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'AllowFailedInOrListTest.NoJwt, AllowFailedInOrListTest.BadJwt',
    [jwt(any(byName('example'), { allow_missing_or_failed: {} }))],
    [
      [{}, 'passes'],
      [BAD, 'passes'],
    ],
  ),
  allCase(
    'AllowFailedInAndListTest.NoJwt, AllowFailedInAndListTest.BadJwt, AllowFailedInAndListTest.OneGoodJwt',
    [jwt(all(byName('example'), { allow_missing_or_failed: {} }))],
    [
      [{}, 401],
      [BAD, 401],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'AllowFailedInAndOfOrListTest.NoJwt, AllowFailedInAndOfOrListTest.BadJwt, AllowFailedInAndOfOrListTest.OneGoodJwt',
    [
      jwt(
        all(
          any(byName('example'), { allow_missing_or_failed: {} }),
          any(byName('other'), { allow_missing_or_failed: {} }),
        ),
      ),
    ],
    [
      [{}, 'passes'],
      [BAD, 'passes'],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'AllowMissingInOrListTest.NoJwt, AllowMissingInOrListTest.BadJwt, AllowMissingInOrListTest.OtherGoodJwt',
    [jwt(any(byName('example'), { allow_missing: {} }))],
    [
      [{}, 'passes'],
      [BAD, 401],
    ],
  ),
  allCase(
    'AllowMissingInAndListTest.NoJwt, AllowMissingInAndListTest.BadJwt, AllowMissingInAndListTest.GoodJwt',
    [jwt(all(byName('example'), { allow_missing: {} }))],
    [
      [{}, 401],
      [BAD, 401],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'AllowMissingInAndOfOrListTest.NoJwt, AllowMissingInAndOfOrListTest.BadJwt, AllowMissingInAndOfOrListTest.OneGoodJwt',
    [jwt(all(any(byName('example'), { allow_missing: {} }), any(byName('other'), { allow_missing: {} })))],
    [
      [{}, 'passes'],
      [BAD, 401],
      [GOOD, 'passes'],
    ],
  ),
  allCase(
    'ExtractOnlyWithoutValidationInSingleRequirementTest.NoJwt, ExtractOnlyWithoutValidationInSingleRequirementTest.BadJwt, ExtractOnlyWithoutValidationInSingleRequirementTest.OneGoodJwt',
    [jwt({ extract_only_without_validation: {} })],
    [
      [{}, 'passes'],
      [BAD, 'passes'],
      [GOOD, 'passes'],
    ],
  ),
];

export const UNIT_CASES: readonly UnitCase[] = [
  ...CSRF,
  ...CORS,
  ...FAULT,
  ...RBAC,
  ...MUTATIONS,
  ...LIMITS,
  ...AUTHZ,
  ...JWT,
];
