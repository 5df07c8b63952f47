/** Access that a change opens or closes: each group replays, and small worlds are enumerated. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accessBetween } from '../../../src/diff/behaviour/access.ts';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { behaviourResult } from '../../../src/results/comparison.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { opened } from '../../opened.ts';
import { groundOf } from '../../prove/proved.ts';
import { configurations, REQUESTS } from '../../prove/worlds.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');

function changesBetween(before: string, after: string) {
  const side = (text: string) => [opened(text, { api: 'v3' })];
  return compareBehaviour(side(before), side(after));
}

/** Groups of requests by rule, level and request. */
function told(before: string, after: string): readonly string[] {
  return behaviourResult(changesBetween(before, after)).changes.map(
    ({ rule, level, request: { method, authority, path } }) =>
      `${level} ${rule} ${method} ${authority}${path}`,
  );
}

const RBAC = (value: string): string =>
  FRONT.replace(
    /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
    `$1          - { name: guard, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC, rules: { action: ALLOW, policies: { staff: { permissions: [{ header: { name: x-staff, string_match: { exact: "${value}" } } }], principals: [{ any: true }] } } } } }\n`,
  );
const AUTHZ = FRONT.replace(
  /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
  '$1          - { name: ask, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz, grpc_service: { envoy_grpc: { cluster_name: pages } } } }\n',
);

describe('access', () => {
  test('a filter that is gone opens, one that is new closes', () => {
    expect(told(RBAC('yes'), FRONT)).toEqual([expect.stringMatching(/^breaking access-opened GET /)]);
    expect(told(FRONT, RBAC('yes'))).toEqual([expect.stringMatching(/^warning access-closed GET /)]);
  });

  test('another condition opens to some and closes to others', () => {
    expect(told(RBAC('yes'), RBAC('no')).map((each) => each.split(' ')[1])).toEqual([
      'access-opened',
      'access-closed',
    ]);
  });

  test('nobody asks the authorization service any more', () => {
    expect(told(AUTHZ, FRONT)).toEqual([expect.stringMatching(/^breaking access-opened GET /)]);
  });

  test('a route that switches a filter off', () => {
    const before = RBAC('yes');
    const after = before.replace(
      /match: \{ prefix: \/ \}\n(\s*)route: \{ cluster: rounds \}/,
      'match: { prefix: / }\n$1route: { cluster: rounds }\n$1typed_per_filter_config: { guard: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }',
    );
    const changes = behaviourResult(changesBetween(before, after)).changes;
    const [first, ...others] = changes.filter(({ rule }) => rule !== 'request-rerouted');
    expect([first?.rule, others]).toEqual(['access-opened', []]);
    expect(first?.before.outcome).toMatchObject({ kind: 'answered', status: 403 });
  });

  test('behind a filter a new route opens what passes the filter', () => {
    const narrow = RBAC('yes').replace(
      'match: { prefix: / }\n                route: { cluster: rounds }',
      'match: { prefix: /x }\n                route: { cluster: rounds }',
    );
    const [first] = behaviourResult(changesBetween(narrow, RBAC('yes'))).changes;
    expect(first).toMatchObject({ rule: 'access-opened', level: 'breaking' });
    expect(first?.request.headers).toMatchObject({ 'x-staff': 'yes' });
  });

  test('the settings set another level', () => {
    const found = changesBetween(RBAC('yes'), FRONT);
    const levelled = (level: 'info' | 'off') =>
      behaviourResult(found, [], new Map([['access-opened', level]])).changes.map(
        ({ rule, level: own }) => `${own} ${rule}`,
      );
    expect(levelled('info')).toEqual(['info access-opened']);
    expect(levelled('off')).toEqual(['warning request-rerouted']);
  });
});

const RUNS = Number(process.env.LAW_RUNS || 40);

/** Each with the filters and the settings of the other, or with its routes. */
const pairs = fc.tuple(configurations, configurations, fc.boolean()).map(([one, other, hasOwnRoutes]) => {
  const both = structuredClone(one);
  const [mine, theirs] = [both, other].map(managerOf);
  if (mine !== undefined && theirs !== undefined) {
    mine.http_filters = theirs.http_filters;
    if (!hasOwnRoutes) mine.route_config = theirs.route_config;
  }
  return [JSON.stringify(one), JSON.stringify(both)] as const;
});

type Manager = { http_filters?: unknown; route_config?: unknown };

function managerOf(of: { static_resources: { listeners: readonly unknown[] } }): Manager | undefined {
  const [listener] = of.static_resources.listeners as readonly {
    filter_chains: readonly { filters: readonly { typed_config: Manager }[] }[];
  }[];
  return listener?.filter_chains[0]?.filters[0]?.typed_config;
}

test('every group replays; where filters alone change, no opening of a small world is missed', () => {
  const seen = { opened: 0, closed: 0 };
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const [one, other] = [groundOf(before), groundOf(after)];
      const between = (request: Request) => {
        const [was, is] = [one, other].map((each) =>
          routeRequest(each.routing, request, {}, each.contextFor),
        );
        if (was === undefined || is === undefined || 'problem' in was || 'problem' in is)
          throw new Error('the request cannot be asked about');
        return accessBetween(was, is);
      };
      const { changes } = changesBetween(before, after);
      for (const { access, request } of changes)
        if (access !== undefined) {
          expect([between(request), request]).toEqual([access, request]);
          seen[access]++;
        }
      const shown = new Set(changes.map(({ access }) => access));
      const sameRoutes =
        JSON.stringify(managerOf(JSON.parse(before))?.route_config) ===
        JSON.stringify(managerOf(JSON.parse(after))?.route_config);
      if (!sameRoutes) return;
      for (const request of REQUESTS) {
        const access = between(request);
        if (access !== undefined) expect([...shown], JSON.stringify(request)).toContain(access);
      }
    }),
    { numRuns: RUNS },
  );
  expect(seen.opened).toBeGreaterThan(0);
  expect(seen.closed).toBeGreaterThan(0);
  if (RUNS !== 40) console.log(seen);
}, 3_600_000);

test('a group of requests that a filter in front keeps out says so, in every report', () => {
  const denying = `static_resources:
  listeners:
  - name: l
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: m
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: s
          http_filters:
          - { name: guard, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC, rules: { action: DENY, policies: { all: { permissions: [{ any: true }], principals: [{ any: true }] } } } } }
          - { name: router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }
          route_config: { name: r, virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: c } }] }] }
`;
  const { changes } = behaviourResult(changesBetween(denying, denying.replace('prefix: /', 'prefix: /api')));
  expect(changes.map(({ stands_for: standsFor }) => standsFor)).toEqual([
    'all requests except those whose path begins with /api, where the filter "guard" lets them pass',
  ]);
});
