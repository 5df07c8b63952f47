/** Laws of renamed clusters: a new name everywhere is one change, and one that is not everywhere is a difference. */
import fc from 'fast-check';
import { type BehaviourResult, compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { type Change, diffConfigurations } from '../../src/diff/index.ts';
import { pairSides } from '../../src/diff/pairing.ts';
import type { Configuration } from '../../src/model/index.ts';
import type { Outcome } from '../../src/routing/outcome/outcome.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { type Host, hosts } from '../diff/behaviour/configurations.ts';
import { opened } from '../opened.ts';
import { diceOf } from '../source/edit/dice.ts';
import { literalsOf } from './behaviour/literals.ts';
import { servedBy } from './behaviour/replaying.ts';
import { startSampling } from './behaviour/sampler.ts';
import { demand, demandSame, type Law, law } from './law.ts';

/** What is compared; tests of the laws hand in comparisons that are wrong on purpose. */
export type Comparing = (
  before: Configuration,
  after: Configuration,
) => {
  readonly changes: readonly Change[];
  readonly behaviour: (aspect?: 'destination') => BehaviourResult;
};

export function comparingWith(pair: typeof pairSides): Comparing {
  return (before, after) => {
    const [one, other] = [[before], [after]];
    const pairing = pair(one, other);
    return {
      changes: diffConfigurations(one, other, { pairing }).changes,
      behaviour: (aspect) => compareBehaviour(one, other, { pairing, ...(aspect && { aspect }) }),
    };
  };
}

const [OLD, NEW] = ['one', 'uno'];
const MANAGER =
  'type.googleapis.com/proxy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';
const TCP = 'type.googleapis.com/proxy.config.filter.network.tcp_proxy.v2.TcpProxy';
const typed = (type: string, fields: object): object => ({
  '@type': type,
  ...fields,
});
const grpc = (name: string): object => ({ envoy_grpc: { cluster_name: name } });

/** What names a cluster beside routes: parts of the connection manager, of the bootstrap, and whole listeners. */
const REFERENCES: readonly ((name: string) => {
  manager?: object;
  filter?: object;
  bootstrap?: object;
  listener?: object;
})[] = [
  (name) => ({ filter: { name: 'proxy.ext_authz', config: { grpc_service: grpc(name) } } }),
  (name) => ({
    filter: {
      name: 'proxy.rate_limit',
      config: { domain: 'd', rate_limit_service: { grpc_service: grpc(name) } },
    },
  }),
  (name) => ({
    filter: { name: 'proxy.fault', config: { upstream_cluster: name, abort: { http_status: 503 } } },
  }),
  (name) => ({
    manager: {
      access_log: [
        {
          name: 'proxy.http_grpc_access_log',
          config: { common_config: { log_name: 'l', grpc_service: grpc(name) } },
        },
      ],
    },
  }),
  (name) => ({
    bootstrap: {
      tracing: {
        http: { name: 'proxy.zipkin', config: { collector_cluster: name, collector_endpoint: '/spans' } },
      },
    },
  }),
  (name) => ({ bootstrap: { cluster_manager: { local_cluster_name: name } } }),
  (name) => ({
    listener: {
      filter_chains: [
        {
          filters: [
            {
              name: 'proxy.tcp_proxy',
              typed_config: typed(TCP, {
                stat_prefix: 't',
                cluster: name,
              }),
            },
          ],
        },
      ],
    },
  }),
];

const address = (at: number): object => ({
  socket_address: { address: '10.0.0.1', port_value: 8000 + at },
});

/** A bootstrap whose routes, listeners and services name clusters. */
function bootstrapText(
  all: readonly Host[],
  clusters: readonly string[],
  references: readonly number[],
): string {
  const seen = new Set<string>();
  const virtualHosts = all.map(({ domains, routes, more }, at) => {
    const own = domains.filter((domain) => !seen.has(domain));
    for (const domain of own) seen.add(domain);
    return { name: `host${at}`, domains: own.length === 0 ? [`${at}.none`] : own, routes, ...more };
  });
  const parts = references.flatMap((at) => REFERENCES[at]?.(OLD) ?? []);
  const filters = parts.flatMap(({ filter }) => filter ?? []);
  const manager = Object.assign({}, ...parts.map(({ manager: each }) => each)) as object;
  const listeners = parts.flatMap(({ listener }) => listener ?? []);
  return JSON.stringify({
    ...(Object.assign({}, ...parts.map(({ bootstrap }) => bootstrap)) as object),
    static_resources: {
      clusters: clusters.map((name, at) => ({
        name,
        connect_timeout: '1s',
        lb_policy: 'RING_HASH',
        lb_subset_config: { subset_selectors: [{ keys: ['stage'] }] },
        load_assignment: {
          cluster_name: name,
          endpoints: [{ lb_endpoints: [{ endpoint: { address: address(at) } }] }],
        },
      })),
      listeners: [
        {
          name: 'front',
          address: address(100),
          filter_chains: [
            {
              filters: [
                {
                  name: 'proxy.http_connection_manager',
                  typed_config: typed(MANAGER, {
                    stat_prefix: 'f',
                    route_config: { name: 'main', virtual_hosts: virtualHosts },
                    ...manager,
                    http_filters: [...filters, { name: 'proxy.router' }],
                  }),
                },
              ],
            },
          ],
        },
        ...listeners.map((each, at) => ({ name: `other${at}`, address: address(101 + at), ...each })),
      ],
    },
  });
}

const mirrored: fc.Arbitrary<Host> = fc.tuple(hosts, fc.boolean()).map(([host, isMirrored]) => ({
  ...host,
  routes: host.routes.map((each) => {
    const { route, ...rest } = each as { readonly route?: object };
    if (!isMirrored || route === undefined) return each;
    return { ...rest, route: { ...route, request_mirror_policy: { cluster: OLD } } };
  }),
}));

const texts: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(mirrored, { minLength: 1, maxLength: 3 }),
    fc.subarray([...REFERENCES.keys()]),
    fc.constantFrom(['one', 'two'], ['two', 'one', 'x']),
  )
  .map(([all, references, clusters]) => bootstrapText(all, clusters, references));

const QUOTED = `"${OLD}"`;
const renamed = (text: string): string => text.replaceAll(QUOTED, `"${NEW}"`);
/** Requests that name their cluster get another one. */
const fixed = (text: string): string => text.replaceAll(/"cluster_header":"[^"]*"/g, `"cluster":${QUOTED}`);

/** Another cluster with the old name. */
const OTHER = JSON.stringify({
  name: OLD,
  connect_timeout: '3s',
  load_assignment: {
    cluster_name: OLD,
    endpoints: [{ lb_endpoints: [{ endpoint: { address: address(99) } }] }],
  },
});

/** So many requests are tried. */
const SAMPLES = 300;

/** What happens to a request, with the old name for the cluster wherever a route names it. */
function outcomeText(outcome: Outcome, isAsked: boolean): string {
  const own = (name: string): string => (name === NEW && !isAsked ? OLD : name);
  const { clusters, mirror } = outcome;
  const branches =
    outcome.kind === 'random' ? outcome.branches.map((each) => outcomeText(each.outcome, isAsked)) : [];
  return JSON.stringify({
    ...outcome,
    clusters: clusters.map((each) => ({ ...each, name: own(each.name) })),
    mirror: mirror.map((each) => ({ ...each, cluster: own(each.cluster) })),
    branches,
  });
}

export function renameLawsOf(comparing: Comparing): readonly Law[] {
  const compared = (before: string, after: string) =>
    comparing(opened(before, { api: 'v2' }), opened(after, { api: 'v2' }));
  return [
    law(
      {
        id: 'cluster-renamed',
        says: 'A cluster with another name everywhere is one change, and no request is handled differently',
        runs: 150,
        slow: 3,
      },
      [texts, fc.boolean()],
      (text, isChanged) => {
        const before = fixed(text);
        const after = renamed(before);
        const changed = isChanged ? after.replace(/("name":"uno","connect_timeout":)"1s"/, '$1"2s"') : after;
        const { changes, behaviour } = compared(before, changed);
        demandSame(
          changes.map(({ kind, resource, path }) => `${kind} ${resource.type} ${resource.name} ${path}`),
          ['renamed Cluster uno name', ...(isChanged ? ['changed Cluster uno connect_timeout'] : [])],
          'the changes',
        );
        for (const aspect of [undefined, 'destination'] as const)
          demand(behaviour(aspect).equal, () => `requests are said to differ (${aspect ?? 'all'})`);
      },
    ),
    law(
      {
        id: 'cluster-renamed-in-part',
        says: 'Where one reference keeps the old name, the others are changes, and no request that differs is called equal',
        runs: 150,
        slow: 4,
      },
      [texts, fc.nat(), fc.boolean()],
      (text, seed, isReused) => {
        const places = [...text.matchAll(/"one"/g)].map(({ index }) => index);
        const own = places.filter((at) => isOwn(text, at));
        const others = places.filter((at) => !own.includes(at));
        const left = others[seed % Math.max(1, others.length)];
        if (left === undefined) return;
        const rest = renamed(text.slice(0, left)) + QUOTED + renamed(text.slice(left + QUOTED.length));
        const after = isReused ? rest.replace('"clusters":[{', `"clusters":[${OTHER},{`) : rest;
        const { changes, behaviour } = compared(text, after);
        const rename = changes.find(({ kind }) => kind === 'renamed');
        if (isReused) demand(rename === undefined, () => 'a name that another cluster has is called renamed');
        else
          demand(rename?.level === 'breaking', () => `the old name is used, its rename is ${rename?.level}`);
        if (others.length > 1)
          demand(changes.length > 1, () => 'the references that changed are not among the changes');
        demandNoticed(text, after, behaviour().equal, seed, isReused);
      },
    ),
    law(
      {
        id: 'cluster-renamed-by-request',
        says: 'Where requests name their cluster, those that are handled differently after a rename are not called equal',
        runs: 150,
        slow: 4,
      },
      [texts, fc.nat()],
      (text, seed) => {
        const after = renamed(text);
        demandNoticed(text, after, compared(text, after).behaviour().equal, seed, false);
      },
    ),
  ];
}

/** Whether a name is that of the definition: of the cluster or of its assignment. */
function isOwn(text: string, at: number): boolean {
  return /^"one","connect_timeout"|^"one","endpoints"/.test(text.slice(at));
}

/**
 * What is called equal is equal for every sampled request, by the plain matcher.
 *
 * @param isLiteral whether the new name means another cluster
 */
function demandNoticed(
  before: string,
  after: string,
  isEqual: boolean,
  seed: number,
  isLiteral: boolean,
): void {
  if (!isEqual) return;
  const sides = [servedBy(opened(before, { api: 'v2' })), servedBy(opened(after, { api: 'v2' }))] as const;
  const sample = startSampling(literalsOf(sides.map(({ found }) => found.routeConfiguration)), diceOf(seed));
  for (let index = 0; index < SAMPLES; index++) {
    const plain = sample();
    const name = [OLD, NEW][index % 2] ?? OLD;
    const request: Request =
      index % 3 === 0 ? { ...plain, headers: { ...plain.headers, x: name, 'x-to': name } } : plain;
    const [was, is] = sides.map(({ found, context }) => {
      const {
        outcome,
        route,
        virtual_host_index: host,
      } = traceRequest(found.routeConfiguration, request, context);
      const action =
        found.routeConfiguration.virtual_hosts?.[host ?? -1]?.routes?.[route?.index ?? -1]?.route;
      return outcomeText(outcome, isLiteral || action?.cluster_header !== undefined);
    });
    demand(was === is, () => `${JSON.stringify(request)} is called equal: ${was} and ${is}`);
  }
}

export const renameLaws: readonly Law[] = renameLawsOf(comparingWith(pairSides));
