import { describe, expect, test } from 'vitest';
import { isBarePlaintext, protectionOf, protectionOfSocket } from '../../src/model/transport.ts';

const named = (name: string, more: object = {}) => ({ name, ...more });
const typed = (type: string, more: object = {}) => ({ typed_config: { '@type': type, ...more } });
const of = (socket: object, namespace = 'envoy') => protectionOfSocket(socket, namespace);

describe('14.5 what a transport socket does to the bytes is worked out, not read from its presence', () => {
  test.each([
    ['tls', 'tls'],
    ['envoy.transport_sockets.tls', 'tls'],
    ['proxy.transport_sockets.tls', 'tls'],
    ['acme.transport_sockets.tls', 'tls'],
    ['envoy.transport_sockets.quic', 'tls'],
    ['envoy.transport_sockets.alts', 'alts'],
    ['envoy.transport_sockets.starttls', 'starttls'],
    ['raw_buffer', 'plaintext'],
    ['envoy.transport_sockets.raw_buffer', 'plaintext'],
    // Only those two ever had names without the folder.
    ['alts', 'unknown'],
    ['tap', 'unknown'],
    ['acme.own.socket', 'unknown'],
  ] as const)('by the name %s: %s', (name, expected) => {
    expect(of(named(name), 'acme')).toBe(expected);
  });

  test.each([
    ['api.v2.auth.UpstreamTlsContext', 'tls'],
    ['extensions.transport_sockets.tls.v3.DownstreamTlsContext', 'tls'],
    ['extensions.transport_sockets.quic.v3.QuicDownstreamTransport', 'tls'],
    ['config.transport_socket.alts.v2alpha.Alts', 'alts'],
    ['extensions.transport_sockets.starttls.v3.UpstreamStartTlsConfig', 'starttls'],
    ['config.transport_socket.raw_buffer.v2.RawBuffer', 'plaintext'],
    ['extensions.transport_sockets.raw_buffer.v3.RawBuffer', 'plaintext'],
    ['some.other.v3.Config', 'unknown'],
  ] as const)('by the type %s, whatever it is called: %s', (type, expected) => {
    expect(of(named('mine', typed(type)))).toBe(expected);
    const url = `type.googleapis.com/envoy.${type}`;
    expect(of(named('mine', typed('udpa.type.v1.TypedStruct', { type_url: url, value: {} })))).toBe(expected);
  });

  test('name and type that say different things are not known: releases differ in which they go by', () => {
    expect(of(named('raw_buffer', typed('api.v2.auth.UpstreamTlsContext')))).toBe('unknown');
    expect(of(named('tls', typed('api.v2.auth.UpstreamTlsContext')))).toBe('tls');
  });

  const inner = [
    [named('tls'), 'tls'],
    [named('raw_buffer'), 'plaintext'],
    [named('envoy.transport_sockets.alts'), 'alts'],
    [named('own'), 'unknown'],
  ] as const;
  const around: readonly (readonly [string, (socket: object) => object])[] = [
    [
      'tap',
      (socket) =>
        named(
          'envoy.transport_sockets.tap',
          typed('config.transport_socket.tap.v2alpha.Tap', { transport_socket: socket }),
        ),
    ],
    [
      'tap in camelCase, untyped',
      (socket) => named('envoy.transport_sockets.tap', { config: { transportSocket: socket } }),
    ],
    [
      'tap in a Struct',
      (socket) =>
        named(
          'envoy.transport_sockets.tap',
          typed('google.protobuf.Struct', { value: { transport_socket: socket } }),
        ),
    ],
    [
      'PROXY protocol upstream',
      (socket) =>
        named(
          'mine',
          typed('extensions.transport_sockets.proxy_protocol.v3.ProxyProtocolUpstreamTransport', {
            transport_socket: socket,
          }),
        ),
    ],
    [
      'TCP statistics',
      (socket) =>
        named(
          'envoy.transport_sockets.tcp_stats',
          typed('extensions.transport_sockets.tcp_stats.v3.Config', { transport_socket: socket }),
        ),
    ],
  ];
  test.each(around)('%s does what the socket inside does', (_, wrap) => {
    for (const [socket, expected] of inner) {
      expect(of(wrap(socket))).toBe(expected);
      expect(of(wrap(wrap(socket)))).toBe(expected);
      expect(isBarePlaintext(wrap(socket), 'envoy')).toBe(false);
    }
    expect(of(wrap({}))).toBe('unknown');
  });

  test('sockets without end are unknown', () => {
    let socket: object = named('tls');
    for (let depth = 0; depth < 10_000; depth++)
      socket = named('envoy.transport_sockets.tap', { config: { transport_socket: socket } });
    expect(of(socket)).toBe('unknown');
  });

  test('a socket wins over tls_context; neither is plaintext', () => {
    expect(protectionOf({}, 'envoy')).toBe('plaintext');
    expect(protectionOf({ tls_context: {} }, 'envoy')).toBe('tls');
    expect(protectionOf({ tls_context: {}, transport_socket: named('raw_buffer') }, 'envoy')).toBe(
      'plaintext',
    );
    expect(isBarePlaintext(named('raw_buffer'), 'envoy')).toBe(true);
    expect(isBarePlaintext(named('raw_buffer', { config: { a: 1 } }), 'envoy')).toBe(false);
  });
});
