/** Forms of version 2 with a successor that says the same, and those that none has: diff calls lifted ones equal. */
import { describe, expect, it, test } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { messageOfType } from '../../../src/schema/version.ts';
import { opened } from '../../opened.ts';
import { brokenLaw } from './real.ts';

const TYPES = 'type.googleapis.com';

/** A listener of version 2, which no type marks, around filters. */
const listening = (filters: string, more = ''): string => `name: l
address: {socket_address: {address: 127.0.0.1, port_value: 80}}
${more}filter_chains: [{filters: [${filters}]}]
`;

const lift = (text: string) =>
  liftConfiguration(opened(text, { api: 'v2' }, 'test.yaml'), { partial: false, keepTransport: false });
const reasons = (text: string) => lift(text).left.map(({ reason }) => reason);

function lifted(text: string): string {
  const made = lift(text);
  expect(made.left).toEqual([]);
  expect(made).toMatchObject({ equivalent: true, changed: true });
  expect(lift(made.text)).toMatchObject({ changed: false, left: [] });
  return made.text;
}

/** What the Redis proxy becomes. */
const redis = (fields: string): string =>
  lifted(
    listening(`{name: envoy.redis_proxy, config: {stat_prefix: r, settings: {op_timeout: 1s}, ${fields}}}`),
  ).replace(/^[\s\S]*op_timeout: 1s\}, |\}\}\]\}\]\n$/g, '');

test.each([
  ['cluster: one', 'prefix_routes: {"catch_all_route": {"cluster": one}}'],
  ['prefix_routes: {catch_all_cluster: two}', 'prefix_routes: {catch_all_route: {cluster: two}}'],
  ['cluster: one, prefix_routes: {}', 'prefix_routes: {catch_all_route: {cluster: one}}'],
  // The proxy reads `cluster` only where the routes lead nowhere, and no text where a route decides.
  [
    'cluster: one, prefix_routes: {catch_all_cluster: two}',
    'prefix_routes: {catch_all_route: {cluster: two}}',
  ],
  [
    'cluster: one, prefix_routes: {routes: [{prefix: a, cluster: two}]}',
    'prefix_routes: {routes: [{prefix: a, cluster: two}]}',
  ],
  [
    'prefix_routes: {catch_all_cluster: one, catch_all_route: {cluster: two}}',
    'prefix_routes: {catch_all_route: {cluster: two}}',
  ],
])('a Redis proxy with %s', (before, after) => {
  expect(redis(before).replaceAll('"', '')).toBe(after.replaceAll('"', ''));
});

describe('the direction of traced requests', () => {
  const manager = (tracing: string): string =>
    `{name: envoy.http_connection_manager, config: {stat_prefix: a, ${tracing}rds: {route_config_name: r, config_source: {ads: {}}}, http_filters: [{name: envoy.router}]}}`;

  it('becomes that of the listener, where all of its connection managers that trace agree', () => {
    const text = lifted(listening(manager('tracing: {operation_name: EGRESS}, ')));
    expect(text).toContain('traffic_direction: OUTBOUND');
    expect(text).not.toContain('operation_name');
    const two = `${manager('tracing: {operation_name: EGRESS}, ')}]}, {filter_chain_match: {destination_port: 1}, filters: [${manager('')}]}, {filter_chain_match: {destination_port: 2}, filters: [${manager('tracing: {operation_name: EGRESS}, ')}`;
    expect(lifted(listening(two)).match(/traffic_direction/g)).toHaveLength(1);
  });

  it('takes the place of a direction that says nothing', () => {
    const text = listening(
      manager('tracing: {operation_name: EGRESS}, '),
      'traffic_direction: UNSPECIFIED\n',
    );
    expect(lifted(text).match(/traffic_direction: \w+/g)).toEqual(['traffic_direction: OUTBOUND']);
  });

  it('is proved by the listener alone, also in a dump of a proxy between the versions', () => {
    const sections = [
      `{"@type": ${TYPES}/envoy.admin.v3.BootstrapConfigDump, bootstrap: {static_resources: {clusters: [{name: c, type: STATIC, connect_timeout: 1s, http2_protocol_options: {}}]}}}`,
      `{"@type": ${TYPES}/envoy.admin.v2alpha.ListenersConfigDump, static_listeners: [{listener: {name: l, address: {socket_address: {address: 127.0.0.1, port_value: 80}}, filter_chains: [{use_proxy_proto: false, filters: [${manager('tracing: {operation_name: EGRESS}, ')}]}]}}]}`,
    ];
    expect(lift(`configs: [${sections.join(', ')}]\n`)).toMatchObject({ equivalent: true, left: [] });
  });

  it('stands in the way where another one traces what comes in', () => {
    const two = `${manager('tracing: {operation_name: EGRESS}, ')}]}, {filter_chain_match: {destination_port: 1}, filters: [${manager('tracing: {}, ')}`;
    expect(reasons(listening(two))).toEqual([expect.stringMatching(/is not EGRESS.*divide the listener/)]);
  });

  it('stands in the way where there is no listener to tell', () => {
    expect(
      reasons(
        `"@type": ${TYPES}/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager\nstat_prefix: a\nrds: {route_config_name: r, config_source: {ads: {}}}\ntracing: {operation_name: EGRESS}\n`,
      ),
    ).toEqual([expect.stringContaining('traffic_direction: OUTBOUND')]);
  });
});

describe('the cluster of a source over gRPC', () => {
  const source = (fields: string): string =>
    `name: c\nconnect_timeout: 1s\ntype: EDS\ndrain_connections_on_host_removal: true\neds_cluster_config: {eds_config: {api_config_source: {${fields}}}}\n`;

  it.each(['GRPC', 'DELTA_GRPC'])('of %s becomes its service', (type) => {
    const text = lifted(source(`api_type: ${type}, cluster_names: [xds]`));
    expect(text.replaceAll('"', '')).toContain('grpc_services: [{envoy_grpc: {cluster_name: xds}}]');
    expect(text).not.toContain('cluster_names');
  });

  it('stays over REST', () => {
    expect(lifted(source('api_type: REST, refresh_delay: 1s, cluster_names: [xds]'))).toContain(
      'cluster_names: [xds]',
    );
  });

  it.each([
    'api_type: GRPC, cluster_names: [a, b]',
    'api_type: GRPC, cluster_names: [a], grpc_services: [{envoy_grpc: {cluster_name: b}}]',
  ])('stands in the way where nothing tells which: %s', (fields) => {
    expect(reasons(source(fields))).toEqual([expect.stringContaining('grpc_services')]);
  });
});

describe('extensions that version 3 has no more', () => {
  const GONE: readonly (readonly [type: string, why: RegExp])[] = [
    ['config.filter.http.gzip.v2.Gzip', /1\.19/],
    ['config.filter.http.squash.v2.Squash', /1\.35/],
    ['config.trace.v2.LightstepConfig', /1\.24/],
    ['config.trace.v2.DynamicOtConfig', /1\.32/],
    ['config.trace.v2.OpenCensusConfig', /1\.33/],
  ];
  const WAYS: readonly (readonly [way: string, config: (type: string) => string])[] = [
    ['an Any', (type) => `{"@type": ${TYPES}/envoy.${type}}`],
    [
      'a TypedStruct',
      (type) => `{"@type": ${TYPES}/udpa.type.v1.TypedStruct, type_url: ${TYPES}/envoy.${type}, value: {}}`,
    ],
  ];
  const held = (config: string): string =>
    listening(
      `{name: envoy.http_connection_manager, config: {stat_prefix: a, rds: {route_config_name: r, config_source: {ads: {}}}, http_filters: [{name: a, typed_config: ${config}}, {name: envoy.router}]}}`,
    );

  it.each(WAYS)('stand in the way in %s', (_, config) => {
    for (const [type, why] of GONE)
      expect(reasons(held(config(type))), type).toEqual([expect.stringMatching(why)]);
  });

  it.each([
    '{name: envoy.gzip}',
    '{name: envoy.gzip, config: {window_bits: 9}}',
    `{name: envoy.gzip, typed_config: {"@type": ${TYPES}/google.protobuf.Empty}}`,
    `{name: envoy.gzip, typed_config: {"@type": ${TYPES}/google.protobuf.Struct, value: {window_bits: 9}}}`,
  ])('stand in the way as %s', (filter) => {
    const text = held('{}').replace('{name: a, typed_config: {}}', filter);
    expect(reasons(text)).toEqual([expect.stringContaining('1.19')]);
  });

  it.each(WAYS)('are said to be in contrib builds only, in %s', (_, config) => {
    const type = 'config.filter.network.client_ssl_auth.v2.ClientSSLAuth';
    expect(messageOfType(type)?.version).toBe('v2');
    const fields = 'stat_prefix: a, auth_api_cluster: c';
    const typed = config(type).replace('value: {}', `value: {${fields}}`);
    const text = listening(
      `{name: envoy.client_ssl_auth, typed_config: ${typed.includes('value') ? typed : typed.replace('}', `, ${fields}}`)}}, {name: envoy.tcp_proxy, config: {stat_prefix: a, cluster: c}}`,
    );
    expect(lift(text).warnings).toContainEqual(expect.stringContaining('contrib builds only'));
  });

  it('are none where nobody knows the type', () => {
    const [, [, config] = ['', String]] = WAYS;
    expect(reasons(held(config('config.filter.http.nothing.v2.Nothing')))).toEqual([
      expect.stringContaining('does not know the type'),
    ]);
  });
});

test.each([
  [
    'a service that was asked for version 2',
    `name: a\ntyped_config: {"@type": ${TYPES}/envoy.extensions.filters.http.ratelimit.v3.RateLimit, domain: d, rate_limit_service: {transport_api_version: V2, grpc_service: {envoy_grpc: {cluster_name: c}}}}`,
  ],
  [
    'an Empty with a value',
    `name: envoy.filters.http.cors\ntyped_config: {"@type": ${TYPES}/google.protobuf.Empty, value: {}}`,
  ],
  ['an extension without a type', 'name: envoy.filters.http.cors'],
])('in version 3, %s is equal to what it is lifted to', (_, filter) => {
  const [first = '', ...rest] = filter.split('\n');
  const text = `"@type": ${TYPES}/envoy.config.listener.v3.Listener
name: l
address: {socket_address: {address: 127.0.0.1, port_value: 80}}
filter_chains:
- filters:
  - name: h
    typed_config:
      "@type": ${TYPES}/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
      stat_prefix: a
      route_config: {virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: c, rate_limits: [{actions: [{remote_address: {}}]}]}}]}]}
      http_filters:
      - ${first}
${rest.map((line) => `        ${line}\n`).join('')}      - name: envoy.filters.http.router
`;
  expect(lift(text).changed).toBe(true);
  expect(brokenLaw('test.yaml', text)).toEqual([]);
});

test('a payload that a TCP health check waits for is one in version 2 and may be in version 3, which has a list: it stays as it is', () => {
  const text = `name: a
connect_timeout: 1s
tls_context: {}
health_checks:
- {timeout: 1s, interval: 1s, unhealthy_threshold: 1, healthy_threshold: 1, tcp_health_check: {send: {text: "00"}, receive: {text: "01"}}}
`;
  expect(lifted(text)).toContain('receive: {text: "01"}');
  expect(brokenLaw('receive.yaml', text)).toEqual([]);
});
