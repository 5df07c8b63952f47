/** Access that a change opens or closes: each group replays, and small worlds are enumerated. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accessBetween } from '../../../src/diff/behaviour/access.ts';
import { accessChanges } from '../../../src/diff/behaviour/access-changes.ts';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { behaviourResult } from '../../../src/results/comparison.ts';
import { startMeter } from '../../../src/routing/regex/meter.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { opened } from '../../opened.ts';
import { provingOf, regexes } from '../../prove/proved.ts';
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

  test('csrf asks nobody who they are, and keeps requests out all the same', () => {
    const csrf = FRONT.replace(
      /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
      '$1          - { name: origin, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.csrf.v3.CsrfPolicy, filter_enabled: { default_value: { numerator: 100 } } } }\n',
    );
    expect(told(csrf, FRONT)).toEqual([
      expect.stringMatching(/^breaking access-opened (?!GET|HEAD|OPTIONS)/),
    ]);
  });

  test('a group stands for what a filter lets pass, also where access changes with its route', () => {
    const before = RBAC('yes');
    const { changes } = behaviourResult(
      changesBetween(before, before.replace(/(stat_prefix: vans[\s\S]*? prefix: )\//, '$1/only')),
    );
    expect(changes.length).toBeGreaterThan(0);
    for (const { stands_for } of changes)
      expect(stands_for).toMatch(/where the filter "guard" lets them pass$|kept out/);
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

  test('a filter that is gone while its route takes other requests too', () => {
    const narrow = RBAC('yes').replace(
      'match: { prefix: / }\n                route: { cluster: rounds }',
      'match: { prefix: /rounds/ }\n                route: { cluster: rounds }',
    );
    const wide = FRONT.replace(
      'match: { prefix: / }\n                route: { cluster: rounds }',
      'match: { prefix: /rounds }\n                route: { cluster: rounds }',
    );
    // What no route took, and what the filter kept out.
    expect(told(narrow, wide)).toEqual([
      expect.stringMatching(/^breaking access-opened GET \S+\/rounds$/),
      expect.stringMatching(/^breaking access-opened GET \S+\/rounds\/$/),
    ]);
    expect(told(wide, narrow)).toEqual([
      // What is served no more is breaking whatever keeps it out.
      expect.stringMatching(/^breaking access-closed GET \S+\/rounds$/),
      expect.stringMatching(/^warning access-closed GET \S+\/rounds\/$/),
    ]);
  });

  test('a route that takes over what another kept out, with other settings', () => {
    const before = RBAC('yes');
    const after = before.replace(
      '- match: { prefix: / }\n                route: { cluster: rounds }',
      '- match: { path: /map }\n                route: { cluster: rounds }\n                typed_per_filter_config: { guard: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }\n              - match: { prefix: / }\n                route: { cluster: rounds }',
    );
    expect(after).not.toBe(before);
    expect(told(before, after).filter((each) => each.includes('access'))).toEqual([
      expect.stringMatching(/^breaking access-opened GET \S+\/map$/),
    ]);
  });

  test('the settings set another level', () => {
    const found = changesBetween(RBAC('yes'), FRONT);
    const levelled = (level: 'info' | 'off') =>
      behaviourResult(found, [], new Map([['access-opened', level]])).changes.map(
        ({ rule, level: own }) => `${own} ${rule}`,
      );
    expect(levelled('info')).toEqual(['info access-opened']);
    expect(levelled('off')).toEqual(['warning request-rerouted']);
    const rules = new Map([
      ['access-opened', 'off' as const],
      ['request-rerouted', 'info' as const],
    ]);
    expect(behaviourResult(found, [], rules).changes.map(({ level }) => level)).toEqual(['info']);
  });
});

const RUNS = Number(process.env.LAW_RUNS || 40);
/** Another one in each share of a long run. */
const SEED = process.env.LAW_SEED;

/** One side, and the other with other filters, other routes, or both. */
const pairs = fc
  .tuple(configurations, configurations, fc.constantFrom('filters', 'routes', 'both'))
  .map(([one, other, what]) => {
    const both = structuredClone(one);
    const [mine, theirs] = [both, other].map(managerOf);
    if (mine !== undefined && theirs !== undefined) {
      if (what !== 'routes') mine.http_filters = theirs.http_filters;
      if (what !== 'filters') mine.route_config = theirs.route_config;
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

/** Which requests pass on one side only, in which virtual host. */
function accessIn(before: string, after: string) {
  const sides = { before: provingOf(before), after: provingOf(after) };
  const [one, other] = [sides.before.routing.routes[0], sides.after.routing.routes[0]];
  if (one === undefined || other === undefined) throw new Error('no routes');
  const between = (request: Request) => {
    const [was, is] = [sides.before, sides.after].map((each) =>
      routeRequest(each.routing, request, {}, each.contextFor),
    );
    if (was === undefined || is === undefined || 'problem' in was || 'problem' in is)
      throw new Error('the request cannot be asked about');
    const access = accessBetween(was, is);
    return { access, host: (access === 'opened' ? is : was).trace.virtual_host };
  };
  const pair = { before: one, after: other };
  const { changes } = accessChanges({
    ...{ sides, pair, regexes, isKnown: () => false, meter: startMeter({ work: 1e9 }) },
  });
  const told = changes.map(({ access, before: was, after: is }) => ({
    access,
    host: (access === 'opened' ? is : was).trace.virtual_host,
  }));
  return { between, told };
}

test('every group replays, and no opening or closing of a small world is missed', () => {
  const seen = { opened: 0, closed: 0, hosts: 0 };
  fc.assert(
    fc.property(pairs, ([before, after]) => {
      const { between, told: byHost } = accessIn(before, after);
      const { changes, undecided } = changesBetween(before, after);
      // A header that counts on one side only is said to leave requests open.
      const isOpen = undecided.some(({ reason }) => reason.startsWith('internal_only_headers differs'));
      for (const { access, request } of changes)
        if (access !== undefined) {
          expect([between(request).access, request]).toEqual([access, request]);
          seen[access]++;
        }
      const shown = changes.map(({ access }) => access);
      const isGuarded = [before, after].some(
        (each) => each.includes('JwtAuthentication') || each.includes('.rbac.v3.RBAC"'),
      );
      for (const request of REQUESTS) {
        const { access, host } = between(request);
        if (access === undefined || (isOpen && Object.hasOwn(request.headers, 'x'))) continue;
        expect(shown, JSON.stringify(request)).toContain(access);
        // Where filters may keep requests out, all is found without what comparing routes has found.
        if (!isGuarded) continue;
        seen.hosts++;
        expect(byHost, JSON.stringify(request)).toContainEqual({ access, host });
      }
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
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
