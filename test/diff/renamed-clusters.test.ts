/** A cluster under a new name is the same cluster, as long as the old name means nothing else. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import { pairSides } from '../../src/diff/pairing.ts';
import { pictureOfSides } from '../../src/results/picture/of-sides.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';
import { line } from './sides.ts';

interface Written {
  /** Routes, in which NAME stands for the name of the cluster. */
  readonly routes: string;
  readonly host?: string;
  readonly timeout?: string;
  readonly filters?: string;
  readonly more?: string;
}

function textOf(
  name: string,
  { routes, host = '10.0.0.1', timeout = '1s', filters = '', more = '' }: Written,
) {
  return `
static_resources:
  listeners:
  - name: l
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
          stat_prefix: x
          route_config: {name: main, virtual_hosts: [{name: shop, domains: ["*"], routes: [${routes}]}]}
          http_filters: [${filters}{name: envoy.router}]
  clusters:
  - {name: web, connect_timeout: 1s, hosts: [{socket_address: {address: 10.0.0.2, port_value: 80}}]}
  - {name: NAME, connect_timeout: ${timeout}, hosts: [{socket_address: {address: ${host}, port_value: 80}}]}
${more}`.replaceAll('NAME', name);
}

function compared(before: Written, after: Written = before) {
  const [one, other] = [[opened(textOf('cart', before))], [opened(textOf('basket', after))]];
  const pairing = pairSides(one, other);
  const { changes } = diffConfigurations(one, other, { pairing });
  const behaviour = compareBehaviour(one, other, { pairing });
  const narrow = compareBehaviour(one, other, { pairing, aspect: 'destination' });
  const picture = pictureOfSides(findRouting(one), findRouting(other), behaviour, pairing);
  return {
    changes: changes.map(line),
    moved: behaviour.changes.map(({ message }) => message),
    equal: [behaviour.equal, narrow.equal],
    drawn: picture.columns
      .flatMap(({ nodes }) => nodes)
      .map((node) => `${node.title}: ${node.note} ${node.said ?? ''}`.trim()),
  };
}

const RENAMED = 'warning cluster-renamed renamed Cluster:basket name';
const ROOT = 'match: {prefix: /}';
const to = (name: string): Written => ({ routes: `{${ROOT}, route: {cluster: ${name}}}` });
const split = (weight: number, more = ''): Written => ({
  routes: `{${ROOT}, route: {weighted_clusters: {${more}clusters: [{name: NAME, weight: ${weight}}, {name: web, weight: ${100 - weight}}]}}}`,
});

describe('14.8 a pure rename of a cluster is one change', () => {
  test.each<[string, Written]>([
    ['of a route', to('NAME')],
    ['of a weighted cluster', split(30)],
    ['of a mirror', { routes: `{${ROOT}, route: {cluster: web, request_mirror_policy: {cluster: NAME}}}` }],
    [
      'of an authorization service',
      {
        ...to('NAME'),
        filters: '{name: envoy.ext_authz, config: {grpc_service: {envoy_grpc: {cluster_name: NAME}}}}, ',
      },
    ],
    [
      'of a tracer and of the local cluster',
      {
        ...to('NAME'),
        more: `
cluster_manager: {local_cluster_name: NAME}
tracing: {http: {name: envoy.zipkin, config: {collector_cluster: NAME, collector_endpoint: /s}}}`,
      },
    ],
    [
      'whose old name stands in metadata, which names no cluster',
      { ...to('NAME'), more: 'node: {id: "n", cluster: c, metadata: {role: cart}}' },
    ],
  ])('%s', (_, written) => {
    expect(compared(written)).toMatchObject({ changes: [RENAMED], moved: [], equal: [true, true] });
  });

  test('and is drawn as one cluster', () => {
    const { drawn } = compared(to('NAME'));
    expect(drawn).toContain('basket: renamed cluster');
    expect(drawn.join('\n')).not.toMatch(/leads elsewhere|no longer|new cluster/);
  });
});

test('14.8 renamed and changed is said as both', () => {
  const { changes, equal } = compared(split(30), { ...split(40), timeout: '2s' });
  expect(changes).toEqual([
    'warning route-cluster-weight-raised changed VirtualHost:shop routes[0].route.weighted_clusters.clusters[basket].weight',
    'warning route-cluster-weight-lowered changed VirtualHost:shop routes[0].route.weighted_clusters.clusters[web].weight',
    RENAMED,
    'info cluster-connect-timeout-changed changed Cluster:basket connect_timeout',
  ]);
  expect(equal).toEqual([false, false]);
});

test('14.8 what changes to or from a renamed cluster is said with the name of its side', () => {
  const one = [opened(textOf('cart', to('web')))];
  const other = [opened(textOf('basket', to('NAME')))];
  const [change] = diffConfigurations(one, other).changes;
  expect([change?.level, change?.path, change?.before?.value, change?.after?.value]).toEqual([
    'warning',
    'routes[0].route.cluster',
    'web',
    'basket',
  ]);
});

describe('14.8 a new name is another cluster', () => {
  test('where requests name the cluster, for them alone', () => {
    const routes = `{match: {prefix: /h}, route: {cluster_header: x-to}}, {${ROOT}, route: {cluster: NAME}}`;
    const { changes, moved } = compared({ routes });
    expect(changes).toEqual([RENAMED]);
    expect(moved).toHaveLength(1);
    expect(moved[0]).toContain('GET http://example.test/h');
  });

  test.each<[string, Written]>([
    ['where a runtime key holds its name', split(30, 'runtime_key_prefix: rt, ')],
    [
      'where a rate limit sends its name',
      {
        routes: `{${ROOT}, route: {cluster: NAME, rate_limits: [{actions: [{destination_cluster: {}}]}]}}`,
        filters:
          '{name: envoy.rate_limit, config: {domain: d, rate_limit_service: {grpc_service: {envoy_grpc: {cluster_name: web}}}}}, ',
      },
    ],
    [
      'where a header shows its name',
      {
        routes: `{${ROOT}, route: {cluster: NAME}, response_headers_to_add: [{header: {key: x-c, value: "%UPSTREAM_CLUSTER%"}}]}`,
      },
    ],
  ])('%s', (_, written) => {
    const { changes, moved } = compared(written);
    expect(changes).toEqual([RENAMED]);
    expect(moved).toHaveLength(1);
  });

  test.each<[string, string]>([
    [
      'a runtime key',
      'layered_runtime: {layers: [{name: s, static_layer: {upstream.maintenance_mode.cart: 100}}]}',
    ],
    [
      'a nested runtime key',
      'layered_runtime: {layers: [{name: s, static_layer: {circuit_breakers: {cart: {default: {max_retries: 1}}}}}]}',
    ],
    ['data that no table describes', 'tracing: {http: {name: acme.tracer, config: {upstream: cart}}}'],
  ])('where %s still has the old one', (_, more) => {
    const { changes, moved } = compared({ ...to('NAME'), more });
    expect(changes).toContain(
      'warning route-target-changed changed VirtualHost:shop routes[0].route.cluster',
    );
    expect(moved).toHaveLength(1);
  });

  test('where a program still calls the old one', () => {
    const filters = `{name: envoy.lua, config: {inline_code: 'function f(h) h:httpCall("cart", {}, "", 5) end'}}, `;
    expect(compared({ ...to('NAME'), filters }).moved).toHaveLength(1);
  });

  test('where a route still has the old one', () => {
    const routes = `{match: {prefix: /a}, route: {cluster: cart}}, {${ROOT}, route: {cluster: NAME}}`;
    const { changes, moved } = compared({ routes });
    expect(changes).toEqual([
      'warning route-target-changed changed VirtualHost:shop routes[1].route.cluster',
      'breaking cluster-renamed renamed Cluster:basket name',
    ]);
    expect(moved).toHaveLength(2);
  });

  test('where the first side had routes to the new one already', () => {
    const routes = `{match: {prefix: /a}, route: {cluster: basket}}, {${ROOT}, route: {cluster: NAME}}`;
    expect(compared({ routes }).moved).toHaveLength(2);
  });

  test('where it has none of the hosts', () => {
    const more =
      'lb_policy: LEAST_REQUEST, type: STRICT_DNS, dns_lookup_family: V4_ONLY, http2_protocol_options: {}';
    const written = (host: string): Written => ({ ...to('NAME'), timeout: `1s, ${more}`, host });
    const { changes, moved } = compared(written('10.0.0.1'), written('10.0.0.9'));
    expect(changes).toContain(
      'warning route-target-changed changed VirtualHost:shop routes[0].route.cluster',
    );
    expect(moved).toHaveLength(1);
  });
});

test('14.8 two clusters of a split that swap their names swap their shares', () => {
  const both = (first: number, second: number) =>
    `{clusters: [{name: a, connect_timeout: 1s, hosts: [{socket_address: {address: 10.0.0.1, port_value: ${first}}}]}, {name: b, connect_timeout: 1s, hosts: [{socket_address: {address: 10.0.0.1, port_value: ${second}}}]}]}`;
  const { changes } = diffConfigurations([opened(both(1, 2))], [opened(both(2, 1))]);
  expect(changes.map(({ kind }) => kind)).not.toContain('renamed');
});

test('14.8 beside a resource of which nobody knows the type', () => {
  const list = (name: string, more: string) =>
    opened(
      `resources:\n- {"@type": type.googleapis.com/envoy.api.v2.Cluster, name: ${name}, connect_timeout: 1s, hosts: [{socket_address: {address: 10.0.0.1, port_value: 1}}]}\n${more}`,
    );
  const sides = [[list('cart', '')], [list('basket', '- {resources: null}\n')]] as const;
  const { changes } = diffConfigurations(...sides, { pairing: pairSides(...sides) });
  expect(changes.map(({ message }) => message)).toEqual([
    expect.stringContaining('has a new name'),
    'the resource without a type is new',
  ]);
});
