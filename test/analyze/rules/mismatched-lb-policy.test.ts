import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) => found('mismatched-lb-policy', `name: shop\n${yaml}`, 'Cluster');

describe('policies that do not go with the type', () => {
  test.each([
    ['type: ORIGINAL_DST', '', 'no lb_policy, which means ROUND_ROBIN'],
    ['type: ORIGINAL_DST\nlb_policy: MAGLEV', '/lb_policy', 'set lb_policy CLUSTER_PROVIDED'],
    ['type: STRICT_DNS\nlb_policy: CLUSTER_PROVIDED', '/lb_policy', 'is STRICT_DNS'],
    ['lb_policy: ORIGINAL_DST_LB', '/lb_policy', 'is STATIC'],
    ['cluster_type: { name: proxy.clusters.aggregate }', '', 'picks hosts itself'],
    [
      'cluster_type: { name: envoy.clusters.dynamic_forward_proxy }\nlb_policy: RANDOM',
      '/lb_policy',
      'picks hosts itself',
    ],
    [
      'type: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\nlb_subset_config: { subset_selectors: [{ keys: [a] }] }',
      '/lb_policy',
      'remove lb_subset_config',
    ],
  ])('%s', (yaml, pointer, words) => {
    const findings = of(yaml);
    expect(findings.map((finding) => [finding.pointer, finding.level])).toEqual([[pointer, 'error']]);
    expect(findings[0]?.message).toContain(words);
  });
});

describe('policies that do, or may', () => {
  test.each([
    'type: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED',
    'type: original_dst\nlb_policy: original_dst_lb',
    'type: EDS\nlb_policy: RANDOM\nlb_subset_config: { subset_selectors: [{ keys: [a] }] }',
    'cluster_type: { name: proxy.clusters.aggregate }\nlb_policy: CLUSTER_PROVIDED',
    'cluster_type: { name: shop.finder }\nlb_policy: CLUSTER_PROVIDED',
    'cluster_type: { name: shop.finder }',
    'type: NEAREST\nlb_policy: CLUSTER_PROVIDED',
    'type: ORIGINAL_DST\nlb_policy: BEST',
    '',
  ])('%s', (yaml) => {
    expect(of(yaml)).toEqual([]);
  });
});

test('an ORIGINAL_DST cluster has to name CLUSTER_PROVIDED beside a typed policy too', () => {
  const typed = (more: string) =>
    `"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: shop\ntype: ORIGINAL_DST\n${more}load_balancing_policy: { policies: [] }`;
  const of3 = (more: string) => found('mismatched-lb-policy', typed(more)).map(({ message }) => message);
  expect(of3('')).toEqual([
    'cluster "shop" is ORIGINAL_DST and has no lb_policy, which means ROUND_ROBIN, which the proxy refuses; set lb_policy CLUSTER_PROVIDED',
  ]);
  expect(of3('lb_policy: CLUSTER_PROVIDED\n')).toEqual([]);
});
