/** Pairs of chains with what routes say for their filters, where the second side keeps out less, or not less. */
import { any, type ChainCase, filter } from '../routing/filters/chains.ts';

const ALWAYS = { default_value: { numerator: 100 } };
const limiting = (tokens: number, more: object = {}) => ({
  stat_prefix: 's',
  token_bucket: { max_tokens: tokens, fill_interval: '60s' },
  filter_enabled: ALWAYS,
  filter_enforced: ALWAYS,
  ...more,
});
export const LIMITS = [{ actions: [{ generic_key: { descriptor_value: 'a' } }] }];
/** They count nothing of a request without the header. */
const OTHERS = [{ actions: [{ request_headers: { header_name: 'x-client', descriptor_key: 'client' } }] }];
const SECOND = [{ stage: 1, ...LIMITS[0] }];
const DESCRIPTORS = [
  {
    entries: [{ key: 'generic_key', value: 'a' }],
    token_bucket: { max_tokens: 1, fill_interval: '60s' },
  },
];

/** Nobody answers there, so that each request is refused of which anything is asked. */
const SERVICE = {
  domain: 'd',
  failure_mode_deny: true,
  rate_limit_service: {
    transport_api_version: 'V3',
    grpc_service: { envoy_grpc: { cluster_name: 'services' } },
  },
};

export const GUARDS = {
  api_key_auth: ['ApiKeyAuth', { credentials: [{ key: 'k', client: 'c' }], key_sources: [{ header: 'x' }] }],
  basic_auth: ['BasicAuth', { users: { inline_string: 'u:{SHA}x' } }],
  csrf: ['CsrfPolicy', { filter_enabled: ALWAYS }],
  ext_authz: ['ExtAuthz', { grpc_service: { envoy_grpc: { cluster_name: 'c' } } }],
  jwt_authn: ['JwtAuthentication', { rules: [{ match: { prefix: '/' } }] }],
  local_ratelimit: ['LocalRateLimit', limiting(1)],
  oauth2: ['OAuth2', { config: { redirect_uri: 'x' } }],
  rate_limit_quota: ['RateLimitQuotaFilterConfig', { domain: 'd' }],
  ratelimit: ['RateLimit', SERVICE],
  rbac: ['RBAC', { rules: {} }],
} as const;
export type Kind = keyof typeof GUARDS;
export const KINDS = Object.keys(GUARDS) as readonly Kind[];

export type Parts = Omit<ChainCase, 'name' | 'requests'>;

export const guard = (kind: Kind, name: string, fields?: object, more: object = {}) =>
  filter(kind, GUARDS[kind][0], fields ?? GUARDS[kind][1], { name, ...more });
interface Own {
  readonly typed_per_filter_config?: object;
}
export const named = (name: string, settings: object): Own => ({
  typed_per_filter_config: { [name]: settings },
});
export const OFF = any('config.route.v3.FilterConfig', { disabled: true });
const settings = (kind: string, message: string, fields: object = {}) =>
  any(`extensions.filters.http.${kind}.v3.${message}`, fields);

export const route = (more: object = {}, action: object = {}) => ({
  match: { prefix: '/' },
  route: { cluster: 'c', ...action },
  ...more,
});

/** Where something may be said for a filter. */
export const LEVELS: { readonly [level: string]: (own: Own) => Partial<Parts> } = {
  'a route': (own) => ({ routes: [route(own)] }),
  'a virtual host': (own) => ({ hostFields: own, routes: [route()] }),
  'a route configuration': ({ typed_per_filter_config: own }) => ({
    ...(own ? { routeConfiguration: own } : {}),
    routes: [route()],
  }),
  'a weighted cluster': (own) => ({
    routes: [
      {
        match: { prefix: '/' },
        route: { weighted_clusters: { clusters: [{ name: 'c', weight: 1, ...own }] } },
      },
    ],
  }),
};

const part = (numerator: number) => ({ default_value: { numerator } });
const PER_CONNECTION = { local_rate_limit_per_downstream_connection: true };
const CSRF_HALF = settings('csrf', 'CsrfPolicy', { filter_enabled: part(50) });
const both = (ofHost: object, ofRoute: object): Partial<Parts> => ({
  hostFields: ofHost,
  routes: [route(ofRoute)],
});
/** A route that splits its requests among clusters with these settings, and one without where there is one alone. */
const split = (...own: readonly object[]): Partial<Parts> => ({
  routes: [
    {
      match: { prefix: '/' },
      route: {
        weighted_clusters: {
          clusters: (own.length === 1 ? [{}, ...own] : own).map((each, at) => ({
            name: ['c', 'd', 'services'][at],
            weight: 1,
            ...each,
          })),
        },
      },
    },
  ],
});

export const delegate = (inner: object) => ({
  name: 'delegate',
  typed_config: any('extensions.common.matching.v3.ExtensionWithMatcher', {
    extension_config: inner,
    xds_matcher: {
      matcher_list: {
        matchers: [
          {
            predicate: {
              single_predicate: {
                input: {
                  name: 'header',
                  typed_config: any('type.matcher.v3.HttpRequestHeaderMatchInput', { header_name: 'x-skip' }),
                },
                value_match: { exact: 'yes' },
              },
            },
            on_match: {
              action: {
                name: 'skip',
                typed_config: any('extensions.filters.common.matcher.action.v3.SkipFilter'),
              },
            },
          },
        ],
      },
    },
  }),
});

const name = 'of-our-own';
export const limit = (tokens: number, more: object = {}) =>
  guard('local_ratelimit', name, limiting(tokens, more));
export const perRoute = (tokens: number, more: object = {}) =>
  named(name, settings('local_ratelimit', 'LocalRateLimit', limiting(tokens, more)));
export const asking = (more: object = {}) => guard('ratelimit', name, { ...SERVICE, ...more });
const told = (more: object) => named(name, settings('ratelimit', 'RateLimitPerRoute', more));

export type Row = readonly [
  title: string,
  filters: readonly object[],
  before: Partial<Parts>,
  after: Partial<Parts>,
];
export const on = (own: object, action?: object): Partial<Parts> => ({ routes: [route(own, action)] });
const BUCKETS = { descriptors: DESCRIPTORS };

const ofHost = (limits: readonly object[]) => ({ hostFields: { rate_limits: limits } });
export const ofRoute = (limits: readonly object[], more: object = {}) =>
  on({}, { rate_limits: limits, ...more });
const stages = [asking(), guard('ratelimit', 'two', { ...SERVICE, stage: 1 })];
const INCLUDE = { include_vh_rate_limits: true };
export const OPENING: readonly Row[] = [
  ['more tokens', [limit(1)], on({}), on(perRoute(100_000))],
  ['more at once', [limit(5)], on({}), on(perRoute(6))],
  [
    'filled more often',
    [limit(1)],
    on({}),
    on(perRoute(1, { token_bucket: { max_tokens: 1, fill_interval: '1s' } })),
  ],
  ['a part of the requests only', [limit(1)], on({}), on(perRoute(1, { filter_enabled: part(50) }))],
  [
    'a share that may be set at run time',
    [limit(1)],
    on({}),
    on(perRoute(1, { filter_enabled: { runtime_key: 'k', ...part(50) } })),
  ],
  ['limits that are not enforced', [limit(1)], on({}), on(perRoute(1, { filter_enforced: undefined }))],
  ['a bucket for each connection', [limit(1)], on({}), on(perRoute(1, PER_CONNECTION))],
  ['no descriptors', [limit(9, BUCKETS)], ofRoute(LIMITS), on(perRoute(9), { rate_limits: LIMITS })],
  [
    'another limit than its host',
    [limit(9)],
    { ...on({}), hostFields: perRoute(1) },
    both(perRoute(1), perRoute(2)),
  ],
  ['a weaker check of origins', [guard('csrf', name)], on({}), on(named(name, CSRF_HALF))],
  ['no rules', [guard('rbac', name)], on({}), on(named(name, settings('rbac', 'RBACPerRoute')))],
  [
    'nobody to ask',
    [guard('ext_authz', name)],
    on({}),
    on(named(name, settings('ext_authz', 'ExtAuthzPerRoute', { disabled: true }))),
  ],
  [
    'no token to show',
    [guard('jwt_authn', name)],
    on({}),
    on(named(name, settings('jwt_authn', 'PerRouteConfig', { disabled: true }))),
  ],
  [
    'rate limits of its own in place of more',
    [asking()],
    on({}, { rate_limits: [...LIMITS, ...OTHERS] }),
    on(told({ rate_limits: OTHERS }), { rate_limits: [...LIMITS, ...OTHERS] }),
  ],
  [
    'none of its host',
    [asking()],
    { ...on({}), hostFields: { rate_limits: LIMITS } },
    { ...on(told({ vh_rate_limits: 'IGNORE' })), hostFields: { rate_limits: LIMITS } },
  ],
  ['one weighted cluster of two unguarded', [limit(1)], on({}), split(named(name, OFF))],
];
export const HARMLESS: readonly Row[] = [
  ['the same', [limit(5)], on({}), on(perRoute(5))],
  ['fewer tokens', [limit(5)], on({}), on(perRoute(1))],
  ['a limit where none was', [guard('local_ratelimit', name, { stat_prefix: 's' })], on({}), on(perRoute(9))],
  [
    'a limit that only routes switch on',
    [guard('local_ratelimit', name, limiting(1), { disabled: true })],
    on({}),
    on(perRoute(9)),
  ],
  ['more descriptors', [limit(9)], on({}), on(perRoute(9, BUCKETS))],
  [
    'rules',
    [guard('rbac', name)],
    on({}),
    on(named(name, settings('rbac', 'RBACPerRoute', { rbac: { rules: {} } }))),
  ],
  ['off where it limits nothing', [guard('rbac', name, {})], on({}), on(named(name, OFF))],
  ['rate limits of its own where it had none', [asking()], on({}), on(told({ rate_limits: LIMITS }))],
  [
    'off on both of two weighted clusters as before',
    [limit(1)],
    split(named(name, OFF), named(name, OFF)),
    split(named(name, OFF), named(name, OFF), named(name, OFF)),
  ],
];
export const GONE: readonly Row[] = [
  ['of a route', [asking()], ofRoute(LIMITS), on({})],
  ['one of two', [asking()], ofRoute([...LIMITS, ...OTHERS]), ofRoute(OTHERS)],
  ['of a host', [asking()], { ...ofHost(LIMITS), ...on({}) }, on({})],
  ['of the stage of another filter', stages, ofRoute(SECOND), on({})],
  ['to a stage that no filter has', [asking()], ofRoute(LIMITS), ofRoute(SECOND)],
  ['read by a local limit', [limit(9, BUCKETS)], ofRoute(LIMITS), on({})],
  ['behind a matcher', [delegate(asking())], ofRoute(LIMITS), on({})],
  [
    'a first one in place of those of the host',
    [asking()],
    { ...ofHost(LIMITS), ...on({}) },
    { ...ofHost(LIMITS), ...ofRoute(OTHERS) },
  ],
  [
    'no longer included',
    [asking()],
    { ...ofHost(LIMITS), ...ofRoute(OTHERS, INCLUDE) },
    { ...ofHost(LIMITS), ...ofRoute(OTHERS) },
  ],
];
export const KEPT: readonly Row[] = [
  ['new', [asking()], on({}), ofRoute(LIMITS)],
  ['new beside others', [asking()], ofRoute(LIMITS), ofRoute([...LIMITS, ...OTHERS])],
  ['from the route to its host', [asking()], ofRoute(LIMITS), { ...ofHost(LIMITS), ...on({}) }],
  ['from the host to its route', [asking()], { ...ofHost(LIMITS), ...on({}) }, ofRoute(LIMITS)],
  [
    'otherwise',
    [asking()],
    ofRoute(LIMITS),
    ofRoute([{ actions: [{ generic_key: { descriptor_value: 'b' } }] }]),
  ],
];
export const UNREAD: readonly Row[] = [
  ['a stage that no filter has', [asking()], ofRoute(SECOND), on({})],
  ['limits of the filter itself', [asking({ rate_limits: OTHERS })], ofRoute(LIMITS), on({})],
  ['a local limit without descriptors', [limit(9)], ofRoute(LIMITS), on({})],
  ['a filter that is off', [asking()], on(named(name, OFF), { rate_limits: LIMITS }), on(named(name, OFF))],
  [
    'a host whose routes have their own',
    [asking()],
    { ...ofHost(LIMITS), ...ofRoute(OTHERS) },
    ofRoute(OTHERS),
  ],
];
