import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (common: string, aware = true) =>
  found(
    'missing-locality-weights',
    `name: shop\n${common}lb_subset_config: { subset_selectors: [{ keys: [stage] }], locality_weight_aware: ${aware} }\n`,
    'Cluster',
  ).map(({ pointer, level }) => [pointer, level]);

test('subsets heed weights that the cluster does not', () => {
  const at = [['/lb_subset_config/locality_weight_aware', 'error']];
  expect(of('')).toEqual(at);
  expect(of('common_lb_config: { zone_aware_lb_config: {} }\n')).toEqual(at);
});

test('both, or neither', () => {
  expect(of('common_lb_config: { locality_weighted_lb_config: {} }\n')).toEqual([]);
  expect(of('', false)).toEqual([]);
});
