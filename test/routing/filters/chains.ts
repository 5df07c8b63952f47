/** Chains of HTTP filters with requests to them, and what the proxy 1.40 does with each. */
import { createHmac } from 'node:crypto';
import { SESSION_SECRET } from '../../../src/proxy/runnable/bootstrap.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import type { Release } from '../../../src/schema/release.ts';
import { EXPRESSIONS } from './expressions.ts';
import { UNIT_CASES } from './unit-cases.ts';

/** A status that a filter answers with, or that the request passes all of them, or that no connection comes to be. */
export type Expected = number | 'passes' | 'open' | 'random' | 'closed';

export interface ChainCase {
  readonly name: string;
  /** Of docs/routing.md. */
  readonly fact?: number;
  readonly filters: readonly object[];
  /** Settings of the virtual host, by the name of a filter. */
  readonly host?: object;
  readonly hostFields?: object;
  readonly routeConfiguration?: object;
  readonly routeFields?: object;
  readonly routes?: readonly object[];
  readonly manager?: object;
  /** A header: scope `a` leads to the routes, the others to none. */
  readonly scopedBy?: string;
  /** Network filters before the connection manager. */
  readonly network?: readonly object[];
  readonly requests: readonly (readonly [Partial<Request>, Expected])[];
}

const TYPES = 'type.googleapis.com/envoy';

export function any(type: string, fields: object = {}): object {
  return { '@type': `${TYPES}.${type}`, ...fields };
}

/** A filter under its usual name. */
export function filter(kind: string, message: string, fields: object = {}, more: object = {}): object {
  const typed = any(`extensions.filters.http.${kind}.v3.${message}`, fields);
  return { name: kind, typed_config: typed, ...more };
}

const perRoute = (kind: string, message: string, fields: object = {}): object => ({
  [kind]: any(`extensions.filters.http.${kind}.v3.${message}`, fields),
});

const wrapped = (fields: object): object => any('config.route.v3.FilterConfig', fields);

const rbac = (rules: object, more: object = {}): object => filter('rbac', 'RBAC', { rules, ...more });

/** Rules with one policy for each condition. */
const policies = (action: string, all: { readonly [name: string]: readonly [object, object] }): object => ({
  action,
  policies: Object.fromEntries(
    Object.entries(all).map(([name, [permission, principal]]) => [
      name,
      { permissions: [permission], principals: [principal] },
    ]),
  ),
});

const ANY = { any: true };
const path = (matcher: object) => ({ url_path: { path: matcher } });
const header = (name: string, exact: string) => ({ header: { name, string_match: { exact } } });
const there = (name: string): object => ({ header: { name, present_match: true } });
const to = (where: string, more: object = {}) => ({
  match: { prefix: where },
  route: { cluster: 'c' },
  ...more,
});
const preflight = (origin: string): Partial<Request> => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET' },
});
const ALWAYS = { default_value: { numerator: 100 } };
const NEVER = { default_value: { numerator: 0 } };
const whole = { numerator: 100 };

/** A condition on the metadata of the route under `n`. */
const ofRoute = (key: string, exact: string, invert: boolean): object => ({
  sourced_metadata: {
    metadata_matcher: { filter: 'n', path: [{ key }], value: { string_match: { exact } }, invert },
    metadata_source: 'ROUTE',
  },
});

const RBAC: readonly ChainCase[] = [
  {
    name: 'rbac without rules lets all pass',
    fact: 112,
    filters: [filter('rbac', 'RBAC')],
    requests: [[{}, 'passes']],
  },
  { name: 'rbac with empty rules denies all', fact: 112, filters: [rbac({})], requests: [[{}, 403]] },
  {
    name: 'rbac that denies nothing',
    fact: 112,
    filters: [rbac({ action: 'DENY' })],
    requests: [[{}, 'passes']],
  },
  {
    name: 'rbac that logs, and rules that only shadow',
    fact: 112,
    filters: [
      rbac(policies('LOG', { all: [ANY, ANY] })),
      filter('rbac', 'RBAC', { shadow_rules: policies('DENY', { all: [ANY, ANY] }) }),
    ],
    requests: [[{}, 'passes']],
  },
  {
    name: 'rbac by the metadata of a route, of which nothing holds where there is none',
    fact: 112,
    filters: [rbac(policies('ALLOW', { plain: [ofRoute('k', '1', true), ANY] }))],
    routes: [
      { ...to('/m'), metadata: { filter_metadata: { n: { k: '1' } } } },
      { ...to('/o'), metadata: { filter_metadata: { n: { k: '2' } } } },
      to('/a'),
    ],
    requests: [
      [{ path: '/m' }, 403],
      [{ path: '/o' }, 'passes'],
      [{ path: '/a' }, 'passes'],
      [{ path: '/none' }, 403],
      [{ path: '/a', authority: 'else.test' }, 403],
    ],
  },
  {
    name: 'rbac by path, which is looked at without the query',
    fact: 112,
    filters: [rbac(policies('DENY', { admin: [path({ exact: '/admin' }), ANY] }))],
    requests: [
      [{ path: '/admin' }, 403],
      [{ path: '/admin?x' }, 403],
      [{ path: '/admin/' }, 'passes'],
      [{ path: '/other' }, 'passes'],
    ],
  },
  {
    name: 'rbac by :path, which is looked at with the query',
    fact: 112,
    filters: [rbac(policies('DENY', { admin: [header(':path', '/admin'), ANY] }))],
    requests: [
      [{ path: '/admin' }, 403],
      [{ path: '/admin?x' }, 'passes'],
    ],
  },
  {
    name: 'rbac by method, host and header, all and any and not',
    fact: 112,
    filters: [
      rbac(
        policies('ALLOW', {
          both: [
            { and_rules: { rules: [header(':method', 'POST'), { not_rule: header('x-no', '1') }] } },
            { or_ids: { ids: [header('x-who', 'a'), header('x-who', 'b')] } },
          ],
          host: [header(':authority', 'open.test'), ANY],
        }),
      ),
    ],
    requests: [
      [{ method: 'POST', headers: { 'x-who': 'a' } }, 'passes'],
      [{ method: 'POST', headers: { 'x-who': 'b' } }, 'passes'],
      [{ method: 'POST', headers: { 'x-who': 'c' } }, 403],
      [{ method: 'POST', headers: { 'x-who': 'a', 'x-no': '1' } }, 403],
      [{ headers: { 'x-who': 'a' } }, 403],
      [{ authority: 'open.test' }, 'passes'],
    ],
  },
  {
    name: 'rbac matches each value of a header',
    fact: 112,
    filters: [rbac(policies('DENY', { two: [header('x-a', '2'), ANY] }))],
    requests: [
      [{ headers: { 'x-a': '1,2' }, repeated: { 'x-a': ['1', '2'] } }, 403],
      [{ headers: { 'x-a': '1,2' } }, 'passes'],
    ],
  },
  {
    name: 'rbac by addresses: the peer, and what x-forwarded-for tells',
    fact: 113,
    filters: [
      rbac(
        policies('ALLOW', {
          peer: [
            path({ prefix: '/peer' }),
            { direct_remote_ip: { address_prefix: '192.0.2.0', prefix_len: 24 } },
          ],
          source: [
            path({ prefix: '/source' }),
            { source_ip: { address_prefix: '192.0.2.7', prefix_len: 32 } },
          ],
          remote: [path({ prefix: '/remote' }), { remote_ip: { address_prefix: '10.0.0.0', prefix_len: 8 } }],
          port: [{ destination_port_range: { start: 80, end: 180 } }, header('x-port', '1')],
        }),
      ),
    ],
    requests: [
      [{ path: '/peer', remote_address: '192.0.2.7' }, 'passes'],
      [{ path: '/peer', remote_address: '198.51.100.7' }, 403],
      [{ path: '/source', remote_address: '192.0.2.7' }, 'passes'],
      [{ path: '/source', remote_address: '192.0.2.8' }, 403],
      [{ path: '/remote', remote_address: '192.0.2.7' }, 403],
      [
        { path: '/remote', remote_address: '192.0.2.7', headers: { 'x-forwarded-for': '10.1.2.3' } },
        'passes',
      ],
      [
        { path: '/remote', remote_address: '192.0.2.7', headers: { 'x-forwarded-for': '10.1.2.3, 9.9.9.9' } },
        403,
      ],
      [{ path: '/peer', remote_address: '192.0.2.7', headers: { 'x-forwarded-for': '10.1.2.3' } }, 'passes'],
      [{ path: '/x', remote_address: '192.0.2.7', headers: { 'x-port': '1' } }, 'passes'],
    ],
  },
  {
    name: 'rbac with use_remote_address and a trusted hop',
    fact: 113,
    filters: [
      rbac(
        policies('ALLOW', { remote: [ANY, { remote_ip: { address_prefix: '10.0.0.0', prefix_len: 8 } }] }),
      ),
    ],
    manager: { use_remote_address: true, xff_num_trusted_hops: 1 },
    requests: [
      [{ remote_address: '192.0.2.7', headers: { 'x-forwarded-for': '10.1.2.3' } }, 'passes'],
      [{ remote_address: '192.0.2.7', headers: { 'x-forwarded-for': '10.1.2.3,9.9.9.9' } }, 403],
      [{ remote_address: '10.0.0.9' }, 'passes'],
      [{ remote_address: '192.0.2.7' }, 403],
    ],
  },
  {
    name: 'rbac of plain connections knows no certificates',
    fact: 112,
    filters: [rbac(policies('ALLOW', { tls: [ANY, { authenticated: {} }] }))],
    requests: [[{}, 403]],
  },
  {
    name: 'rbac on metadata that nobody sets',
    fact: 112,
    filters: [
      rbac(
        policies('DENY', {
          set: [
            {
              metadata: {
                filter: 'n',
                path: [{ key: 'k' }],
                value: { string_match: { exact: 'v' } },
                invert: true,
              },
            },
            ANY,
          ],
        }),
      ),
    ],
    requests: [[{}, 403]],
  },
  {
    name: 'rbac by a matcher, which denies what it does not take',
    fact: 112,
    filters: [
      filter('rbac', 'RBAC', {
        matcher: {
          matcher_tree: {
            input: {
              name: 'i',
              typed_config: {
                '@type': 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput',
                header_name: 'x-a',
              },
            },
            exact_match_map: {
              map: {
                yes: { action: { name: 'a', typed_config: any('config.rbac.v3.Action', { name: 'in' }) } },
                no: {
                  action: {
                    name: 'a',
                    typed_config: any('config.rbac.v3.Action', { name: 'out', action: 'DENY' }),
                  },
                },
              },
            },
          },
        },
      }),
    ],
    requests: [
      [{ headers: { 'x-a': 'yes' } }, 'passes'],
      [{ headers: { 'x-a': 'no' } }, 403],
      [{ headers: { 'x-a': 'else' } }, 403],
      [{}, 403],
    ],
  },
];

const LEVELS: readonly ChainCase[] = [
  {
    name: 'the most specific settings replace those of the filter',
    fact: 111,
    filters: [rbac({})],
    host: perRoute('rbac', 'RBACPerRoute'),
    routes: [
      to('/closed', { typed_per_filter_config: perRoute('rbac', 'RBACPerRoute', { rbac: { rules: {} } }) }),
      to('/open'),
    ],
    requests: [
      [{ path: '/open' }, 'passes'],
      [{ path: '/closed' }, 403],
      // Without a route only the filter's own count.
      [{ path: '/none' }, 403],
      [{ authority: 'else.test', path: '/open' }, 403],
    ],
  },
  {
    name: 'a filter that is disabled runs where a level has settings for it',
    fact: 108,
    filters: [filter('rbac', 'RBAC', { rules: {} }, { disabled: true })],
    routes: [
      to('/on', { typed_per_filter_config: { rbac: wrapped({ config: {} }) } }),
      to('/own', { typed_per_filter_config: perRoute('rbac', 'RBACPerRoute', { rbac: { rules: {} } }) }),
      to('/'),
    ],
    requests: [
      [{ path: '/on' }, 403],
      [{ path: '/own' }, 403],
      [{ path: '/' }, 'passes'],
      [{ authority: 'else.test', path: '/none' }, 'passes'],
    ],
  },
  {
    name: 'a level that disables a filter, and a more specific one that does not',
    fact: 108,
    filters: [rbac({})],
    host: { rbac: wrapped({ disabled: true }) },
    routes: [to('/on', { typed_per_filter_config: { rbac: wrapped({ config: {} }) } }), to('/')],
    requests: [
      [{ path: '/on' }, 403],
      [{ path: '/' }, 'passes'],
    ],
  },
  {
    name: 'settings are found by the name in the chain, and those of another type count as none',
    fact: 109,
    filters: [{ ...rbac({}), name: 'mine' }],
    routes: [
      to('/kind', { typed_per_filter_config: perRoute('rbac', 'RBACPerRoute') }),
      to('/name', {
        typed_per_filter_config: { mine: any('extensions.filters.http.rbac.v3.RBACPerRoute') },
      }),
      to('/other', {
        typed_per_filter_config: { mine: any('extensions.filters.http.cors.v3.CorsPolicy') },
      }),
    ],
    requests: [
      [{ path: '/kind' }, 403],
      [{ path: '/name' }, 'passes'],
      [{ path: '/other' }, 403],
    ],
  },
  {
    name: 'filters come before redirects, direct responses and 404',
    fact: 110,
    filters: [rbac(policies('DENY', { no: [header('x-a', '1'), ANY] }))],
    routes: [
      { match: { prefix: '/away' }, redirect: { host_redirect: 'else.test' } },
      { match: { prefix: '/gone' }, direct_response: { status: 410 } },
    ],
    requests: [
      [{ path: '/away', headers: { 'x-a': '1' } }, 403],
      [{ path: '/gone', headers: { 'x-a': '1' } }, 403],
      [{ path: '/else', headers: { 'x-a': '1' } }, 403],
      [{ path: '/away' }, 'passes'],
      [{ path: '/gone' }, 'passes'],
      [{ path: '/else' }, 'passes'],
    ],
  },
];

const FAULTS: readonly ChainCase[] = [
  {
    name: 'fault aborts every request',
    fact: 115,
    filters: [filter('fault', 'HTTPFault', { abort: { http_status: 503, percentage: whole } })],
    requests: [
      [{}, 503],
      [{ path: '/none', authority: 'else.test' }, 503],
    ],
  },
  {
    name: 'fault aborts a share of requests',
    fact: 115,
    filters: [filter('fault', 'HTTPFault', { abort: { http_status: 503, percentage: { numerator: 50 } } })],
    requests: [[{}, 'random']],
  },
  {
    name: 'fault without a share aborts none',
    fact: 115,
    filters: [filter('fault', 'HTTPFault', { abort: { http_status: 503 } })],
    requests: [[{}, 'passes']],
  },
  {
    name: 'fault by headers, and by a cluster',
    fact: 115,
    filters: [
      filter('fault', 'HTTPFault', {
        abort: { http_status: 503, percentage: whole },
        headers: [{ name: 'x-fault', string_match: { exact: 'yes' } }],
        upstream_cluster: 'c',
      }),
    ],
    routes: [{ match: { prefix: '/d' }, route: { cluster: 'd' } }, to('/')],
    requests: [
      [{ headers: { 'x-fault': 'yes' } }, 503],
      [{}, 'passes'],
      [{ path: '/d', headers: { 'x-fault': 'yes' } }, 'passes'],
    ],
  },
  {
    name: 'fault by a header of the request',
    fact: 115,
    filters: [filter('fault', 'HTTPFault', { abort: { header_abort: {}, percentage: whole } })],
    requests: [
      [{ headers: { 'x-envoy-fault-abort-request': '418' } }, 418],
      [{ headers: { 'x-envoy-fault-abort-request': '199' } }, 'passes'],
      [
        { headers: { 'x-envoy-fault-abort-request': '503', 'x-envoy-fault-abort-request-percentage': '0' } },
        'passes',
      ],
      [{}, 'passes'],
    ],
  },
  {
    name: 'fault of a route replaces that of the filter',
    fact: 115,
    filters: [filter('fault', 'HTTPFault', { abort: { http_status: 503, percentage: whole } })],
    routes: [
      to('/own', {
        typed_per_filter_config: perRoute('fault', 'HTTPFault', {
          abort: { http_status: 429, percentage: whole },
        }),
      }),
      to('/none', { typed_per_filter_config: perRoute('fault', 'HTTPFault') }),
    ],
    requests: [
      [{ path: '/own' }, 429],
      [{ path: '/none' }, 'passes'],
    ],
  },
];

const CHECKS: readonly ChainCase[] = [
  {
    name: 'health checks are answered by the proxy, whatever the route says',
    fact: 115,
    filters: [
      filter('health_check', 'HealthCheck', {
        pass_through_mode: false,
        headers: [{ name: ':path', string_match: { exact: '/healthz' } }],
      }),
    ],
    requests: [
      [{ path: '/healthz' }, 200],
      [{ path: '/healthz', authority: 'else.test' }, 200],
      [{ path: '/healthz?x' }, 'passes'],
      [{ path: '/' }, 'passes'],
    ],
  },
  {
    name: 'a health check without headers answers everything',
    fact: 115,
    filters: [filter('health_check', 'HealthCheck', { pass_through_mode: false })],
    requests: [[{}, 200]],
  },
  {
    name: 'health checks that pass through',
    fact: 115,
    filters: [filter('health_check', 'HealthCheck', { pass_through_mode: true })],
    requests: [[{}, 'passes']],
  },
  {
    name: 'loops of content delivery networks',
    filters: [filter('cdn_loop', 'CdnLoopConfig', { cdn_id: 'me.test' })],
    requests: [
      [{ headers: { 'cdn-loop': 'me.test' } }, 502],
      [{ headers: { 'cdn-loop': 'other.test' } }, 'passes'],
      [{}, 'passes'],
    ],
  },
  {
    name: 'a local rate limit without tokens',
    filters: [
      filter('local_ratelimit', 'LocalRateLimit', {
        stat_prefix: 's',
        token_bucket: { max_tokens: 0, fill_interval: '60s' },
        filter_enabled: ALWAYS,
        filter_enforced: ALWAYS,
      }),
    ],
    requests: [[{}, 429]],
  },
  {
    name: 'a local rate limit that is not enforced',
    filters: [
      filter('local_ratelimit', 'LocalRateLimit', {
        stat_prefix: 's',
        token_bucket: { max_tokens: 0, fill_interval: '60s' },
        filter_enabled: ALWAYS,
      }),
    ],
    requests: [[{}, 'passes']],
  },
];

const corsPolicy = (fields: object): object => ({
  typed_per_filter_config: perRoute('cors', 'CorsPolicy', fields),
});

const ORIGINS: readonly ChainCase[] = [
  {
    name: 'cors answers preflights of allowed origins, of routes to clusters',
    fact: 115,
    filters: [filter('cors', 'Cors')],
    routes: [
      to('/api', corsPolicy({ allow_origin_string_match: [{ exact: 'https://a.test' }] })),
      to(
        '/strict',
        corsPolicy({
          allow_origin_string_match: [{ suffix: '.a.test' }],
          forward_not_matching_preflights: false,
        }),
      ),
      to(
        '/off',
        corsPolicy({ allow_origin_string_match: [{ exact: 'https://a.test' }], filter_enabled: NEVER }),
      ),
      {
        match: { prefix: '/gone' },
        direct_response: { status: 410 },
        ...corsPolicy({ allow_origin_string_match: [{ exact: 'https://a.test' }] }),
      },
      to('/'),
    ],
    requests: [
      [{ path: '/api', ...preflight('https://a.test') }, 200],
      [{ path: '/api', ...preflight('https://b.test') }, 'passes'],
      [{ path: '/api', method: 'OPTIONS', headers: { origin: 'https://a.test' } }, 'passes'],
      [
        { path: '/api', headers: { origin: 'https://a.test', 'access-control-request-method': 'GET' } },
        'passes',
      ],
      [{ path: '/strict', ...preflight('https://x.a.test') }, 200],
      [{ path: '/strict', ...preflight('https://b.test') }, 200],
      [{ path: '/gone', ...preflight('https://a.test') }, 'passes'],
      [{ path: '/', ...preflight('https://a.test') }, 'passes'],
    ],
  },
  {
    name: 'csrf refuses changing requests of other origins',
    fact: 115,
    filters: [
      filter('csrf', 'CsrfPolicy', {
        filter_enabled: ALWAYS,
        additional_origins: [{ suffix: '.friend.test' }],
      }),
    ],
    requests: [
      [{ method: 'POST', headers: { origin: 'http://shop.test' } }, 'passes'],
      [{ method: 'POST', headers: { origin: 'https://shop.test' } }, 'passes'],
      [{ method: 'POST', headers: { origin: 'http://shop.test:80' } }, 403],
      [{ method: 'POST', headers: { origin: 'http://evil.test' } }, 403],
      [{ method: 'PUT', headers: { origin: 'http://a.friend.test' } }, 'passes'],
      [{ method: 'DELETE' }, 403],
      [{ method: 'POST', headers: { origin: 'null', referer: 'http://shop.test/a' } }, 403],
      [{ method: 'POST', headers: { referer: 'http://shop.test/a' } }, 'passes'],
      [{ method: 'GET', headers: { origin: 'http://evil.test' } }, 'passes'],
    ],
  },
  {
    name: 'csrf that is off for a route',
    fact: 115,
    filters: [filter('csrf', 'CsrfPolicy', { filter_enabled: ALWAYS })],
    routes: [
      to('/off', { typed_per_filter_config: perRoute('csrf', 'CsrfPolicy', { filter_enabled: NEVER }) }),
      to('/'),
    ],
    requests: [
      [{ path: '/off', method: 'POST' }, 'passes'],
      [{ path: '/', method: 'POST' }, 403],
    ],
  },
];

const mutations = (...request_mutations: readonly object[]) => ({ mutations: { request_mutations } });

const CHANGES: readonly ChainCase[] = [
  {
    name: 'header_mutation changes what filters behind it see',
    fact: 116,
    filters: [
      filter(
        'header_mutation',
        'HeaderMutation',
        mutations({ append: { header: { key: 'x-a', value: '1' } } }, { remove: 'x-b' }),
      ),
      rbac(
        policies('DENY', {
          a: [{ and_rules: { rules: [header('x-a', '1'), path({ prefix: '/a' })] } }, ANY],
          b: [header('x-b', '1'), ANY],
        }),
      ),
    ],
    requests: [
      [{ path: '/a' }, 403],
      [{ path: '/b', headers: { 'x-b': '1' } }, 'passes'],
    ],
  },
  {
    name: 'header_mutation writes no empty value, unless it is to',
    fact: 123,
    filters: [
      filter(
        'header_mutation',
        'HeaderMutation',
        mutations(
          { append: { header: { key: 'x-none', value: '%REQ(x-missing)%' } } },
          { append: { header: { key: 'x-kept', value: '%REQ(x-missing)%' }, keep_empty_value: true } },
        ),
      ),
      rbac(
        policies('DENY', {
          none: [{ and_rules: { rules: [there('x-none'), path({ prefix: '/none' })] } }, ANY],
          kept: [{ and_rules: { rules: [there('x-kept'), path({ prefix: '/kept' })] } }, ANY],
        }),
      ),
    ],
    requests: [
      [{ path: '/none' }, 'passes'],
      [{ path: '/kept' }, 403],
    ],
  },
  {
    name: 'header_mutation behind the filter that looks does not count',
    fact: 116,
    filters: [
      rbac(policies('DENY', { a: [header('x-a', '1'), ANY] })),
      filter(
        'header_mutation',
        'HeaderMutation',
        mutations({ append: { header: { key: 'x-a', value: '1' } } }),
      ),
    ],
    requests: [[{}, 'passes']],
  },
  {
    name: 'header_mutation does not pick the route anew',
    fact: 116,
    filters: [
      filter(
        'header_mutation',
        'HeaderMutation',
        mutations({ append: { header: { key: 'x-a', value: '1' } } }),
      ),
    ],
    routes: [
      {
        match: { prefix: '/', headers: [{ name: 'x-a', string_match: { exact: '1' } }] },
        route: { cluster: 'd' },
      },
      to('/'),
    ],
    requests: [[{}, 'passes']],
  },
  {
    name: 'header_mutation of the levels: the least specific has the last word',
    fact: 111,
    filters: [
      filter('header_mutation', 'HeaderMutation'),
      rbac(policies('DENY', { host: [header('x-a', 'host'), ANY] })),
    ],
    host: perRoute(
      'header_mutation',
      'HeaderMutationPerRoute',
      mutations({
        append: { header: { key: 'x-a', value: 'host' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
      }),
    ),
    routes: [
      to('/', {
        typed_per_filter_config: perRoute(
          'header_mutation',
          'HeaderMutationPerRoute',
          mutations({
            append: { header: { key: 'x-a', value: 'route' }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
          }),
        ),
      }),
    ],
    requests: [[{}, 403]],
  },
];

/** A key that tokens of these tests are signed with. */
export const KEY = 'a key of no one, for tests of the model alone';
const encoded = Buffer.from(KEY).toString('base64url');
const saying = (name: string, value = 'a'): Partial<Request> => ({ headers: { [name]: value } });

const ofMetadata = (key: string, exact: string, namespace = 'n'): object => ({
  metadata: { filter: namespace, path: [{ key }], value: { string_match: { exact } } },
});

const LEAVING: readonly ChainCase[] = [
  {
    name: 'set_metadata, and rbac on what it sets',
    fact: 118,
    filters: [
      filter('set_metadata', 'Config', {
        metadata: [
          { metadata_namespace: 'n', value: { k: 'v' } },
          { metadata_namespace: 'n', value: { k: 'w' } },
          { metadata_namespace: 'n', value: { more: 'x' }, allow_overwrite: true },
        ],
      }),
      rbac(
        policies('DENY', {
          first: [{ and_rules: { rules: [path({ prefix: '/first' }), ofMetadata('k', 'v')] } }, ANY],
          second: [{ and_rules: { rules: [path({ prefix: '/second' }), ofMetadata('k', 'w')] } }, ANY],
          more: [{ and_rules: { rules: [path({ prefix: '/more' }), ofMetadata('more', 'x')] } }, ANY],
        }),
      ),
    ],
    requests: [
      [{ path: '/first' }, 403],
      [{ path: '/second' }, 'passes'],
      [{ path: '/more' }, 403],
    ],
  },
  {
    name: 'header_to_metadata, and rbac on what it sets',
    fact: 118,
    filters: [
      filter('header_to_metadata', 'Config', {
        request_rules: [
          {
            header: 'x-a',
            on_header_present: { key: 'a' },
            on_header_missing: { metadata_namespace: 'n', key: 'a', value: 'none' },
            remove: true,
          },
        ],
      }),
      rbac(
        policies('DENY', {
          there: [ofMetadata('a', '1', 'envoy.filters.http.header_to_metadata'), ANY],
          missing: [{ and_rules: { rules: [path({ prefix: '/missing' }), ofMetadata('a', 'none')] } }, ANY],
          kept: [there('x-a'), ANY],
        }),
      ),
    ],
    requests: [
      [saying('x-a', '1'), 403],
      [saying('x-a', '2'), 'passes'],
      [{ path: '/missing' }, 403],
      [{}, 'passes'],
    ],
  },
  {
    name: 'grpc_web, and rbac on what it makes',
    fact: 118,
    filters: [
      filter('grpc_web', 'GrpcWeb'),
      rbac(policies('DENY', { grpc: [header('content-type', 'application/grpc'), ANY] })),
    ],
    requests: [
      [saying('content-type', 'application/grpc-web'), 403],
      [saying('content-type', 'application/grpc-web+proto'), 403],
      [saying('content-type', 'application/json'), 'passes'],
    ],
  },
];

const KEYS = {
  local_jwks: {
    inline_string: JSON.stringify({ keys: [{ kty: 'oct', alg: 'HS256', kid: 'k', k: encoded }] }),
  },
};

/** Asks for a token of `corp`, writes its subject into a header, and has the route chosen anew. */
function choosingAnew(header: string): object {
  return filter('jwt_authn', 'JwtAuthentication', {
    providers: {
      corp: {
        issuer: 'corp',
        ...KEYS,
        claim_to_headers: [{ header_name: header, claim_name: 'sub' }],
        clear_route_cache: true,
      },
    },
    rules: [{ match: { prefix: '/' }, requires: { provider_name: 'corp' } }],
  });
}

/** A token of `corp`, and what it holds. */
function bearer(sub: string): Partial<Request> {
  const payload = { iss: 'corp', sub, exp: 4_000_000_000 };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', kid: 'k' })}.${part(payload)}`;
  const signature = createHmac('sha256', KEY).update(signed).digest('base64url');
  return {
    headers: { authorization: `Bearer ${signed}.${signature}` },
    claims: { provider: 'corp', payload },
  };
}

const claim = (name: string, exact: string): object => ({
  metadata: {
    filter: 'envoy.filters.http.jwt_authn',
    path: [{ key: 'token' }, { key: name }],
    value: { string_match: { exact } },
  },
});

const TOKENS: readonly ChainCase[] = [
  {
    name: 'a rule by a header that a provider writes',
    fact: 129,
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          corp: { issuer: 'corp', ...KEYS, claim_to_headers: [{ header_name: 'x-sub', claim_name: 'sub' }] },
          other: { issuer: 'other', ...KEYS, forward_payload_header: 'x-payload' },
        },
        rules: ['x-sub', 'x-payload', 'x-a'].map((name) => ({
          match: { prefix: '/', headers: [{ name, present_match: true }] },
          requires: { provider_name: 'corp' },
        })),
      }),
    ],
    requests: [
      [saying('x-sub'), 'passes'],
      [saying('x-payload'), 'passes'],
      [saying('x-a'), 401],
    ],
  },
  {
    name: 'a token in a header that its provider writes',
    fact: 129,
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          corp: {
            issuer: 'corp',
            ...KEYS,
            from_headers: [{ name: 'authorization', value_prefix: 'Bearer ' }, { name: 'x-token' }],
            claim_to_headers: [{ header_name: 'authorization', claim_name: 'sub' }],
          },
        },
        rules: [{ match: { prefix: '/' }, requires: { provider_name: 'corp' } }],
      }),
    ],
    requests: [[bearer('bob'), 401]],
  },
  {
    name: 'what only asks, and is switched off',
    fact: 129,
    filters: [
      filter('ext_authz', 'ExtAuthz', {
        grpc_service: { envoy_grpc: { cluster_name: 'services' } },
        transport_api_version: 'V3',
        filter_enabled: { default_value: { numerator: 0 } },
        deny_at_disable: { default_value: true, runtime_key: 'k' },
        shadow_mode: true,
      }),
    ],
    requests: [[{}, 'passes']],
  },
  {
    name: 'rbac by the claims of a valid token, in a header and in metadata',
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          corp: {
            issuer: 'corp',
            ...KEYS,
            payload_in_metadata: 'token',
            claim_to_headers: [{ header_name: 'x-sub', claim_name: 'sub' }],
          },
        },
        rules: [{ match: { prefix: '/' }, requires: { provider_name: 'corp' } }],
      }),
      rbac(
        policies('DENY', {
          header: [path({ prefix: '/header' }), header('x-sub', 'bob')],
          claim: [path({ prefix: '/claim' }), claim('sub', 'bob')],
        }),
      ),
    ],
    requests: [
      [{ path: '/header', ...bearer('bob') }, 403],
      [{ path: '/header', ...bearer('alice') }, 'passes'],
      [{ path: '/claim', ...bearer('bob') }, 403],
      [{ path: '/claim', ...bearer('alice') }, 'passes'],
      [{ path: '/claim', headers: { 'x-sub': 'bob' } }, 401],
    ],
  },
  {
    name: 'jwt_authn wants a token by the first rule that takes the request',
    fact: 114,
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          corp: { issuer: 'corp', ...KEYS },
          other: { issuer: 'other', ...KEYS, from_headers: [{ name: 'x-token', value_prefix: 'T ' }] },
        },
        rules: [
          { match: { prefix: '/open' } },
          { match: { prefix: '/lenient' }, requires: { allow_missing: {} } },
          {
            match: { prefix: '/any' },
            requires: {
              requires_any: { requirements: [{ provider_name: 'corp' }, { provider_name: 'other' }] },
            },
          },
          {
            match: { prefix: '/maybe' },
            requires: { requires_any: { requirements: [{ provider_name: 'corp' }, { allow_missing: {} }] } },
          },
          { match: { prefix: '/named' }, requirement_name: 'mine' },
          {
            match: { prefix: '/q', query_parameters: [{ name: 'a', string_match: { exact: '1' } }] },
            requires: { provider_name: 'corp' },
          },
          {
            match: { prefix: '/', headers: [{ name: 'x-h', present_match: true }] },
            requires: { provider_name: 'corp' },
          },
        ],
        requirement_map: { mine: { provider_name: 'other' }, none: {} },
        bypass_cors_preflight: true,
      }),
    ],
    routes: [
      to('/route/off', {
        typed_per_filter_config: perRoute('jwt_authn', 'PerRouteConfig', { disabled: true }),
      }),
      to('/route/none', {
        typed_per_filter_config: perRoute('jwt_authn', 'PerRouteConfig', { requirement_name: 'none' }),
      }),
      to('/route/mine', {
        typed_per_filter_config: perRoute('jwt_authn', 'PerRouteConfig', { requirement_name: 'mine' }),
      }),
      to('/route/lost', {
        typed_per_filter_config: perRoute('jwt_authn', 'PerRouteConfig', { requirement_name: 'lost' }),
      }),
      to('/'),
    ],
    requests: [
      [{ path: '/open' }, 'passes'],
      [{ path: '/lenient' }, 'passes'],
      [{ path: '/any' }, 401],
      [{ path: '/maybe' }, 'passes'],
      [{ path: '/named' }, 401],
      [{ path: '/named', headers: { 'x-token': 'no prefix' } }, 401],
      [{ path: '/q?a=1' }, 401],
      [{ path: '/q?a=2' }, 'passes'],
      [{ path: '/else', headers: { 'x-h': '' } }, 401],
      [{ path: '/else' }, 'passes'],
      [{ path: '/any', ...preflight('http://a.test') }, 'passes'],
      [{ path: '/route/off', headers: { 'x-h': '1' } }, 'passes'],
      [{ path: '/route/none', headers: { 'x-h': '1' } }, 'passes'],
      [{ path: '/route/mine' }, 401],
      [{ path: '/route/lost' }, 403],
      [{ path: '/any', authority: 'else.test' }, 401],
    ],
  },
  {
    name: 'basic_auth wants a user and a password',
    filters: [
      filter('basic_auth', 'BasicAuth', { users: { inline_string: 'u:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=' } }),
    ],
    requests: [
      [{}, 401],
      [{ headers: { authorization: 'basic dTpw' } }, 401],
      [{ headers: { authorization: 'Bearer x' } }, 401],
      [{ path: '/', authority: 'else.test' }, 401],
    ],
  },
  {
    name: 'basic_auth knows its users, and those of the route in their place',
    filters: [
      filter('basic_auth', 'BasicAuth', { users: { inline_string: 'u:{SHA}UWuXg/ylF+7L0dBk2i0WUxCxl1k=' } }),
    ],
    routes: [
      to('/own', {
        typed_per_filter_config: perRoute('basic_auth', 'BasicAuthPerRoute', {
          users: { inline_string: 'v:{SHA}UWuXg/ylF+7L0dBk2i0WUxCxl1k=' },
        }),
      }),
      to('/'),
    ],
    requests: [
      [saying('authorization', 'Basic dTpw'), 'passes'],
      [saying('authorization', 'Basic dTpx'), 401],
      [saying('authorization', 'Basic !!'), 401],
      [{ path: '/own', ...saying('authorization', 'Basic dTpw') }, 401],
      [{ path: '/own', ...saying('authorization', 'Basic djpw') }, 'passes'],
    ],
  },
  {
    name: 'basic_auth that allows requests without a user',
    fact: 121,
    filters: [
      filter('basic_auth', 'BasicAuth', {
        users: { inline_string: 'u:{SHA}UWuXg/ylF+7L0dBk2i0WUxCxl1k=' },
        allow_missing: true,
      }),
    ],
    requests: [
      [{}, 'passes'],
      [saying('authorization', 'Bearer x'), 'passes'],
      [saying('authorization', 'Basic dTpx'), 401],
    ],
  },
  {
    name: 'api_key_auth knows its keys; a route without forwarding takes that of the filter away',
    fact: 121,
    filters: [
      filter('api_key_auth', 'ApiKeyAuth', {
        credentials: [{ key: 'k', client: 'me' }],
        key_sources: [{ header: 'x-key' }, { query: 'key' }, { cookie: 'key' }],
        forwarding: { header: 'x-who' },
      }),
      rbac(policies('DENY', { me: [header('x-who', 'me'), ANY] })),
    ],
    routes: [
      to('/route', {
        typed_per_filter_config: perRoute('api_key_auth', 'ApiKeyAuthPerRoute', { allowed_clients: ['me'] }),
      }),
      to('/others', {
        typed_per_filter_config: perRoute('api_key_auth', 'ApiKeyAuthPerRoute', { allowed_clients: ['you'] }),
      }),
      to('/'),
    ],
    requests: [
      [saying('x-key', 'k'), 403],
      [saying('x-key', 'other'), 401],
      [{ path: '/?key=%6b' }, 403],
      [saying('cookie', 'a=b; key="k"'), 403],
      [{ path: '/route', ...saying('x-key', 'Bearer k') }, 'passes'],
      [{ path: '/others', ...saying('x-key', 'k') }, 403],
    ],
  },
  {
    name: 'a token is taken out before the next filter looks, and one requirement after the other',
    fact: 120,
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: { corp: { issuer: 'corp', ...KEYS } },
        rules: [
          {
            match: { prefix: '/twice' },
            requires: {
              requires_all: { requirements: [{ provider_name: 'corp' }, { provider_name: 'corp' }] },
            },
          },
          { match: { prefix: '/' }, requires: { provider_name: 'corp' } },
        ],
      }),
      rbac(policies('DENY', { shown: [there('authorization'), ANY] })),
    ],
    requests: [
      [{ path: '/', ...bearer('bob') }, 'passes'],
      [{ path: '/twice', ...bearer('bob') }, 401],
    ],
  },
  {
    name: 'a token that has the route chosen anew, by the header that it writes',
    fact: 119,
    filters: [choosingAnew('x-sub'), filter('rbac', 'RBAC')],
    routes: [
      {
        match: { prefix: '/', headers: [{ name: 'x-sub', string_match: { exact: 'bob' } }] },
        route: { cluster: 'd' },
        typed_per_filter_config: perRoute('rbac', 'RBACPerRoute', { rbac: { rules: {} } }),
      },
      to('/'),
    ],
    requests: [
      [bearer('bob'), 403],
      [bearer('alice'), 'passes'],
    ],
  },
  {
    name: 'set_filter_state, and rbac on what it sets',
    filters: [
      filter('set_filter_state', 'Config', {
        on_request_headers: [
          {
            object_key: 'my.key',
            factory_key: 'envoy.string',
            format_string: { text_format_source: { inline_string: 'is %REQ(x-a)%' } },
          },
        ],
      }),
      rbac(
        policies('DENY', {
          set: [ANY, { filter_state: { key: 'my.key', string_match: { exact: 'is 1' } } }],
        }),
      ),
    ],
    requests: [
      [saying('x-a', '1'), 403],
      [saying('x-a', '2'), 'passes'],
      [{}, 'passes'],
    ],
  },
  {
    name: 'a share of shadow_enabled is enforced in part',
    fact: 122,
    filters: [
      filter('csrf', 'CsrfPolicy', {
        filter_enabled: NEVER,
        shadow_enabled: { default_value: { numerator: 50 } },
      }),
    ],
    requests: [
      [{ method: 'POST', headers: { origin: 'http://evil.test' } }, 'random'],
      [{ method: 'POST', headers: { origin: 'http://shop.test' } }, 'passes'],
    ],
  },
  {
    name: 'a policy of cors inside a FilterConfig',
    filters: [filter('cors', 'Cors')],
    routes: [
      to('/', {
        typed_per_filter_config: {
          cors: wrapped({
            config: any('extensions.filters.http.cors.v3.CorsPolicy', {
              allow_origin_string_match: [{ exact: 'http://a.test' }],
            }),
          }),
        },
      }),
    ],
    requests: [
      [preflight('http://a.test'), 200],
      [preflight('http://b.test'), 'passes'],
    ],
  },
  {
    name: 'local_reply_config maps the status of what a filter answers, and of an upgrade that nobody lets',
    fact: 124,
    filters: [rbac(policies('DENY', { no: [header('x-a', '1'), ANY] }))],
    manager: {
      local_reply_config: {
        mappers: [
          {
            filter: {
              status_code_filter: {
                comparison: { op: 'EQ', value: { default_value: 403, runtime_key: 'k.none' } },
              },
            },
            status_code: 451,
          },
        ],
      },
    },
    requests: [
      [saying('x-a', '1'), 451],
      [{ headers: { connection: 'upgrade', upgrade: 'websocket' } }, 451],
      [{}, 'passes'],
    ],
  },
  {
    name: 'api_key_auth wants a key',
    filters: [
      filter('api_key_auth', 'ApiKeyAuth', {
        credentials: [{ key: 'k', client: 'me' }],
        key_sources: [{ header: 'x-key' }, { query: 'key' }],
      }),
    ],
    requests: [
      [{}, 401],
      [{ headers: { cookie: 'key=k' } }, 401],
    ],
  },
  {
    name: 'buffer refuses bodies by their length',
    filters: [filter('buffer', 'Buffer', { max_request_bytes: 10 })],
    requests: [[{}, 'passes']],
  },
];

const SAID = rbac(
  policies('DENY', {
    tls: [header('x-forwarded-proto', 'https'), ANY],
    inside: [there('x-envoy-internal'), ANY],
    retry: [there('x-envoy-retry-on'), ANY],
    path: [there('x-envoy-original-path'), ANY],
    count: [there('x-envoy-attempt-count'), ANY],
    hop: [there('keep-alive'), ANY],
    certificate: [there('x-forwarded-client-cert'), ANY],
  }),
);

const WAITING = rbac(policies('DENY', { te: [there('te'), ANY], expect: [there('expect'), ANY] }));

/** What a connection manager believes of what a client says of itself. */
const SANITIZED: readonly ChainCase[] = [
  {
    name: 'use_remote_address: nothing that an outside client says of itself counts',
    fact: 117,
    filters: [SAID],
    manager: { use_remote_address: true },
    requests: [
      [saying('x-forwarded-proto', 'https'), 'passes'],
      [saying('x-envoy-internal', 'true'), 'passes'],
      [saying('x-envoy-retry-on', '5xx'), 'passes'],
      [saying('x-envoy-original-path'), 'passes'],
      [saying('keep-alive'), 'passes'],
      [saying('x-forwarded-client-cert'), 'passes'],
      [saying('x-envoy-attempt-count', '1'), 403],
    ],
  },
  {
    name: 'without use_remote_address x-forwarded-proto is believed',
    fact: 117,
    filters: [SAID],
    requests: [
      [saying('x-forwarded-proto', 'https'), 403],
      [saying('x-envoy-internal', 'true'), 'passes'],
      [saying('x-envoy-retry-on', '5xx'), 'passes'],
      [saying('x-envoy-original-path'), 403],
      [saying('keep-alive'), 'passes'],
    ],
  },
  {
    name: 'a trusted hop says x-forwarded-proto',
    fact: 117,
    filters: [SAID],
    manager: { use_remote_address: true, xff_num_trusted_hops: 1 },
    requests: [[saying('x-forwarded-proto', 'https'), 403]],
  },
  {
    name: 'internal clients by their address',
    fact: 117,
    filters: [SAID],
    manager: {
      use_remote_address: true,
      internal_address_config: { cidr_ranges: [{ address_prefix: '10.0.0.0', prefix_len: 8 }] },
    },
    requests: [
      [{ remote_address: '10.1.2.3' }, 403],
      [{ remote_address: '192.0.2.7' }, 'passes'],
      [{ remote_address: '10.1.2.3', headers: { 'x-forwarded-for': '10.1.2.4' } }, 'passes'],
    ],
  },
  {
    name: 'internal clients by the one address of x-forwarded-for',
    fact: 117,
    filters: [SAID],
    manager: { internal_address_config: { unix_sockets: true } },
    requests: [
      [saying('x-forwarded-for', '10.1.2.3'), 403],
      [saying('x-forwarded-for', '10.1.2.3,10.1.2.4'), 'passes'],
      [saying('x-forwarded-for', '192.0.2.7'), 'passes'],
    ],
  },
  {
    name: 'headers that connection names go no further',
    fact: 137,
    filters: [SAID],
    requests: [
      [{ headers: { 'x-envoy-attempt-count': '1' } }, 403],
      [{ headers: { 'x-envoy-attempt-count': '1', connection: 'x-envoy-attempt-count' } }, 'passes'],
      [
        { headers: { 'x-envoy-attempt-count': '1', connection: 'keep-alive, X-Envoy-Attempt-Count' } },
        'passes',
      ],
      [{ headers: { 'x-envoy-attempt-count': '1', connection: 'a,b,c,d,e,f,g,h,i' } }, 403],
      [{ headers: { connection: 'a,b,c,d,e,f,g,h,i,j' } }, 400],
      [{ headers: { connection: 'host' } }, 400],
      [{ headers: { connection: 'x-forwarded-for' } }, 400],
    ],
  },
  {
    name: 'of te only trailers go further, of expect what asks for something else than the body',
    fact: 140,
    filters: [WAITING],
    requests: [
      [saying('te', 'gzip'), 'passes'],
      [saying('te', 'gzip, trailers'), 403],
      [saying('te', 'Trailers'), 'passes'],
      [saying('te', 'trailers;q=0.5'), 'passes'],
      [saying('te', ','), 'passes'],
      [saying('expect', '100-continue'), 'passes'],
      [saying('expect', '100-Continue'), 'passes'],
      [saying('expect', '100-continue, b'), 403],
    ],
  },
  {
    name: 'expect goes on where the upstream is asked',
    fact: 140,
    filters: [WAITING],
    manager: { proxy_100_continue: true },
    requests: [[saying('expect', '100-continue'), 403]],
  },
  {
    name: 'require_tls goes by what is left of x-forwarded-proto',
    fact: 117,
    filters: [],
    manager: { use_remote_address: true },
    hostFields: { require_tls: 'ALL' },
    requests: [[saying('x-forwarded-proto', 'https'), 'passes']],
  },
];

const early = (...mutations: readonly object[]) => ({
  early_header_mutation_extensions: [
    {
      name: 'early',
      typed_config: any('extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation', {
        mutations,
      }),
    },
  ],
});
const set = (key: string, value: string) => ({
  append: { header: { key, value }, append_action: 'OVERWRITE_IF_EXISTS_OR_ADD' },
});
const SAYS_1 = { prefix: '/', headers: [{ name: 'x-a', string_match: { exact: '1' } }] };
const BY_EARLY = [{ match: SAYS_1, route: { cluster: 'd' } }];

/** Headers that change before anything else looks at them. */
const EARLY: readonly ChainCase[] = [
  {
    name: 'early header mutation decides the route',
    fact: 135,
    filters: [rbac(policies('DENY', { a: [header('x-a', '1'), ANY] }))],
    routes: [...BY_EARLY, to('/')],
    manager: early(set('x-a', '%REQ(x-b)%'), { remove: 'x-c' }),
    requests: [
      [{ headers: { 'x-b': '1' } }, 403],
      [{ headers: { 'x-a': '1', 'x-b': '2' } }, 'passes'],
      [{ headers: { 'x-a': '1' } }, 403],
    ],
  },
  {
    name: 'early header mutation sees what a client says, and what it writes is no more than that',
    fact: 135,
    filters: [
      rbac(
        policies('DENY', {
          read: [header('x-a', '1'), ANY],
          written: [there('x-envoy-retry-on'), ANY],
          proto: [header('x-forwarded-proto', 'https'), ANY],
        }),
      ),
    ],
    manager: {
      ...early(
        set('x-a', '%REQ(x-envoy-retry-on)%'),
        set('x-envoy-retry-on', '5xx'),
        set('x-forwarded-proto', 'https'),
      ),
      use_remote_address: true,
    },
    requests: [
      [{ headers: { 'x-envoy-retry-on': '1' } }, 403],
      [{}, 'passes'],
    ],
  },
];

const TEMPLATES: readonly ChainCase[] = [
  {
    fact: 127,
    name: 'a template of the path, and a query',
    filters: [
      rbac(
        policies('DENY', {
          one: [
            {
              uri_template: {
                name: 't',
                typed_config: any('extensions.path.match.uri_template.v3.UriTemplateMatchConfig', {
                  path_template: '/b/{id}',
                }),
              },
            },
            ANY,
          ],
        }),
      ),
    ],
    requests: [
      [{ path: '/b/1' }, 403],
      [{ path: '/b/1?x=|' }, 403],
      [{ path: '/b/1?x=/2' }, 403],
      [{ path: '/b/1/2' }, 'passes'],
      [{ path: '/b?x=/1' }, 'passes'],
    ],
  },
];

const networkRbac = (rules: object, more: object = {}): object => ({
  name: 'guard',
  typed_config: any('extensions.filters.network.rbac.v3.RBAC', { stat_prefix: 's', rules, ...more }),
});
const from = (address_prefix: string, prefix_len: number) => ({ address_prefix, prefix_len });

/** Connections that network filters before the manager let pass, or close. */
const CONNECTIONS: readonly ChainCase[] = [
  {
    name: 'rbac of connections, by where they come from',
    fact: 130,
    filters: [],
    network: [
      networkRbac(policies('DENY', { ten: [ANY, { source_ip: from('10.0.0.0', 8) }] })),
      networkRbac(policies('ALLOW', { most: [ANY, { not_id: { remote_ip: from('192.0.2.7', 32) } }] }), {
        enforcement_type: 'CONTINUOUS',
      }),
    ],
    requests: [
      [{ remote_address: '10.1.2.3' }, 'closed'],
      [{ remote_address: '192.0.2.7' }, 'closed'],
      [{ remote_address: '192.0.2.8' }, 'passes'],
      [{ remote_address: '192.0.2.8', headers: { 'x-forwarded-for': '192.0.2.7' } }, 'passes'],
    ],
  },
  {
    name: 'rbac of connections without policies, and with rules that log',
    fact: 130,
    filters: [],
    network: [networkRbac({ action: 'LOG' }), networkRbac({ action: 'DENY' }), networkRbac({})],
    requests: [[{ remote_address: '192.0.2.8' }, 'closed']],
  },
  {
    name: 'rbac of connections without rules, or with shadow rules',
    fact: 130,
    filters: [],
    network: [
      {
        name: 'none',
        typed_config: any('extensions.filters.network.rbac.v3.RBAC', { stat_prefix: 's', shadow_rules: {} }),
      },
    ],
    requests: [[{}, 'passes']],
  },
];

const isThere = (name: string) => [{ name, present_match: true }];
const atPath = (exact: string) => ({ path: { exact } });
const oauth = (more: object = {}): object =>
  filter('oauth2', 'OAuth2', {
    config: {
      token_endpoint: { cluster: 'services', uri: 'http://login.test/token', timeout: '5s' },
      authorization_endpoint: 'https://login.test/authorize',
      credentials: {
        client_id: 'me',
        token_secret: { name: 'token' },
        hmac_secret: { name: 'hmac' },
        ...(more as { credentials?: object }).credentials,
      },
      redirect_uri: 'https://%REQ(:authority)%/callback',
      redirect_path_matcher: atPath('/callback'),
      signout_path: atPath('/signout'),
      pass_through_matcher: isThere('x-pass'),
      deny_redirect_matcher: isThere('x-deny'),
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'credentials')),
    },
  });
/** The cookies of somebody who logged in, up to a second. */
const session = (until: string, hmac = 'OauthHMAC'): string => {
  const signed = ['shop.test', until, 'token', '', ''].join('\n');
  const shown = createHmac('sha256', SESSION_SECRET).update(signed).digest('base64');
  return `${hmac}=${shown}; OauthExpires=${until}; BearerToken=token`;
};
const LATE = '4000000000';
const withCookie = (cookie: string, more: object = {}) => ({ headers: { cookie, ...more } });
const authorized = rbac(policies('DENY', { shown: [there('authorization'), ANY] }));

/** Who shows no session, and cookies that only look like one. */
const SESSIONS: readonly ChainCase[] = [
  {
    name: 'oauth2 sends to log in whoever shows no session, and answers on its own two paths',
    fact: 133,
    filters: [oauth()],
    requests: [
      [{}, 302],
      [{ headers: { 'x-deny': '1' } }, 401],
      [{ headers: { 'x-pass': '1', 'x-deny': '1' } }, 'passes'],
      [{ path: '/signout?x' }, 302],
      [{ path: '/signout', headers: { 'x-deny': '1' } }, 302],
      [{ path: '/signout', headers: { 'x-pass': '1' } }, 'passes'],
      [{ path: '/callback' }, 401],
      [{ path: '/callback?code=1&state=x' }, 401],
      [{ path: '/callback', ...withCookie(session(LATE)) }, 401],
      [{ path: '/callback?code=1&state=x', ...withCookie(session(LATE)) }, 'open'],
      [{ authority: 'else.test' }, 302],
    ],
  },
  {
    name: 'oauth2 lets pass who shows a session, and takes no other cookie for one',
    fact: 133,
    filters: [oauth(), authorized],
    requests: [
      [withCookie(session(LATE)), 'passes'],
      [withCookie(session(LATE), { authorization: 'Basic x' }), 'passes'],
      [withCookie('a=b'), 302],
      [withCookie(`OauthExpires=${LATE}; BearerToken=token`), 302],
      [withCookie(session(LATE, 'Other')), 302],
      [withCookie('a=b', { 'x-deny': '1' }), 401],
      [{ headers: { 'x-pass': '1', authorization: 'Basic x' } }, 403],
    ],
  },
  {
    name: 'oauth2 by the names that its cookies have, and with the authorization of the client',
    fact: 133,
    filters: [
      oauth({ credentials: { cookie_names: { oauth_hmac: 'Own' } }, preserve_authorization_header: true }),
      authorized,
    ],
    requests: [
      [withCookie(session(LATE, 'Own')), 'passes'],
      [withCookie(session(LATE)), 302],
      [withCookie(session(LATE, 'Own'), { authorization: 'Basic x' }), 403],
    ],
  },
  {
    name: 'oauth2 without a token that renews sessions',
    fact: 133,
    filters: [oauth({ use_refresh_token: false })],
    requests: [[withCookie('RefreshToken=r'), 302]],
  },
  {
    name: 'oauth2 lets pass what shows no session where allow_failed_matcher takes it, and says so',
    fact: 133,
    filters: [
      oauth({ allow_failed_matcher: isThere('x-fail') }),
      rbac(policies('DENY', { anonymous: [header('x-envoy-oauth-status', 'failed'), header('x-no', '1')] })),
      authorized,
    ],
    requests: [
      [{ headers: { 'x-fail': '1', authorization: 'Basic x' } }, 'passes'],
      [{ headers: { 'x-fail': '1', 'x-deny': '1' } }, 'passes'],
      [{ headers: { 'x-fail': '1', 'x-no': '1' } }, 403],
      [{ headers: { 'x-pass': '1', 'x-no': '1', 'x-envoy-oauth-status': 'failed' } }, 'passes'],
      [{ headers: { 'x-fail': '1', cookie: 'x; a="1"; OauthHMAC=1; OauthNonce.b=2' } }, 'passes'],
      [{ headers: { 'x-fail': '1', cookie: 'OauthExpires=1' } }, 'passes'],
      [{ headers: { 'x-fail': '1', cookie: 'x' } }, 'passes'],
      [{ path: '/callback', headers: { 'x-fail': '1' } }, 401],
      [{ path: '/signout', headers: { 'x-fail': '1' } }, 302],
      [{}, 302],
    ],
  },
];

const responseInput = (kind: string): object => ({
  name: 'i',
  typed_config: any(`type.matcher.v3.HttpResponse${kind}MatchInput`),
});
const writes = (policy: string, fields: object = {}): object => ({
  action: { name: 'a', typed_config: any(`extensions.http.custom_response.${policy}`, fields) },
});
const writesItself = (status?: number): object =>
  writes('local_response_policy.v3.LocalResponsePolicy', status === undefined ? {} : { status_code: status });
const sendsAnew = writes('redirect_policy.v3.RedirectPolicy', { uri: 'http://shop.test/sorry' });
const byStatus = (map: { readonly [status: string]: object }, otherwise?: object): object => ({
  custom_response_matcher: {
    matcher_tree: { input: responseInput('StatusCode'), exact_match_map: { map } },
    ...(otherwise === undefined ? {} : { on_no_match: otherwise }),
  },
});
const custom = (fields: object, more: object = {}): object =>
  filter('custom_response', 'CustomResponse', fields, more);
const customOf = (fields: object): object => ({
  typed_per_filter_config: perRoute('custom_response', 'CustomResponse', fields),
});
const denies = rbac(policies('DENY', { no: [path({ prefix: '/no' }), ANY] }));
const PLAIN_ROUTES = [
  { match: { prefix: '/gone' }, direct_response: { status: 403 } },
  { match: { prefix: '/away' }, redirect: { host_redirect: 'else.test' } },
  to('/no'),
  to('/a'),
];

/** What the client gets of what the proxy answers. */
const ANSWERS: readonly ChainCase[] = [
  {
    name: 'custom_response gives what the proxy answers another status, wherever it stands',
    fact: 134,
    filters: [
      denies,
      custom(byStatus({ '403': writesItself(418), '404': writesItself(), '301': writesItself(410) })),
    ],
    routes: PLAIN_ROUTES,
    requests: [
      [{ path: '/no' }, 418],
      [{ path: '/gone' }, 'passes'],
      [{ path: '/lost' }, 'passes'],
      [{ path: '/away' }, 410],
      [{ path: '/a' }, 'passes'],
      [{ path: '/a', headers: { connection: 'upgrade', upgrade: 'websocket' } }, 418],
    ],
  },
  {
    name: 'custom_response by the class of the status, and with what it writes where nothing fits',
    fact: 134,
    filters: [
      denies,
      custom({
        custom_response_matcher: {
          matcher_list: {
            matchers: [
              {
                predicate: {
                  single_predicate: {
                    input: responseInput('StatusCodeClass'),
                    value_match: { exact: '4xx' },
                  },
                },
                on_match: writesItself(499),
              },
            ],
          },
        },
      }),
      filter('fault', 'HTTPFault', {
        abort: { http_status: 503, percentage: whole },
        headers: isThere('x-f'),
      }),
    ],
    routes: PLAIN_ROUTES,
    requests: [
      [{ path: '/no' }, 499],
      [{ path: '/a', headers: { 'x-f': '1' } }, 503],
    ],
  },
  {
    name: 'custom_response after local_reply_config, which sees what it writes once more',
    fact: 134,
    filters: [denies, custom(byStatus({ '403': writesItself(418), '451': writesItself(419) }))],
    routes: PLAIN_ROUTES,
    manager: {
      local_reply_config: {
        mappers: [
          [403, 451],
          [419, 452],
        ].map(([value, status_code]) => ({
          filter: {
            status_code_filter: {
              comparison: { op: 'EQ', value: { default_value: value, runtime_key: 'k.none' } },
            },
          },
          status_code,
        })),
      },
    },
    requests: [[{ path: '/no' }, 452]],
  },
  {
    name: 'custom_response twice: the last that takes an answer is the only one',
    fact: 134,
    filters: [
      custom(byStatus({ '403': writesItself(470), '418': writesItself(471) })),
      custom(byStatus({ '403': writesItself(418) }), { name: 'second' }),
      denies,
    ],
    routes: PLAIN_ROUTES,
    requests: [[{ path: '/no' }, 418]],
  },
  {
    name: 'custom_response of the levels: the most specific that takes the answer, else its own',
    fact: 134,
    filters: [custom(byStatus({ '403': writesItself(418) })), denies],
    hostFields: customOf(byStatus({ '403': writesItself(419), '404': writesItself(410) })),
    routes: [
      to('/no/own', customOf(byStatus({ '403': writesItself(409) }))),
      to('/no/empty', customOf({})),
      to('/no/off', { typed_per_filter_config: { custom_response: wrapped({ disabled: true }) } }),
      to('/no'),
    ],
    requests: [
      [{ path: '/no/own' }, 409],
      [{ path: '/no/empty' }, 419],
      [{ path: '/no/off' }, 403],
      [{ path: '/no' }, 419],
    ],
  },
  {
    name: 'custom_response that sends anew has nothing to send where the request did not come to it',
    fact: 134,
    filters: [denies, custom(byStatus({ '403': sendsAnew }))],
    routes: PLAIN_ROUTES,
    requests: [
      [{ path: '/no' }, 403],
      [{ path: '/gone' }, 'open'],
      [{ path: '/a' }, 'passes'],
    ],
  },
  {
    name: 'custom_response that sends anew what a filter behind it answers',
    fact: 134,
    filters: [custom(byStatus({ '403': sendsAnew })), denies],
    routes: PLAIN_ROUTES,
    requests: [[{ path: '/no' }, 'open']],
  },
  {
    name: 'custom_response and local_reply_config see what the manager refuses, and no route has a say in it',
    fact: 134,
    filters: [
      custom(byStatus({ '404': writesItself(410), '451': writesItself(418), '307': writesItself(419) })),
    ],
    hostFields: customOf(byStatus({ '451': writesItself(499) })),
    routes: [
      to('/off', { typed_per_filter_config: { custom_response: wrapped({ disabled: true }) } }),
      to('/'),
    ],
    manager: {
      normalize_path: true,
      path_with_escaped_slashes_action: 'UNESCAPE_AND_REDIRECT',
      local_reply_config: {
        mappers: [
          {
            filter: {
              status_code_filter: {
                comparison: { op: 'EQ', value: { default_value: 400, runtime_key: 'k.none' } },
              },
            },
            status_code: 451,
          },
        ],
      },
    },
    requests: [
      [{ path: '/a%00' }, 418],
      [{ path: '/off%00' }, 418],
      [{ path: '/off%00', headers: { 'content-type': 'application/grpc' } }, 451],
      [{ path: '/a#b' }, 418],
      [{ path: '/a', authority: 'a{test' }, 418],
      [{ path: '/off%2fb' }, 419],
      [{ path: '/a', authority: 'else.test' }, 410],
    ],
  },
];

const underscores = (action: string): object => ({
  common_http_protocol_options: { headers_with_underscores_action: action },
});
const denying = (name: string): object =>
  rbac(policies('DENY', { p: [{ header: { name, present_match: true } }, ANY] }));
const told = (fields: object): object => ({
  original_ip_detection_extensions: [
    {
      name: 'told',
      typed_config: any('extensions.http.original_ip_detection.custom_header.v3.CustomHeaderConfig', {
        header_name: 'X-Real',
        ...fields,
      }),
    },
  ],
});
const IGNORING = { ignore_path_parameters_in_path_matching: true };

/** What the codec and the manager make of requests before anybody else looks. */
const READING: readonly ChainCase[] = [
  {
    name: 'headers with underscores stay',
    fact: 148,
    filters: [denying('x_a')],
    requests: [[{ headers: { x_a: '1' } }, 403]],
  },
  {
    name: 'headers with underscores are dropped',
    fact: 148,
    filters: [denying('x_a')],
    manager: underscores('DROP_HEADER'),
    requests: [[{ headers: { x_a: '1' } }, 'passes']],
  },
  {
    name: 'headers with underscores are refused',
    fact: 148,
    filters: [],
    manager: underscores('REJECT_REQUEST'),
    requests: [
      [{ headers: { x_a: '1' } }, 400],
      [{ headers: { 'x-a': '1' } }, 'passes'],
    ],
  },
  {
    name: 'headers with underscores that the manager writes itself stay',
    fact: 148,
    filters: [denying('x_b')],
    manager: { ...underscores('DROP_HEADER'), ...early(set('x_b', '1')) },
    requests: [[{}, 403]],
  },
  {
    name: 'no more headers than are taken',
    fact: 148,
    filters: [],
    manager: { common_http_protocol_options: { max_headers_count: 9 } },
    requests: [
      [{}, 'passes'],
      [{ headers: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`x-${at}`, '1'])) }, 431],
    ],
  },
  {
    name: 'no more bytes of headers than are taken',
    fact: 148,
    filters: [],
    manager: { max_request_headers_kb: 1 },
    requests: [
      [{}, 'passes'],
      [{ headers: { 'x-a': 'a'.repeat(1100) } }, 431],
    ],
  },
  {
    name: 'a header that has to tell the address',
    fact: 149,
    filters: [],
    manager: told({ reject_with_status: { code: 'NotFound' } }),
    requests: [
      [{ headers: { 'x-real': '192.0.2.1' } }, 'passes'],
      [{ headers: { 'x-real': '::1' } }, 'passes'],
    ],
  },
  {
    name: 'a header that has to tell the address, and does not',
    fact: 149,
    filters: [],
    manager: told({ reject_with_status: { code: 'Gone' } }),
    requests: [
      [{}, 410],
      [{ headers: { 'x-real': 'me' } }, 410],
      [{ headers: { 'x-real': '192.0.2.1:80' } }, 410],
    ],
  },
  {
    name: 'a status that is no error is 403',
    fact: 149,
    filters: [],
    manager: told({ reject_with_status: { code: 'OK' } }),
    requests: [[{}, 403]],
  },
  {
    name: 'a header that may tell the address',
    fact: 149,
    filters: [],
    manager: told({}),
    requests: [[{}, 'passes']],
  },
  {
    name: 'RBAC sees paths without parameters where routes do',
    fact: 150,
    filters: [rbac(policies('DENY', { p: [path({ exact: '/adm' }), ANY] }))],
    routeFields: IGNORING,
    requests: [
      [{ path: '/adm;x' }, 403],
      [{ path: '/adm;x;y?c' }, 403],
      [{ path: '/adm;x/b' }, 'passes'],
      [{ path: '/admx;' }, 'passes'],
    ],
  },
  {
    name: 'RBAC sees whole paths where no route takes the request',
    fact: 150,
    filters: [rbac(policies('DENY', { p: [path({ exact: '/adm' }), ANY] }))],
    routes: [to('/other')],
    routeFields: IGNORING,
    requests: [[{ path: '/adm;x' }, 'passes']],
  },
  {
    name: 'routes see each segment without its parameters',
    fact: 150,
    filters: [],
    routes: [
      { match: { path: '/adm/b' }, route: { cluster: 'd', prefix_rewrite: '/z' } },
      { match: { path_separated_prefix: '/sep/b' }, route: { cluster: 'd', prefix_rewrite: '/z' } },
      { match: { prefix: '/pre/b' }, route: { cluster: 'd', prefix_rewrite: '/z' } },
      { match: { safe_regex: { regex: '/re/b' } }, route: { cluster: 'd' } },
      to('/'),
    ],
    routeFields: IGNORING,
    requests: [
      '/adm/b;x',
      '/adm;x/b',
      '/adm;x/b;y?q;r',
      '/sep;x/b/c',
      '/sep/b;x/c',
      '/pre;x/bc;y',
      '/pre/bc;y',
      '/re;x/b;y',
      '/;x/adm/b',
    ].map((written) => [{ path: written }, 'passes'] as const),
  },
  {
    name: 'rules of tokens see the whole path',
    fact: 150,
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          p: {
            issuer: 'i',
            local_jwks: { inline_string: '{"keys":[{"kty":"oct","alg":"HS256","k":"bWFkZS11cA"}]}' },
          },
        },
        rules: [{ match: { path: '/adm' }, requires: { provider_name: 'p' } }],
      }),
    ],
    routeFields: IGNORING,
    requests: [
      [{ path: '/adm;x' }, 'passes'],
      [{ path: '/adm' }, 401],
    ],
  },
];

const A: Partial<Request> = saying('x-scope', 'a');
const B: Partial<Request> = saying('x-scope', 'b');

/** Which routes there are by a scope. */
const SCOPED: readonly ChainCase[] = [
  {
    name: 'a scope by a header',
    scopedBy: 'X-Scope',
    filters: [],
    requests: [
      [A, 'passes'],
      [B, 404],
      [{}, 404],
    ],
  },
  {
    name: 'filters see what is in no scope',
    scopedBy: 'x-scope',
    filters: [rbac(policies('DENY', { p: [there('x-a'), ANY] }))],
    requests: [
      [A, 'passes'],
      [saying('x-a', '1'), 403],
      [{}, 404],
    ],
  },
  {
    name: 'a header with an underscore, which is dropped',
    scopedBy: 'x_scope',
    filters: [],
    manager: underscores('DROP_HEADER'),
    requests: [[saying('x_scope', 'a'), 404]],
  },
  {
    name: 'a header that nobody outside may say',
    scopedBy: 'x-envoy-decorator-operation',
    filters: [],
    manager: { use_remote_address: true },
    requests: [[saying('x-envoy-decorator-operation', 'a'), 404]],
  },
  {
    name: 'a header that changes early',
    scopedBy: 'x-scope',
    filters: [],
    manager: early(set('x-scope', 'a')),
    requests: [
      [B, 'open'],
      [{}, 'open'],
    ],
  },
  {
    name: 'another header that changes early',
    scopedBy: 'x-scope',
    filters: [],
    manager: early(set('x-other', 'a')),
    requests: [
      [A, 'passes'],
      [B, 404],
    ],
  },
  {
    name: 'a filter that changes the header, after the scope was chosen',
    scopedBy: 'x-scope',
    filters: [
      filter('header_mutation', 'HeaderMutation', {
        mutations: { request_mutations: [set('x-scope', 'a')] },
      }),
    ],
    requests: [
      [A, 'passes'],
      [B, 404],
    ],
  },
  {
    name: 'a filter that changes the header, and has the route chosen anew',
    scopedBy: 'x-scope',
    filters: [choosingAnew('x-scope')],
    requests: [
      [{ ...bearer('bob'), headers: { ...A.headers, ...bearer('bob').headers } }, 'open'],
      [bearer('bob'), 404],
    ],
  },
];

/** What one filter writes into metadata beside what it does, and one behind it that denies by that. */
const unsaid = (name: string, first: object, key: string, exact: string, namespace: string): ChainCase => ({
  name: `metadata of ${name}`,
  fact: 153,
  filters: [
    first,
    rbac(policies('DENY', { p: [ofMetadata(key, exact, namespace), ANY] }), { rules_stat_prefix: 'b' }),
  ],
  requests: [[{}, 'open']],
});

const ALL_OF_ONE = { p: [ANY, ANY] } as const;
const OF_RBAC = 'envoy.filters.http.rbac';
const UNSAID: readonly ChainCase[] = [
  unsaid(
    'rules that only shadow',
    filter('rbac', 'RBAC', {
      shadow_rules: policies('DENY', ALL_OF_ONE),
      shadow_rules_stat_prefix: 'a_',
    }),
    'a_shadow_engine_result',
    'denied',
    OF_RBAC,
  ),
  unsaid(
    'rules that are counted',
    rbac(policies('ALLOW', ALL_OF_ONE), { track_per_rule_stats: true }),
    'enforced_engine_result',
    'allowed',
    OF_RBAC,
  ),
  unsaid('rules that log', rbac(policies('LOG', ALL_OF_ONE)), 'access_log_hint', 'x', 'envoy.common'),
  unsaid(
    'fault',
    filter('fault', 'HTTPFault', {
      delay: { fixed_delay: '0.001s', percentage: whole },
      filter_metadata: { k: 'v' },
    }),
    'k',
    'v',
    'envoy.filters.http.fault',
  ),
  {
    name: 'no metadata of rules that only decide, nor where they are off',
    fact: 153,
    filters: [
      rbac(policies('ALLOW', ALL_OF_ONE)),
      filter('rbac', 'RBAC', { shadow_rules: policies('DENY', ALL_OF_ONE) }, { name: 'off', disabled: true }),
      rbac(policies('DENY', { p: [ofMetadata('shadow_engine_result', 'denied', OF_RBAC), ANY] })),
    ],
    requests: [[{}, 'passes']],
  },
];

const DENYING = policies('DENY', ALL_OF_ONE);
const UNKNOWN_TYPE = {
  '@type': 'type.googleapis.com/xds.type.v3.TypedStruct',
  type_url: 'type.googleapis.com/test.Unknown',
  value: {},
};
const skippedAt = (value: string): object => ({
  matcher_tree: {
    input: {
      name: 'i',
      typed_config: any('type.matcher.v3.HttpRequestHeaderMatchInput', { header_name: 'x-a' }),
    },
    exact_match_map: {
      map: {
        [value]: {
          action: {
            name: 's',
            typed_config: any('extensions.filters.common.matcher.action.v3.SkipFilter'),
          },
        },
      },
    },
  },
});

/** Settings of routes that are not what they look like. */
const ODD_SETTINGS: readonly ChainCase[] = [
  {
    name: 'an empty message of the type of the chain',
    fact: 154,
    filters: [rbac(DENYING)],
    routes: [to('/own', { typed_per_filter_config: perRoute('rbac', 'RBAC') }), to('/')],
    requests: [
      [{ path: '/own' }, 'passes'],
      [{}, 403],
    ],
  },
  {
    name: 'settings of an unknown type, which are optional',
    fact: 154,
    filters: [rbac(DENYING)],
    host: perRoute('rbac', 'RBACPerRoute'),
    routes: [
      to('/', { typed_per_filter_config: { rbac: wrapped({ is_optional: true, config: UNKNOWN_TYPE }) } }),
    ],
    requests: [[{}, 'passes']],
  },
  {
    name: 'a filter behind a matcher, and a route that has none for it',
    fact: 154,
    filters: [
      {
        name: 'w',
        typed_config: any('extensions.common.matching.v3.ExtensionWithMatcher', {
          extension_config: rbac(DENYING),
          xds_matcher: skippedAt('1'),
        }),
      },
    ],
    host: {
      w: any('extensions.common.matching.v3.ExtensionWithMatcherPerRoute', { xds_matcher: skippedAt('2') }),
    },
    routes: [
      to('/none', {
        typed_per_filter_config: { w: any('extensions.common.matching.v3.ExtensionWithMatcherPerRoute') },
      }),
      to('/other', {
        typed_per_filter_config: { w: any('extensions.filters.http.rbac.v3.RBACPerRoute') },
      }),
      to('/'),
    ],
    requests: [
      [saying('x-a', '1'), 403],
      [saying('x-a', '2'), 'passes'],
      [{ path: '/none', ...saying('x-a', '1') }, 403],
      [{ path: '/none', ...saying('x-a', '2') }, 403],
      [{ path: '/other', ...saying('x-a', '1') }, 'passes'],
    ],
  },
  {
    name: 'which protobuf becomes gRPC',
    filters: [
      filter('grpc_http1_bridge', 'Config', { upgrade_protobuf_to_grpc: true }),
      rbac(policies('DENY', { p: [header('content-type', 'application/grpc'), ANY] })),
    ],
    requests: [
      [saying('content-type', 'application/x-protobuf'), 403],
      [saying('content-type', 'application/protobuf'), 'passes'],
    ],
  },
];

export const CHAINS: readonly ChainCase[] = [
  ...UNSAID,
  ...ODD_SETTINGS,
  ...READING,
  ...LEAVING,
  ...SANITIZED,
  ...RBAC,
  ...LEVELS,
  ...FAULTS,
  ...CHECKS,
  ...ORIGINS,
  ...CHANGES,
  ...TOKENS,
  ...EXPRESSIONS,
  ...TEMPLATES,
  ...UNIT_CASES,
  ...CONNECTIONS,
  ...SESSIONS,
  ...ANSWERS,
  ...EARLY,
  ...SCOPED.map((each) => ({ ...each, fact: 151 })),
];

const ROUTER = filter('router', 'Router');

/** What releases do otherwise (fact 126): up to the first one, and from the second on. */
export const BY_RELEASE: readonly (ChainCase & { readonly until: Release; readonly from: Release })[] = [
  {
    name: 'a segment of dots with parameters',
    until: '1.38',
    from: '1.39',
    filters: [rbac(policies('DENY', { b: [path({ prefix: '/b' }), ANY] }))],
    manager: { normalize_path: true },
    requests: [[{ path: '/b/..;x/a' }, 403]],
  },
  {
    name: 'RBAC sees paths without parameters',
    until: '1.38',
    from: '1.39',
    filters: [rbac(policies('ALLOW', { p: [path({ exact: '/adm' }), ANY] }))],
    routeFields: IGNORING,
    requests: [[{ path: '/adm;x' }, 403]],
  },
  {
    name: 'a header that stands twice',
    until: '1.37',
    from: '1.38',
    filters: [rbac(policies('ALLOW', { one: [header('x-a', '1'), ANY] }))],
    requests: [[{ headers: { 'x-a': '1,2' }, repeated: { 'x-a': ['1', '2'] } }, 403]],
  },
  {
    name: 'what is written into a query',
    until: '1.37',
    from: '1.38',
    filters: [
      filter('header_mutation', 'HeaderMutation', {
        mutations: {
          query_parameter_mutations: [{ append: { record: { key: 'q', value: '%REQ(x-a)%' } } }],
        },
      }),
      rbac(policies('DENY', { q: [header(':path', '/?q=a=b'), ANY] })),
    ],
    requests: [[{ headers: { 'x-a': 'a=b' } }, 403]],
  },
  {
    name: 'a header that a token writes, where no token is asked for',
    until: '1.39',
    from: '1.40',
    filters: [
      filter('jwt_authn', 'JwtAuthentication', {
        providers: {
          corp: { issuer: 'corp', ...KEYS, claim_to_headers: [{ header_name: 'x-sub', claim_name: 'sub' }] },
        },
        rules: [{ match: { prefix: '/' } }],
      }),
      rbac(policies('DENY', { bob: [header('x-sub', 'bob'), ANY] })),
    ],
    requests: [[saying('x-sub', 'bob'), 403]],
  },
];

/** A bootstrap with a listener for each case. */
/** Routes as a manager holds them. */
function within(scopedBy: string | undefined, routes: object): object {
  if (scopedBy === undefined) return { route_config: routes };
  const scope = (name: string, routeConfiguration: object) => ({
    name,
    key: { fragments: [{ string_key: name }] },
    route_configuration: routeConfiguration,
  });
  return {
    scoped_routes: {
      name: 's',
      scope_key_builder: { fragments: [{ header_value_extractor: { name: scopedBy, index: 0 } }] },
      scoped_route_configurations_list: {
        scoped_route_configurations: [scope('a', routes), scope('b', { name: 'empty' })],
      },
    },
  };
}

export function bootstrapOf(cases: readonly ChainCase[]): string {
  const listeners = cases.map(
    (
      {
        filters,
        host,
        hostFields,
        routes = [to('/')],
        routeConfiguration,
        routeFields,
        manager,
        scopedBy,
        network = [],
      },
      index,
    ) => ({
      name: `l${index}`,
      address: { socket_address: { address: '127.0.0.1', port_value: 80 + index } },
      filter_chains: [
        {
          filters: [
            ...network,
            {
              name: 'm',
              typed_config: any(
                'extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
                {
                  stat_prefix: 's',
                  ...manager,
                  http_filters: [...filters, ROUTER],
                  ...within(scopedBy, {
                    name: `r${index}`,
                    ...routeFields,
                    ...(routeConfiguration ? { typed_per_filter_config: routeConfiguration } : {}),
                    virtual_hosts: [
                      {
                        name: 'v',
                        domains: ['shop.test', 'open.test'],
                        ...hostFields,
                        ...(host ? { typed_per_filter_config: host } : {}),
                        routes,
                      },
                    ],
                  }),
                },
              ),
            },
          ],
        },
      ],
    }),
  );
  const clusters = ['c', 'd', 'services'].map((name) => ({ name, type: 'STATIC', connect_timeout: '1s' }));
  return JSON.stringify({ static_resources: { listeners, clusters } });
}

export function requestOf(fields: Partial<Request>, index: number): Request {
  return {
    method: 'GET',
    authority: 'shop.test',
    path: '/',
    scheme: 'http',
    internal: false,
    headers: {},
    listener: `l${index}`,
    ...fields,
  };
}
