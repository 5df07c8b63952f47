import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const lacks = (yaml: string) =>
  found(
    'missing-field',
    `"@type": type.googleapis.com/envoy.config.listener.v3.Listener\nname: l\n${yaml}`,
  ).map(({ message }) => /has to have (.*?);/.exec(message)?.[1]);

const address = (protocol: string) =>
  `address: { socket_address: { protocol: ${protocol}, address: 127.0.0.1, port_value: 80 } }\n`;

test('a listener has an address and a filter chain, unless it takes no connections', () => {
  expect(lacks('')).toEqual(['an address', 'a filter chain']);
  expect(lacks(address('TCP'))).toEqual(['a filter chain']);
  expect(lacks(`${address('TCP')}filter_chains: []`)).toEqual(['a filter chain']);
  expect(lacks('internal_listener: {}\nfilter_chains: [{ filters: [] }]')).toEqual([]);
  expect(lacks(`${address('TCP')}default_filter_chain: { filters: [] }`)).toEqual([]);
  expect(lacks(address('UDP'))).toEqual([]);
  expect(lacks('api_listener: { api_listener: {} }')).toEqual([]);
  expect(lacks('api_listener: {}')).toEqual(['api_listener']);
});
