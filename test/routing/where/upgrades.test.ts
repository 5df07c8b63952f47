/** What the proxy 1.40 answered to requests for another protocol, and to what its manager refuses. */
import { describe, expect, it, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';

const TYPE =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
const regexes = regexEngine();

function bootstrap(manager: object): string {
  const typed_config = { '@type': TYPE, stat_prefix: 's', ...manager };
  const listener = {
    name: 'l',
    address: { socket_address: { address: '127.0.0.1', port_value: 80 } },
    filter_chains: [{ filters: [{ name: 'm', typed_config }] }],
  };
  return JSON.stringify({ static_resources: { listeners: [listener] } });
}

function outcomeOf(manager: object, fields: Partial<Request>) {
  const routing = findRouting([opened(bootstrap(manager), { type: 'Bootstrap', api: 'v3' })]);
  const request = { method: 'GET', authority: 'a', path: '/', scheme: 'http', internal: false, headers: {} };
  const routed = routeRequest(routing, { ...request, ...fields }, {}, ({ namespace }) => ({
    namespace,
    regexes,
  }));
  if (!('trace' in routed)) throw new Error(routed.problem);
  const { kind, status } = routed.trace.outcome;
  return kind === 'forward' ? kind : status;
}

function routes(...all: readonly object[]): object {
  return {
    route_config: {
      name: 'r',
      virtual_hosts: [
        {
          name: 'v',
          domains: ['*'],
          routes: [...all, { match: { prefix: '/' }, direct_response: { status: 200 } }],
        },
      ],
    },
  };
}

const asking = (upgrade: string, path = '/', connection = 'upgrade') => ({
  path,
  headers: { connection, upgrade },
});
const toCluster = (path: string, ...upgrade_configs: readonly object[]) => ({
  match: { path },
  route: { cluster: 'c', ...(upgrade_configs.length > 0 ? { upgrade_configs } : {}) },
});
const OFF = { upgrade_type: 'websocket', enabled: false };
const TUNNEL = { method: 'CONNECT', path: '', authority: 'a:80' };

describe('fact 105: a request for another protocol', () => {
  const own = routes(toCluster('/c'), toCluster('/n', OFF), toCluster('/y', { upgrade_type: 'WebSocket' }));

  it('is answered with 403 unless the manager or the route lets it', () => {
    expect(outcomeOf(own, asking('websocket'))).toBe(403);
    expect(outcomeOf(own, asking('WebSocket', '/', 'Keep-Alive, Upgrade'))).toBe(403);
    expect(outcomeOf(own, asking('websocket', '/c'))).toBe(403);
    expect(outcomeOf(own, asking('websocket', '/n'))).toBe(403);
    expect(outcomeOf(own, asking('websocket', '/y'))).toBe('forward');
    expect(outcomeOf(own, asking('websocket', '/', 'keep-alive'))).toBe(200);
    expect(outcomeOf(own, asking('h2c'))).toBe(200);
  });

  it('is let by the manager, where the route does not say otherwise', () => {
    const let1 = {
      ...own,
      upgrade_configs: [{ upgrade_type: 'websocket' }, { upgrade_type: 'foo', enabled: false }],
    };
    expect(outcomeOf(let1, asking('websocket'))).toBe(200);
    expect(outcomeOf(let1, asking('foo'))).toBe(403);
    expect(outcomeOf(let1, asking('websocket', '/c'))).toBe('forward');
    expect(outcomeOf(let1, asking('websocket', '/n'))).toBe(403);
  });

  it('for a tunnel is answered with 404 where no route takes it, else as any other', () => {
    const tunnel = (...upgrade_configs: readonly object[]) =>
      routes({ match: { connect_matcher: {} }, route: { cluster: 'c', upgrade_configs } });
    expect(outcomeOf(own, TUNNEL)).toBe(404);
    expect(outcomeOf(tunnel(), TUNNEL)).toBe(403);
    expect(outcomeOf(tunnel({ upgrade_type: 'CONNECT' }), TUNNEL)).toBe('forward');
    expect(outcomeOf({ ...tunnel(), upgrade_configs: [{ upgrade_type: 'CONNECT' }] }, TUNNEL)).toBe(
      'forward',
    );
  });

  it('is answered before that by what the manager refuses', () => {
    const redirecting = { ...own, path_with_escaped_slashes_action: 'UNESCAPE_AND_REDIRECT' };
    expect(outcomeOf(redirecting, asking('websocket', '/a%2fb'))).toBe(307);
  });
});

test('fact 106: a gRPC request is not redirected to its path without escaped slashes', () => {
  const redirecting = { ...routes(), path_with_escaped_slashes_action: 'UNESCAPE_AND_REDIRECT' };
  const headers = { 'content-type': 'application/grpc' };
  expect(outcomeOf(redirecting, { path: '/a%2fb', headers })).toBe(400);
  expect(outcomeOf(redirecting, { path: '/a%2fb' })).toBe(307);
});

test('fact 107: a scope that holds its route configuration itself', () => {
  const scope = (name: string, status: number) => ({
    name,
    key: { fragments: [{ string_key: name }] },
    route_configuration: {
      name: `r-${name}`,
      virtual_hosts: [
        { name: 'v', domains: ['*'], routes: [{ match: { prefix: '/' }, direct_response: { status } }] },
      ],
    },
  });
  const scoped_routes = {
    name: 's',
    scope_key_builder: { fragments: [{ header_value_extractor: { name: 'x-scope', index: 0 } }] },
    scoped_route_configurations_list: { scoped_route_configurations: [scope('one', 201), scope('two', 202)] },
  };
  const of = (headers: { readonly [name: string]: string }) => outcomeOf({ scoped_routes }, { headers });
  expect([of({ 'x-scope': 'one' }), of({ 'x-scope': 'two' }), of({ 'x-scope': 'c' }), of({})]).toEqual([
    201, 202, 404, 404,
  ]);
});
