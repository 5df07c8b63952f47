/** What is lifted is of version 3 afterwards, whatever it was found in, and `diff` of the two says that it is the same. */
import { describe, expect, it } from 'vitest';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { liftConfiguration } from '../../../src/migrate/index.ts';
import { opened } from '../../opened.ts';

const OPTIONS = { partial: false, keepTransport: false };
const lift = (text: string, name = 'test.yaml') => liftConfiguration(opened(text, {}, name), OPTIONS);
const reasons = (text: string): readonly string[] => lift(text).left.map(({ reason }) => reason);

/** Lifts, and holds the outcome to the law: read anew it is of version 3, equal, and lifted. */
function liftedText(text: string, name = 'test.yaml'): string {
  const lifted = lift(text, name);
  expect(lifted).toMatchObject({ equivalent: true, left: [] });
  const [before, after] = [text, lifted.text].map((each) => opened(each, {}, name));
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

  it('is said to show nothing where nothing that was written does', () => {
    const { text, warnings } = lift(
      'name: a\nconnect_timeout: 1s\ntype: STATIC\nhosts: [{socket_address: {address: 127.0.0.1, port_value: 1}}]\n',
    );
    expect(text).toContain('load_assignment');
    expect(warnings.join()).toContain('nothing in the lifted text shows that it is of version 3');
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
    const text = `name: a\nvirtual_hosts: [{name: b, domains: ['*'], routes: [{match: {prefix: '/a?b'}, route: {cluster: c}}]}]\n`;
    const { left, changed, equivalent } = lift(text);
    expect({ changed, equivalent, count: left.length }).toEqual({
      changed: false,
      equivalent: true,
      count: 1,
    });
    expect(left[0]).toMatchObject({ pointer: '/virtual_hosts/0/routes/0' });
  });
});
