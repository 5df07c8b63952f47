import { expect, test } from 'vitest';
import { hasConflict, hasUnknownField } from '../../src/model/unknown-fields.ts';
import { opened } from '../opened.ts';

/** What binding makes of a route. */
function route(text: string): unknown {
  return [opened(text, { type: 'Route' }).roots[0]?.value].flat()[0];
}

const plain =
  '{ match: { prefix: /, headers: [{ name: x, exact_match: v }] }, route: { cluster: a, timeout: 1s }, metadata: { filter_metadata: { own: { any: 1 } } } }';

test('fields that the tables know, and free-form data, are not strange', () => {
  expect(hasUnknownField('route.Route', route(plain))).toBe(false);
  expect(hasConflict('route.Route', route(plain))).toBe(false);
});

test.each([
  ['unknown, at the top', plain.replace('match:', 'novel: 1, match:')],
  ['unknown, deep inside', plain.replace('name: x', 'name: x, novel: 1')],
  ['not to be read', plain.replace('1s', 'banana')],
])('a field that is %s', (_, text) => {
  expect(hasUnknownField('route.Route', route(text))).toBe(true);
  expect(hasConflict('route.Route', route(text))).toBe(false);
});

test('fields of which one may be set', () => {
  for (const text of [
    plain.replace('prefix: /', 'prefix: /, path: /a'),
    plain.replace('cluster: a', 'cluster: a, cluster_header: b'),
  ]) {
    expect(hasConflict('route.Route', route(text))).toBe(true);
    expect(hasUnknownField('route.Route', route(text))).toBe(false);
  }
});
