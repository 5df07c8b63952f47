/** Every shape of the contract is recognised, and other people's files are not. */
import { describe, expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';

function open(text: string, type?: string) {
  return openConfiguration(sourceFile('in.yaml', text, 'named'), type === undefined ? {} : { type });
}

/** The types of what a text holds, `[]` after those of lists; the problem where it is refused. */
function shapes(text: string, type?: string): string {
  try {
    return open(text, type)
      .roots.map((root) => `${root.type}${root.many ? '[]' : ''}${root.embedded ? ' (text)' : ''}`)
      .join(', ');
  } catch (error) {
    if (error instanceof InputError) return error.details.problem;
    throw error;
  }
}

const BOOTSTRAP = 'Bootstrap';

test.each([
  ['name: a\nconnect_timeout: 1s', 'Cluster'],
  ['name: a\ntype: EDS', 'Cluster'],
  ['name: a\ntype: strict_dns', 'Cluster'],
  ['name: a\ncircuitBreakers: {thresholds: [{maxConnections: 2}]}', 'Cluster'],
  ['name: a\nignorePortInHostMatching: true', 'RouteConfiguration'],
  ['name: a\nlbPolicy: MAGLEV', 'Cluster'],
  ['name: a\ndomains: ["*"]', 'route.VirtualHost'],
  ['match: {prefix: /}\nroute: {cluster: a}', 'route.Route'],
  ['name: a\nvirtual_hosts: []', 'RouteConfiguration'],
  ['{"name": "a", "virtualHosts": []}', 'RouteConfiguration'],
  ['cluster_name: a\nendpoints: []', 'ClusterLoadAssignment'],
  ['name: a\naddress: {pipe: {path: /a}}\nfilter_chains: []', 'Listener'],
  ['id: a\ncluster: b\nlocality: {zone: c}', 'core.Node'],
  ['cluster_name: a\nendpoints: []\npolcy: {}', 'ClusterLoadAssignment'],
  ['id: a\ncluster: b\nlocality: {zone: c}\nmetdata: {}', 'core.Node'],
])('one resource: %s', (text, expected) => {
  expect(shapes(text)).toBe(expected);
  expect(shapes(text.startsWith('{') ? `[null, ${text}]` : `-\n- ${text.replaceAll('\n', '\n  ')}`)).toBe(
    `${expected}[]`,
  );
});

test.each([
  ['clusters: []', 'Resources'],
  ['clusters: [{name: a}]\nname: mine\nx-team: b', 'Resources'],
  ['listeners: []', 'Resources'],
  ['routes: [{match: {prefix: /}}]', 'Resources'],
  ['routeConfigs: []', 'Resources'],
  ['clusters: []\nvirtual_hosts: []', 'Resources'],
  ['virtual_hosts: []', 'RouteConfiguration'],
  ['static_resources: {clusters: []}\nadmin: {}', BOOTSTRAP],
  ['staticResources: {}', BOOTSTRAP],
  ['node: {id: a}', BOOTSTRAP],
  ['runtime: {base: {}}', BOOTSTRAP],
  ['layered_runtime: {layers: []}', BOOTSTRAP],
  ['admin: {access_log_path: /a}', BOOTSTRAP],
  ['watchdog: {miss_timeout: 1s}', BOOTSTRAP],
  ['filter_chains: [{filters: []}]', 'Resources'],
  ['route_config: {name: a}', 'Resources'],
  ['version_info: "1"\nresources: []', 'DiscoveryResponse'],
  ['version_info: "1"\ntype_url: type.googleapis.com/proxy.api.v2.Listener', 'DiscoveryResponse'],
  ['{"typeUrl": "type.googleapis.com/proxy.api.v2.Listener", "nonce": "1"}', 'DiscoveryResponse'],
  ['resources: [{"@type": type.googleapis.com/proxy.api.v2.Cluster, name: a}]', 'DiscoveryResponse'],
  ['{"resources": [{"name": "a", "resource": {"@type": "x/proxy.api.v2.Cluster"}}]}', 'DiscoveryResponse'],
  ['{"configs": [{"@type": "x/proxy.admin.v2alpha.ClustersConfigDump"}]}', 'ConfigDump'],
  ['{"configs": {"clusters": {}}}', 'OlderConfigDump'],
  ['{"@type": "x/proxy.admin.v2alpha.BootstrapConfigDump", "bootstrap": {}}', 'BootstrapConfigDump'],
  ['kind: ConfigMap\ndata:\n  a.yaml: |\n    static_resources:\n      clusters: []\n', `${BOOTSTRAP} (text)`],
  ['kind: ConfigMap\ndata:\n  a.json: "{\\"node\\": {\\"id\\": \\"front\\"}}"\n', `${BOOTSTRAP} (text)`],
  ['replicas: 2\nproxy:\n  config: |-\n    clusters:\n    - name: a\n', 'Resources (text)'],
  ['kind: Service\n---\nclusters: []\n---\n', 'Resources'],
])('%s', (text, expected) => {
  expect(shapes(text)).toBe(expected);
});

test.each([
  ['version: "3"\nservices: {web: {image: a, ports: ["80:80"]}}', '"version", "services"'],
  ['{"name": "a", "type": "module"}', '"name", "type"'],
  ['resources:\n- service.yaml', '"resources"'],
  ['resources: {limits: {cpu: 1}}', '"resources"'],
  ['type_url: https://example.test/Thing\nnonce: 1', '"type_url", "nonce"'],
  ['cluster_name: a\nregion: b', '"cluster_name", "region"'],
  ['id: a\ncluster: b\nname: c', '"id", "cluster", "name"'],
  ['name: CI\non: push\njobs: {}', '"name", "on", "jobs"'],
  ['a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1', '"a", "b", "c", "d", "e", "f", …'],
])("other people's files: %s", (text, keys) => {
  expect(shapes(text)).toBe(`no document of it is a proxy configuration; its top-level keys are ${keys}`);
});

test("other people's files: resources of Kubernetes are called what they are", () => {
  expect(shapes('apiVersion: apps/v1\nkind: Deployment\nmetadata: {}\nspec: {}')).toBe(
    'it is a Kubernetes resource, Deployment of apps/v1, and holds no proxy configuration that can be read by itself',
  );
});

describe('version 3', () => {
  const typed = (name: string): string => `typed_config: { "@type": type.googleapis.com/envoy.${name} }`;

  test.each([
    [`{ name: a, ${typed('extensions.filters.http.router.v3.Router')} }`, 'HttpFilter'],
    [`{ name: a, ${typed('extensions.filters.network.echo.v3.Echo')} }`, 'listener.Filter'],
    [
      `{ name: a, ${typed('extensions.filters.listener.tls_inspector.v3.TlsInspector')} }`,
      'listener.ListenerFilter',
    ],
    [`{ name: a, filter: {}, ${typed('extensions.access_loggers.file.v3.FileAccessLog')} }`, 'AccessLog'],
    [
      `{ name: a, ${typed('extensions.transport_sockets.tls.v3.UpstreamTlsContext')} }`,
      'core.TransportSocket',
    ],
    ['{ name: a, string_match: { exact: b } }', 'route.HeaderMatcher'],
    ['{ timeout: 1s, interval: 1s, http_health_check: { path: / } }', 'core.HealthCheck'],
    ['{ name: a, route_configuration_name: r, key: { fragments: [] } }', 'ScopedRouteConfiguration'],
    [
      '{ stat_prefix: i, route_config: { name: r }, http_filters: [], strip_any_host_port: true }',
      'HttpConnectionManager',
    ],
    ['{ static_resources: {}, bootstrap_extensions: [], default_socket_interface: a }', 'Bootstrap'],
    ['{ name: a, address: {}, additional_addresses: [], enable_reuse_port: true }', 'Listener'],
  ])('%s', (text, type) => {
    expect(shapes(text)).toBe(type);
  });

  test('a message that only version 3 has, by its name', () => {
    expect(shapes('{ name: a }', 'TcpProtocolOptions')).toBe('tcp.TcpProtocolOptions');
    expect(open('{ name: a }', 'envoy.config.cluster.v3.Cluster').api).toBe('v3');
  });
});

test('what holds no keys', () => {
  expect(shapes('[1, 2, 3]')).toBe(
    'no document of it is a proxy configuration; it holds a list of something else',
  );
  expect(shapes('hello')).toBe('no document of it is a proxy configuration; it holds a single value');
  expect(shapes('{}')).toBe('no document of it is a proxy configuration; it holds an empty map');
});

describe('--type', () => {
  test.each([
    ['Cluster', 'Cluster'],
    ['cluster', 'Cluster'],
    ['core.Node', 'core.Node'],
    ['Node', 'core.Node'],
    ['VirtualHost', 'route.VirtualHost'],
    ['RuntimeUInt32', 'core.RuntimeUInt32'],
    ['api.v2.Cluster', 'Cluster'],
    ['envoy.api.v2.route.VirtualHost', 'route.VirtualHost'],
    ['type.googleapis.com/proxy.config.bootstrap.v2.Bootstrap', BOOTSTRAP],
    ['HttpConnectionManager', 'HttpConnectionManager'],
  ])('%s', (type, expected) => {
    expect(shapes('name: a', type)).toBe(expected);
    expect(shapes('- name: a', type)).toBe(`${expected}[]`);
  });

  test('of two messages with one last name, the one that fits is taken', () => {
    expect(shapes('retry_on: 5xx', 'RetryPolicy')).toBe('route.RetryPolicy');
    expect(shapes('retry_back_off: {}', 'RetryPolicy')).toBe('core.RetryPolicy');
  });

  test.each(['Clutser', 'DiscoveryType', 'toString', 'acme.Cluster'])('%s names none', (type) => {
    expect(shapes('name: a', type)).toBe(`--type names no message: "${type}"`);
  });
});

const STRUCT = '{ "@type": type.googleapis.com/udpa.type.v1.TypedStruct, type_url: TYPE, value: {} }';

test.each([
  ['- { name: a, ignorePortInHostMatching: true }\n- { name: b, virtualHosts: [] }', 'RouteConfiguration[]'],
  ['- { name: a, other: true }\n- { name: b, virtualHosts: [] }', 'it holds a list of something else'],
  ['- a\n- { name: b, virtualHosts: [] }', 'it holds a list of something else'],
  [
    `- { name: a, typed_config: ${STRUCT.replace('TYPE', 'envoy.extensions.filters.http.rbac.v3.RBAC')} }`,
    'HttpFilter[]',
  ],
  [
    `- { name: a, typed_config: ${STRUCT.replace('TYPE', 'type.googleapis.com/envoy.extensions.filters.network.rbac.v3.RBAC')} }`,
    'listener.Filter[]',
  ],
  [
    '- { name: a, config_discovery: { config_source: { ads: {} }, type_urls: [envoy.extensions.filters.http.wasm.v3.Wasm] } }',
    'HttpFilter[]',
  ],
  [
    `- { name: a, typed_config: ${STRUCT.replace('TYPE', 'own.Filter')} }`,
    'it holds a list of something else',
  ],
])('a list whose first entry tells less than others, or by data: %s', (text, expected) => {
  expect(shapes(text)).toContain(expected);
});
