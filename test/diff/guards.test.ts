/** What keeps requests out, or limits them, and does less of it: breaking by whatever name the chain has for it. */
import { describe, expect, it } from 'vitest';
import { type Change, diffConfigurations } from '../../src/diff/index.ts';
import { opened } from '../opened.ts';
import { any, bootstrapOf, type ChainCase, filter } from '../routing/filters/chains.ts';

const ALWAYS = { default_value: { numerator: 100 } };
const limiting = (tokens: number, more: object = {}) => ({
  stat_prefix: 's',
  token_bucket: { max_tokens: tokens, fill_interval: '60s' },
  filter_enabled: ALWAYS,
  filter_enforced: ALWAYS,
  ...more,
});
const LIMITS = [{ actions: [{ generic_key: { descriptor_value: 'a' } }] }];
const OTHERS = [{ actions: [{ remote_address: {} }] }];
const SECOND = [{ stage: 1, ...LIMITS[0] }];
const DESCRIPTORS = [
  {
    entries: [{ key: 'generic_key', value: 'a' }],
    token_bucket: { max_tokens: 1, fill_interval: '60s' },
  },
];

const GUARDS = {
  api_key_auth: ['ApiKeyAuth', { credentials: [{ key: 'k', client: 'c' }], key_sources: [{ header: 'x' }] }],
  basic_auth: ['BasicAuth', { users: { inline_string: 'u:{SHA}x' } }],
  csrf: ['CsrfPolicy', { filter_enabled: ALWAYS }],
  ext_authz: ['ExtAuthz', { grpc_service: { envoy_grpc: { cluster_name: 'c' } } }],
  jwt_authn: ['JwtAuthentication', { rules: [{ match: { prefix: '/' } }] }],
  local_ratelimit: ['LocalRateLimit', limiting(1)],
  oauth2: ['OAuth2', { config: { redirect_uri: 'x' } }],
  rate_limit_quota: ['RateLimitQuotaFilterConfig', { domain: 'd' }],
  ratelimit: ['RateLimit', { domain: 'd', failure_mode_deny: true }],
  rbac: ['RBAC', { rules: {} }],
} as const;
type Kind = keyof typeof GUARDS;
const KINDS = Object.keys(GUARDS) as readonly Kind[];

type Parts = Omit<ChainCase, 'name' | 'requests'>;

function changes(before: Parts, after: Parts): readonly Change[] {
  const side = (parts: Parts) => [opened(bootstrapOf([{ name: '', requests: [], ...parts }]), {}, 's.json')];
  return diffConfigurations(side(before), side(after)).changes;
}

function levels(before: Parts, after: Parts): readonly string[] {
  return changes(before, after).map(({ level }) => level);
}

const guard = (kind: Kind, name: string, fields?: object, more: object = {}) =>
  filter(kind, GUARDS[kind][0], fields ?? GUARDS[kind][1], { name, ...more });
interface Own {
  readonly typed_per_filter_config?: object;
}
const named = (name: string, settings: object): Own => ({ typed_per_filter_config: { [name]: settings } });
const OFF = any('config.route.v3.FilterConfig', { disabled: true });
const settings = (kind: string, message: string, fields: object = {}) =>
  any(`extensions.filters.http.${kind}.v3.${message}`, fields);

const route = (more: object = {}, action: object = {}) => ({
  match: { prefix: '/' },
  route: { cluster: 'c', ...action },
  ...more,
});

/** Where something may be said for a filter. */
const LEVELS: { readonly [level: string]: (own: Own) => Partial<Parts> } = {
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

const names = (kind: Kind) => [`envoy.filters.http.${kind}`, 'of-our-own'];

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

const delegate = (inner: object) => ({
  name: 'delegate',
  typed_config: any('extensions.common.matching.v3.ExtensionWithMatcher', {
    extension_config: inner,
    xds_matcher: { on_no_match: { action: { name: 's', typed_config: any('x.Y') } } },
  }),
});
describe.each(KINDS)('%s', (kind) => {
  it.each(names(kind))('is breaking where it is gone or off, named %s', (name) => {
    const filters = [guard(kind, name)];
    expect(levels({ filters }, { filters: [] })).toEqual(['breaking']);
    expect(levels({ filters }, { filters: [guard(kind, name, undefined, { disabled: true })] })).toEqual([
      'breaking',
    ]);
    for (const [level, at] of Object.entries(LEVELS)) {
      const [on, off] = [
        { filters, ...at({}) },
        { filters, ...at(named(name, OFF)) },
      ];
      expect([level, levels(on, off)]).toEqual([level, ['breaking']]);
      // The other way round it does more.
      expect([level, levels(off, on)]).toEqual([level, ['warning']]);
    }
  });

  it('is breaking where it is gone together with the matcher in front of it, or fetched', () => {
    expect(levels({ filters: [delegate(guard(kind, 'inner'))] }, { filters: [] })).toEqual(['breaking']);
    const fetched = {
      name: 'of-our-own',
      config_discovery: {
        config_source: { ads: {} },
        type_urls: [`type.googleapis.com/envoy.extensions.filters.http.${kind}.v3.${GUARDS[kind][0]}`],
      },
    };
    expect(levels({ filters: [fetched] }, { filters: [] })).toEqual(['breaking']);
  });

  it('is not switched off under a name that its chain does not have (fact 109)', () => {
    for (const [level, at] of Object.entries(LEVELS)) {
      const filters = [guard(kind, 'of-our-own')];
      const off = named(`envoy.filters.http.${kind}`, OFF);
      expect([level, levels({ filters, ...at({}) }, { filters, ...at(off) })]).toEqual([level, ['warning']]);
    }
  });

  it('is not switched off where it was off', () => {
    const filters = [guard(kind, 'of-our-own', undefined, { disabled: true })];
    const at = LEVELS['a route'] ?? (() => ({}));
    expect(levels({ filters, ...at({}) }, { filters, ...at(named('of-our-own', OFF)) })).not.toContain(
      'breaking',
    );
  });
});

const name = 'of-our-own';
const limit = (tokens: number, more: object = {}) => guard('local_ratelimit', name, limiting(tokens, more));
const perRoute = (tokens: number, more: object = {}) =>
  named(name, settings('local_ratelimit', 'LocalRateLimit', limiting(tokens, more)));
const asking = (more: object = {}) => guard('ratelimit', name, { domain: 'd', ...more });
const told = (more: object) => named(name, settings('ratelimit', 'RateLimitPerRoute', more));

type Row = readonly [
  title: string,
  filters: readonly object[],
  before: Partial<Parts>,
  after: Partial<Parts>,
];
const on = (own: object, action?: object): Partial<Parts> => ({ routes: [route(own, action)] });
const BUCKETS = { descriptors: DESCRIPTORS };

describe('what a route says for a guard', () => {
  const OPENING: readonly Row[] = [
    ['more tokens', [limit(1)], on({}), on(perRoute(100_000))],
    ['more at once', [limit(5)], on({}), on(perRoute(6))],
    [
      'filled more often',
      [limit(1)],
      on({}),
      on(perRoute(1, { token_bucket: { max_tokens: 1, fill_interval: '1s' } })),
    ],
    ['a part of the requests only', [limit(1)], on({}), on(perRoute(1, { filter_enabled: part(50) }))],
    ['limits that are not enforced', [limit(1)], on({}), on(perRoute(1, { filter_enforced: undefined }))],
    ['a bucket for each connection', [limit(1)], on({}), on(perRoute(1, PER_CONNECTION))],
    ['no descriptors', [limit(9, BUCKETS)], on({}), on(perRoute(9))],
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
      on(told({ rate_limits: LIMITS }), { rate_limits: [...LIMITS, ...OTHERS] }),
    ],
    [
      'none of its host',
      [asking()],
      { ...on({}), hostFields: { rate_limits: LIMITS } },
      { ...on(told({ vh_rate_limits: 'IGNORE' })), hostFields: { rate_limits: LIMITS } },
    ],
    ['one weighted cluster of two unguarded', [limit(1)], on({}), split(named(name, OFF))],
  ];
  it.each(OPENING)('is breaking: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toContain('breaking');
  });

  const HARMLESS: readonly Row[] = [
    ['the same', [limit(5)], on({}), on(perRoute(5))],
    ['fewer tokens', [limit(5)], on({}), on(perRoute(1))],
    [
      'a limit where none was',
      [guard('local_ratelimit', name, { stat_prefix: 's' })],
      on({}),
      on(perRoute(9)),
    ],
    [
      'a limit that only routes switch on',
      [guard('local_ratelimit', name, limiting(1), { disabled: true })],
      on({}),
      on(perRoute(9)),
    ],
    [
      'a share that may be set at run time',
      [limit(1)],
      on({}),
      on(perRoute(1, { filter_enabled: { runtime_key: 'k', ...part(50) } })),
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
  it.each(HARMLESS)('is not: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).not.toContain('breaking');
  });
});

describe('rate limits of routes and virtual hosts', () => {
  const ofHost = (limits: readonly object[]) => ({ hostFields: { rate_limits: limits } });
  const ofRoute = (limits: readonly object[], more: object = {}) => on({}, { rate_limits: limits, ...more });
  const stages = [asking(), guard('ratelimit', 'two', { domain: 'd', stage: 1 })];
  const INCLUDE = { include_vh_rate_limits: true };
  const GONE: readonly Row[] = [
    ['of a route', [asking()], ofRoute(LIMITS), on({})],
    ['one of two', [asking()], ofRoute([...LIMITS, ...OTHERS]), ofRoute(LIMITS)],
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
  it.each(GONE)('are breaking where they are gone: %s (fact 142)', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toContain('breaking');
  });

  const KEPT: readonly Row[] = [
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
  it.each(KEPT)('are a warning: %s', (_, filters, before, after) => {
    expect(new Set(levels({ filters, ...before }, { filters, ...after }))).toEqual(new Set(['warning']));
  });

  const UNREAD: readonly Row[] = [
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
  it.each(UNREAD)('are told only where nobody reads them: %s', (_, filters, before, after) => {
    expect(levels({ filters, ...before }, { filters, ...after })).toEqual(['info']);
  });

  it('are a warning in a chain with a filter that nobody knows', () => {
    const filters = [{ name: 'x', typed_config: any('extensions.filters.http.wasm.v3.Wasm') }];
    expect(levels({ filters, ...ofRoute(LIMITS) }, { filters, ...on({}) })).toEqual(['warning']);
  });

  it('are breaking where no chain is known', () => {
    const bare = (limits: readonly object[]) =>
      opened(
        JSON.stringify({
          '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
          virtual_hosts: [{ name: 'v', domains: ['*'], rate_limits: limits, routes: [route()] }],
        }),
        {},
        'bare.json',
      );
    const { changes: found } = diffConfigurations([bare(LIMITS)], [bare([])]);
    expect(found.map(({ level, rule }) => [level, rule])).toEqual([
      ['breaking', 'virtual-host-rate-limit-removed'],
    ]);
  });
});
