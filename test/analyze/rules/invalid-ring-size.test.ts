import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (ring: string, policy = 'RING_HASH') =>
  found(
    'invalid-ring-size',
    `name: shop\nlb_policy: ${policy}\nring_hash_lb_config: { ${ring} }\n`,
    'Cluster',
  );

test.each([
  ['minimum_ring_size: 2000, maximum_ring_size: 1999', 'minimum_ring_size (2000)'],
  ['maximum_ring_size: 1023', 'minimum_ring_size (1024 where it is not set)'],
  ['minimum_ring_size: "5000", maximum_ring_size: "4000"', 'minimum_ring_size (5000)'],
])('%s', (ring, words) => {
  const findings = of(ring);
  expect(findings.map(({ pointer, level }) => [pointer, level])).toEqual([
    ['/ring_hash_lb_config/maximum_ring_size', 'error'],
  ]);
  expect(findings[0]?.message).toContain(words);
});

test.each([
  'minimum_ring_size: 2000, maximum_ring_size: 2000',
  'minimum_ring_size: 10, maximum_ring_size: 500',
  'maximum_ring_size: 1024',
  'minimum_ring_size: 8000000',
  '',
])('nothing about { %s }', (ring) => {
  expect(of(ring)).toEqual([]);
});

test('settings that no policy reads are a finding of another rule', () => {
  expect(of('maximum_ring_size: 10', 'MAGLEV')).toEqual([]);
});
