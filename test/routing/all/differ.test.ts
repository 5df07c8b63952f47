import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chain, type Differing, differ } from '../../../src/routing/all/index.ts';
import { inTime } from '../../share.ts';
import {
  chainOf,
  compared,
  type Entry,
  pairsOfLists,
  pairsWithManyDraws,
  requestsApart,
  shares,
} from './compared.ts';
import { meter, requests } from './lists.ts';

function compare(before: readonly Entry[], after: readonly Entry[], work?: number): Differing {
  return differ(compared(before), compared(after), meter(work));
}

const to = (outcome: string, match: object): Entry => ({ match, outcome });
const half = { runtime_fraction: { default_value: { numerator: 50 } } };
const only = (route: number | undefined): Chain => ({ byChance: [], route });

describe('what differs', () => {
  const shop = to('shop', { prefix: '/shop' });
  const rest = to('rest', { prefix: '/' });

  test('an outcome changes', () => {
    const found = compare([shop, rest], [{ ...shop, outcome: 'new' }, rest]);
    expect(found.differences).toEqual([
      { before: only(0), after: only(0), witness: expect.objectContaining({ path: '/shop' }) },
    ]);
    expect(found.undecided).toEqual([]);
  });

  test('a route goes: what it took falls through', () => {
    const found = compare([shop, rest], [rest]);
    expect(found.differences.map(({ before, after }) => [before.route, after.route])).toEqual([[0, 0]]);
    expect(compare([shop], []).differences).toMatchObject([{ before: only(0), after: only(undefined) }]);
    expect(compare([], [shop]).differences).toMatchObject([{ before: only(undefined), after: only(0) }]);
  });

  test('a dead route may come and go', () => {
    expect(compare([rest, shop], [rest]).equal).toBe(true);
    const union = [
      to('a', { regex: '/[a-m].*' }),
      to('a', { regex: '/[n-z].*' }),
      to('b', { regex: '/[a-z]+' }),
    ];
    expect(compare(union, union.slice(0, 2)).equal).toBe(true);
  });

  test('the same cut in another way is equal', () => {
    const whole = [to('a', { prefix: '/' })];
    const cut = [to('a', { regex: '/x.*' }), to('a', { path: '/y' }), to('a', { prefix: '/' })];
    expect(compare(whole, cut).equal).toBe(true);
    const header = (more: object) => to('a', { prefix: '/', headers: [{ name: 'x', ...more }] });
    const split = [header({ exact_match: '1' }), header({ exact_match: '1', invert_match: true })];
    expect(compare(whole, split).differences).toMatchObject([{ witness: { headers: {} } }]);
    expect(compare(whole, [...split, header({ invert_match: true })]).equal).toBe(true);
  });

  test('routes that change places', () => {
    const apart = [shop, to('news', { prefix: '/news' }), rest];
    const turned = [apart[1], apart[0], rest].filter((each) => each !== undefined);
    expect(compare(apart, turned)).toMatchObject({ equal: true });
    const nested = compare(
      [shop, to('cart', { prefix: '/shop/cart' })],
      [to('cart', { prefix: '/shop/cart' }), shop],
    );
    expect(nested.differences).toMatchObject([
      { before: only(0), after: only(0), witness: { path: '/shop/cart' } },
    ]);
  });
});

describe('runtime fractions', () => {
  const rest = to('rest', { prefix: '/' });

  test('another share is a difference, the same share is none', () => {
    const canary = to('new', { prefix: '/', ...half });
    const fewer = to('new', { prefix: '/', runtime_fraction: { default_value: { numerator: 10 } } });
    expect(compare([canary, rest], [canary, rest]).equal).toBe(true);
    expect(compare([canary, rest], [fewer, rest]).differences).toMatchObject([
      { before: { byChance: [0], route: 1 }, after: { byChance: [0], route: 1 } },
    ]);
    expect(compare([canary, rest], [rest]).differences).toMatchObject([{ after: only(0) }]);
  });

  test('a draw between equal outcomes is none; two equal shares in a row take what one takes', () => {
    expect(compare([to('rest', { prefix: '/', ...half }), rest], [rest]).equal).toBe(true);
    const twice = [to('new', { prefix: '/', ...half }), to('new', { prefix: '/a', ...half }), rest];
    expect(compare(twice, [to('new', { prefix: '/', ...half }), rest]).equal).toBe(true);
  });

  test('a runtime key counts whatever its default is', () => {
    const keyed = { runtime_fraction: { default_value: { numerator: 100 }, runtime_key: 'k' } };
    const found = compare([to('a', { prefix: '/', ...keyed }), rest], [to('a', { prefix: '/' }), rest]);
    expect(found.differences).toMatchObject([{ before: { byChance: [0], route: 1 }, after: only(0) }]);
  });

  test('too many that meet are undecided', () => {
    const many = Array.from({ length: 8 }, (_, at) =>
      to('new', { prefix: '/', headers: [{ name: `x${at}` }], ...half }),
    );
    const found = compare([...many, rest], [...many, to('other', { prefix: '/' })]);
    expect(found).toMatchObject({ equal: false, differences: [], undecided: [{ before: [8], after: [8] }] });
  });

  test('those that share no requests are not drawn together, however many', () => {
    const keyed = (at: number, numerator: number) => ({
      runtime_fraction: { default_value: { numerator }, runtime_key: `k${at}` },
    });
    const many = (match: (at: number) => object) =>
      Array.from({ length: 40 }, (_, at) => to(`c${at}`, { ...match(at), ...keyed(at, 100) }));
    const apart = [
      (at: number) => ({ prefix: `/a${at}/` }),
      (at: number) => ({ prefix: '/', headers: [{ name: 'x', exact_match: `${at}` }] }),
      (at: number) => ({ regex: `/${at}-[a-z]+` }),
    ];
    for (const match of apart) {
      const list = many(match);
      const found = compare([...list, rest], [...list, { ...rest, outcome: 'other' }]);
      expect(found.undecided).toEqual([]);
      // One for each, whose key may be set to nothing, and one for what none of them takes.
      expect(found.differences).toHaveLength(list.length + 1);
      const one = compare([...list, rest], [...list.slice(0, 20), ...list.slice(21), rest]);
      expect(one.undecided).toEqual([]);
      expect(one.differences).toMatchObject([{ before: { byChance: [20], route: 40 }, after: only(39) }]);
    }
  });
});

test('a request may show a certificate', () => {
  const certificate = to('a', { prefix: '/', tls_context: { presented: true } });
  const { differences, undecided } = compare([certificate], []);
  expect(undecided).toEqual([]);
  expect(differences).toMatchObject([{ witness: { client_certificate: {} } }]);
});

test('what cannot be decided is named with its routes', () => {
  expect(compare([to('a', { regex: '/(' })], []).undecided).toMatchObject([{ before: [0] }]);
  const hard = [to('a', { regex: '/(a|b)*a(a|b){14}' }), to('b', { regex: '/(a|b){20,}' })];
  expect(compare(hard, [...hard].reverse(), 50).undecided).toHaveLength(1);
});

const asked = fc.array(requests, { minLength: 8, maxLength: 8 });
const text = (chain: Chain) => JSON.stringify([chain.byChance, chain.route ?? null]);
const chains = ({ differences }: Differing) =>
  differences.map(({ before, after }) => text(before) + text(after)).sort();

test('sampled differences belong to a reported one; what is reported differs', () => {
  let [open, all] = [0, 0];
  fc.assert(
    fc.property(pairsOfLists(), asked, ([before, after], sampled) => {
      const found = compare(before, after);
      all++;
      if (found.undecided.length > 0) open++;
      expect(found.equal).toBe(found.differences.length + found.undecided.length === 0);
      for (const { witness, ...difference } of found.differences) {
        expect(shares(before, witness)).not.toEqual(shares(after, witness));
        expect(text(chainOf(before, witness))).toBe(text(difference.before));
        expect(text(chainOf(after, witness))).toBe(text(difference.after));
      }
      const known = new Set(chains(found));
      for (const request of sampled) {
        const differs =
          JSON.stringify([...shares(before, request)]) !== JSON.stringify([...shares(after, request)]);
        const member = known.has(text(chainOf(before, request)) + text(chainOf(after, request)));
        if (found.undecided.length === 0) expect(member).toBe(differs);
        else if (member) expect(differs).toBe(true);
      }
    }),
    { numRuns: inTime(2500, 1200) },
  );
  expect(open / all).toBeLessThan(0.02);
});

test('with runtime keys equal lists stay equal whatever the keys are set to', () => {
  const runtime = fc.record({ k: fc.constantFrom(0, 10, 50, 100), l: fc.constantFrom(0, 100) });
  fc.assert(
    fc.property(pairsOfLists([undefined, 'k', 'l']), asked, runtime, ([before, after], sampled, values) => {
      const found = compare(before, after);
      const known = new Set(chains(found));
      for (const request of sampled) {
        const set = { ...request, runtime: values };
        const same = JSON.stringify([...shares(before, set)]) === JSON.stringify([...shares(after, set)]);
        const member = known.has(text(chainOf(before, set)) + text(chainOf(after, set)));
        expect(same || member || found.undecided.length > 0).toBe(true);
      }
    }),
    { numRuns: inTime(2500, 1200) },
  );
});

test('more draws than may meet at one route', () => {
  const some = fc.array(requestsApart, { minLength: 12, maxLength: 12 });
  const runtime = fc.record({ k: fc.constantFrom(0, 10, 50, 100), l: fc.constantFrom(0, 100) });
  const keys = fc.constantFrom([undefined], ['k', 'l'], [undefined, 'k', 'l']);
  const pairs = keys.chain((own) => fc.tuple(pairsWithManyDraws(own), fc.constant(own)));
  fc.assert(
    fc.property(pairs, some, runtime, ([[before, after], own], sampled, values) => {
      const found = compare(before, after);
      expect(found.undecided).toEqual([]);
      for (const { witness, ...difference } of found.differences) {
        expect(text(chainOf(before, witness))).toBe(text(difference.before));
        expect(text(chainOf(after, witness))).toBe(text(difference.after));
      }
      const known = new Set(chains(found));
      for (const request of sampled) {
        const set = own.length === 1 ? request : { ...request, runtime: values };
        const same = JSON.stringify([...shares(before, set)]) === JSON.stringify([...shares(after, set)]);
        const member = known.has(text(chainOf(before, set)) + text(chainOf(after, set)));
        expect(same || member).toBe(true);
        // Without keys a reported one differs for certain.
        if (own.length === 1) expect(member).toBe(!same);
      }
    }),
    { numRuns: 300 },
  );
});

test('a list does not differ from itself, and swapping sides mirrors what differs', () => {
  fc.assert(
    fc.property(pairsOfLists([undefined, 'k']), ([before, after]) => {
      expect(compare(before, before)).toMatchObject({ equal: true, examined: 0 });
      const there = compare(before, after);
      const back = compare(after, before);
      const mirrored = there.differences.map((each) => text(each.after) + text(each.before)).sort();
      if (there.undecided.length + back.undecided.length === 0) expect(chains(back)).toEqual(mirrored);
    }),
    { numRuns: inTime(1500, 800) },
  );
});
