/** A change that opens a hole takes a proof away: in each of many configurations with guarded routes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Property } from '../../src/prove/property.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { provingOf } from './proved.ts';

const HTTP = 'type.googleapis.com/envoy.extensions.filters.http';
const GUARD = 'envoy.filters.http.rbac';

interface World {
  readonly host: string;
  readonly path: string;
  /** Routes around the guarded one, to other clusters. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly header: string;
}

const names = fc.constantFrom('a', 'b', 'shop', 'ledger', 'x1');
const worlds: fc.Arbitrary<World> = fc.record({
  host: names.map((name) => `${name}.test`),
  path: names.map((name) => `/${name}`),
  before: fc.array(
    names.map((name) => `/other-${name}`),
    { maxLength: 4 },
  ),
  behind: fc.array(
    names.map((name) => `/more-${name}`),
    { maxLength: 4 },
  ),
  header: names.map((name) => `x-${name}`),
});

type Route = { readonly match: object; readonly [field: string]: unknown };

/** What may be changed of a guarded configuration. */
interface Parts {
  readonly routes: readonly Route[];
  readonly domains: readonly string[];
  readonly others: readonly Route[];
  readonly isGuarded: boolean;
  /** A listener of its own that leads to the same cluster. */
  readonly isTwice: boolean;
}

/** Requests with the header go to the cluster, all others get a 403. */
function guarded({ path, before, behind, header, host }: World): Parts {
  const has = { name: header, string_match: { exact: 'yes' } };
  const elsewhere = (prefix: string): Route => ({ match: { prefix }, route: { cluster: 'pages' } });
  return {
    routes: [
      ...before.map(elsewhere),
      { match: { prefix: path, headers: [has] }, route: { cluster: 'secret' } },
      { match: { prefix: path }, direct_response: { status: 403 } },
      // Nobody comes here while the route before it stands as it does.
      { match: { prefix: path }, route: { cluster: 'secret' } },
      ...behind.map(elsewhere),
    ],
    domains: [host, `*.${host}`],
    others: [elsewhere('/')],
    isGuarded: true,
    isTwice: false,
  };
}

function listener(name: string, port: number, parts: Parts, hasFilter: boolean): object {
  const guard = {
    name: GUARD,
    typed_config: {
      '@type': `${HTTP}.rbac.v3.RBAC`,
      rules: {
        action: 'ALLOW',
        policies: { all: { permissions: [{ any: true }], principals: [{ any: true }] } },
      },
    },
  };
  return {
    name,
    address: { socket_address: { address: '0.0.0.0', port_value: port } },
    filter_chains: [
      {
        filters: [
          {
            name: 'manager',
            typed_config: {
              '@type':
                'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
              stat_prefix: name,
              http_filters: [
                ...(hasFilter ? [guard] : []),
                { name: 'router', typed_config: { '@type': `${HTTP}.router.v3.Router` } },
              ],
              route_config: {
                name,
                virtual_hosts: [
                  { name: 'guarded', domains: parts.domains, routes: parts.routes },
                  { name: 'others', domains: ['*'], routes: parts.others },
                ],
              },
            },
          },
        ],
      },
    ],
  };
}

function configuration(parts: Parts): string {
  return JSON.stringify({
    static_resources: {
      clusters: ['secret', 'pages'].map((name) => ({ name, connect_timeout: '1s' })),
      listeners: [
        listener('front', 80, parts, parts.isGuarded),
        ...(parts.isTwice
          ? [
              listener(
                'side',
                81,
                { ...parts, routes: [{ match: { prefix: '/' }, route: { cluster: 'secret' } }] },
                false,
              ),
            ]
          : []),
      ],
    },
  });
}

const SECRET = { match: { prefix: '/' }, route: { cluster: 'secret' } };
const OFF = {
  typed_per_filter_config: {
    [GUARD]: { '@type': 'type.googleapis.com/envoy.config.route.v3.FilterConfig', disabled: true },
  },
};

/** One for each way in which people open holes. */
const MUTATIONS: { readonly [name: string]: (parts: Parts, world: World) => Parts } = {
  slash: (parts, { path }) => ({
    ...parts,
    routes: parts.routes.map((route) =>
      route.direct_response === undefined
        ? route
        : { ...route, match: { ...route.match, prefix: `${path}/` } },
    ),
  }),
  disabled: (parts) => ({
    ...parts,
    routes: parts.routes.map((route) =>
      JSON.stringify(route.route) === '{"cluster":"secret"}' ? { ...route, ...OFF } : route,
    ),
  }),
  order: (parts) => ({
    ...parts,
    routes: [
      ...parts.routes.filter((route) => route.direct_response === undefined),
      ...parts.routes.filter((route) => route.direct_response !== undefined),
    ],
  }),
  domain: (parts, { host }) => ({ ...parts, domains: [`*.${host}`], others: [SECRET] }),
  chain: (parts) => ({ ...parts, isTwice: true }),
};

const verdicts = (parts: Parts, { header }: World): readonly string[] => {
  const when: Property['when'] = { kind: 'cluster', names: ['secret'] };
  const property = (must: Property['must']): Property => ({ name: 'it', place: null, when, must });
  const all = [
    property({ kind: 'header', header: { name: header, test: { how: 'exact', text: 'yes' } } }),
    property({ kind: 'passed', filter: GUARD, provider: undefined, policy: undefined }),
  ];
  return proveAll(all, provingOf(configuration(parts))).map(({ kind }) => kind);
};

const RUNS = Number(process.env.LAW_RUNS || 20);

test.each(Object.entries(MUTATIONS))(
  '%s',
  (name, mutate) => {
    fc.assert(
      fc.property(worlds, (world) => {
        const parts = guarded(world);
        expect(verdicts(parts, world)).toEqual(['proved', 'proved']);
        const [header, passed] = verdicts(mutate(parts, world), world);
        // What is switched off on the route leaves its condition on headers.
        expect(name === 'disabled' ? passed : header).toBe('refuted');
      }),
      { numRuns: RUNS },
    );
  },
  3_600_000,
);
