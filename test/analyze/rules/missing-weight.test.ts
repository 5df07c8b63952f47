import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (clusters: string) =>
  found('missing-weight', `weighted_clusters: { clusters: [${clusters}] }\n`, 'route.RouteAction').map(
    ({ pointer, level }) => [pointer, level],
  );

test('an entry without a weight, where the others add up and where they do not', () => {
  const at = [['/weighted_clusters/clusters/1', 'error']];
  expect(of('{ name: a, weight: 100 }, { name: b }')).toEqual(at);
  expect(of('{ name: a, weight: 50 }, { name: b, weight: null }')).toEqual(at);
});

test('a weight of 0, and one that cannot be read, are there', () => {
  expect(of('{ name: a, weight: 100 }, { name: b, weight: 0 }')).toEqual([]);
  expect(of('{ name: a, weight: 100 }, { name: b, weight: none }')).toEqual([]);
});
