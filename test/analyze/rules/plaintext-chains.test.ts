/** Rules that ask whether connections are encrypted, and the sockets that only look as if they were. */
import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const TAP = '{ name: envoy.transport_sockets.tap, config: { transport_socket: { name: INNER } } }';

const listener = (socket: string): string => `listeners:
- name: l
  address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
  filter_chains:
  - ${socket === '' ? '' : `transport_socket: ${socket}\n    `}filters:
    - name: envoy.http_connection_manager
      typed_config:
        "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
        stat_prefix: x
        route_config:
          virtual_hosts:
          - name: shop
            domains: [shop.test]
            routes:
            - { match: { path: /login }, redirect: { https_redirect: true } }
            - { match: { prefix: /home }, redirect: { path_redirect: /home, https_redirect: true } }
            - { match: { prefix: / }, route: { cluster: shop } }
`;

describe('14.5 the rules about TLS ask what a socket does', () => {
  test.each(['', '{ name: raw_buffer }', TAP.replace('INNER', 'raw_buffer')])(
    'a chain with the socket "%s" serves plaintext',
    (socket) => {
      expect(found('partial-https-redirect', listener(socket))).toHaveLength(1);
      expect(found('redirect-loop', listener(socket))).toHaveLength(0);
    },
  );

  test.each(['{ name: tls }', TAP.replace('INNER', 'tls')])('one with %s does not', (socket) => {
    expect(found('partial-https-redirect', listener(socket))).toHaveLength(0);
    expect(found('redirect-loop', listener(socket)).length).toBeGreaterThan(0);
  });

  test('of a socket that nobody knows nothing is said', () => {
    expect(found('partial-https-redirect', listener('{ name: own }'))).toHaveLength(0);
    expect(found('redirect-loop', listener('{ name: own }'))).toHaveLength(0);
  });

  const cluster = (socket: string): string => `clusters:
- name: shop
  connect_timeout: 1s
  type: STATIC
  load_assignment: { cluster_name: shop, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 443 } } } }] }] }
  transport_socket: ${socket}
virtual_hosts: [{ name: a, domains: [a.test], routes: [{ match: { prefix: / }, route: { cluster: shop } }] }]
`;

  test('a cluster whose socket taps plaintext sends plaintext, one that taps TLS does not', () => {
    expect(found('plaintext-to-tls-port', cluster(TAP.replace('INNER', 'raw_buffer')))).toHaveLength(1);
    expect(found('plaintext-to-tls-port', cluster(TAP.replace('INNER', 'tls')))).toHaveLength(0);
    expect(found('plaintext-to-tls-port', cluster('{ name: envoy.transport_sockets.alts }'))).toHaveLength(0);
  });

  test('settings of TLS under the name of plaintext verify nothing, and are said of nothing', () => {
    const settings = (name: string) =>
      `{ name: ${name}, typed_config: { "@type": type.googleapis.com/envoy.api.v2.auth.UpstreamTlsContext, sni: a } }`;
    expect(found('unverified-tls', cluster(settings('tls')))).toHaveLength(1);
    expect(found('unverified-tls', cluster(settings('raw_buffer')))).toHaveLength(0);
  });
});
