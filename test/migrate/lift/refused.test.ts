/** What only the rules of version 3 refuse stays as it is, with the reason: a lift makes no refused file of one that was taken. */
import { expect, test } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { refusedSides } from '../../../src/engine/refused.ts';
import { opened } from '../../opened.ts';

const TYPES = 'type.googleapis.com/envoy';
const CHECK = 'timeout: 1s, interval: 1s, unhealthy_threshold: 1, healthy_threshold: 1';

const cluster = (more: string): string => `static_resources:
  clusters:
  - {name: a, connect_timeout: 1s, type: STATIC, hosts: [{pipe: {path: /a}}], ${more}}
`;
const listener = (at: number, more: string): string =>
  `  - {name: l${at}, address: {socket_address: {address: 127.0.0.1, port_value: 80}}, ${more}}\n`;
const TCP = 'filter_chains: [{filters: [{name: envoy.tcp_proxy, config: {stat_prefix: a, cluster: a}}]}]';
const route = (more: string, filters = ''): string => `${cluster('tls_context: {}')}  listeners:
${listener(
  0,
  `filter_chains: [{filters: [{name: envoy.http_connection_manager, typed_config: {"@type": ${TYPES}.config.filter.network.http_connection_manager.v2.HttpConnectionManager, stat_prefix: s, http_filters: [${filters}{name: envoy.router}], route_config: {virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: a}, ${more}}]}]}}}]}]`,
)}`;
const header = (key: string, value = 'a'): string => `[{header: {key: ${key}, value: "${value}"}}]`;

const ROWS: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
  [
    'statuses of a health check that are none',
    cluster(
      `health_checks: [{${CHECK}, http_health_check: {path: /, expected_statuses: [{start: 99, end: 200}]}}]`,
    ),
    /99/,
  ],
  [
    'a payload that is no hexadecimal',
    cluster(`health_checks: [{${CHECK}, tcp_health_check: {send: {text: zz}}}]`),
    /hex/,
  ],
  [
    'a health check that adds host',
    cluster(
      `health_checks: [{${CHECK}, http_health_check: {path: /, request_headers_to_add: ${header('host')}}}]`,
    ),
    /host/,
  ],
  [
    'two health checks without names',
    cluster(`health_checks: [{${CHECK}, http_health_check: {path: /}}, {${CHECK}, tcp_health_check: {}}]`),
    /health/,
  ],
  ['host among headers that are added', route(`request_headers_to_add: ${header('host')}`), /host/],
  ['host among headers of responses', route(`response_headers_to_add: ${header('host')}`), /host/],
  ['a format that nobody knows', route(`request_headers_to_add: ${header('x-a', '%X%')}`), /%X%|X/],
  [
    'a JWKS that is none',
    route(
      '',
      `{name: envoy.filters.http.jwt_authn, typed_config: {"@type": ${TYPES}.config.filter.http.jwt_authn.v2alpha.JwtAuthentication, providers: {p: {issuer: a, local_jwks: {inline_string: xx}}}}}, `,
    ),
    /JWKS|JSON/,
  ],
  [
    'a provider that is not there',
    route(
      '',
      `{name: envoy.filters.http.jwt_authn, typed_config: {"@type": ${TYPES}.config.filter.http.jwt_authn.v2alpha.JwtAuthentication, rules: [{match: {prefix: /}, requires: {provider_name: q}}]}}, `,
    ),
    /"q"/,
  ],
  [
    'a script that is none',
    route(
      '',
      `{name: envoy.lua, typed_config: {"@type": ${TYPES}.config.filter.http.lua.v2.Lua, inline_code: "function x("}}, `,
    ),
    /Lua/,
  ],
  [
    'two listeners at one address',
    `${cluster('tls_context: {}')}  listeners:\n${listener(0, TCP)}${listener(1, TCP)}`,
    /address of another listener/,
  ],
  [
    'two layers of the admin page',
    `${cluster('tls_context: {}')}layered_runtime: {layers: [{name: a, admin_layer: {}}, {name: b, admin_layer: {}}]}\n`,
    /admin/,
  ],
  [
    'a tag without a name',
    `${cluster('tls_context: {}')}stats_config: {stats_tags: [{regex: a}]}\n`,
    /tag_name/,
  ],
  [
    'a source over REST that is asked never',
    `${cluster('tls_context: {}')}dynamic_resources: {cds_config: {api_config_source: {api_type: REST, cluster_names: [a]}}}\n`,
    /refresh_delay/,
  ],
];

test.each(ROWS)('%s', (_, text, reason) => {
  const before = opened(text, { api: 'v2' });
  const { left, changed, text: after } = liftConfiguration(before, { partial: false, keepTransport: false });
  expect(left.map((each) => each.reason).join('\n')).toMatch(/version 3 refuses it: .*; correct it first/);
  expect(left.map((each) => each.reason).join('\n')).toMatch(reason);
  expect([changed, after]).toEqual([false, text]);
  // What can be lifted beside it is, and nothing of that is refused.
  const part = liftConfiguration(before, { partial: true, keepTransport: false });
  const sides = refusedSides([before], [opened(part.text)], undefined, () => 0);
  expect(sides.added.map(({ finding }) => finding.message)).toEqual([]);
});

test('what both versions refuse is lifted, and is the same error', () => {
  const text = route('').replace('{name: envoy.router}', '{name: envoy.router}, {name: envoy.cors}');
  const before = opened(text, { api: 'v2' });
  const lifted = liftConfiguration(before, { partial: false, keepTransport: false });
  expect([lifted.changed, lifted.left]).toEqual([true, []]);
  const { after, added, gone } = refusedSides([before], [opened(lifted.text)], undefined, () => 0);
  expect([after.length, added, gone]).toEqual([2, [], []]);
});
