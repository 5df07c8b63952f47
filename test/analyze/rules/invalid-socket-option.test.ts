import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (option: string) =>
  found(
    'invalid-socket-option',
    `name: shop\nupstream_bind_config: { source_address: { address: 10.0.0.1, port_value: 0 }, socket_options: [{ int_value: 1, ${option} }] }\n`,
    'Cluster',
  ).map(({ pointer, level }) => [pointer, level]);

test.each(['STATE_BOUND', 'STATE_LISTENING', 'state_bound', '2'])('state %s', (state) => {
  expect(of(`state: ${state}`)).toEqual([['/upstream_bind_config/socket_options/0/state', 'error']]);
});

test.each(['level: 6', 'state: STATE_PREBIND', 'state: 0', 'state: STATE_CLOSED'])(
  'nothing about %s',
  (option) => {
    expect(of(option)).toEqual([]);
  },
);

test('a listener sets options in any state', () => {
  const listener =
    'name: front\naddress: { socket_address: { address: 10.0.0.1, port_value: 80 } }\nfilter_chains: []\nsocket_options: [{ int_value: 1, state: STATE_LISTENING }]\n';
  expect(found('invalid-socket-option', listener, 'Listener')).toEqual([]);
});
