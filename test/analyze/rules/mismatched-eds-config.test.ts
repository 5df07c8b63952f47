import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (yaml: string) => found('mismatched-eds-config', `name: shop\n${yaml}`, 'Cluster');
const CONFIG = 'eds_cluster_config: { eds_config: { ads: {} }, service_name: shop-v2 }';

describe('a source without EDS, EDS without a source', () => {
  test.each([
    [`type: STATIC\n${CONFIG}`, '/eds_cluster_config', 'is STATIC'],
    [CONFIG, '/eds_cluster_config', 'has no type, which means STATIC'],
    ['type: EDS', '', 'has no eds_cluster_config'],
    ['type: EDS\neds_cluster_config: null', '', 'has no eds_cluster_config'],
    ['type: EDS\neds_cluster_config: { service_name: shop-v2 }', '/eds_cluster_config', 'has no eds_config'],
  ])('%s', (yaml, pointer, words) => {
    const findings = of(yaml);
    expect(findings.map((finding) => [finding.pointer, finding.level])).toEqual([[pointer, 'error']]);
    expect(findings[0]?.message).toContain(words);
  });
});

test.each([
  `type: EDS\n${CONFIG}`,
  `type: eds\n${CONFIG}`,
  `cluster_type: { name: shop.finder }\n${CONFIG}`,
  `type: EDDS\n${CONFIG}`,
  'type: STATIC',
  '',
])('nothing about %s', (yaml) => {
  expect(of(yaml)).toEqual([]);
});
