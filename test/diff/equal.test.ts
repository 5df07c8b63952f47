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
  ['a layer of the admin', layers(), layers('{name: b, admin_layer: {}}')],
  ['a layer with a value', layers('{name: b, static_layer: {}}'), layers('{name: b, static_layer: {k: 1}}')],
];

describe('equal', () => {
  test.each(EQUAL)('%s', (_, one, other) => {
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
