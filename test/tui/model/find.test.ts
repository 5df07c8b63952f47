import { expect, test } from 'vitest';
import { findText, rowOf, rowsOf } from '../../../src/tui/model/find.ts';
import { labelOf } from '../../../src/tui/model/labels.ts';
import { sideOfText } from '../screen.tsx';
import { SAMPLE } from './sample.ts';

const side = sideOfText('a.yaml', SAMPLE);
const found = (text: string) =>
  [...findText(side, text).matches].map((item) => labelOf(side.items, item).name);

test.each([
  ['a path', '/cart/old', ['/cart/old*']],
  ['a domain, in any case', 'SHOP.TEST', ['shop']],
  ['a value anywhere', '3s', ['/cart*']],
  ['a cluster where it is named and where it is defined', 'attic', ['/cart/old*', 'attic']],
  ['an address', '10.0.0.2', ['10.0.0.2:443']],
  ['keys do not count', 'connect_timeout', []],
  ['nothing', 'no such thing', []],
])('%s', (_, text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('values that are written with escapes are found by what they mean', () => {
  const escaped = sideOfText('a.json', '{"name": "caf\\u00e9", "connect_timeout": "1s"}');
  expect(findText(escaped, 'café').matches.length).toBe(1);
});

test('comments are not found', () => {
  const commented = sideOfText('a.yaml', '# about x9\nname: a # x9\nconnect_timeout: 1s');
  expect(findText(commented, 'x9').matches.length).toBe(0);
});

test('a search shows the matches and what leads to them, and nothing else', () => {
  const { items } = side;
  const rows = rowsOf(items, new Set(), findText(side, '/cart/old'));
  expect([...rows].map((item) => labelOf(items, item).name)).toEqual([
    'Route configurations',
    'main',
    'shop',
    '/cart/old*',
  ]);
});

test('what was found can be unfolded where nothing in it was found', () => {
  const { items } = side;
  const search = findText(side, '*.shop.test');
  const host = search.matches[0] ?? -1;
  expect(rowsOf(items, new Set([host]), search).length).toBe(rowsOf(items, new Set(), search).length + 4);
});

test('the row of a hidden item is that of the nearest one around it', () => {
  const { items } = side;
  const rows = rowsOf(items, new Set());
  expect(rowOf(items, rows, items.count - 1)).toBe(rows.length - 1);
});

test('of 100,000 routes all are rows as soon as their host is unfolded', () => {
  const routes = Array.from(
    { length: 100_000 },
    (_, index) => `- match: {prefix: /p${index}/}\n  route: {cluster: c}`,
  );
  const many = sideOfText('a.yaml', `name: a\ndomains: ["*"]\nroutes:\n${routes.join('\n')}\n`);
  expect(rowsOf(many.items, new Set([0])).length).toBe(2);
  expect(rowsOf(many.items, new Set([0, 1])).length).toBe(100_002);
  expect(findText(many, '/p77777/').matches).toEqual(Int32Array.of(77_779));
});
