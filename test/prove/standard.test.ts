import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proveAll } from '../../src/prove/prove.ts';
import { standardProperties } from '../../src/prove/standard.ts';
import { opened } from '../opened.ts';
import { provingOf } from './proved.ts';

const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');

function standard(configuration: string): readonly (readonly [string, string])[] {
  const proving = provingOf(configuration);
  const properties = standardProperties(proving.routing, [opened(configuration, { api: 'v3' })]);
  const verdicts = proveAll(properties, proving);
  return properties.map(({ name }, at) => [name, verdicts[at]?.kind ?? ''] as const);
}

test('plain text is redirected or answered', () => {
  const name = 'plain text on listener plain (0.0.0.0:80) is redirected or answered';
  expect(standard(FRONT)).toEqual([[name, 'proved']]);
  const served = FRONT.replace('redirect: { https_redirect: true }', 'route: { cluster: pages }');
  expect(standard(served)).toEqual([[name, 'refuted']]);
  // Whoever comes by a loopback address is on the same machine.
  expect(
    standard(served.replace('address: 0.0.0.0, port_value: 80 ', 'address: 127.0.0.1, port_value: 80 ')),
  ).toEqual([]);
});

test('listeners that nothing tells apart are asked about once', () => {
  const one = `{ address: { socket_address: { address: 0.0.0.0, port_value: 80 } }, filter_chains: [{ filters: [{ name: m, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager, stat_prefix: s, route_config: { name: r, virtual_hosts: [{ name: v, domains: ["*"], routes: [{ match: { prefix: / }, route: { cluster: app } }] }] } } }] }] }`;
  const said = standard(
    `static_resources: { clusters: [{ name: app }], listeners: [${Array(40).fill(one)}] }`,
  );
  expect(said).toEqual([['plain text on listener 0.0.0.0:80 is redirected or answered', 'refuted']]);
});

test('nobody reaches the admin interface', () => {
  const name = 'nobody reaches the admin interface through a cluster';
  const exposed = FRONT.replace(
    '{ name: pages, connect_timeout: 1s }',
    '{ name: pages, connect_timeout: 1s, load_assignment: { cluster_name: pages, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 9901 } } } }] }] } }',
  );
  expect(standard(exposed)).toContainEqual([name, 'refuted']);
});

test('what stands behind a guard is reached through it', () => {
  const guarded = FRONT.replace(
    /(stat_prefix: vans[\s\S]*?http_filters:\n)/,
    '$1          - { name: guard, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC, rules: { action: ALLOW } } }\n',
  );
  const name = 'every cluster behind guard on listener vans (0.0.0.0:8443) is reached through it';
  // Nobody is allowed, so that nothing is reached.
  expect(standard(guarded)).toContainEqual([name, 'vacuous']);
  const open = guarded.replace(
    /match: \{ prefix: \/ \}\n(\s*)route: \{ cluster: rounds \}/,
    'match: { prefix: / }\n$1route: { cluster: rounds }\n$1typed_per_filter_config: { guard: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }',
  );
  expect(standard(open)).toContainEqual([name, 'refuted']);
});

/** A listener with one filter in front of the routes of one virtual host. */
function behind(filter: string, routes: readonly string[], manager = ''): string {
  return `static_resources:
  clusters: [{ name: app, connect_timeout: 1s }, { name: docs, connect_timeout: 1s }]
  listeners:
  - name: front
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains:
    - filters:
      - name: m
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: s
          ${manager}
          http_filters: [${filter}, { name: router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }]
          route_config: { name: r, virtual_hosts: [{ name: v, domains: ["*"], routes: [${routes.join(', ')}] }] }
`;
}

const ASK =
  '{ name: ask, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz, grpc_service: { envoy_grpc: { cluster_name: app } } } }';
const TOKENS = `{ name: tokens, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication, providers: { p: { issuer: i, local_jwks: { inline_string: '{"keys":[]}' } } }, rules: [{ match: { prefix: /admin }, requires: { provider_name: p } }] } }`;
const OFF =
  'typed_per_filter_config: { ask: { "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig, disabled: true } }';
const route = (match: string, more = '', cluster = 'app'): string =>
  `{ match: { ${match} }, route: { cluster: ${cluster} }${more === '' ? '' : `, ${more}`} }`;

describe('a route that switches a filter off', () => {
  const NAME = 'no route on listener front (127.0.0.1:80) switches ask off for more than it names';
  const said = (...routes: readonly string[]) =>
    standard(behind(ASK, [...routes, route('prefix: /')], 'normalize_path: true')).filter(([name]) =>
      name.startsWith('no '),
    );

  test('takes what begins like its name', () => {
    expect(said(route('prefix: /health', OFF))).toEqual([[NAME, 'refuted']]);
  });

  test('takes no more where the slash is there, an earlier route takes the rest, or another names it', () => {
    expect(said(route('prefix: /health/', OFF))).toEqual([]);
    expect(said(route('path_separated_prefix: /health', OFF))).toEqual([]);
    expect(said(route('prefix: /', OFF), route('prefix: /health', OFF))).toEqual([]);
    expect(said(route('safe_regex: { regex: "/health[^/].*" }'), route('prefix: /health', OFF))).toEqual([
      [NAME, 'proved'],
    ]);
    expect(said(route('prefix: /health', OFF), route('prefix: /he', OFF))).toEqual([[NAME, 'refuted']]);
  });

  test('nothing is asked where the filter keeps nobody out anyway', () => {
    const watching = ASK.replace('grpc_service', 'shadow_mode: true, grpc_service');
    const routes = [route('prefix: /health', OFF), route('prefix: /')];
    expect(standard(behind(watching, routes)).filter(([name]) => name.startsWith('no '))).toEqual([]);
  });
});

describe('dots in a path', () => {
  const said = (filter: string, manager: string, ...routes: readonly string[]) =>
    standard(behind(filter, routes, manager)).filter(([name]) => name.startsWith('no path'));
  const name = (filter: string) =>
    `no path with dots leads around ${filter} on listener front (127.0.0.1:80)`;

  test('lead around a rule for tokens, unless they are taken out before it', () => {
    expect(said(TOKENS, '', route('prefix: /'))).toEqual([[name('tokens'), 'refuted']]);
    expect(said(TOKENS, 'normalize_path: true', route('prefix: /'))).toEqual([]);
  });

  test('lead around a filter that a route switches off, to the cluster behind it', () => {
    const admin = route('prefix: /admin');
    expect(said(ASK, '', route('prefix: /docs/', OFF), admin)).toEqual([[name('ask'), 'refuted']]);
    expect(said(ASK, '', route('prefix: /docs/', OFF, 'docs'), admin)).toEqual([[name('ask'), 'proved']]);
    expect(said(ASK, '', admin, route('prefix: /'))).toEqual([[name('ask'), 'proved']]);
    expect(said(ASK, '', route('path: /docs', OFF), route('path: /admin'))).toEqual([
      [name('ask'), 'proved'],
    ]);
    // The path without dots is open as well.
    expect(said(ASK, '', route('prefix: /', OFF), admin)).toEqual([]);
  });
});
