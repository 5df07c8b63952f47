/** Texts that somebody garbled: they are left with a reason, and never lifted to something else. */
import { describe, expect, it } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { opened } from '../../opened.ts';

const lift = (text: string, type: string, partial = false) =>
  liftConfiguration(opened(text, { type }), { partial, keepTransport: false });
const V3 = 'type.googleapis.com/envoy.extensions';

describe('31 found by the fuzz', () => {
  it('of a key that stands twice the last one is lifted, and no other is taken for it', () => {
    const text = `stat_prefix: mill
http_filters:
- name: envoy.filters.http.router
  typed_config:
    "@type": type.googleapis.com/envoy.config.filter.http.fault.v2.HTTPFault
  typed_config:
    "@type": ${V3}.filters.http.router.v3.Router
`;
    expect(lift(text, 'HttpConnectionManager')).toMatchObject({ text, equivalent: true });
  });

  it('what stands beside the type of a Struct is an obstacle', () => {
    const text = `transport_socket:
  name: tls
  typed_config: {"@type": type.googleapis.com/google.protobuf.Struct, sni: mill.test}
`;
    const { left, equivalent } = lift(text, 'Cluster');
    expect(equivalent).toBe(true);
    expect(left.map(({ reason }) => reason)).toContain(
      'sni stands beside "@type": google.protobuf.Struct, whose content stands in its value; move it there',
    );
  });

  it('a resource without a type, and with fields of no message that may stand there, gets none', () => {
    const text = `resources:
- {"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster, name: mill, connect_timeout: 1s}
- {name: barn, tls_context: {}}
`;
    expect(lift(text, 'DiscoveryResponse')).toMatchObject({ text, equivalent: true });
  });

  it('a type that is no text is an obstacle', () => {
    const text = `name: mill
address: {socket_address: {address: 127.0.0.1, port_value: 80}}
filter_chains: [{tls_context: {}, filters: [{name: mill, typed_config: {"@type": [a], route_config: {}}}]}]
`;
    const { left, changed } = lift(text, 'Listener');
    expect(changed).toBe(false);
    expect(left.map(({ reason }) => reason)).toContain(
      '"@type" cannot be read as the name of a type, so that nobody can tell what it would be in version 3; write out what a template puts there',
    );
  });

  it('a version that is none is not written over', () => {
    const text = `name: mill
connect_timeout: 1s
type: EDS
eds_cluster_config: {eds_config: {ads: {}, resource_api_version: barley}}
transport_socket: {name: tls, typed_config: {"@type": ${V3}.transport_sockets.tls.v3.UpstreamTlsContext}}
`;
    expect(lift(text, 'Cluster')).toMatchObject({ text, equivalent: true });
  });

  it('lines that end in a carriage return alone are left, in part as well', () => {
    const text = `clusters:
- {name: mill, connect_timeout: 1s, hosts: [{pipe: {path: /mill}}]}
- {name: barn, connect_timeout: 1s, per_filter_config: 1, tls_context: {}}
`.replaceAll('\n', '\r');
    const { left, changed, equivalent } = lift(text, 'Bootstrap.StaticResources', true);
    expect({ changed, equivalent }).toEqual({ changed: false, equivalent: true });
    expect(left.length).toBeGreaterThan(0);
  });
});

describe('a version that is asked for in two spellings', () => {
  const source = (first: string, second: string): string =>
    `name: mill
connect_timeout: 1s
eds_cluster_config: {eds_config: {ads: {}, resource_api_version: ${first}, resourceApiVersion: ${second}}}
`;

  it('is left, since nobody knows which of them counts', () => {
    const { text, left } = lift(source('V3', 'V2'), 'Cluster');
    expect(text).toBe(source('V3', 'V2'));
    expect(left.map(({ reason }) => reason)).toEqual([
      'resource_api_version is written twice, in two spellings, and which one counts is left to chance; remove one of them',
    ]);
  });

  it('no version is written below a message of version 3 that stands there twice', () => {
    const text = `name: mill
connect_timeout: 1s
eds_cluster_config:
  edsConfig: {ads: {}, resource_api_version: V3}
  eds_config: {self: {}}
`;
    expect(lift(text, 'Cluster')).toMatchObject({ text, changed: false, left: [] });
    const spelledAlike = text.replace('edsConfig', 'eds_config');
    expect(lift(spelledAlike, 'Cluster').text).toBe(
      spelledAlike.replace('{self: {}}', '{self: {transport_api_version: V3}, resource_api_version: V3}'),
    );
  });
});

describe('what the model reads as data, no lift edits', () => {
  const MANAGER = 'network.http_connection_manager.v3.HttpConnectionManager';

  it.each(['http_filters', 'httpFilters'])(
    'a list of JSON that stands again as %s, of both versions',
    (again) => {
      const manager = (filter: string): string =>
        JSON.stringify({
          stat_prefix: 'mill',
          http_filters: [{ name: filter }],
          again: [{ name: filter }],
        }).replace('"again"', `"${again}"`);
      const newer = manager('envoy.filters.http.router');
      const lifted = (api: 'v2' | 'v3') =>
        liftConfiguration(opened(newer, { type: 'HttpConnectionManager', api }, 'in.json'), {
          partial: false,
          keepTransport: false,
        });
      expect(lifted('v3')).toMatchObject({ text: newer, changed: false, equivalent: true });
      const { text, left } = lifted('v2');
      expect(text).toBe(newer);
      expect(left.map(({ reason }) => reason)).toEqual([expect.stringContaining('make one list of them')]);
    },
  );

  it.each([
    [
      'a TypedStruct with a key of its own',
      'name: mill\nfilter_chains: [{filters: [{name: http, typed_config: STRUCT}]}]',
      ', metadata: {}',
    ],
    [
      'one that is handed on',
      'name: mill\nfilter_chains: [{metadata: {typed_filter_metadata: {mill: STRUCT}}}]',
      '',
    ],
  ])('%s', (_, around, beside) => {
    const struct = `{"@type": type.googleapis.com/xds.type.v3.TypedStruct, type_url: ${V3}.filters.${MANAGER}, value: {http_filters: [{name: envoy.filters.http.router}]}${beside}}`;
    const text = around.replace('STRUCT', struct);
    expect(lift(text, 'Listener')).toMatchObject({ text, changed: false, equivalent: true, left: [] });
    const older = text.replace(
      `${V3}.filters.${MANAGER}`,
      'type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager',
    );
    const { left, equivalent } = lift(older, 'Listener');
    expect(equivalent).toBe(true);
    expect(left.map(({ reason }) => reason)).toEqual(
      beside === ''
        ? []
        : expect.arrayContaining([expect.stringMatching(/^metadata stands in a TypedStruct/)]),
    );
  });

  it('what stands in an Empty is nothing that the lift takes away', () => {
    const text = `listener_filters:
- name: envoy.filters.listener.tls_inspector
  typed_config: {"@type": type.googleapis.com/google.protobuf.Empty, value: {mill: 1}}
filter_chains: [{tls_context: {}}]
`;
    const { left } = lift(text, 'Listener');
    expect(left.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^value holds fields/));
    const empty = lift(text.replace('{mill: 1}', '{}'), 'Listener');
    expect(empty.left.map(({ reason }) => reason)).not.toContainEqual(
      expect.stringMatching(/^value holds fields/),
    );
  });

  it.each(['mi-ll', 'mill\u200b', 'mi ll'])(
    'what stands before a type and can be no namespace: %j',
    (word) => {
      const type = `type.googleapis.com/${word}.api.v2.Cluster`;
      const response = (url: string) =>
        JSON.stringify({ type_url: url, resources: [{ '@type': type, name: 'mill', hosts: [] }] });
      const made = lift(response('type.googleapis.com/envoy.api.v2.Cluster'), 'DiscoveryResponse');
      expect(made).toMatchObject({ equivalent: true, left: [] });
      expect(made.text).toBe(response('type.googleapis.com/envoy.config.cluster.v3.Cluster'));
      expect(made.warnings.join()).toContain("is no type of the proxy's own API and stays as it is");
    },
  );

  it('nor is what stands beside the type of one', () => {
    const text = `listener_filters:
- name: envoy.filters.listener.tls_inspector
  typed_config: {"@type": type.googleapis.com/google.protobuf.Empty, mill: null}
filter_chains: [{tls_context: {}}]
`;
    const { left, equivalent } = lift(text, 'Listener');
    expect(equivalent).toBe(true);
    expect(left.map(({ reason }) => reason)).toContain(
      'mill stands beside "@type": google.protobuf.Empty, which has no fields; remove it',
    );
  });

  it('a filter that gets a type says which version it speaks, too', () => {
    const text =
      'stat_prefix: mill\nroute_config: {}\nhttp_filters: [{name: envoy.filters.http.ext_authz}, {name: envoy.filters.http.router}]\n';
    const { text: once, equivalent } = lift(text, 'HttpConnectionManager');
    expect(equivalent).toBe(true);
    expect(once).toContain('transport_api_version: V3');
    expect(lift(once, 'HttpConnectionManager')).toMatchObject({ text: once, changed: false });
  });

  it('a name that only version 2 has, in a message of version 3, does not come to life', () => {
    const text = `name: mill
"@type": type.googleapis.com/envoy.config.route.v3.RouteConfiguration
virtual_hosts: [{name: mill, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: mill, auto_host_rewrite_header: x-mill}}]}]
`;
    const { left, text: after } = liftConfiguration(opened(text), { partial: false, keepTransport: false });
    expect(after).toBe(text);
    expect(left.map(({ reason }) => reason)).toEqual([
      'version 3 has no auto_host_rewrite_header here; it is called host_rewrite_header there',
    ]);
  });

  it('a text that the proxy does not take for one says nothing to the lift', () => {
    const text = `name: mill
virtual_hosts: [{name: mill, domains: ['*'], routes: [{match: {prefix: /}, route: {cluster: mill, cluster_header: true, auto_host_rewrite_header: a}}]}]
`;
    const made = lift(text, 'RouteConfiguration');
    expect(made).toMatchObject({ equivalent: true, left: [] });
    expect(made.text).toBe(text.replace('auto_host', 'host'));
  });

  it('a section of a dump stands in no other message', () => {
    const text = `"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster
name: mill
transport_socket: {name: mill, typed_config: {"@type": type.googleapis.com/envoy.admin.v2alpha.ClustersConfigDump}}
`;
    const made = liftConfiguration(opened(text), { partial: false, keepTransport: false });
    expect(made).toMatchObject({ text, equivalent: true });
    expect(made.left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/is a section of a dump/)]);
    const dump = `configs: [{"@type": type.googleapis.com/envoy.admin.v2alpha.ClustersConfigDump, version_info: "1"}]\n`;
    const lifted = liftConfiguration(opened(dump), { partial: false, keepTransport: false });
    expect(lifted.text).toContain('envoy.admin.v3.ClustersConfigDump');
  });

  it('nothing is lifted where nobody could tell what the rest is', () => {
    const text = `- {"@type": type.googleapis.com/envoy.api.v2.RouteConfiguration, name: mill, barley: 1}
- {"@type": VirtualHost, name: mill}
- {"@type": type.googleapis.com/envoy.api.v2.Cluster, name: mill}
`;
    const made = liftConfiguration(opened(text), { partial: true, keepTransport: false });
    expect(made).toMatchObject({ text, changed: false, equivalent: true });
    expect(made.left.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/without what stays, nothing tells what the file is/),
    );
  });

  it('a null of a field that version 3 does not have is left to whoever wrote it', () => {
    const text = 'node: {id: a, cluster: b}\ntracing: {http: {name: envoy.zipkin, config: null}}\n';
    const made = lift(text, 'Bootstrap', true);
    expect(made).toMatchObject({ text, changed: false, equivalent: true });
    expect(made.left).toHaveLength(1);
  });
});
