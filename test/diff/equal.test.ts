/** What the proxy takes for the same is called equal, and what is almost that is not. */
import { describe, expect, test } from 'vitest';
import { diff } from '../../src/library/diff.ts';

const TYPES = 'type.googleapis.com/envoy';

function routes(...all: readonly string[]): string {
  const hosts = `[{name: v, domains: ["*"], routes: [${all.join(', ')}]}]`;
  return `{"@type": ${TYPES}.config.route.v3.RouteConfiguration, name: r, virtual_hosts: ${hosts}}`;
}

const matched = (match: string): string => routes(`{match: {prefix: /, ${match}}, route: {cluster: c}}`);
const acted = (action: string): string => routes(`{match: {prefix: /}, route: {cluster: c, ${action}}}`);

function cluster(more: string): string {
  return `{"@type": ${TYPES}.config.cluster.v3.Cluster, name: c, type: STATIC, connect_timeout: 1s, ${more}}`;
}

function picking(policy: string): string {
  const typed = `{"@type": ${TYPES}.extensions.load_balancing_policies.maglev.v3.Maglev${policy}}`;
  return cluster(
    `load_balancing_policy: {policies: [{typed_extension_config: {name: m, typed_config: ${typed}}}]}`,
  );
}

function filtered(typed: string): string {
  const router = `{name: r, typed_config: {"@type": ${TYPES}.extensions.filters.http.router.v3.Router}}`;
  const manager = `${TYPES}.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`;
  const config = `{"@type": ${manager}, stat_prefix: x, rds: {route_config_name: r, config_source: {ads: {}}}, http_filters: [{name: f, typed_config: ${typed}}, ${router}]}`;
  const address = '{socket_address: {address: 127.0.0.1, port_value: 80}}';
  return `{"@type": ${TYPES}.config.listener.v3.Listener, name: l, address: ${address}, filter_chains: [{filters: [{name: h, typed_config: ${config}}]}]}`;
}

const FAULT = `${TYPES}.extensions.filters.http.fault.v3.HTTPFault`;
const inStruct = (type: string, status: number): string =>
  filtered(`{"@type": ${type}, type_url: ${FAULT}, value: {abort: {httpStatus: ${status}}}}`);
const plain = filtered(`{"@type": ${FAULT}, abort: {http_status: 503}}`);

function layers(...all: readonly string[]): string {
  return `{"@type": ${TYPES}.config.bootstrap.v3.Bootstrap, layered_runtime: {layers: [${all.join(', ')}]}}`;
}

const HTTP = `${TYPES}.extensions.filters.http`;
const GRPC = 'grpc_service: {envoy_grpc: {cluster_name: a}}';
const LIMIT = `domain: d, rate_limit_service: {transport_api_version: V3, ${GRPC}}`;
const GZIP = `compressor_library: {name: g, typed_config: {"@type": ${TYPES}.extensions.compression.gzip.compressor.v3.Gzip}}`;

/** A listener with a manager that has routes and, where it is given, a filter. */
function served(more: string, filter = ''): string {
  const routes =
    'route_config: {virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: c}}]}]}';
  return filtered(
    filter === '' ? `{"@type": ${HTTP}.buffer.v3.Buffer, max_request_bytes: 9}` : filter,
  ).replace(
    'rds: {route_config_name: r, config_source: {ads: {}}}',
    `${routes}${more === '' ? '' : `, ${more}`}`,
  );
}

function settings(type: string, own: string, more: string): readonly [string, string] {
  const side = (all: string): string => served('', `{"@type": ${HTTP}.${type}, ${all}}`);
  return [side(own), side(`${own}, ${more}`)];
}

const LOCAL = 'local_ratelimit.v3.LocalRateLimit';
const BUCKET =
  'stat_prefix: a, token_bucket: {max_tokens: 1, fill_interval: 1s}, filter_enabled: {default_value: {numerator: 100}}, filter_enforced: {default_value: {numerator: 100}}';
const MODES =
  'request_header_mode: SEND, response_header_mode: SEND, request_trailer_mode: SKIP, response_trailer_mode: SKIP';
const ejecting = (more: string): string => cluster(`outlier_detection: {consecutive_5xx: 3${more}}`);
const named = (more: string): string =>
  cluster('').replace(
    'type: STATIC,',
    `cluster_type: {name: d, typed_config: {"@type": ${TYPES}.extensions.clusters.dns.v3.DnsCluster, dns_lookup_family: V4_ONLY${more}}},`,
  );

const from = (address: string, length: number): string =>
  served(
    '',
    `{"@type": ${HTTP}.rbac.v3.RBAC, rules: {policies: {a: {permissions: [{any: true}], principals: [{direct_remote_ip: {address_prefix: "${address}", prefix_len: ${length}}}]}}}}`,
  );

/** Values that say what the API, or the proxy, says where none is written. */
const WRITTEN_OUT: readonly (readonly [what: string, one: string, other: string])[] = [
  ['the longest ejection', ejecting(''), ejecting(', max_ejection_time: 300s')],
  [
    'the longest ejection where the first is longer',
    ejecting(', base_ejection_time: 400s'),
    ejecting(', base_ejection_time: 400s, max_ejection_time: 400s'),
  ],
  [
    'ratios of connections ahead',
    cluster(''),
    cluster('preconnect_policy: {per_upstream_preconnect_ratio: 1.0, predictive_preconnect_ratio: 1}'),
  ],
  [
    'addresses of the first family',
    cluster('upstream_connection_options: {happy_eyeballs_config: {first_address_family_version: V4}}'),
    cluster(
      'upstream_connection_options: {happy_eyeballs_config: {first_address_family_version: V4, first_address_family_count: 1}}',
    ),
  ],
  [
    'the least weight of a slow start',
    cluster('round_robin_lb_config: {slow_start_config: {slow_start_window: 5s}}'),
    cluster(
      'round_robin_lb_config: {slow_start_config: {slow_start_window: 5s, min_weight_percent: {value: 10}}}',
    ),
  ],
  ['how often names are looked up', named(''), named(', dns_refresh_rate: 5s')],
  ['whole URLs', served(''), served('http_protocol_options: {allow_absolute_url: true}')],
  ['the name of the server', served(''), served('server_name: envoy')],
  ['ports that stay', served(''), served('strip_any_host_port: false')],
  [
    'letter case of an upgrade',
    served('upgrade_configs: [{upgrade_type: websocket}]'),
    served('upgrade_configs: [{upgrade_type: WebSocket}]'),
  ],
  ['modes of ext_proc', ...settings('ext_proc.v3.ExternalProcessor', GRPC, `processing_mode: {${MODES}}`)],
  ['the timeout of ext_proc', ...settings('ext_proc.v3.ExternalProcessor', GRPC, 'message_timeout: 0.2s')],
  ['the status of ext_authz', ...settings('ext_authz.v3.ExtAuthz', GRPC, 'status_on_error: {code: 403}')],
  ['the status of a local limit', ...settings(LOCAL, BUCKET, 'status: {code: TooManyRequests}')],
  ['the bucket of a local limit', ...settings(LOCAL, BUCKET, 'always_consume_default_token_bucket: true')],
  ['who is limited', ...settings('ratelimit.v3.RateLimit', LIMIT, 'request_type: both')],
  [
    'the shortest answer that is compressed',
    served(
      '',
      `{"@type": ${HTTP}.compressor.v3.Compressor, ${GZIP}, response_direction_config: {common_config: {}}}`,
    ),
    served(
      '',
      `{"@type": ${HTTP}.compressor.v3.Compressor, ${GZIP}, response_direction_config: {common_config: {min_content_length: 30}}}`,
    ),
  ],
  ['bits of an address behind its block', from('10.0.0.0', 8), from('10.1.2.3', 8)],
  ['an address in other words', from('1::', 16), from('1:0::2', 16)],
  [
    'letter case that is ignored',
    matched('headers: [{name: x, string_match: {prefix: aB, ignore_case: true}}]'),
    matched('headers: [{name: x, string_match: {prefix: Ab, ignore_case: true}}]'),
  ],
];

const EQUAL: readonly (readonly [what: string, one: string, other: string])[] = [
  [
    'a header condition without a specifier',
    matched('headers: [{name: x}]'),
    matched('headers: [{name: x, present_match: true}]'),
  ],
  [
    'the same turned round',
    matched('headers: [{name: x, invert_match: true}]'),
    matched('headers: [{name: x, present_match: true, invert_match: true}]'),
  ],
  [
    'a query parameter without a specifier',
    matched('query_parameters: [{name: q}]'),
    matched('query_parameters: [{name: q, present_match: true}]'),
  ],
  [
    'defaults of internal redirects',
    acted('internal_redirect_policy: {}'),
    acted(
      'internal_redirect_policy: {max_internal_redirects: 1, redirect_response_codes: [302], allow_cross_scheme_redirect: false}',
    ),
  ],
  [
    'defaults of maglev',
    cluster('lb_policy: MAGLEV'),
    cluster('lb_policy: MAGLEV, maglev_lb_config: {table_size: 65537}'),
  ],
  ['defaults of typed maglev', picking(''), picking(', table_size: 65537')],
  ['a known type in a TypedStruct', plain, inStruct('type.googleapis.com/xds.type.v3.TypedStruct', 503)],
  ['the same in the older one', plain, inStruct('type.googleapis.com/udpa.type.v1.TypedStruct', 503)],
  [
    'an empty static layer',
    layers('{name: a, static_layer: {k: 1}}'),
    layers('{name: a, static_layer: {k: 1}}', '{name: b, static_layer: {}}'),
  ],
  [
    'the type at the root',
    cluster('lb_policy: RANDOM').replace(/"@type": [^,]*, /, ''),
    cluster('lb_policy: RANDOM'),
  ],
];

const DIFFERENT: readonly (readonly [what: string, one: string, other: string])[] = [
  [
    'a header that must be missing',
    matched('headers: [{name: x}]'),
    matched('headers: [{name: x, present_match: false}]'),
  ],
  [
    'a header with a condition',
    matched('headers: [{name: x}]'),
    matched('headers: [{name: x, string_match: {exact: ""}}]'),
  ],
  [
    'another code',
    acted('internal_redirect_policy: {}'),
    acted('internal_redirect_policy: {redirect_response_codes: [302, 307]}'),
  ],
  ['no internal redirects', acted('internal_redirect_policy: {}'), acted('timeout: 15s')],
  ['another size of the table', picking(''), picking(', table_size: 65539')],
  ['another value in a TypedStruct', plain, inStruct('type.googleapis.com/xds.type.v3.TypedStruct', 500)],
  [
    'a shorter ejection',
    ejecting(', base_ejection_time: 200s'),
    ejecting(', base_ejection_time: 200s, max_ejection_time: 200s'),
  ],
  ['another block', from('10.0.0.0', 8), from('10.0.0.0', 9)],
  ['a block of the other family', from('0.0.0.0', 0), from('::', 0)],
  ['another name of the server', served(''), served('server_name: Envoy')],
  [
    'no trailers of ext_proc',
    ...settings('ext_proc.v3.ExternalProcessor', GRPC, 'processing_mode: {request_trailer_mode: SEND}'),
  ],
  [
    'modes that are allowed',
    ...settings(
      'ext_proc.v3.ExternalProcessor',
      `${GRPC}, allow_mode_override: true`,
      'allowed_override_modes: [{response_header_mode: SEND}]',
    ),
  ],
  [
    'letter case that counts',
    matched('headers: [{name: x, string_match: {prefix: aB}}]'),
    matched('headers: [{name: x, string_match: {prefix: Ab}}]'),
  ],
  [
    'letter case that counts on one side',
    matched('headers: [{name: x, string_match: {prefix: aB}}]'),
    matched('headers: [{name: x, string_match: {prefix: Ab, ignore_case: true}}]'),
  ],
  ['a layer of the admin', layers(), layers('{name: b, admin_layer: {}}')],
  ['a layer with a value', layers('{name: b, static_layer: {}}'), layers('{name: b, static_layer: {k: 1}}')],
];

describe('equal', () => {
  test.each([...EQUAL, ...WRITTEN_OUT])('%s', (_, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ] as const)
      expect(diff(before, after, { api: 'v3' })).toMatchObject({ equal: true, changes: [] });
  });
});

describe('not equal', () => {
  test.each(DIFFERENT)('%s', (_, one, other) => {
    expect(diff(one, other, { api: 'v3' }).equal).toBe(false);
    expect(diff(other, one, { api: 'v3' }).equal).toBe(false);
  });
});
