/** Clusters, endpoints, listeners and what stands in them. */
import { items, lines, type Shape } from './shape.ts';

const clusters = (cluster: (at: number) => string) => (count: number) =>
  `clusters:\n${lines(count, (at) => `- {${cluster(at)}}\n`)}`;
const HOST = 'hosts: [{socket_address: {address: 1.2.3.4, port_value: 1}}]';
const address = (at: number) => `1.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
const PLAIN = 'type: STATIC, connect_timeout: 1s';
const listener = (at: number, more: string) =>
  `- {name: l${at}, address: {socket_address: {address: 0.0.0.0, port_value: ${at % 60000}}}, ${more}}\n`;
const manager = (at: number, routes = '') =>
  `{name: envoy.http_connection_manager, config: {stat_prefix: s, route_config: {name: r${at}, virtual_hosts: [{name: v, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: c}}${routes}]}]}}}`;

const staticLayer = (more: number) => (count: number) =>
  `layered_runtime: {layers: [{name: l, static_layer: {${items(count, (at) => `k${at}: ${(at % 100) + more}`)}}}]}\nstatic_resources: {clusters: [{name: c, ${PLAIN}}]}\n`;
const metadata = (value: string) => (count: number) =>
  `clusters:\n- {name: c, ${PLAIN}, metadata: {filter_metadata: {envoy.lb: {${items(count, (at) => `k${at}: ${value}`)}}}}}\n`;
const unreadable = (more: number) => (count: number) =>
  `clusters:\n- {name: c, ${PLAIN}, typed_extension_protocol_options: [${items(count, (at) => `{a: ${at + more}}`)}]}\n`;

const shape = (
  id: string,
  about: string,
  most: number,
  text: Shape['text'],
  commands: Shape['commands'],
  changed?: Shape['text'],
): Shape => ({
  id,
  about,
  most,
  text,
  commands,
  url: () => 'http://a/',
  ...(changed === undefined ? {} : { changed }),
});

export const clusterShapes: readonly Shape[] = [
  shape(
    'clusters',
    'clusters',
    18_000,
    clusters((at) => `name: c${at}, ${PLAIN}`),
    ['analyze', 'diff', 'migrate', 'normalize'],
    clusters((at) => `name: c${at}, type: STATIC, connect_timeout: 2s`),
  ),
  shape(
    'older-clusters',
    'clusters in deprecated form',
    6_000,
    clusters((at) => `name: c${at}, ${PLAIN}, ${HOST}, tls_context: {}`),
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'same-name-clusters',
    'clusters of the same name',
    9_000,
    clusters(() => `name: c, ${PLAIN}`),
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'nameless-clusters',
    'clusters without a name',
    9_000,
    clusters(() => PLAIN),
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'renamed-clusters',
    'clusters that have another name',
    9_000,
    clusters((at) => `name: c${at}, ${PLAIN}, alt_stat_name: s${at}`),
    ['diff'],
    clusters((at) => `name: d${at}, ${PLAIN}, alt_stat_name: s${at}`),
  ),
  shape(
    'hosts-of-one-cluster',
    'hosts of one cluster',
    18_000,
    (count) =>
      `clusters:\n- name: c\n  type: STATIC\n  hosts:\n${lines(count, (at) => `  - {socket_address: {address: ${address(at)}, port_value: 1}}\n`)}`,
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'hosts-in-brackets',
    'hosts of one cluster in brackets',
    18_000,
    (count) =>
      `clusters: [{name: c, type: STATIC, hosts: [${items(count, (at) => `{socket_address: {address: ${address(at)}, port_value: 1}}`)}]}]\n`,
    ['migrate'],
  ),
  shape(
    'endpoints',
    'endpoints of one cluster',
    12_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, load_assignment: {cluster_name: c, endpoints: [{lb_endpoints: [${items(count, (at) => `{endpoint: {address: {socket_address: {address: ${address(at)}, port_value: 1}}}}`)}]}]}}\n`,
    ['analyze', 'diff', 'migrate', 'normalize'],
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, load_assignment: {cluster_name: c, endpoints: [{lb_endpoints: [${items(count, (at) => `{endpoint: {address: {socket_address: {address: ${address(at)}, port_value: 2}}}}`)}]}]}}\n`,
  ),
  shape(
    'localities',
    'localities of one cluster',
    6_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, load_assignment: {cluster_name: c, endpoints: [${items(count, (at) => `{locality: {zone: z${at}}, priority: ${at % 128}, lb_endpoints: [{endpoint: {address: {pipe: {path: /p${at}}}}}]}`)}]}}\n`,
    ['analyze', 'diff', 'normalize'],
  ),
  shape(
    'subset-selectors',
    'subset selectors of one cluster',
    9_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, lb_subset_config: {subset_selectors: [${items(count, (at) => `{keys: [k${at}]}`)}]}}\n`,
    ['analyze', 'diff'],
  ),
  shape(
    'health-checks',
    'health checks of one cluster',
    6_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, health_checks: [${items(count, (at) => `{timeout: 1s, interval: ${at + 1}s, unhealthy_threshold: 1, healthy_threshold: 1, http_health_check: {path: /p${at}}}`)}]}\n`,
    ['analyze', 'diff', 'migrate'],
  ),
  shape(
    'socket-matches',
    'transport socket matches of one cluster',
    6_000,
    (count) =>
      `clusters:\n- {name: c, ${PLAIN}, transport_socket_matches: [${items(count, (at) => `{name: m${at}, match: {k: v${at}}, transport_socket: {name: raw_buffer}}`)}]}\n`,
    ['analyze', 'diff'],
  ),
  shape(
    'listeners',
    'listeners',
    3_000,
    (count) =>
      `static_resources:\n  clusters: [{name: c, ${PLAIN}}]\n  listeners:\n${lines(count, (at) => `  ${listener(at, `filter_chains: [{filters: [${manager(at)}]}]`)}`)}`,
    ['analyze', 'diff', 'migrate', 'trace', 'test'],
  ),
  shape(
    'same-address-listeners',
    'listeners at the same address',
    3_000,
    (count) =>
      `static_resources:\n  clusters: [{name: c, ${PLAIN}}]\n  listeners:\n${lines(count, () => `  ${listener(7, `filter_chains: [{filters: [${manager(7)}]}]`)}`)}`,
    ['analyze', 'diff'],
  ),
  shape(
    'filter-chains',
    'filter chains of one listener',
    3_000,
    (count) =>
      `static_resources:\n  clusters: [{name: c, ${PLAIN}}]\n  listeners:\n  - name: l\n    address: {socket_address: {address: 0.0.0.0, port_value: 443}}\n    filter_chains:\n${lines(count, (at) => `    - {filter_chain_match: {server_names: [s${at}.test]}, filters: [${manager(at)}]}\n`)}`,
    ['analyze', 'diff', 'migrate', 'trace'],
  ),
  shape(
    'server-names',
    'server names of one filter chain',
    18_000,
    (count) =>
      `static_resources:\n  listeners:\n  - {name: l, address: {socket_address: {address: 0.0.0.0, port_value: 443}}, filter_chains: [{filter_chain_match: {server_names: [${items(count, (at) => `s${at}.test`)}]}, filters: [${manager(1)}]}]}\n`,
    ['analyze', 'diff', 'trace'],
  ),
  shape(
    'http-filters',
    'HTTP filters of one connection manager',
    9_000,
    (count) =>
      `static_resources:\n  listeners:\n  - {name: l, address: {socket_address: {address: 0.0.0.0, port_value: 80}}, filter_chains: [{filters: [{name: envoy.http_connection_manager, config: {stat_prefix: s, http_filters: [${items(count, (at) => `{name: envoy.lua, config: {inline_code: 'x${at}'}}`)}]}}]}]}\n`,
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'static-layers',
    'runtime keys of a static layer',
    18_000,
    staticLayer(0),
    ['analyze', 'diff', 'migrate', 'normalize'],
    staticLayer(1),
  ),
  shape(
    'metadata',
    'keys of metadata',
    18_000,
    metadata('v'),
    ['analyze', 'diff', 'normalize'],
    metadata('w'),
  ),
  shape(
    'metadata-lists',
    'keys of metadata with a list each',
    9_000,
    metadata('[v]'),
    ['diff'],
    metadata('[w]'),
  ),
  shape(
    'unreadable-entries',
    'entries that are no message, in the place of a map',
    9_000,
    unreadable(0),
    ['analyze', 'diff', 'migrate', 'normalize'],
    unreadable(1),
  ),
  shape(
    'unknown-fields',
    'unknown fields of one cluster',
    18_000,
    (count) => `clusters:\n- {name: c, ${PLAIN}, ${items(count, (at) => `unknown_${at}: 1`)}}\n`,
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'typos',
    'misspelt fields of one cluster',
    9_000,
    (count) => `clusters:\n${lines(count, () => `- {name: c, conect_timeout: 1s}\n`)}`,
    ['analyze', 'migrate'],
  ),
  shape(
    'duplicate-keys',
    'times the same key',
    18_000,
    (count) => `clusters:\n- name: c\n${lines(count, (at) => `  connect_timeout: ${(at % 50) + 1}s\n`)}`,
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'discovery',
    'resources of a discovery response',
    9_000,
    (count) =>
      JSON.stringify({
        resources: Array.from({ length: count }, (_, at) => ({
          '@type': 'type.googleapis.com/envoy.api.v2.Cluster',
          name: `c${at}`,
          connect_timeout: '1s',
        })),
      }),
    ['analyze', 'diff', 'migrate', 'normalize'],
  ),
  shape(
    'shared-config',
    'filters with a type of their own',
    6_000,
    (count) =>
      `static_resources:\n  listeners:\n  - {name: l, address: {socket_address: {address: 0.0.0.0, port_value: 80}}, filter_chains: [{filters: [${items(count, (at) => `{name: f${at}, typed_config: {'@type': type.googleapis.com/x.Y${at}, a: 1}}`)}]}]}\n`,
    ['analyze', 'diff', 'normalize'],
  ),
];
