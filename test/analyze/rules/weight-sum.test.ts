import { describe, expect, test } from 'vitest';
import { foundInTwo as found } from '../analyzed.ts';

const split = (weighted: string): string => `name: front
virtual_hosts:
  - name: shop
    domains: [shop.test]
    routes:
      - match: { prefix: / }
        route:
          weighted_clusters: ${weighted}
`;
const sums = (weighted: string) =>
  found('weight-sum', split(weighted)).map(({ pointer, level, data }) => ({ pointer, level, data }));
const at = '/virtual_hosts/0/routes/0/route/weighted_clusters';

describe('found at weighted_clusters', () => {
  test.each([
    ['{ clusters: [{ name: a, weight: 90 }, { name: b, weight: 5 }] }', 95, 100],
    ['{ clusters: [{ name: a, weight: 90 }, { name: b, weight: 50 }] }', 140, 100],
    ['{ clusters: [{ name: a, weight: 3 }, { name: b, weight: 4 }], total_weight: 10 }', 7, 10],
    ['{ clusters: [{ name: a }, { name: b }] }', 0, 100],
    ['{ clusters: [{ name: a, weight: 101 }], total_weight: 100, runtime_key_prefix: shop }', 101, 100],
  ])('%s', (weighted, sum, total) => {
    expect(sums(weighted)).toEqual([{ pointer: at, level: 'error', data: { sum, total_weight: total } }]);
  });

  test('the message tells a default and missing weights', () => {
    const [finding] = found('weight-sum', split('{ clusters: [{ name: a, weight: 60 }, { name: b }] }'));
    expect(finding?.message).toContain('add up to 60 and not to 100, the default of total_weight');
    expect(finding?.message).toContain('1 of 2 clusters state no weight');
  });
});

describe('not found', () => {
  test.each([
    ['{ clusters: [{ name: a, weight: 100 }] }'],
    ['{ clusters: [{ name: a, weight: 100 }, { name: b, weight: 0 }] }'],
    ['{ clusters: [{ name: a, weight: 1 }, { name: b, weight: 2 }], total_weight: 3 }'],
    ['{ clusters: [{ name: a, weight: 30 }, { name: a, weight: 70 }] }'],
    // Findings of other rules.
    ['{ clusters: [] }'],
    ['{ clusters: [{ name: a, weight: 0 }], total_weight: 0 }'],
  ])('%s', (weighted) => {
    expect(sums(weighted)).toEqual([]);
  });
});
