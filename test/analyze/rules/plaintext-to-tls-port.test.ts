import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const pointers = (yaml: string) => found('plaintext-to-tls-port', yaml).map(({ pointer }) => pointer);

const ROUTE = 'routes: [{ match: { prefix: / }, route: { cluster: shop } }]';
const HOSTS = 'hosts: [{ socket_address: { address: shop.test, port_value: 443 } }]';
const resources = (cluster: string, more = ROUTE) =>
  `clusters: [{ name: shop, type: STRICT_DNS, ${cluster} }]\n${more}\n`;

describe('found', () => {
  test('at the port', () => {
    expect(found('plaintext-to-tls-port', resources(HOSTS))).toMatchObject([
      {
        pointer: '/clusters/0/hosts/0/socket_address/port_value',
        level: 'warning',
        data: { cluster: 'shop' },
        message: expect.stringContaining('shop.test'),
      },
    ]);
  });

  test('once for each cluster, in a load assignment', () => {
    const endpoint = '{ endpoint: { address: { socket_address: { address: a.test, port_value: 443 } } } }';
    const cluster = `load_assignment: { endpoints: [{ lb_endpoints: [${endpoint}, ${endpoint}] }] }`;
    expect(pointers(resources(cluster))).toEqual([
      '/clusters/0/load_assignment/endpoints/0/lb_endpoints/0/endpoint/address/socket_address/port_value',
    ]);
  });

  test.each(['raw_buffer', 'proxy.transport_sockets.raw_buffer'])('with the socket %s', (name) => {
    expect(pointers(resources(`${HOSTS}, transport_socket: { name: ${name} }`))).toHaveLength(1);
  });
});

describe('not found', () => {
  test.each([
    ['TLS', `${HOSTS}, tls_context: {}`],
    ['a transport socket', `${HOSTS}, transport_socket: { name: tls }`],
    ['an unknown transport socket', `${HOSTS}, transport_socket: { name: test.socket }`],
    [
      'sockets by endpoint',
      `${HOSTS}, transport_socket_matches: [{ name: a, transport_socket: { name: tls } }]`,
    ],
    ['another port', HOSTS.replace('443', '80')],
    ['the machine itself', HOSTS.replace('shop.test', '127.0.0.1')],
  ])('with %s', (_, cluster) => {
    expect(pointers(resources(cluster))).toEqual([]);
  });

  test.each([
    ['no route', 'virtual_hosts: []'],
    ['a cluster in a header', 'routes: [{ match: { prefix: / }, route: { cluster_header: x-cluster } }]'],
    [
      'CONNECT',
      'routes: [{ match: { prefix: / }, route: { cluster: shop, upgrade_configs: [{ upgrade_type: CONNECT }] } }]',
    ],
    [
      'a TCP proxy, which passes on the TLS of clients',
      `${ROUTE}\nlisteners: [{ name: t, address: { pipe: { path: /t } }, filter_chains: [{ filters: [{ name: proxy.tcp_proxy, config: { stat_prefix: t, cluster: shop } }] }] }]`,
    ],
    [
      'a filter nobody knows',
      'listeners: [{ name: t, filter_chains: [{ filters: [{ name: test.own, config: { to: shop } }] }] }]',
    ],
  ])('for %s', (_, more) => {
    expect(pointers(resources(HOSTS, more))).toEqual([]);
  });
});
