import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const endpoint = (values: string) =>
  `{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } }, metadata: { filter_metadata: { proxy.lb: ${values} } } }`;
const of = (keys: string, endpoints: readonly string[], type = 'STATIC') =>
  found(
    'empty-subset',
    `name: shop\ntype: ${type}\nlb_subset_config: { subset_selectors: [{ keys: [stage] }, { keys: ${keys} }] }\nload_assignment: { cluster_name: shop, endpoints: [{ lb_endpoints: [${endpoints.map(endpoint).join(', ')}] }] }\n`,
    'Cluster',
  ).map(({ pointer, level }) => [pointer, level]);

test('keys that no host has, or none has together', () => {
  const at = [['/lb_subset_config/subset_selectors/1/keys', 'warning']];
  expect(of('[version]', ['{ stage: live }'])).toEqual(at);
  expect(of('[stage, version]', ['{ stage: live }', '{ version: 2 }'])).toEqual(at);
});

test('keys that one host has, with any value', () => {
  expect(of('[stage, version]', ['{ stage: live }', '{ stage: null, version: 2 }'])).toEqual([]);
});

test('hosts that come from elsewhere, or none at all', () => {
  expect(of('[version]', ['{ stage: live }'], 'EDS')).toEqual([]);
  expect(of('[version]', [])).toEqual([]);
});

test('keys of objects of the language are keys like others', () => {
  expect(of('[constructor]', ['{ stage: live }'])).toHaveLength(1);
});
