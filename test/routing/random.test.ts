import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RANGE_SIZE, sizeOf, WHOLE_RANGE, without } from '../../src/routing/random-range.ts';
import { effectiveShare, residue, type Share, takes } from '../../src/routing/runtime.ts';
import type { Message } from '../../src/schema/types.ts';
import { namedRoutes, requestOf, taker, takesRequest, traced } from './traced.ts';

/** A match with a runtime fraction. */
function fraction(numerator: number, denominator = 'HUNDRED', key = ''): string {
  const value = `{ numerator: ${numerator}, denominator: ${denominator} }`;
  return `{ prefix: /, runtime_fraction: { default_value: ${value}, runtime_key: "${key}" } }`;
}

describe('runtime fractions', () => {
  test('fact 31: random % D < N, so that 0 never matches and N >= D always does', () => {
    const matches = (numerator: number, randomValue: number) =>
      takesRequest(fraction(numerator), { random_value: randomValue });
    expect(matches(0, 0)).toBe(false);
    expect(matches(1, 0)).toBe(true);
    expect(matches(1, 1)).toBe(false);
    expect(matches(1, 100)).toBe(true);
    expect(matches(100, 99)).toBe(true);
    expect(matches(250, 99)).toBe(true);
    expect(takesRequest(fraction(5, 'TEN_THOUSAND'), { random_value: 10_004 })).toBe(true);
    expect(takesRequest(fraction(5, 'MILLION'), { random_value: 10_004 })).toBe(false);
    expect(takesRequest(fraction(16, 'HUNDRED'), { random_value: '18446744073709551615' })).toBe(true);
    expect(takesRequest(fraction(15, 'HUNDRED'), { random_value: '18446744073709551615' })).toBe(false);
  });

  test('fact 32: one random value serves all routes, so that a second equal share is never reached', () => {
    const configuration = namedRoutes({
      first: fraction(30),
      second: fraction(30),
      third: fraction(50),
      rest: '{ prefix: / }',
    });
    const { route, outcome } = traced(configuration);
    expect(route).toBeNull();
    expect(
      outcome.kind === 'random' && outcome.branches.map((each) => [each.route?.name, each.share]),
    ).toEqual([
      ['first', 0.3],
      ['third', 0.2],
      ['rest', 0.5],
    ]);
    expect(taker(configuration, { random_value: 29 })).toBe('first');
    expect(taker(configuration, { random_value: 30 })).toBe('third');
    expect(taker(configuration, { random_value: 99 })).toBe('rest');
  });

  test('fact 33: an integer runtime value is a percentage, above 100 always', () => {
    const share = (value: unknown): Share => {
      const message: Message<'core.RuntimeFractionalPercent'> = {
        runtime_key: 'k',
        default_value: { numerator: 7 },
      };
      return effectiveShare(message, requestOf({ runtime: { k: value } }));
    };
    expect(share(42)).toEqual({ numerator: 42, denominator: 100 });
    expect(share('42')).toEqual({ numerator: 42, denominator: 100 });
    expect(takes(share(101), 99)).toBe(true);
    const fiveInTenThousand = { numerator: 5, denominator: 10_000 };
    expect(share({ numerator: 5, denominator: 'TEN_THOUSAND' })).toEqual(fiveInTenThousand);
    expect(share({ numerator: '5', denominator: 1 })).toEqual(fiveInTenThousand);
    expect(share('{"numerator": 5, "denominator": "TEN_THOUSAND"}')).toEqual(fiveInTenThousand);
    expect(share('numerator: 5\ndenominator: TEN_THOUSAND')).toEqual(fiveInTenThousand);
    for (const unreadable of [
      'half',
      1.5,
      -3,
      true,
      null,
      [1],
      { numerator: 'x' },
      { percent: 3 },
      { denominator: 'constructor' },
    ])
      expect(share(unreadable)).toEqual({ numerator: 7, denominator: 100 });
  });

  test('fact 34: 100 % takes all and 0 % none, with a key by default only', () => {
    const keyed = namedRoutes({ all: fraction(100, 'HUNDRED', 'k'), rest: '{ prefix: / }' });
    expect(taker(keyed)).toBe('all');
    expect(taker(keyed, { runtime: { k: 0 } })).toBe('rest');
    expect(taker(keyed, { runtime: { k: 50 } })).toBe('random');
    const dead = namedRoutes({ none: fraction(0, 'HUNDRED', 'k'), rest: '{ prefix: / }' });
    expect(taker(dead)).toBe('rest');
    expect(taker(dead, { runtime: { k: 100 } })).toBe('none');
    expect(taker(dead, { runtime: { other: 100 } })).toBe('rest');
    expect(taker(namedRoutes({ all: fraction(100), rest: '{ prefix: / }' }), { runtime: { '': 0 } })).toBe(
      'all',
    );
  });

  test('the branch without a route is a 404, one with an open regex undecided', () => {
    const open = '{ regex: UNDECIDED, runtime_fraction: { default_value: { numerator: 40 } } }';
    const { outcome } = traced(namedRoutes({ open, half: fraction(50) }));
    expect(
      outcome.kind === 'random' && outcome.branches.map((each) => [each.outcome.kind, each.share]),
    ).toEqual([
      ['undecided', 0.4],
      ['direct_response', 0.1],
      ['not_found', 0.5],
    ]);
  });

  test('a tool with manners of its own decides fractions itself', () => {
    const decided = { decideFraction: () => true };
    expect(taker(namedRoutes({ none: fraction(0) }), {}, decided)).toBe('none');
    expect(taker(namedRoutes({ all: fraction(100) }), {}, { decideFraction: () => false })).toBe('not_found');
  });

  test('steps say what the fraction did', () => {
    const steps = (fields: object) =>
      traced(namedRoutes({ it: fraction(30) }), fields, { explain: true }).steps.map(({ why }) => why);
    expect(steps({})).toContain('the runtime fraction takes 30 of 100 by the random value');
    expect(steps({ random_value: 131 })).toContain('131 modulo 100 is 31, not below the numerator 30');
  });
});

describe('branches', () => {
  const share = fc.record({
    numerator: fc.oneof(fc.nat(120), fc.nat(12_000), fc.nat(1_200_000)),
    denominator: fc.constantFrom('HUNDRED', 'TEN_THOUSAND', 'MILLION'),
  });
  const routes = fc.array(share, { maxLength: 6 });

  test('shares sum up to 1, and each random value falls into a branch of its own', () => {
    fc.assert(
      fc.property(routes, fc.array(fc.nat(5_000_000), { maxLength: 20 }), (shares, values) => {
        const configuration: Message<'RouteConfiguration'> = {
          virtual_hosts: [
            {
              name: 'all',
              domains: ['*'],
              routes: shares.map((default_value, at) => ({
                name: `r${at}`,
                match: { prefix: '/', runtime_fraction: { default_value } },
                direct_response: { status: 200 },
              })),
            },
          ],
        } as Message<'RouteConfiguration'>;
        const { route, outcome } = traced(configuration);
        const branches = outcome.kind === 'random' ? outcome.branches : [{ share: 1, route, outcome }];
        expect(branches.reduce((sum, each) => sum + each.share, 0)).toBeCloseTo(1, 9);
        expect(branches.every((each) => each.share > 0)).toBe(true);
        const possible = branches.map((each) => each.route?.name ?? each.outcome.kind);
        for (const random_value of values) expect(possible).toContain(taker(configuration, { random_value }));
      }),
    );
  });

  test('the size of a range is that of counting', () => {
    const denominators = { HUNDRED: 100, TEN_THOUSAND: 10_000, MILLION: 1_000_000 } as const;
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 3 }), (given) => {
        const shares = given.map(
          ({ numerator, denominator }): Share => ({
            numerator,
            denominator: denominators[denominator as keyof typeof denominators],
          }),
        );
        let counted = 0;
        for (let value = 0; value < RANGE_SIZE; value++)
          if (!shares.some((each) => residue(value, each.denominator) < each.numerator)) counted++;
        expect(sizeOf(shares.reduce(without, WHOLE_RANGE))).toBe(counted);
      }),
      { numRuns: 25 },
    );
  });
});
