import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const HOSTS =
  'lb_endpoints: [{ endpoint: { address: { socket_address: { address: 10.0.0.1, port_value: 80 } } } }]';
const of = (localities: readonly string[], common = 'locality_weighted_lb_config: {}') =>
  found(
    'unweighted-locality',
    `name: shop\ncommon_lb_config: { ${common} }\nload_assignment: { cluster_name: shop, endpoints: [${localities.map((each) => `{ ${each}${HOSTS} }`).join(', ')}] }\n`,
    'Cluster',
  );

test('one without beside one with', () => {
  const findings = of(['load_balancing_weight: 2, ', 'locality: { region: eu, zone: west }, ']);
  expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/load_assignment/endpoints/1', 'warning'],
  ]);
  expect(findings[0]?.message).toContain('locality eu/west of cluster "shop"');
});

test('none has one, another priority has, or nobody looks', () => {
  expect(of(['', 'locality: { zone: west }, '])).toEqual([]);
  expect(of(['load_balancing_weight: 2, ', 'priority: 1, '])).toEqual([]);
  expect(of(['load_balancing_weight: 2, ', ''], 'update_merge_window: 1s')).toEqual([]);
});
