/** What is lifted is of version 3 afterwards, whatever it was found in, and `diff` of the two says that it is the same. */
import { describe, expect, it } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { opened } from '../../opened.ts';

const OPTIONS = { partial: false, keepTransport: false };
const lift = (text: string, name = 'test.yaml') =>
  liftConfiguration(opened(text, { api: 'v2' }, name), OPTIONS);
const reasons = (text: string): readonly string[] => lift(text).left.map(({ reason }) => reason);

/** Lifts, and holds the outcome to the law: read anew it is of version 3, equal, and lifted. */
function liftedText(text: string, name = 'test.yaml'): string {
  const lifted = lift(text, name);
  expect(lifted).toMatchObject({ equivalent: true, left: [] });
  const [before, after] = [text, lifted.text].map((each, at) =>
    opened(each, at === 0 ? { api: 'v2' } : {}, name),
  );
  if (before === undefined || after === undefined) throw new Error('there are two');
  expect(after.api).toBe('v3');
  const spoken = diffConfigurations([before], [after]).changes.filter(({ level }) => level !== 'cosmetic');
  expect(spoken).toEqual([]);
  expect(liftConfiguration(after, OPTIONS)).toMatchObject({ changed: false, left: [], equivalent: true });
  return lifted.text;
}

const HOSTS = `virtual_hosts:
  - name: barley
    domains: ['*']
    routes:
    - match: {prefix: /}
      route: {cluster: barley, host_rewrite: granary}
`;
const V2 = 'type.googleapis.com/envoy.api.v2';
const ROUTES = 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration';

describe('a message with its type at the root', () => {
  it('is lifted as any other, with its type', () => {
    expect(liftedText(`"@type": ${V2}.RouteConfiguration\nname: a\n${HOSTS}`)).toBe(
      `"@type": ${ROUTES}\nname: a\n${HOSTS.replace('host_rewrite', 'host_rewrite_literal')}`,
    );
    const json = `{"@type":"${V2}.Cluster","name":"a","connect_timeout":"1s","drain_connections_on_host_removal":true}`;
    expect(liftedText(json, 'test.json')).toBe(
      '{"@type":"type.googleapis.com/envoy.config.cluster.v3.Cluster","name":"a","connect_timeout":"1s","ignore_health_on_host_removal":true}',
    );
  });

  it('is so where it needs nothing else', () => {
    const text = `"@type": ${V2}.Cluster\nname: a\nconnect_timeout: 1s\n`;
    expect(liftedText(text)).toBe(text.replace('api.v2', 'config.cluster.v3'));
  });

  it('settles the version, whatever types are in it', () => {
    const socket = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext';
    const text = `"@type": ${V2}.Cluster
name: a
connect_timeout: 1s
drain_connections_on_host_removal: true
transport_socket: {name: envoy.transport_sockets.tls, typed_config: {"@type": ${socket}}}
`;
    expect(opened(text).roots.map(({ version }) => version)).toEqual(['v2']);
    expect(liftedText(text)).toContain('ignore_health_on_host_removal: true');
  });

  it('may stand in a list beside others', () => {
    const text = `- "@type": ${V2}.Cluster
  name: a
  connect_timeout: 1s
- "@type": ${V2}.RouteConfiguration
  ${HOSTS}`;
    expect(liftedText(text)).toBe(
      text
        .replace(`${V2}.Cluster`, 'type.googleapis.com/envoy.config.cluster.v3.Cluster')
        .replace(`${V2}.RouteConfiguration`, ROUTES)
        .replace('host_rewrite', 'host_rewrite_literal'),
    );
  });
});

it('a list without types is lifted entry by entry', () => {
  const cluster = (name: string): string =>
    `- {name: ${name}, connect_timeout: 1s, drain_connections_on_host_removal: true}\n`;
  const text = cluster('a') + cluster('b');
  expect(liftedText(text)).toBe(text.replaceAll('drain_connections', 'ignore_health'));
});

describe('a bootstrap without a mark of version 2', () => {
  const CLUSTERS = `static_resources:
  clusters: [{name: xds, type: STATIC, connect_timeout: 1s}]
`;

  it.each([
    ['lds_config: {ads: {}}', 'lds_config: {ads: {}, resource_api_version: V3}'],
    [
      'ads_config: {api_type: GRPC, grpc_services: [{envoy_grpc: {cluster_name: xds}}]}',
      'ads_config: {api_type: GRPC, grpc_services: [{envoy_grpc: {cluster_name: xds}}], transport_api_version: V3}',
    ],
  ])('is of version 3 by what it asks for: %s', (before, after) => {
    const text = `dynamic_resources:\n  ${before}\n${CLUSTERS}`;
    expect(liftedText(text)).toBe(text.replace(before, after));
  });

  it('may hold types of version 3 already', () => {
    const text = `dynamic_resources: {cds_config: {ads: {}}}
static_resources:
  clusters:
  - name: barley
    type: STATIC
    connect_timeout: 1s
    transport_socket: {name: envoy.transport_sockets.tls, typed_config: {"@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext}}
`;
    expect(liftedText(text)).toBe(text.replace('ads: {}', 'ads: {}, resource_api_version: V3'));
  });

  it('stays of version 2 where a field says so, whatever it asks for', () => {
    const text = `admin: {access_log_path: /dev/null}
dynamic_resources: {lds_config: {ads: {}, resource_api_version: V3}}
static_resources: {clusters: [{name: a, connect_timeout: 1s, hosts: []}]}
`;
    expect(opened(text).api).toBe('v2');
  });

  it('is read as version 3 where nothing that was written shows it', () => {
    const { text, warnings } = lift(
      'name: a\nconnect_timeout: 1s\ntype: STATIC\nhosts: [{socket_address: {address: 127.0.0.1, port_value: 1}}]\n',
    );
    expect(text).toContain('load_assignment');
    expect(warnings).toEqual([]);
    expect(opened(text).api).toBe('v3');
  });
});

describe('what is of version 3 already', () => {
  it('keeps the names of its extensions, which select nothing there', () => {
    const text = `"@type": type.googleapis.com/envoy.config.listener.v3.Listener
name: l
address: {socket_address: {address: 0.0.0.0, port_value: 1}}
filter_chains:
- filters:
  - {name: envoy.echo, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.network.echo.v3.Echo}}
`;
    expect(lift(text)).toMatchObject({ changed: false, left: [], equivalent: true });
  });

  it('gets the types that it lacks, which changes nothing of its meaning', () => {
    const text = `"@type": type.googleapis.com/envoy.config.listener.v3.Listener
name: l
address: {socket_address: {address: 0.0.0.0, port_value: 1}}
listener_filters: [{name: envoy.filters.listener.tls_inspector}, {name: envoy.filters.listener.original_dst, typed_config: {}}]
filter_chains: [{filters: [{name: envoy.filters.network.echo}]}]
`;
    expect(liftedText(text)).toContain('listener.tls_inspector.v3.TlsInspector');
  });

  it('may hold types of version 2 in what is data there', () => {
    const text = `overload_manager:
  resource_monitors:
  - name: envoy.resource_monitors.fixed_heap
    typed_config:
      "@type": type.googleapis.com/envoy.config.resource_monitor.fixed_heap.v2alpha.FixedHeapConfig
      max_heap_size_bytes: 1
static_resources:
  clusters: [{name: a, connect_timeout: 1s, ignore_health_on_host_removal: true}]
`;
    expect(opened(text).api).toBe('mixed');
    expect(liftedText(text)).toContain('extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig');
  });
});

describe('settings without a type', () => {
  const chain = (config: string): string => `static_resources:
  listeners:
  - address: {socket_address: {address: 0.0.0.0, port_value: 1}}
    filter_chains:
    - tls_context: {}
      filters: [{name: envoy.filters.network.http_connection_manager, typed_config: ${config}}]
`;

  it('are not lifted, since no version reads them', () => {
    expect(reasons(chain('{stat_prefix: s, route_config: {}}'))).toEqual([
      'it has no "@type", without which no version reads it; write "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
    ]);
  });

  it('stay what they are in version 3, which refuses them too', () => {
    const text = `resources: [{"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: a, transportSocket: {name: envoy.transport_sockets.tls, typedConfig: {sni: x}}}]\n`;
    expect(lift(text)).toMatchObject({ changed: false, left: [], equivalent: true });
  });
});

describe('requests through both versions', () => {
  it('are not compared where one version refuses them before it looks for a route', () => {
    const text = `resources: [{"@type": ${V2}.RouteConfiguration, virtualHosts: [{name: a, domains: ["baz.in\\tgress.*", "baz.ingress.*:443"]}]}]\n`;
    expect(liftedText(text)).toContain(ROUTES);
  });

  it('are sent although nothing is edited: the same text may mean something else', () => {
    const text = `name: a\nvirtual_hosts: [{name: b, domains: ['*'], routes: [{match: {prefix: /}, route: {weighted_clusters: {clusters: [{name: c, weight: 40}]}}}]}]\n`;
    const { left, changed, equivalent } = liftConfiguration(opened(text, { api: 'v2' }), OPTIONS);
    expect({ changed, equivalent, count: left.length }).toEqual({
      changed: false,
      equivalent: true,
      count: 1,
    });
    expect(left[0]).toMatchObject({ pointer: '/virtual_hosts/0/routes/0' });
    expect(left[0]?.reason).toMatch(/^version 3 reads it otherwise: GET https:/);
  });
});

describe('what version 3 reads otherwise', () => {
  const route = (text: string): string =>
    `name: a\nvirtual_hosts:\n- name: b\n  domains: ['*']\n  routes:\n  - ${text}\n`;
  /** Something that only version 2 has, so that the text is edited and its version shows. */
  const TO = 'route: {cluster: c, host_rewrite: d';
  const LIFTED = TO.replace('rewrite', 'rewrite_literal');

  it.each([
    [
      'presence of a header',
      `{match: {prefix: /, headers: [{name: x, present_match: false}]}, ${TO}}}`,
      `{match: {prefix: /, headers: [{name: x, present_match: true}]}, ${LIFTED}}}`,
    ],
    [
      'presence of a parameter',
      `{match: {prefix: /, query_parameters: [{name: x, present_match: false}]}, ${TO}}}`,
      `{match: {prefix: /, query_parameters: [{name: x, present_match: true}]}, ${LIFTED}}}`,
    ],
    [
      'a cluster that a header names and nobody knows',
      '{match: {prefix: /}, route: {cluster_header: x-c, host_rewrite: d}}',
      '{match: {prefix: /}, route: {cluster_header: x-c, host_rewrite_literal: d, cluster_not_found_response_code: NOT_FOUND}}',
    ],
  ])('is written as it reads it: %s', (_, before, after) => {
    expect(liftedText(route(before))).toBe(route(after));
  });

  it('drops the query of a redirect, as version 2 did', () => {
    const host = `"@type": ${V2}.RouteConfiguration\n`;
    for (const [before, after] of [
      ['path_redirect: /x', 'path_redirect: /x, strip_query: true'],
      ['pathRedirect: /x, stripQuery: false', 'pathRedirect: /x, stripQuery: true'],
      ['path_redirect: /x?y', 'path_redirect: /x?y'],
    ] as const)
      expect(liftedText(host + route(`{match: {prefix: /}, redirect: {${before}}}`))).toContain(`{${after}}`);
  });

  it.each([
    [
      'a prefix with a query',
      "{match: {prefix: '/a?b'}, route: {cluster: c}}",
      /compares a prefix with the path alone/,
    ],
    [
      'a condition on host',
      '{match: {prefix: /, headers: [{name: Host, exact_match: d}]}, route: {cluster: c}}',
      /name :authority if that is meant/,
    ],
    [
      'a path without a slash',
      '{match: {prefix: /}, redirect: {path_redirect: x}}',
      /does not begin with a slash/,
    ],
    [
      'a condition of retries with a blank',
      "{match: {prefix: /}, route: {cluster: c, retry_policy: {retry_on: '5xx, reset'}}}",
      /remove the blanks/,
    ],
    [
      'a pattern that takes bytes',
      '{match: {prefix: /, query_parameters: [{name: x, value: r.e, regex: true}]}, route: {cluster: c}}',
      /outside ASCII/,
    ],
  ])('stands in the way where nothing says the same: %s', (_, text, reason) => {
    expect(reasons(route(text)).join('\n')).toMatch(reason);
    expect(lift(route(text))).toMatchObject({ changed: false, equivalent: true });
  });

  it('looks into TLS only where it is told to', () => {
    const text = (filters: string): string => `"@type": ${V2}.Listener
name: l
address: {socket_address: {address: 0.0.0.0, port_value: 1}}
${filters}filter_chains:
- filter_chain_match: {server_names: [barley.example]}
  filters: [{name: envoy.echo}]
`;
    expect(reasons(text(''))[0]).toMatch(/add it to listener_filters/);
    expect(liftedText(text('listener_filters: [{name: envoy.listener.tls_inspector}]\n'))).toContain(
      'envoy.filters.listener.tls_inspector',
    );
  });

  it('keeps a literal and a format apart', () => {
    const text = (type: string): string =>
      `"@type": ${type}\n${route('{match: {prefix: /}, route: {cluster: c, host_rewrite: "%REQ(x)%"}}')}`;
    const sides = [`${V2}.RouteConfiguration`, ROUTES].map((type) => opened(text(type)));
    const [before, after] = sides;
    if (before === undefined || after === undefined) throw new Error('there are two');
    const { changes } = diffConfigurations([before], [after]);
    expect(changes.filter(({ level }) => level !== 'cosmetic').length).toBeGreaterThan(0);
    expect(liftedText(text(`${V2}.RouteConfiguration`))).toContain('host_rewrite_literal: "%REQ(x)%"');
  });
});

describe('a lift in parts', () => {
  const part = (text: string) => liftConfiguration(opened(text), { partial: true, keepTransport: false });
  const MANAGER =
    'type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

  it('is not made where what stays would be read as version 3', () => {
    const { changed, left } = part(`static_resources:
  listeners:
  - address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains: [{filters: [{name: envoy.filters.network.http_connection_manager}]}]
  - address: {socket_address: {address: 0.0.0.0, port_value: 81}}
    filter_chains: [{filters: [{name: hcm, typed_config: {"@type": ${MANAGER}, stat_prefix: s, rds: {route_config_name: a, config_source: {path: /a}}}}]}]
`);
    expect(changed).toBe(false);
    expect(left.at(-1)).toMatchObject({ pointer: '/static_resources/listeners/0' });
    expect(left.at(-1)?.reason).toMatch(/would be read as version 3 beside what is lifted/);
  });

  it('is not made where what stays has the anchor that what is lifted needs', () => {
    const { changed, left } = part(`overload_manager:
  resource_monitors:
  - {name: envoy.resource_monitors.fixed_heap, triggers: &a, typed_config: {"@type": type.googleapis.com/envoy.config.resource_monitor.fixed_heap.v2alpha.FixedHeapConfig}}
static_resources:
  listeners:
  - address: {socket_address: {address: 0.0.0.0, port_value: 81}}
    traffic_direction: *a
    filter_chains: [{filters: [{name: hcm, typed_config: {"@type": ${MANAGER}, stat_prefix: s, rds: {route_config_name: a, config_source: {path: /a}}}}]}]
`);
    expect(changed).toBe(false);
    expect(left.map(({ reason }) => reason).join('\n')).toMatch(
      /^what would stay cannot be told apart from what would be lifted: the alias \*a .*write out what they share$/m,
    );
  });

  it('asks nobody for version 3 in what stays version 2', () => {
    const text = `dynamic_resources: {lds_config: {ads: {}}}
static_resources:
  clusters:
  - {name: a, connect_timeout: 1s, hosts: [], cost: 1}
  - {name: b, connect_timeout: 1s, tls_context: {}}
`;
    const { text: lifted, left } = part(text);
    expect(lifted).toContain('UpstreamTlsContext');
    expect(lifted).toContain('lds_config: {ads: {}}}');
    expect(left.map(({ pointer }) => pointer)).toEqual([
      '/static_resources/clusters/0/cost',
      '/dynamic_resources',
    ]);
  });

  it('is made where what stays shows its version itself', () => {
    const entry = (type: string, rest: string): string =>
      `- "@type": ${type}\n  connect_timeout: 1s\n  ${rest}\n`;
    const older = `${V2}.Cluster`;
    const kept = entry(older, 'cost: 1');
    const { text, left } = part(kept + entry(older, 'drain_connections_on_host_removal: true'));
    expect(left).toHaveLength(1);
    const newer = 'type.googleapis.com/envoy.config.cluster.v3.Cluster';
    expect(text).toBe(kept + entry(newer, 'ignore_health_on_host_removal: true'));
  });
});

it('route configurations without names are the same on both sides', () => {
  const hosts = (name: string): string =>
    `- virtual_hosts: [{name: ${name}, domains: [${name}.example], routes: [{match: {prefix: /}, route: {cluster: c}}]}]\n`;
  const text = `route_configs:\n${hosts('barley')}${hosts('wheat')}`;
  expect(lift(text)).toMatchObject({ changed: false, left: [], equivalent: true });
  const { changes, removed, added } = compareBehaviour([opened(text)], [opened(text)]);
  expect({ changes, removed, added }).toEqual({ changes: [], removed: [], added: [] });
  const moved = `route_configs:\n${hosts('wheat')}${hosts('barley')}`;
  expect(compareBehaviour([opened(text)], [opened(moved)])).toMatchObject({
    changes: [],
    removed: [],
    added: [],
  });
});

it('what is lifted and shows no version is the same where both are read as version 2', () => {
  const routes = [
    '{match: {prefix: /a}, redirect: {path_redirect: /x}}',
    '{match: {prefix: /}, route: {cluster_header: x-c}}',
  ];
  const text = `name: a\nvirtual_hosts: [{name: b, domains: ['*'], routes: [${routes.join(', ')}]}]\n`;
  const lifted = lift(text);
  expect(lifted.text).toContain('strip_query: true');
  const [before, after] = [opened(text, { api: 'v2' }), opened(lifted.text, { api: 'v2' })];
  expect([before.api, after.api]).toEqual(['v2', 'v2']);
  expect(diffConfigurations([before], [after]).changes.filter(({ level }) => level !== 'cosmetic')).toEqual(
    [],
  );
  expect(compareBehaviour([before], [after]).changes).toEqual([]);
});
