/** What connection managers make of requests, held to the real proxy (docs/routing.md, facts 91 to 94). */
import { describe, expect, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';
import { requestOf } from '../traced.ts';

const TYPES = 'type.googleapis.com/envoy.extensions';

function asked(options: object, fields: Partial<Request>, around: object = {}, layer?: object) {
  const routes = [
    { match: { prefix: '/', headers: [{ name: 'x-inside', present_match: true }] }, route: { cluster: 'd' } },
    { match: { prefix: '/' }, route: { cluster: 'c' } },
  ];
  const virtual_hosts = [
    { name: 'a', domains: ['a.test'], routes },
    { name: 'tls', domains: ['tls.test'], routes, require_tls: 'ALL' },
    { name: 'any', domains: ['*'], routes },
  ];
  const typed_config = {
    '@type': `${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 's',
    route_config: { name: 'r', virtual_hosts, ...around },
    ...options,
  };
  const listener = {
    name: 'l',
    address: { socket_address: { address: '0.0.0.0', port_value: 8080 } },
    filter_chains: [{ filters: [{ name: 'hcm', typed_config }] }],
  };
  const runtime = layer && { layered_runtime: { layers: [{ name: 's', static_layer: layer }] } };
  const text = JSON.stringify({ ...runtime, static_resources: { listeners: [listener] } });
  const routing = findRouting([opened(text)]);
  const regexes = regexEngine();
  const routed = routeRequest(routing, requestOf(fields), {}, ({ namespace }) => ({ namespace, regexes }));
  if ('problem' in routed) throw new Error(routed.problem);
  return routed.trace;
}

/** The path that the cluster gets, or the status of the answer and its location. */
function path(options: object, written: string, layer?: object): unknown {
  const { outcome } = asked(options, { path: written }, {}, layer);
  if (outcome.kind === 'redirect') return [outcome.status, outcome.location];
  return outcome.path ?? outcome.status;
}

describe('paths', () => {
  test('fact 162: a runtime key decides where nothing says whether paths are normalized, and what becomes of escaped slashes', () => {
    const normalize = { 'http_connection_manager.normalize_path': 100 };
    expect(path({}, '/a/../b', normalize)).toBe('/b');
    expect(path({ normalize_path: false }, '/a/../b', normalize)).toBe('/a/../b');
    const key = 'http_connection_manager.path_with_escaped_slashes_action';
    const slashes = (layer: object, action?: string): unknown =>
      path(action === undefined ? {} : { path_with_escaped_slashes_action: action }, '/a%2fb', layer);
    expect([1, 2, 3, 4].map((number) => slashes({ [key]: number }))).toEqual([
      '/a%2fb',
      400,
      [307, '/a/b'],
      '/a/b',
    ]);
    expect(slashes({ [key]: 2 }, 'KEEP_UNCHANGED')).toBe(400);
    expect(slashes({ [`${key}_enabled`]: 0 }, 'REJECT_REQUEST')).toBe('/a%2fb');
    expect(slashes({ [`${key}_enabled`]: 0, [key]: 2 })).toBe('/a%2fb');
  });

  test('fact 91: normalize_path follows dots and undoes escapes of plain characters; the query stays', () => {
    const at = (written: string) => path({ normalize_path: true }, written);
    for (const [written, becomes] of [
      ['/a/./b', '/a/b'],
      ['/a/../b?x=/../y', '/b?x=/../y'],
      ['/../a', '/a'],
      ['/a/..', '/'],
      ['/a/.', '/a/'],
      ['/a/%2e%2E/b', '/b'],
      ['/a//../b', '/a/b'],
      ['/a\\..\\b', '/b'],
      ['/%7Eb%2fc%4a%e9', '/~b%2fcJ%e9'],
      ['/a%zz%2', '/a%zz%2'],
      ['/a/..;x/b', '/b'],
      ['/a/%2e%2e;x=1/b', '/a/..;x=1/b'],
      ['/a/...;/b', '/a/...;/b'],
      ['/{a}"|', '/%7Ba%7D%22%7C'],
      ['//', '//'],
    ] as const)
      expect(at(written), written).toBe(becomes);
    expect(at('/a%00')).toBe(400);
    expect(path({}, '/a/../b%00')).toBe('/a/../b%00');
  });

  test('fact 92: merge_slashes, after that', () => {
    const at = (written: string) => path({ merge_slashes: true }, written);
    expect(['//a', '/a//b///c', '/a//?x=//', '///', '/a%2F/b'].map(at)).toEqual([
      '/a',
      '/a/b/c',
      '/a/?x=//',
      '//',
      '/a%2F/b',
    ]);
    expect(path({ merge_slashes: true, normalize_path: true }, '/a//..//b')).toBe('/a/b');
  });

  test('fact 93: escaped slashes, before both', () => {
    const at = (action: string, written: string, more: object = {}) =>
      path({ path_with_escaped_slashes_action: action, ...more }, written);
    expect(at('UNESCAPE_AND_FORWARD', '/a%2fb%5Cc?x=%2F')).toBe('/a/b\\c?x=%2F');
    expect(at('UNESCAPE_AND_REDIRECT', '/a%2f..%2Fb', { normalize_path: true })).toEqual([307, '/b']);
    expect(at('UNESCAPE_AND_REDIRECT', '/a%2fb//c')).toEqual([307, '/a/b//c']);
    expect(at('UNESCAPE_AND_REDIRECT', '/a%255c')).toBe('/a%255c');
    expect(at('REJECT_REQUEST', '/a%5cb')).toBe(400);
    expect(at('KEEP_UNCHANGED', '/a%2fb')).toBe('/a%2fb');
  });
});

test('fact 94: ports and dots of hosts, and the scheme', () => {
  const host = (options: object, authority: string) => {
    const { outcome, virtual_host: taken } = asked({ ...options }, { authority });
    return [outcome.host, taken];
  };
  expect(host({ strip_any_host_port: true }, 'a.test:99')).toEqual(['a.test', 'a']);
  expect(host({ strip_any_host_port: true }, 'a.test:x')).toEqual(['a.test:x', 'any']);
  expect(host({ strip_any_host_port: true }, '[::1]')).toEqual(['[::1]', 'any']);
  expect(host({ strip_matching_host_port: true }, 'a.test:8080')).toEqual(['a.test', 'a']);
  expect(host({ strip_matching_host_port: true }, 'a.test:80')).toEqual(['a.test:80', 'any']);
  expect(host({ strip_trailing_host_dot: true }, 'a.test.:80')).toEqual(['a.test:80', 'any']);
  expect(host({ strip_trailing_host_dot: true, strip_any_host_port: true }, 'a.test.:80')).toEqual([
    'a.test',
    'a',
  ]);
  const scheme = { scheme_header_transformation: { scheme_to_overwrite: 'https' } };
  const fields = { authority: 'tls.test', scheme: 'http', headers: { 'x-forwarded-proto': 'http' } };
  expect(asked({}, fields).outcome.kind).toBe('redirect');
  expect(asked(scheme, fields).outcome.kind).toBe('forward');
});

test('what was asked stays the request of the trace, and the steps say what became of it', () => {
  const trace = asked({ merge_slashes: true }, { path: '//a' });
  expect([trace.request.path, trace.arrived?.path]).toEqual(['//a', '/a']);
});

test('fact 136: headers that only count from inside are taken from clients outside', () => {
  const headers = { 'x-inside': '1' };
  const cluster = (fields: Partial<Request>, around: object) =>
    asked({ internal_address_config: {}, use_remote_address: true }, { headers, ...fields }, around).outcome
      .clusters[0]?.name;
  const inside = { remote_address: '10.0.0.1' };
  const outside = { remote_address: '192.0.2.1' };
  const only = { internal_only_headers: ['X-Inside'] };
  expect([outside, inside].map((fields) => cluster(fields, {}))).toEqual(['d', 'd']);
  expect([outside, inside].map((fields) => cluster(fields, only))).toEqual(['c', 'd']);
});

test('fact 150: which status an error of the proxy has where it sends those that are recommended stays open', () => {
  const recommending = { proxy_status_config: { set_recommended_response_code: true } };
  const kind = (options: object, around: object = {}): string => asked(options, {}, around).outcome.kind;
  expect(kind({}, { virtual_hosts: [] })).toBe('not_found');
  expect(kind(recommending, { virtual_hosts: [] })).toBe('undecided');
  expect(kind(recommending)).toBe('forward');
  expect(kind({ proxy_status_config: {} }, { virtual_hosts: [] })).toBe('not_found');
});
