import { describe, expect, test } from 'vitest';
import { found, foundInTwo } from '../analyzed.ts';

const of = (yaml: string, from = foundInTwo) =>
  from('mismatched-lb-config', `name: shop\n${yaml}`, 'Cluster').map(({ pointer, level }) => [
    pointer,
    level,
  ]);

describe('settings of a policy that the cluster does not have', () => {
  test.each([
    ['ring_hash_lb_config: {}', '/ring_hash_lb_config', 'error'],
    ['lb_policy: MAGLEV\nring_hash_lb_config: {}', '/ring_hash_lb_config', 'error'],
    [
      'lb_policy: round_robin\nleast_request_lb_config: { choice_count: 3 }',
      '/least_request_lb_config',
      'error',
    ],
    ['lb_policy: 3\nleastRequestLbConfig: {}', '/leastRequestLbConfig', 'error'],
    ['type: STATIC\noriginal_dst_lb_config: { use_http_header: true }', '/original_dst_lb_config', 'warning'],
  ])('%s', (yaml, pointer, level) => {
    expect(of(yaml)).toEqual([[pointer, level]]);
    // They are no error of version 3, which reads them for nothing.
    expect(of(yaml, found)).toEqual([[pointer, 'warning']]);
  });

  test('the message says what an absent policy means', () => {
    const [finding] = found('mismatched-lb-config', 'name: shop\nring_hash_lb_config: {}\n', 'Cluster');
    expect(finding?.message).toBe(
      'ring_hash_lb_config of cluster "shop" is for lb_policy RING_HASH, but lb_policy is not set, which means ROUND_ROBIN; set the one that is meant or remove ring_hash_lb_config',
    );
    expect(finding?.data).toEqual({ field: 'ring_hash_lb_config', lb_policy: 'ROUND_ROBIN' });
  });
});

describe('settings that fit, or that nobody can judge', () => {
  test.each([
    'lb_policy: RING_HASH\nring_hash_lb_config: {}',
    'lb_policy: ring_hash\nring_hash_lb_config: {}',
    'lb_policy: 2\nring_hash_lb_config: {}',
    'lb_policy: LEAST_REQUEST\nleast_request_lb_config: {}',
    'type: ORIGINAL_DST\nlb_policy: CLUSTER_PROVIDED\noriginal_dst_lb_config: {}',
    'type: ORIGINAL_DST\nlb_policy: ORIGINAL_DST_LB\noriginal_dst_lb_config: {}',
    'lb_policy: RINGHASH\nring_hash_lb_config: {}',
    'lb_policy: LOAD_BALANCING_POLICY_CONFIG\nring_hash_lb_config: {}',
    'lb_policy: MAGLEV\nring_hash_lb_config: null',
    'lb_policy: LEAST_REQUEST',
  ])('%s', (yaml) => {
    expect(of(yaml)).toEqual([]);
  });
});
