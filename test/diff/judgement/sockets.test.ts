/** What a change of a transport socket means for encryption. */
import { describe, expect, test } from 'vitest';
import { diffOf, lines } from '../sides.ts';

const SOCKETS = {
  none: '',
  raw: 'transport_socket: { name: raw_buffer }',
  newRaw: 'transport_socket: { name: envoy.transport_sockets.raw_buffer }',
  tapRaw:
    'transport_socket: { name: envoy.transport_sockets.tap, typed_config: { "@type": type.googleapis.com/envoy.config.transport_socket.tap.v2alpha.Tap, transport_socket: { name: raw_buffer } } }',
  tapTls:
    'transport_socket: { name: envoy.transport_sockets.tap, typed_config: { "@type": type.googleapis.com/envoy.config.transport_socket.tap.v2alpha.Tap, transport_socket: { name: tls } } }',
  tls: 'transport_socket: { name: tls, typed_config: { "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext, sni: a } }',
  context: 'tls_context: { sni: a }',
  alts: 'transport_socket: { name: envoy.transport_sockets.alts }',
  own: 'transport_socket: { name: acme.socket }',
} as const;
type Socket = keyof typeof SOCKETS;

const cluster = (socket: Socket): string => `clusters:
- name: a
  connect_timeout: 1s
  ${SOCKETS[socket]}
`;
const chain = (socket: Socket): string => `listeners:
- name: l
  address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
  filter_chains:
  - filters: []
    ${SOCKETS[socket]}
`;

const PLAINTEXT: readonly Socket[] = ['none', 'raw', 'newRaw'];
const TAPPED: readonly Socket[] = ['tapRaw'];
const ENCRYPTED: readonly Socket[] = ['tls', 'context', 'alts', 'tapTls'];
const pairs = (ones: readonly Socket[], others: readonly Socket[]) =>
  ones.flatMap((one) => others.filter((other) => other !== one).map((other) => [one, other] as const));
const rules = (before: string, after: string) =>
  lines(diffOf(before, after)).map((text) => text.split(' ').slice(0, 2).join(' '));

describe('14.5 losing TLS is losing encryption, not a socket', () => {
  test.each(pairs(PLAINTEXT, PLAINTEXT))('%s and %s are the same: plaintext', (one, other) => {
    expect(diffOf(cluster(one), cluster(other)).equal).toBe(true);
    expect(diffOf(chain(one), chain(other)).equal).toBe(true);
  });

  test.each([...pairs(PLAINTEXT, TAPPED), ...pairs(TAPPED, PLAINTEXT)])(
    'from %s to %s nothing is encrypted or revealed',
    (one, other) => {
      expect(rules(cluster(one), cluster(other))).toEqual(['info cluster-tls-changed']);
      expect(rules(chain(one), chain(other))).toEqual(['info listener-tls-changed']);
    },
  );

  test.each(pairs(ENCRYPTED, [...PLAINTEXT, ...TAPPED]))('from %s to %s encryption is lost', (one, other) => {
    expect(rules(cluster(one), cluster(other))).toEqual(['breaking cluster-tls-removed']);
    expect(rules(chain(one), chain(other))).toEqual(['breaking listener-tls-removed']);
  });

  test.each(pairs([...PLAINTEXT, ...TAPPED], ENCRYPTED))('from %s to %s encryption comes', (one, other) => {
    expect(rules(cluster(one), cluster(other))).toEqual(['warning cluster-tls-added']);
    expect(rules(chain(one), chain(other))).toEqual(['breaking listener-tls-added']);
  });

  test.each([
    ...pairs(['own'], [...PLAINTEXT, ...ENCRYPTED]),
    ...pairs([...PLAINTEXT, ...ENCRYPTED], ['own']),
  ])('from %s to %s nobody knows, so that nothing is said to be added or removed', (one, other) => {
    expect(rules(cluster(one), cluster(other))).toEqual(['warning cluster-tls-changed']);
  });

  test('the settings of one kind of socket are compared one by one', () => {
    const other = cluster('tls').replace('sni: a', 'sni: b');
    expect(rules(cluster('tls'), other)).toEqual(['warning upstream-tls-sni-changed']);
  });

  test('an entry of transport_socket_matches can lose encryption as well', () => {
    const matches = (socket: string) =>
      `clusters: [{ name: a, connect_timeout: 1s, transport_socket_matches: [{ name: m, match: { x: true }, transport_socket: { name: ${socket} } }] }]`;
    expect(rules(matches('tls'), matches('raw_buffer'))).toEqual(['breaking cluster-tls-removed']);
    expect(rules(matches('raw_buffer'), matches('tls'))).toEqual(['warning cluster-tls-added']);
  });
});
