/** What other tools print around configurations, and what people cut out of one (CONTRACT, Inputs). */
import { expect, test } from 'vitest';
import { diffConfigurations } from '../../src/diff/index.ts';
import { liftConfiguration } from '../../src/engine/lift.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { analyzed } from '../analyze/analyzed.ts';
import { opened } from '../opened.ts';

const TYPE = 'type.googleapis.com/envoy';
const held = (text: string): readonly string[] => opened(text).roots.map(({ type }) => type);
const DUMP = `{ configs: [{ "@type": ${TYPE}.admin.v3.ClustersConfigDump }] }`;
const HOST = '{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: a } }] }';
const LISTS = `clusters: [{ name: a, connect_timeout: 1s }]
listeners: []
routes: [{ name: rc, virtual_hosts: [${HOST}] }]
`;

test.each([
  ['dumps by namespace and pod', `default: { eg: ${DUMP}, other: ${DUMP} }`, ['ConfigDump', 'ConfigDump']],
  [
    'one section of them',
    `default: { eg: { "@type": ${TYPE}.admin.v3.RoutesConfigDump } }`,
    ['RoutesConfigDump'],
  ],
  [
    'a translation',
    `xds: { default/eg: { "@type": ${TYPE}.admin.v3.EndpointsConfigDump } }`,
    ['EndpointsConfigDump'],
  ],
  [
    'resources by type',
    `diff: []\nxds: { ${TYPE}.config.cluster.v3.Cluster: { a: { name: a }, b: { name: b } } }`,
    ['Cluster', 'Cluster'],
  ],
  ['lists with route configurations', LISTS, ['Cluster', 'Listener', 'RouteConfiguration']],
  [
    'lists in capitals',
    `Clusters: [{ name: a }]\nRoutes: [{ name: r, virtualHosts: [] }]\nListeners: null\n`,
    ['Cluster', 'RouteConfiguration'],
  ],
  [
    'filters of a listener',
    `listener_filters: [{ name: a, typed_config: { "@type": ${TYPE}.extensions.filters.listener.tls_inspector.v3.TlsInspector } }]`,
    ['listener.ListenerFilter'],
  ],
  [
    'HTTP filters',
    `httpFilters: [{ name: a, typedConfig: { "@type": ${TYPE}.extensions.filters.http.router.v3.Router } }]`,
    ['HttpFilter'],
  ],
  [
    'configurations for each route',
    `typed_per_filter_config: { a: { "@type": ${TYPE}.extensions.filters.http.buffer.v3.BufferPerRoute, disabled: true } }`,
    ['BufferPerRoute'],
  ],
  ['a policy of balancing', 'load_balancing_policy: { policies: [] }', ['LoadBalancingPolicy']],
])('is read: %s', (_, text, types) => {
  expect(held(text)).toEqual(types);
  expect(opened(text).notes).toEqual([expect.stringMatching(/^is read as /)]);
});

test.each([
  'filters: [{ name: "*.log", level: info }]',
  'filters: [error, warning]',
  'default: { eg: { image: proxy } }',
  'xds: { server: here }',
  'Clusters: [a, b]',
  'Routes: [{ path: /a, to: b }]\nClusters: 3',
  'load_balancing_policy: round_robin',
])('is none of ours: %s', (text) => {
  expect(() => opened(text)).toThrow(/no document of it is a proxy configuration/);
});

test('what stands in parts is one configuration', () => {
  expect(findRouting([opened(LISTS)]).routes).toHaveLength(1);
  expect(analyzed(LISTS).map(({ rule }) => rule)).not.toContain('undefined-cluster');
  const [finding] = analyzed(LISTS.replace('cluster: a', 'cluster: b')).filter(
    ({ rule }) => rule === 'undefined-cluster',
  );
  expect(finding?.pointer).toBe('/routes/0/virtual_hosts/0/routes/0/route/cluster');
  expect(diffConfigurations([opened(LISTS)], [opened(LISTS)])).toMatchObject({ equal: true, changes: [] });
});

test('parts are migrated and lifted where they stand', () => {
  const hosts = 'hosts: [{ pipe: { path: /a } }]';
  const text = `Clusters: [{ name: a, connect_timeout: 1s, type: STATIC, ${hosts} }]\nRoutes: []\n`;
  const migrated = migrateConfiguration(opened(text), { older: false });
  expect(migrated).toMatchObject({ changed: true, equivalent: true, left: [] });
  expect(migrated.text).toMatch(/^Clusters: \[\{ name: a, .*load_assignment/);
  const lifted = liftConfiguration(opened(text), { partial: false, keepTransport: false });
  expect(lifted).toMatchObject({ changed: true, equivalent: true, left: [] });
  const dump = `default: { eg: { configs: [{ "@type": ${TYPE}.admin.v2alpha.ClustersConfigDump, static_clusters: [{ cluster: { "@type": ${TYPE}.api.v2.Cluster, name: a, connect_timeout: 1s, type: STATIC, ${hosts} } }] }] } }\n`;
  const made = liftConfiguration(opened(dump), { partial: false, keepTransport: false });
  expect(made).toMatchObject({ changed: true, equivalent: true, left: [] });
  expect(made.text).toContain('envoy.config.cluster.v3.Cluster');
});

test.each(['Routes', 'routes'])('of a key that stands twice the last one counts: %s', (key) => {
  const list = (name: string) =>
    `${key}: [{ name: ${name}, virtual_hosts: [{ name: a, domains: [a], routes: [{ match: { headers: [{ name: x, exact_match: a }] } }] }] }]\n`;
  const [first, last] = [list('first'), list('last')];
  const configuration = opened(first + last, { api: 'v3' });
  expect(configuration.roots.map(({ value }) => JSON.stringify(value)).join()).not.toContain('first');
  const { text, equivalent } = migrateConfiguration(configuration, { older: false });
  expect(equivalent).toBe(true);
  expect(text.startsWith(first)).toBe(true);
  expect(text).toMatch(/last.*string_match: \{ ?exact: a/);
});
