import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const of = (...priorities: readonly number[]) =>
  found(
    'priority-gap',
    `cluster_name: shop\nendpoints: [${priorities.map((priority) => `{ priority: ${priority} }`).join(', ')}]\n`,
    'ClusterLoadAssignment',
  ).map(({ pointer, level }) => [pointer, level]);

test('each gap once', () => {
  expect(of(0, 2, 2, 3, 5)).toEqual([
    ['/endpoints/1/priority', 'info'],
    ['/endpoints/4/priority', 'info'],
  ]);
  expect(of(1)).toEqual([['/endpoints/0/priority', 'info']]);
});

test('in any order without gaps', () => {
  expect(of(2, 0, 1, 1)).toEqual([]);
  expect(of(0)).toEqual([]);
  expect(of()).toEqual([]);
});
