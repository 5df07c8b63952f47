import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (type: string, hashed = true) =>
  found(
    'invalid-hostname-hashing',
    `name: shop\n${type}\nlb_policy: MAGLEV\ncommon_lb_config: { consistent_hashing_lb_config: { use_hostname_for_hashing: ${hashed} } }\n`,
    'Cluster',
  ).map(({ pointer, level }) => [pointer, level]);

test.each(['type: STATIC', 'type: EDS', 'type: LOGICAL_DNS', ''])('names are not there with "%s"', (type) => {
  expect(of(type)).toEqual([
    ['/common_lb_config/consistent_hashing_lb_config/use_hostname_for_hashing', 'error'],
  ]);
});

test('names are there, or may be', () => {
  expect(of('type: STRICT_DNS')).toEqual([]);
  expect(of('cluster_type: { name: shop.finder }')).toEqual([]);
  expect(of('type: STATIC', false)).toEqual([]);
});
