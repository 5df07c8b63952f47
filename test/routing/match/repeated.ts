/** Header matchers in routes, filters and policies, a listener each, and what they make of a header that stands twice. */
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import type { Release } from '../../../src/schema/release.ts';
import { opened } from '../../opened.ts';

const TYPES = 'type.googleapis.com/envoy.extensions.filters';
const filter = (kind: string, type: string, fields: object = {}) => ({
  name: kind,
  typed_config: { '@type': `${TYPES}.http.${kind}.v3.${type}`, ...fields },
});
const ONE = { name: 'x-role', string_match: { exact: 'admin' } };
const ANY = { any: true };
const rules = (permission: object, principal: object = ANY) => ({
  rules: { policies: { p: { permissions: [permission], principals: [principal] } } },
});
const answering = (status: number) => ({ match: { prefix: '/' }, direct_response: { status } });

interface World {
  /** What decides how it looks at the header. */
  readonly by: 'matchers' | 'policies';
  readonly filters?: readonly object[];
  readonly routes?: readonly object[];
  readonly manager?: object;
  /** What becomes of `admin` beside `user` where each value is looked at, and where all are joined. */
  readonly each: number;
  readonly joined: number;
}

export const WORLDS: { readonly [name: string]: World } = {
  route: {
    by: 'matchers',
    routes: [{ match: { prefix: '/', headers: [ONE] }, direct_response: { status: 201 } }, answering(202)],
    each: 201,
    joined: 202,
  },
  fault: {
    by: 'matchers',
    filters: [
      filter('fault', 'HTTPFault', {
        headers: [ONE],
        abort: { http_status: 418, percentage: { numerator: 100 } },
      }),
    ],
    each: 418,
    joined: 200,
  },
  'a mapped answer': {
    by: 'matchers',
    routes: [answering(400)],
    manager: {
      local_reply_config: { mappers: [{ filter: { header_filter: { header: ONE } }, status_code: 418 }] },
    },
    each: 418,
    joined: 400,
  },
  permission: {
    by: 'policies',
    filters: [filter('rbac', 'RBAC', rules({ header: ONE }))],
    each: 200,
    joined: 403,
  },
  principal: {
    by: 'policies',
    filters: [filter('rbac', 'RBAC', rules(ANY, { not_id: { and_ids: { ids: [{ header: ONE }] } } }))],
    each: 403,
    joined: 200,
  },
  'permission of a route': {
    by: 'policies',
    filters: [filter('rbac', 'RBAC', rules(ANY))],
    routes: [
      {
        ...answering(200),
        typed_per_filter_config: {
          rbac: {
            '@type': `${TYPES}.http.rbac.v3.RBACPerRoute`,
            rbac: rules({ header: { ...ONE, invert_match: true } }),
          },
        },
      },
    ],
    each: 403,
    joined: 200,
  },
};

const KEYS = { matchers: 'match_headers_individually', policies: 'rbac_match_headers_individually' };

/** What a bootstrap says of one of the guards. */
export const guard = (of: keyof typeof KEYS, is: boolean): object => ({
  [`envoy.reloadable_features.${KEYS[of]}`]: is,
});

/** What a bootstrap says for the proxy to keep the header as one text. */
export const INLINE = {
  inline_headers: [{ inline_header_name: 'X-Role', inline_header_type: 'REQUEST_HEADER' }],
};

/** A bootstrap with a listener for each of the worlds. @param more fields of the bootstrap */
export function worldsAt(ports: readonly number[], guards: object, more: object = {}): object {
  const listeners = Object.entries(WORLDS).map(
    ([name, { filters = [], routes = [answering(200)], manager }], at) => ({
      name,
      address: { socket_address: { address: '127.0.0.1', port_value: ports[at] } },
      filter_chains: [
        {
          filters: [
            {
              name: 'm',
              typed_config: {
                '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
                stat_prefix: 's',
                ...manager,
                http_filters: [...filters, filter('router', 'Router')],
                route_config: { virtual_hosts: [{ name: 'v', domains: ['*'], routes }] },
              },
            },
          ],
        },
      ],
    }),
  );
  return {
    static_resources: { listeners },
    layered_runtime: { layers: [{ name: 'l', static_layer: guards }] },
    ...more,
  };
}

/** What a trace says of a request with both values, to each of the worlds. */
export function traced(
  guards: object,
  release: Release,
  more: object = {},
): { readonly [name: string]: number | null } {
  const ports = Object.keys(WORLDS).map((_, at) => 80 + at);
  const routing = findRouting([
    opened(JSON.stringify(worldsAt(ports, guards, more)), { release }, 'worlds.json'),
  ]);
  const request = {
    method: 'GET',
    authority: 'a',
    path: '/',
    scheme: 'http' as const,
    internal: false,
    headers: { 'x-role': 'user,admin' },
    repeated: { 'x-role': ['user', 'admin'] },
  };
  const regexes = regexEngine();
  return Object.fromEntries(
    Object.keys(WORLDS).map((name) => {
      const routed = routeRequest(routing, request, { listener: name }, ({ namespace }) => ({
        namespace,
        regexes,
      }));
      if ('problem' in routed) throw new Error(routed.problem);
      return [name, routed.trace.outcome.status];
    }),
  );
}
