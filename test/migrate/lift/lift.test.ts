/** The lift to version 3, in the file's own text. */
import { describe, expect, it } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import type { LiftOptions } from '../../../src/migrate/index.ts';
import { opened } from '../../opened.ts';

const lift = (text: string, options: Partial<LiftOptions> = {}, name = 'test.yaml') =>
  liftConfiguration(opened(text, { api: 'v2' }, name), { partial: false, keepTransport: false, ...options });
const left = (text: string) => lift(text).left.map(({ range, reason }) => `${range.start.line}: ${reason}`);

const BOOTSTRAP = `# the front proxy
static_resources:
  listeners:
  - name: front # all of it
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filter_chain_match:
        source_type: LOCAL
      tls_context: {}
      filters:
      - name: envoy.http_connection_manager
        config:
          stat_prefix: front
          access_log:
          - name: envoy.file_access_log
            config: {path: /dev/stdout}
          route_config:
            virtual_hosts:
            - name: shop
              domains: ['*']
              routes:
              - match: {prefix: /}
                route:
                  cluster: 'shop'   # one of them
                  host_rewrite: "shop.example.test"
                  retry_policy:
                    retry_on: 5xx
                    retry_host_predicate:
                    - name: envoy.retry_host_predicates.previous_hosts
          http_filters:
          - name: envoy.router
  clusters:
  - name: shop
    connect_timeout: 1s
    type: EDS
    lb_policy: ROUND_ROBIN
    drain_connections_on_host_removal: true
    eds_cluster_config:
      eds_config:
        api_config_source:
          api_type: GRPC
          grpc_services:
          - envoy_grpc: {cluster_name: xds}
`;

describe('16.1 a bootstrap', () => {
  const lifted = lift(BOOTSTRAP);

  it('is lifted in its own text', () => {
    expect(lifted.left).toEqual([]);
    expect(lifted.equivalent).toBe(true);
    expect(lifted.text).toBe(`# the front proxy
static_resources:
  listeners:
  - name: front # all of it
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filter_chain_match:
        source_type: SAME_IP_OR_LOOPBACK
      transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
      filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          access_log:
          - name: envoy.access_loggers.file
            typed_config: {"@type": "type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog", path: /dev/stdout}
          route_config:
            virtual_hosts:
            - name: shop
              domains: ['*']
              routes:
              - match: {prefix: /}
                route:
                  cluster: 'shop'   # one of them
                  host_rewrite_literal: "shop.example.test"
                  retry_policy:
                    retry_on: 5xx
                    retry_host_predicate:
                    - name: envoy.retry_host_predicates.previous_hosts
                      typed_config:
                        "@type": type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate
          http_filters:
          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
  - name: shop
    connect_timeout: 1s
    type: EDS
    lb_policy: ROUND_ROBIN
    ignore_health_on_host_removal: true
    eds_cluster_config:
      eds_config:
        api_config_source:
          api_type: GRPC
          grpc_services:
          - envoy_grpc: {cluster_name: xds}
          transport_api_version: V3
        resource_api_version: V3
`);
  });

  it('is replayed through both texts, and names who has to speak version 3', () => {
    expect(lifted.replayed).toBeGreaterThan(0);
    expect(lifted.warnings).toEqual([
      'xds: whoever answers there is asked for version 3 from now on and has to speak it',
    ]);
  });

  it('says of each resource what became of it, at its place in the file as it was', () => {
    const own = lifted.applied.filter(({ migration }) => migration === 'api-version');
    expect(own.map(({ pointer, range, reason }) => [pointer, range.start.line, reason])).toEqual([
      ['/static_resources/listeners/0', 4, 'Listener became version 3: 3 types, 1 name, 4 values'],
      ['/static_resources/clusters/0', 33, 'Cluster became version 3: 1 name, 2 values'],
    ]);
  });

  it('changes nothing a second time', () => {
    const again = lift(lifted.text);
    expect(again.changed).toBe(false);
    expect(again.left).toEqual([]);
  });

  it('leaves transport_api_version out where it is asked to', () => {
    const kept = lift(BOOTSTRAP, { keepTransport: true }).text;
    expect(kept).toContain('resource_api_version: V3');
    expect(kept).not.toContain('transport_api_version');
  });
});

it('16.4 a header that becomes the host is read after it was changed, in both versions', () => {
  const text = `virtual_hosts:
- name: a
  domains: ['*']
  request_headers_to_add: [{header: {key: x-host, value: b}}]
  routes:
  - match: {prefix: /}
    route: {cluster: a, auto_host_rewrite_header: x-host}
`;
  const { text: after, warnings } = lift(text);
  expect(after).toBe(text.replace('auto_host_rewrite_header', 'host_rewrite_header'));
  expect(warnings).toEqual([]);
});

it('16.1 lowerCamelCase stays, and JSON stays JSON', () => {
  const text = `{"name": "a", "connectTimeout": "1s", "drainConnectionsOnHostRemoval": true,
 "transportSocket": {"name": "tls", "typedConfig": {"@type": "type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext"}}}
`;
  expect(
    lift(text, {}, 'a.json').text,
  ).toBe(`{"name": "a", "connectTimeout": "1s", "ignoreHealthOnHostRemoval": true,
 "transportSocket": {"name": "envoy.transport_sockets.tls", "typedConfig": {"@type": "type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext"}}}
`);
});

it('16.1 a discovery response is lifted with its type_url, a dump with its types', () => {
  const response = `version_info: '1'
type_url: type.googleapis.com/envoy.api.v2.Cluster
resources:
- "@type": type.googleapis.com/envoy.api.v2.Cluster
  name: a
`;
  expect(lift(response).text).toBe(response.replaceAll('api.v2.Cluster', 'config.cluster.v3.Cluster'));
  const dump = `configs:
- "@type": type.googleapis.com/envoy.admin.v2alpha.ClustersConfigDump
  static_clusters:
  - cluster:
      "@type": type.googleapis.com/envoy.api.v2.Cluster
      name: a
`;
  expect(lift(dump).text).toBe(
    dump.replace('admin.v2alpha', 'admin.v3').replace('api.v2.Cluster', 'config.cluster.v3.Cluster'),
  );
});

it('16.1 typed data keeps its shape, and an untyped Struct becomes the message it is', () => {
  const text = `name: l
address: {socket_address: {address: 0.0.0.0, port_value: 80}}
listener_filters:
- name: envoy.listener.original_src
  typed_config:
    "@type": type.googleapis.com/udpa.type.v1.TypedStruct
    type_url: type.googleapis.com/envoy.config.filter.listener.original_src.v2alpha1.OriginalSrc
    value: {mark: 3}
filter_chains:
- filters:
  - name: envoy.tcp_proxy
    typed_config:
      "@type": type.googleapis.com/google.protobuf.Struct
      value:
        stat_prefix: t # of the metrics
        cluster: a
`;
  expect(lift(text).text).toBe(`name: l
address: {socket_address: {address: 0.0.0.0, port_value: 80}}
listener_filters:
- name: envoy.filters.listener.original_src
  typed_config:
    "@type": type.googleapis.com/udpa.type.v1.TypedStruct
    type_url: type.googleapis.com/envoy.extensions.filters.listener.original_src.v3.OriginalSrc
    value: {mark: 3}
filter_chains:
- filters:
  - name: envoy.filters.network.tcp_proxy
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy
      stat_prefix: t # of the metrics
      cluster: a
`);
});

it('16.1 a text in a ConfigMap is lifted where it stands', () => {
  const text = `apiVersion: v1
kind: ConfigMap
data:
  envoy.yaml: |
    static_resources:
      clusters:
      - name: a # the only one
        connect_timeout: 1s
        hosts: [{socket_address: {address: 127.0.0.1, port_value: 80}}]
        drain_connections_on_host_removal: true
`;
  const { text: lifted, changed, left: none } = lift(text);
  expect([changed, none]).toEqual([true, []]);
  expect(lifted).toContain('        ignore_health_on_host_removal: true\n');
  expect(lifted).toContain('      - name: a # the only one\n');
});

describe('16.1 what has no form in version 3', () => {
  const TRACING = `tracing:
  http:
    name: envoy.zipkin
    config:
      collector_cluster: zipkin
      collector_endpoint: /api/v1/spans
static_resources:
  clusters:
  - name: a
    connect_timeout: 1s
    tls_context: {}
  - name: b
    connect_timeout: 1s
    health_checks:
    - timeout: 1s
      interval: 1s
      unhealthy_threshold: 1
      healthy_threshold: 1
      custom_health_check:
        name: com.example.mine
        config: {a: 1}
`;

  it('is listed at once, and the file stays as it is', () => {
    expect(left(TRACING)).toEqual([
      '5: collector_endpoint_version is not set, which means HTTP_JSON_V1 in version 2, and version 3 has no such value; set it to HTTP_JSON or HTTP_PROTO',
      '21: cfgtool does not know which message the extension "com.example.mine" takes; give it "@type" and typed_config by hand',
    ]);
    expect(lift(TRACING).text).toBe(TRACING);
  });

  it('stays alone where a part is asked for', () => {
    const part = lift(TRACING, { partial: true });
    expect(part.equivalent).toBe(true);
    expect(part.left).toHaveLength(2);
    expect(part.text).toContain('envoy.transport_sockets.tls');
    expect(part.text.slice(part.text.indexOf('- name: b'))).toBe(TRACING.slice(TRACING.indexOf('- name: b')));
    expect(part.text).toContain('name: envoy.zipkin\n    config:');
  });

  it('is all there is: without it the lift succeeds', () => {
    const fixed = TRACING.replace(
      '/api/v1/spans',
      '/api/v2/spans\n      collector_endpoint_version: HTTP_JSON',
    )
      .replace('envoy.zipkin', 'envoy.zipkin # later')
      .replace(/ {4}health_checks:[\s\S]*/, '');
    expect(left(fixed)).toEqual([]);
  });

  it.each([
    [
      'a removed extension',
      'name: l\nfilter_chains: [{filters: [{name: envoy.http_connection_manager, config: {stat_prefix: s, rds: {route_config_name: r, config_source: {ads: {}}}, http_filters: [{name: envoy.gzip, config: {}}]}}]}]\naddress: {pipe: {path: /s}}',
      /release 1\.19 removed the gzip filter/,
    ],
    [
      'a field without successor',
      'name: l\nvalidation_context: {require_ocsp_staple: true}',
      /version 3 has no require_ocsp_staple here/,
    ],
    [
      'a template',
      'name: c\nconnect_timeout: 1s\ntype: "{{ TYPE }}"\ntls_context: {}',
      /cannot be read as one of/,
    ],
    [
      'an unknown field',
      'name: c\nconnect_timeout: 1s\ntls_context: {}\nconect: 1',
      /conect is no field of Cluster/,
    ],
    [
      'what version 3 demands',
      'match: {prefix: /}\nroute: {cluster: a, host_rewrite: b, upgrade_configs: [{}]}',
      /version 3 refuses it: .*upgrade_type/,
    ],
  ])('has a reason: %s', (_, text, reason) => {
    const { left: found, text: after } = lift(`${text}\n`);
    expect(found.map((each) => each.reason).join('\n')).toMatch(reason);
    expect(after).toBe(`${text}\n`);
  });
});

it('says what version 3 deprecates in its turn', () => {
  const cluster = (more: string) =>
    `static_resources: {clusters: [{name: a, connect_timeout: 1s, ${more}tls_context: {}}]}\n`;
  const remark = (what: string): string => `${what}; cfgtool migrate on the lifted file goes on`;
  expect(lift(cluster('http2_protocol_options: {}, ')).warnings).toContain(
    remark('1 field of the lifted text is deprecated in version 3 too: http2_protocol_options of Cluster'),
  );
  const twice =
    '{name: b, connect_timeout: 1s, http2_protocol_options: {}}, {name: a, connect_timeout: 1s, max_requests_per_connection: 2, http2_protocol_options: {}, tls_context: {}}';
  expect(lift(`static_resources: {clusters: [${twice}]}\n`).warnings).toContain(
    remark(
      '3 fields of the lifted text are deprecated in version 3 too: http2_protocol_options of Cluster (in 2 places), max_requests_per_connection of Cluster',
    ),
  );
  expect(lift(cluster('')).warnings.join()).not.toContain('deprecated in version 3');
});
