import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (entry: string) =>
  found(
    'missing-transport-socket',
    `name: shop\ntransport_socket_matches: [{ name: secure, ${entry} }]\n`,
    'Cluster',
  );

test('an entry without a socket', () => {
  expect(of('match: { secure: true }').map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/transport_socket_matches/0', 'error'],
  ]);
});

test('an entry with one, whatever it is', () => {
  expect(of('transport_socket: { name: tls }')).toEqual([]);
  expect(of('transport_socket: {}')).toEqual([]);
});
