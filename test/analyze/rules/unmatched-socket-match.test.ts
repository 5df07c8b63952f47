import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (match: string, values: string, type = 'STATIC') =>
  found(
    'unmatched-socket-match',
    `name: shop\ntype: ${type}\ntransport_socket_matches: [{ name: secure, match: ${match}, transport_socket: { name: tls } }]\nload_assignment: { cluster_name: shop, endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } }, metadata: { filter_metadata: { proxy.transport_socket_match: ${values} } } }] }] }\n`,
    'Cluster',
  ).map(({ pointer, level }) => [pointer, level]);

test.each([
  ['{ secure: true }', '{}'],
  ['{ secure: true }', '{ secure: "true" }'],
  ['{ secure: true, version: 2 }', '{ secure: true }'],
  ['{ mode: { a: 1 } }', '{ mode: { a: 2 } }'],
  // A decimal is a text.
  ['{ mode: { a: 1 } }', '{ mode: { a: 1.0 } }'],
])('%s is met by none with %s', (match, values) => {
  expect(of(match, values)).toEqual([['/transport_socket_matches/0/match', 'info']]);
});

test.each([
  ['{ secure: true }', '{ secure: true, version: 2 }'],
  ['{ mode: { a: 10 } }', '{ mode: { a: 0xa } }'],
  ['{}', '{}'],
])('%s is met with %s', (match, values) => {
  expect(of(match, values)).toEqual([]);
});

test('endpoints that come from elsewhere may meet it', () => {
  expect(of('{ secure: true }', '{}', 'EDS')).toEqual([]);
});
