import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const collisions = (...clusters: readonly string[]) =>
  found('stats-name-collision', `clusters: [${clusters.join(', ')}]`).map(({ pointer, level, data }) => ({
    pointer,
    level,
    data,
  }));

test('a colon and an underscore', () => {
  expect(collisions('{ name: "a:b" }', '{ name: a_b }')).toEqual([
    { pointer: '/clusters/1/name', level: 'warning', data: { name: 'a_b', clusters: ['a:b', 'a_b'] } },
  ]);
});

test('another name that equals a name', () => {
  expect(collisions('{ name: shop }', '{ name: cart, alt_stat_name: shop }')).toEqual([
    {
      pointer: '/clusters/1/alt_stat_name',
      level: 'warning',
      data: { name: 'shop', clusters: ['shop', 'cart'] },
    },
  ]);
});

test('the same other name on both may be meant', () => {
  expect(collisions('{ name: a, alt_stat_name: both }', '{ name: b, alt_stat_name: both }')).toMatchObject([
    { level: 'info' },
  ]);
});

test.each([
  ['different names', ['{ name: a }', '{ name: b }']],
  ['one name twice, which is another rule', ['{ name: a }', '{ name: a }']],
  ['a name that another name hides', ['{ name: "a:b", alt_stat_name: c }', '{ name: a_b }']],
  ['an empty other name', ['{ name: a, alt_stat_name: "" }', '{ name: b, alt_stat_name: "" }']],
])('nothing for %s', (_, clusters) => {
  expect(collisions(...clusters)).toEqual([]);
});
