/** Where the parts and the order of shares are more than form: where something else asks the random value too. */
import { expect, test } from 'vitest';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { opened } from '../../opened.ts';

type Fields = object;

const share = (numerator: number, denominator = 'HUNDRED') => ({
  runtime_fraction: { default_value: { numerator, denominator } },
});
const plain = (prefix: string, more: Fields = {}): Fields => ({
  match: { prefix, ...more },
  route: { cluster: 'a' },
});
const split = (names: readonly string[], more: Fields = {}): Fields => ({
  match: { prefix: '/shop' },
  route: { weighted_clusters: { clusters: names.map((name) => ({ name, weight: 50 })) }, ...more },
});
const copied = (fraction: Fields, match: Fields = {}): Fields => ({
  match: { prefix: '/', ...match },
  route: { cluster: 'a', request_mirror_policies: [{ cluster: 'm', ...fraction }] },
});

/** The rules of what differs, both ways. */
function rulesOf(before: readonly Fields[], after: readonly Fields[]): readonly string[] {
  const sides = [before, after].map((routes) => [
    opened(JSON.stringify({ virtual_hosts: [{ name: 'v', domains: ['*'], routes }] }), {
      type: 'RouteConfiguration',
      api: 'v3',
    }),
  ]);
  const rules = (one = sides[0], other = sides[1]) =>
    diffConfigurations(one ?? [], other ?? []).changes.map(({ rule }) => rule);
  return [...new Set([...rules(), ...rules(sides[1], sides[0])])];
}

test('the order of weights counts behind a fraction that takes the same requests, or beside one of copies', () => {
  const [one, other] = [split(['x', 'z']), split(['z', 'x'])];
  const moved = ['route-cluster-weight-moved'];
  expect(rulesOf([one], [other])).toEqual([]);
  expect(rulesOf([plain('/', share(50)), one], [plain('/', share(50)), other])).toEqual(moved);
  expect(rulesOf([plain('/shop/a', share(50)), one], [plain('/shop/a', share(50)), other])).toEqual(moved);
  // None of its requests comes there, none is left, it takes none, or it stands behind.
  expect(rulesOf([plain('/cart', share(50)), one], [plain('/cart', share(50)), other])).toEqual([]);
  expect(rulesOf([plain('/shop/a', share(100)), one], [plain('/shop/a', share(100)), other])).toEqual([]);
  expect(rulesOf([plain('/', share(0)), one], [plain('/', share(0)), other])).toEqual([]);
  expect(rulesOf([one, plain('/', share(50))], [other, plain('/', share(50))])).toEqual([]);
  const policies = { request_mirror_policies: [{ cluster: 'm', ...share(20) }] };
  expect(rulesOf([split(['x', 'z'], policies)], [split(['z', 'x'], policies)])).toEqual(moved);
});

test('the parts of a share count where another one is asked for the same requests', () => {
  const [one, other] = [share(10), share(1000, 'TEN_THOUSAND')];
  expect(rulesOf([plain('/', one), plain('/')], [plain('/', other), plain('/')])).toEqual([]);
  expect(rulesOf([copied(one)], [copied(other)])).toEqual([]);
  const matched = ['route-match-runtime-changed'];
  expect(
    rulesOf([plain('/', one), plain('/', share(20))], [plain('/', other), plain('/', share(20))]),
  ).toEqual(matched);
  expect(rulesOf([plain('/', one), split(['x', 'z'])], [plain('/', other), split(['x', 'z'])])).toEqual(
    matched,
  );
  expect(rulesOf([copied(one, share(20))], [copied(other, share(20))])).toEqual(['route-mirror-changed']);
});
