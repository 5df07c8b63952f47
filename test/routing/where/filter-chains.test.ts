/** A request as a connection: which filter chain takes it, and what follows where none does. */
import { describe, expect, it, test } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import type { Request } from '../../../src/routing/request/request.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { findRouting } from '../../../src/routing/where/find.ts';
import { opened } from '../../opened.ts';
import { requestOf } from '../traced.ts';

const MANAGER =
  'type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager';

/** A filter chain whose routes lead to a cluster of its name. */
function chain(name: string, match = '', more = ''): string {
  const hosts = `[{name: ${name}, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: ${name}}}]}]`;
  const manager = `{"@type": ${MANAGER}, stat_prefix: x, route_config: {name: local, virtual_hosts: ${hosts}}}`;
  const own = match === '' ? '' : `filter_chain_match: {${match}}, `;
  return `{${own}${more}filters: [{name: envoy.http_connection_manager, typed_config: ${manager}}]}`;
}

function listener(chains: readonly string[], more = 'name: l', port = 443, address = '0.0.0.0'): string {
  return `{${more}, address: {socket_address: {address: ${address}, port_value: ${port}}}, filter_chains: [${chains.join(', ')}]}`;
}

function routing(...listeners: readonly string[]) {
  return findRouting([opened(`static_resources: {listeners: [${listeners.join(', ')}]}`)]);
}

/** The cluster that a request goes to, or what else becomes of it. */
function asked(all: ReturnType<typeof routing>, fields: Partial<Request>): string {
  const regexes = regexEngine();
  const routed = routeRequest(all, requestOf(fields), {}, ({ namespace }) => ({ namespace, regexes }));
  if ('problem' in routed) return routed.problem;
  const { outcome } = routed.trace;
  if (outcome.kind === 'closed' || outcome.kind === 'undecided') return `${outcome.kind}: ${outcome.reason}`;
  return outcome.clusters[0]?.name ?? outcome.kind;
}

/** The same in version 3. */
function version3(more: string): string {
  const of = (text: string) => text.replaceAll(MANAGER, MANAGER_3);
  return of(listener([chain('named', 'server_names: [a.test]'), chain('rest')], more));
}

const MANAGER_3 =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
const INSPECTOR =
  'listener_filters: [{name: tls, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector}}]';

const TLS = 'tls_context: {}, ';
const OVER_TLS = { scheme: 'https' };

describe('14.3 a filter chain takes a connection by its match', () => {
  it('by the server name: exact, wildcards from the longest, none', () => {
    const all = routing(
      listener([
        chain('exact', 'server_names: [a.test]'),
        chain('wide', 'server_names: ["*.test"]'),
        chain('narrow', 'server_names: ["*.b.test"]'),
        chain('rest'),
      ]),
    );
    const to = (authority: string, more = {}) => asked(all, { ...OVER_TLS, authority, ...more });
    expect(to('a.test')).toBe('exact');
    expect(to('A.Test:8443')).toBe('exact');
    expect(to('x.test')).toBe('wide');
    expect(to('x.y.b.test')).toBe('narrow');
    expect(to('test')).toBe('rest');
    expect(to('a.test', { server_name: '' })).toBe('rest');
    expect(to('other.example', { server_name: 'a.test' })).toBe('exact');
    // Clients send no addresses as names, and none at all without TLS.
    expect(to('10.0.0.1')).toBe('rest');
    expect(asked(all, { authority: 'a.test' })).toBe('rest');
  });

  it('a single chain too: the connection is closed where it does not match', () => {
    const named = routing(listener([chain('a', 'server_names: [a.test, "*.b.test"]')]));
    expect(asked(named, { ...OVER_TLS, authority: 'other.example' })).toBe(
      'closed: no filter chain takes the server name "other.example", only a.test, *.b.test',
    );
    expect(asked(named, { authority: 'a.test' })).toMatch(/^closed: the filter chains ask for a server name/);
    const tls = routing(listener([chain('a', 'transport_protocol: tls')]));
    expect(asked(tls, {})).toBe(
      'closed: no filter chain takes a connection without TLS: transport_protocol is tls',
    );
    expect(asked(tls, OVER_TLS)).toBe('a');
    const raw = routing(listener([chain('a', 'transport_protocol: raw_buffer')]));
    expect(asked(raw, {})).toBe('a');
    expect(asked(raw, OVER_TLS)).toMatch(/^closed: no filter chain takes a connection over TLS/);
  });

  it('no plain HTTP through a chain with TLS, whatever names its socket', () => {
    for (const socket of [
      TLS,
      'transport_socket: {name: tls}, ',
      'transport_socket: {name: envoy.transport_sockets.tls}, ',
      'transport_socket: {name: envoy.transport_sockets.tap, typed_config: {"@type": type.googleapis.com/envoy.config.transport_socket.tap.v2alpha.Tap, transport_socket: {name: envoy.transport_sockets.tls}}}, ',
    ]) {
      const all = routing(listener([chain('a', '', socket)]));
      expect(asked(all, {}), socket).toMatch(/^closed: the filter chain that takes it expects TLS/);
      expect(asked(all, OVER_TLS), socket).toBe('a');
    }
    // It may end in front of the proxy.
    for (const socket of ['', 'transport_socket: {name: raw_buffer}, '])
      expect(asked(routing(listener([chain('a', '', socket)])), OVER_TLS)).toBe('a');
  });

  it('by ports and addresses, as far as the request tells them', () => {
    const port = listener([chain('a', 'destination_port: 443')]);
    expect(asked(routing(port), {})).toBe('a');
    expect(asked(routing(port.replace('port_value: 443', 'port_value: 80')), {})).toMatch(
      /^closed: no filter chain takes the destination port 80/,
    );
    // A redirected connection keeps the port that the client meant.
    const original = routing(
      listener([chain('a', 'destination_port: 9000'), chain('b')], 'name: l, use_original_dst: true'),
    );
    expect(asked(original, { authority: 'a.test:9000' })).toBe('a');
    expect(asked(original, { authority: 'a.test:9001' })).toBe('b');
    const block = 'prefix_ranges: [{address_prefix: 10.1.0.0, prefix_len: 16}]';
    const ranges = routing(listener([chain('a', block), chain('b')]));
    expect(asked(ranges, { authority: '10.1.2.3' })).toBe('a');
    expect(asked(ranges, { authority: '10.2.2.3' })).toBe('b');
    expect(asked(ranges, { authority: 'a.test' })).toMatch(
      /^undecided: the request does not tell the address/,
    );
    const sources = routing(
      listener([
        chain('a', 'source_prefix_ranges: [{address_prefix: "2001:db8::", prefix_len: 32}]'),
        chain('b'),
      ]),
    );
    expect(asked(sources, { remote_address: '2001:db8::7' })).toBe('a');
    expect(asked(sources, { remote_address: '192.0.2.1' })).toBe('b');
    expect(asked(sources, {})).toMatch(/^undecided: .*the address of the client/);
    const local = routing(listener([chain('a', 'source_type: LOCAL'), chain('b', 'source_type: EXTERNAL')]));
    expect(asked(local, { remote_address: '127.0.0.1' })).toBe('a');
    expect(asked(local, { remote_address: '192.0.2.1' })).toBe('b');
  });

  it('undecided by what no request tells: the protocols that a client offers, its port', () => {
    const alpn = routing(listener([chain('a', 'application_protocols: [h2]'), chain('b')]));
    expect(asked(alpn, OVER_TLS)).toMatch(/^undecided: .*the application protocols that the client offers/);
    // Without TLS none are offered.
    expect(asked(alpn, {})).toBe('b');
    const port = routing(listener([chain('a', 'source_ports: [7]'), chain('b')]));
    expect(asked(port, {})).toMatch(/^undecided: .*the port of the client/);
    // By the PROXY protocol a client may be another one than who connects.
    const direct = routing(
      listener(
        [
          chain('a', 'direct_source_prefix_ranges: [{address_prefix: 10.0.0.0, prefix_len: 8}]'),
          chain('b', 'destination_port: 9'),
          chain('c'),
        ],
        'name: l, enable_reuse_port: true',
      ),
    );
    expect(asked(direct, { remote_address: '10.1.1.1' })).toMatch(
      /^undecided: .*the address that the connection itself comes from/,
    );
    const unknown = routing(listener([chain('a', 'directions: [up]')]));
    expect(asked(unknown, {})).toMatch(/^undecided: .*unknown or cannot be read/);
  });

  it('what was refused by a later criterion does not come back to an earlier one', () => {
    const all = routing(
      listener([chain('a', 'server_names: [a.test], application_protocols: [h2]'), chain('b')]),
    );
    expect(asked(all, { ...OVER_TLS, authority: 'a.test' })).toMatch(/^undecided/);
    const raw = routing(
      listener([chain('a', 'server_names: [a.test], transport_protocol: raw_buffer'), chain('b')]),
    );
    expect(asked(raw, { ...OVER_TLS, authority: 'a.test' })).toMatch(/^closed/);
  });

  it('routes that are fetched are not those of another listener', () => {
    const fetched = chain('a').replace(/route_config: .*?\]\}\]\}\}/s, 'rds: {route_config_name: x}}');
    const all = routing(listener([fetched], 'name: https'), listener([chain('b')], 'name: http', 80));
    expect(asked(all, OVER_TLS)).toMatch(/^undecided: the route configuration "x" is fetched over RDS/);
    expect(asked(all, {})).toBe('b');
  });
});

describe('14.3 several listeners', () => {
  const two = routing(
    listener([chain('plain')], 'name: same', 8080),
    listener([chain('secure', '', TLS)], 'name: same', 8443),
  );

  it('the port decides, then who speaks TLS', () => {
    expect(asked(two, { authority: 'a.test:8443', scheme: 'https' })).toBe('secure');
    expect(asked(two, {})).toBe('plain');
    expect(asked(two, OVER_TLS)).toBe('secure');
    expect(asked(two, { authority: 'a.test:8443' })).toMatch(/^closed/);
  });

  it('a request may name its listener: by name, port, address or place in the file', () => {
    for (const name of ['8443', '0.0.0.0:8443', '/static_resources/listeners/1'])
      expect(asked(two, { ...OVER_TLS, listener: name })).toBe('secure');
    expect(asked(two, { listener: 'absent' })).toBe('no listener "absent" leads to a route configuration');
  });

  it('route configurations of one name are told apart by their places', () => {
    const at = (index: number) =>
      `/static_resources/listeners/${index}/filter_chains/0/filters/0/typed_config/route_config`;
    expect(asked(two, { route_config: at(0) })).toBe('plain');
    expect(asked(two, { route_config: `test.yaml:${at(1)}` })).toBe('secure');
  });
});

test('fact 68: in version 3 nothing sees a server name without the listener filter tls_inspector', () => {
  const request = { ...OVER_TLS, authority: 'a.test' };
  expect(asked(routing(version3(`name: l, ${INSPECTOR}`)), request)).toBe('named');
  expect(asked(routing(version3('name: l')), request)).toBe('rest');
  const only = listener([chain('named', 'server_names: [a.test]')]).replaceAll(MANAGER, MANAGER_3);
  expect(asked(routing(only), request)).toMatch(
    /^closed: .* nothing sees without the listener filter tls_inspector/,
  );
});

describe('version 3: what the real proxy said', () => {
  const TYPES = 'type.googleapis.com/envoy.extensions.matching.common_inputs.network.v3';
  const named = (name: string) => chain(name, '', `name: ${name}, `);
  const to = (value: string) =>
    `{action: {name: "n", typed_config: {"@type": type.googleapis.com/google.protobuf.StringValue, value: ${value}}}}`;
  const map = (input: string, kind: string, entries: string) =>
    `filter_chain_matcher: {matcher_tree: {input: {name: i, typed_config: {"@type": ${TYPES}.${input}}}, ${kind}_match_map: {map: {${entries}}}}}`;
  const rest = `default_filter_chain: ${named('rest')}`;
  const with3 = (more: string, ...chains: readonly string[]) =>
    routing(listener(chains, `name: l, ${more}`, 8000, '10.1.2.3').replaceAll(MANAGER, MANAGER_3));

  it('fact 95: a matcher picks the chain by its name, else the default one', () => {
    const all = with3(
      `${map('SourceIPInput', 'prefix', `"192.": ${to('one')}, "192.0.": ${to('two')}, "10.": ${to('none')}`)}, ${rest}`,
      named('one'),
      named('two'),
    );
    const from = (remote_address: string) => asked(all, { remote_address });
    expect([from('192.1.0.1'), from('192.0.0.1'), from('172.0.0.1')]).toEqual(['one', 'two', 'rest']);
    // Not the default one either.
    expect(from('10.0.0.1')).toContain('closed: the matcher of the listener picks the filter chain "none"');
    expect(asked(all, {})).toContain('undecided');
  });

  it('fact 96: inputs of connections', () => {
    const at = (input: string, key: string, fields: Partial<Request> = {}) =>
      asked(with3(`${map(input, 'exact', `"${key}": ${to('one')}`)}, ${rest}`, named('one')), fields);
    expect(at('TransportProtocolInput', 'raw_buffer')).toBe('one');
    expect(at('ServerNameInput', 'a.test', { scheme: 'https', authority: 'a.test' })).toBe('rest');
    expect(at('DestinationPortInput', '8000')).toBe('one');
    expect(at('DestinationIPInput', '10.1.2.3')).toBe('one');
    expect(at('SourceTypeInput', 'local', { remote_address: '127.0.0.1' })).toBe('one');
    expect(at('SourceTypeInput', 'local', { remote_address: '10.1.2.3' })).toBe('one');
    expect(at('SourceTypeInput', 'local', { remote_address: '10.1.2.4' })).toBe('rest');
  });

  it('by the protocols that the client offers, the first that a chain asks for', () => {
    const all = with3(
      'listener_filters: [{name: envoy.filters.listener.http_inspector}]',
      chain('two', 'application_protocols: [h2]'),
      chain('one', 'application_protocols: ["http/1.1"]'),
    );
    expect(['h2', 'http/1.1,h2', 'foo, h2'].map((alpn) => asked(all, { alpn }))).toEqual([
      'two',
      'one',
      'two',
    ]);
    expect(asked(all, {})).toContain('--alpn');
  });

  it('fact 97: a client on the same machine, by its name in version 3', () => {
    const all = with3(
      'stat_prefix: s',
      chain('near', 'source_type: SAME_IP_OR_LOOPBACK'),
      chain('far', 'source_type: EXTERNAL'),
    );
    expect(
      ['127.0.0.1', '10.1.2.3', '10.1.2.4', '127.0.0.2', '::1'].map((remote_address) =>
        asked(all, { remote_address }),
      ),
    ).toEqual(['near', 'near', 'far', 'far', 'near']);
  });
});
