import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterReferences, spotOfReference } from '../../../src/analyze/clusters/references.ts';
import { clusterUses } from '../../../src/analyze/clusters/uses.ts';
import { subjectOf } from '../../../src/analyze/index.ts';
import { nodeOf, placeOf } from '../../../src/analyze/place.ts';
import { openConfiguration } from '../../../src/model/index.ts';
import { sourceFile } from '../../../src/source/load.ts';

function referencesIn(yaml: string) {
  const subject = subjectOf([openConfiguration(sourceFile('front.yaml', yaml, 'named'))]);
  return { ...subject.shared(clusterReferences), ...subject.shared(clusterUses) };
}

function listed(yaml: string) {
  const { byCluster, fateOf } = referencesIn(yaml);
  return [...byCluster].flatMap(([cluster, references]) =>
    references.map((reference) => ({
      cluster,
      kind: reference.kind,
      live: fateOf(reference).live,
      pointer: placeOf(nodeOf(spotOfReference(reference))).pointer,
    })),
  );
}

test('each reference with its kind, its place and whether anything comes this way', () => {
  const yaml = `clusters:
  - { name: shop, connect_timeout: 1s }
  - name: slow
    connect_timeout: 1s
    type: EDS
    eds_cluster_config: { eds_config: { api_config_source: { api_type: REST, clusterNames: [xds], refresh_delay: 1s } } }
virtual_hosts:
  - name: shop
    domains: ['*']
    routes:
      - match: { prefix: /split }
        route: { weighted_clusters: { clusters: [{ name: a, weight: 100 }, { name: b, weight: 0 }] } }
      - match: { prefix: / }
        route: { cluster: shop, requestMirrorPolicy: { cluster: copy } }
        metadata: { filter_metadata: { test.widget: { falls: { back: [slow, nowhere] } } } }
      - match: { prefix: /late }
        route: { cluster: late }
listeners:
  - name: tcp
    address: { pipe: { path: /t } }
    filter_chains: [{ filters: [{ name: proxy.tcp_proxy, config: { stat_prefix: t, cluster: shop } }] }]
`;
  const route = (index: number) => `/virtual_hosts/0/routes/${index}`;
  expect(listed(yaml)).toEqual([
    {
      cluster: 'xds',
      kind: 'service',
      live: true,
      pointer: '/clusters/1/eds_cluster_config/eds_config/api_config_source/clusterNames/0',
    },
    {
      cluster: 'a',
      kind: 'weight',
      live: true,
      pointer: `${route(0)}/route/weighted_clusters/clusters/0/name`,
    },
    {
      cluster: 'b',
      kind: 'weight',
      live: false,
      pointer: `${route(0)}/route/weighted_clusters/clusters/1/name`,
    },
    { cluster: 'shop', kind: 'route', live: true, pointer: `${route(1)}/route/cluster` },
    {
      cluster: 'shop',
      kind: 'tcp proxy',
      live: true,
      pointer: '/listeners/0/filter_chains/0/filters/0/config/cluster',
    },
    { cluster: 'copy', kind: 'mirror', live: true, pointer: `${route(1)}/route/requestMirrorPolicy/cluster` },
    {
      cluster: 'slow',
      kind: 'data',
      live: true,
      pointer: `${route(1)}/metadata/filter_metadata/test.widget`,
    },
    { cluster: 'late', kind: 'route', live: false, pointer: `${route(2)}/route/cluster` },
  ]);
});

test('a dump that shows a route configuration twice does not count it twice', () => {
  const table = `{ name: front, virtual_hosts: [{ name: v, domains: ['*'], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }] }`;
  const yaml = `configs:
  - '@type': type.googleapis.com/proxy.admin.v2alpha.ListenersConfigDump
    static_listeners: [{ listener: { name: l, filter_chains: [{ filters: [{ name: proxy.http_connection_manager, config: { stat_prefix: a, route_config: ${table} } }] }] } }]
  - '@type': type.googleapis.com/proxy.admin.v2alpha.RoutesConfigDump
    static_route_configs: [{ route_config: ${table} }]
`;
  expect(listed(yaml)).toHaveLength(1);
});

describe('what is reached', () => {
  /** A forest of aggregate clusters: which members each has, and which of them a route names. */
  const forests = fc.integer({ min: 1, max: 8 }).chain((count) =>
    fc.record({
      members: fc.array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 3 }), {
        minLength: count,
        maxLength: count,
      }),
      routed: fc.uniqueArray(fc.nat(count - 1), { maxLength: 3 }),
    }),
  );

  test('is what a route names, and the members of what is reached, circles included', () => {
    fc.assert(
      fc.property(forests, ({ members, routed }) => {
        const clusters = members.map((own, index) =>
          own.length === 0
            ? { name: `c${index}`, connect_timeout: '1s' }
            : {
                name: `c${index}`,
                connect_timeout: '1s',
                lb_policy: 'CLUSTER_PROVIDED',
                cluster_type: {
                  name: 'proxy.clusters.aggregate',
                  typed_config: {
                    '@type': 'type.googleapis.com/proxy.config.cluster.aggregate.v2alpha.ClusterConfig',
                    clusters: own.map((member) => `c${member}`),
                  },
                },
              },
        );
        const routes = routed.map((cluster) => ({
          match: { path: `/${cluster}` },
          route: { cluster: `c${cluster}` },
        }));
        const expected = new Set<number>();
        const visit = (cluster: number): void => {
          if (expected.has(cluster)) return;
          expected.add(cluster);
          for (const member of members[cluster] ?? []) visit(member);
        };
        routed.forEach(visit);
        const { reached } = referencesIn(JSON.stringify({ clusters, routes }));
        expect([...reached].sort()).toEqual([...expected].map((each) => `c${each}`).sort());
      }),
    );
  });
});
