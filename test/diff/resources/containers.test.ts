/** Containers are no part of the meaning. */
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { diffOf, lines, sideOf } from '../sides.ts';

const MANAGER =
  'type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

const listener = (name: string, indent: string): string =>
  [
    `- ${name === '' ? '' : `name: ${name}\n  `}address: {socket_address: {address: 0.0.0.0, port_value: 80}}`,
    '  filter_chains:',
    '  - filters:',
    '    - name: envoy.http_connection_manager',
    '      typed_config:',
    `        "@type": ${MANAGER}`,
    '        stat_prefix: in',
    '        http_filters: [{name: envoy.router}]',
    '        route_config:',
    '          name: main',
    '          virtual_hosts:',
    '          - name: shop',
    '            domains: ["*"]',
    '            routes: [{match: {prefix: /}, route: {cluster: shop}}]',
  ]
    .join('\n')
    .replaceAll('\n', `\n${indent}`);

const cluster = '{name: shop, connect_timeout: 1s, type: STRICT_DNS, hosts: [{pipe: {path: /a}}]}';

const bootstrap = `node: {id: a, cluster: b}
admin: {access_log_path: /dev/null}
static_resources:
  clusters: [${cluster}]
  listeners:
  ${listener('', '  ')}
`;

const dump = `configs:
- "@type": type.googleapis.com/envoy.admin.v2alpha.BootstrapConfigDump
  bootstrap:
    node: {id: a, cluster: b, user_agent_name: envoy, build_version: x/1.13}
    admin: {access_log_path: /dev/null}
    static_resources:
      clusters: [${cluster}]
      listeners:
      ${listener('', '      ')}
  last_updated: "2020-01-01T00:00:00Z"
- "@type": type.googleapis.com/envoy.admin.v2alpha.ClustersConfigDump
  version_info: "1"
  static_clusters:
  - cluster: {"@type": type.googleapis.com/envoy.api.v2.Cluster, name: shop, connect_timeout: 1s, type: STRICT_DNS, hosts: [{pipe: {path: /a}}]}
- "@type": type.googleapis.com/envoy.admin.v2alpha.ListenersConfigDump
  static_listeners:
  - listener:
      "@type": type.googleapis.com/envoy.api.v2.Listener
    ${listener('8f2c-made-up', '    ').replace('- ', '  ')}
- "@type": type.googleapis.com/envoy.admin.v2alpha.RoutesConfigDump
  static_route_configs:
  - route_config:
      "@type": type.googleapis.com/envoy.api.v2.RouteConfiguration
      name: main
      virtual_hosts:
      - name: shop
        domains: ["*"]
        routes: [{match: {prefix: /}, route: {cluster: shop}}]
`;

test('a bootstrap and a dump of the proxy that runs it', () => {
  expect(lines(diffOf(bootstrap, dump))).toEqual([]);
  expect(lines(diffOf(dump, bootstrap))).toEqual([]);
  expect(lines(diffOf(dump, bootstrap.replace('connect_timeout: 1s', 'connect_timeout: 2s')))).toEqual([
    'info cluster-connect-timeout-changed changed Cluster:shop connect_timeout',
  ]);
});

describe('what the proxy fetched from a management server', () => {
  const fed = (more: string) => `node: {id: a, cluster: b}
dynamic_resources: {lds_config: {ads: {}}, cds_config: {ads: {}}}
static_resources: {clusters: [{name: xds, connect_timeout: 1s}${more}]}
`;
  const api = 'type.googleapis.com/envoy.api.v2';
  const running = (timeout = '1s', more = '') => `configs:
- "@type": type.googleapis.com/envoy.admin.v2alpha.BootstrapConfigDump
  bootstrap:
    ${fed(more).trimEnd().replaceAll('\n', '\n    ')}
- "@type": type.googleapis.com/envoy.admin.v2alpha.ClustersConfigDump
  dynamic_active_clusters:
  - cluster: {"@type": ${api}.Cluster, name: shop, connect_timeout: ${timeout}}
  - cluster: {"@type": ${api}.Cluster, name: cart, connect_timeout: 1s}
- "@type": type.googleapis.com/envoy.admin.v2alpha.ListenersConfigDump
  dynamic_listeners:
  - name: in
    active_state:
      listener:
        "@type": ${api}.Listener
      ${listener('in', '      ').replace('- ', '  ')}
- "@type": type.googleapis.com/envoy.admin.v2alpha.RoutesConfigDump
  dynamic_route_configs:
  - route_config:
      "@type": ${api}.RouteConfiguration
      name: far
      virtual_hosts: [{name: far, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]
`;
  const told =
    'holds 4 resources that the proxy fetched from a management server (2 clusters, 1 listener, 1 route configuration); the bootstrap on the other side has no place for such, so they are not compared';
  const behaviour = (before: string, after: string) =>
    compareBehaviour([sideOf(before, 'a.yaml')], [sideOf(after, 'b.yaml')]);

  test('is no difference to a bootstrap that has such fetched, and is said', () => {
    for (const [before, after, name] of [
      [fed(''), running(), 'b.yaml'],
      [running(), fed(''), 'a.yaml'],
    ] as const) {
      expect(diffOf(before, after)).toMatchObject({
        equal: true,
        changes: [],
        summary: { breaking: 0, warning: 0, info: 0, cosmetic: 4 },
        remarks: [`${name} ${told}`],
      });
      expect(behaviour(before, after)).toMatchObject({ equal: true, removed: [], added: [] });
    }
  });

  test('is listed among what differs in form only', () => {
    expect(lines(diffOf(fed(''), running(), { cosmetic: true }))).toEqual([
      'cosmetic fetched-by-proxy added Cluster:shop',
      'cosmetic fetched-by-proxy added Cluster:cart',
      'cosmetic fetched-by-proxy added Listener:in',
      'cosmetic fetched-by-proxy added RouteConfiguration:far',
    ]);
  });

  test('is compared with what the bootstrap says of the same name', () => {
    const said = ', {name: shop, connect_timeout: 2s}';
    expect(lines(diffOf(fed(said), running('1s', said)))).toEqual([
      'warning cluster-connect-timeout-changed changed Cluster:shop connect_timeout',
    ]);
  });

  test('is compared with another dump, and with files that hold such resources', () => {
    expect(lines(diffOf(running(), running('2s')))).toEqual([
      'info cluster-connect-timeout-changed changed Cluster:shop connect_timeout',
    ]);
    const files = [
      sideOf(fed(''), 'a.yaml'),
      sideOf('clusters: [{name: shop, connect_timeout: 1s}]', 'c.yaml'),
    ];
    const { changes, remarks } = diffConfigurations(files, [sideOf(running(), 'b.yaml')]);
    expect(changes.map(({ resource }) => resource.name)).toEqual(['cart', 'in', 'far']);
    expect(remarks).toEqual([]);
  });

  test('is a difference to a bootstrap that has nothing fetched', () => {
    const alone = fed('').replace(/dynamic_resources.*\n/, '');
    expect(lines(diffOf(running(), alone))).toContain('breaking listener-removed removed Listener:in');
  });
});

describe('one cluster', () => {
  const shapes: readonly string[] = [
    cluster,
    `clusters: [${cluster}]`,
    `[${cluster}]`,
    `static_resources: {clusters: [${cluster}]}`,
    `{resources: [{"@type": type.googleapis.com/envoy.api.v2.Cluster, ${cluster.slice(1)}], version_info: "3"}`,
    `kind: ConfigMap\ndata:\n  a.yaml: |\n    clusters:\n    - ${cluster}\n`,
  ];
  test.each(shapes)('as %s', (shape) => {
    for (const other of shapes) {
      expect(lines(diffOf(shape, other))).toEqual([]);
    }
  });
});

test('virtual hosts without their route configuration, routes without their virtual host', () => {
  const host = '{name: a, domains: [a], routes: [{match: {prefix: /}, route: {cluster: b}}]}';
  expect(diffOf(`virtual_hosts: [${host}]`, `[${host}]`).equal).toBe(true);
  expect(
    lines(
      diffOf(
        'routes: [{match: {prefix: /}, route: {cluster: b}}]',
        '[{match: {prefix: /}, route: {cluster: c}}]',
      ),
    ),
  ).toEqual(['warning route-target-changed changed VirtualHost: routes[0].route.cluster']);
});

test('several files on a side are one configuration', () => {
  const other = '{name: other, connect_timeout: 1s}';
  const before = [sideOf(`clusters: [${cluster}]`, 'a'), sideOf(`clusters: [${other}]`, 'b')];
  const after = [sideOf(`clusters: [${other}, ${cluster}]`, 'c')];
  expect(lines(diffConfigurations(before, after))).toEqual([]);
});

test('the namespace makes no difference', () => {
  const text = (namespace: string): string =>
    `static_resources:\n  listeners:\n  ${listener('a', '  ').replaceAll('envoy', namespace)}\n`;
  expect(lines(diffOf(text('envoy'), text('proxy')))).toEqual([]);
});

test('a file that shows no namespace has that of the other', () => {
  const text = (name: string): string => `name: a\nconnect_timeout: 1s\ntransport_socket: {name: ${name}}\n`;
  expect(lines(diffOf(text('acme.transport_sockets.raw_buffer'), text('raw_buffer')))).toEqual([]);
  expect(lines(diffOf(text('raw_buffer'), text('acme.transport_sockets.raw_buffer')))).toEqual([]);
});

test('resources of types that no table has are compared as data', () => {
  const text = (value: number): string =>
    `resources:\n- "@type": type.googleapis.com/acme.Thing\n  name: a\n  size: ${value}\n`;
  expect(lines(diffOf(text(1), text(1)))).toEqual([]);
  expect(lines(diffOf(text(1), text(2)))).toEqual(['warning resource-changed changed Thing:a size']);
});

test('route configurations of the same name in two listeners are told apart', () => {
  const text = (one: string, two: string): string =>
    ['a', 'b']
      .map((name, index) =>
        listener(name, '').replace('cluster: shop', `cluster: ${index === 0 ? one : two}`),
      )
      .join('\n');
  expect(lines(diffOf(text('x', 'y'), text('x', 'z')))).toEqual([
    'warning route-target-changed changed VirtualHost:shop routes[0].route.cluster',
  ]);
  expect(diffOf(text('x', 'y'), text('x', 'z')).changes[0]?.within).toEqual([
    { type: 'RouteConfiguration', name: 'main' },
    { type: 'Listener', name: 'b' },
  ]);
});

test('a listener that is gone takes its route configuration with it', () => {
  const before = `${listener('a', '')}\n${listener('b', '')}`;
  const after = listener('a', '');
  expect(lines(diffOf(before, after))).toEqual(['breaking listener-removed removed Listener:b']);
});

describe('what goes with a container', () => {
  const empty = (text: string) => diffConfigurations([sideOf(text, 'a.yaml')], []);
  const born = (text: string) => diffConfigurations([], [sideOf(text, 'b.yaml')]);

  test('a bootstrap that is gone is as severe as its listeners', () => {
    expect(lines(empty(bootstrap))).toEqual([
      'warning bootstrap-removed removed Bootstrap:',
      'breaking listener-removed removed Listener:0.0.0.0:80',
      'warning cluster-removed removed Cluster:shop',
    ]);
    expect(born(bootstrap).summary).toMatchObject({ breaking: 0, warning: 0 });
  });

  test('a bootstrap that is gone and has its listeners from elsewhere', () => {
    const fed = 'dynamic_resources: {lds_config: {ads: {}}, cds_config: {ads: {}}}\n';
    expect(lines(empty(fed))).toEqual(['breaking bootstrap-removed removed Bootstrap:']);
    expect(lines(empty('admin: {access_log_path: /dev/null}\n'))).toEqual([
      'warning bootstrap-removed removed Bootstrap:',
    ]);
    expect(lines(born(fed))).toEqual(['info bootstrap-added added Bootstrap:']);
  });

  test('a connection manager that is gone is as severe as its routes', () => {
    const manager =
      'stat_prefix: in\nhttp_filters: [{name: envoy.router}]\nroute_config: {name: main, virtual_hosts: [{name: shop, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: shop}}]}]}\n';
    expect(lines(empty(manager))).toContain(
      'breaking route-configuration-removed removed RouteConfiguration:main',
    );
  });
});
