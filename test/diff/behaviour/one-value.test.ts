import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { opened } from '../../opened.ts';
import { configurationOf, edits, isSmall, sharesOf, type World, worlds } from '../../routing/one-value.ts';

function comparedWorlds(before: World, after: World) {
  const sides = [before, after].map((world) => [
    opened(JSON.stringify(configurationOf(world)), { type: 'RouteConfiguration', api: 'v3' }),
  ]);
  return compareBehaviour(sides[0] ?? [], sides[1] ?? []);
}

/** Of all random values the share of each cluster with its copies. */
function outcomesOf(world: World): readonly string[] {
  const shares = sharesOf(world, ({ cluster, copies }) => [[cluster, ...copies.toSorted()].join(' ')]);
  return [...shares].map(([key, share]) => `${share.toFixed(9)} ${key}`).sort();
}

const behind = (fraction: number, weights: World['routes'][number]['weights']): World => ({
  routes: [
    {
      weights: [['a', 1]],
      mirrors: [],
      ...(fraction === 0 ? {} : { fraction: { numerator: fraction, denominator: 'HUNDRED' as const } }),
    },
    { weights, mirrors: [] },
  ],
});

const alone = (
  weights: World['routes'][number]['weights'],
  mirrors: World['routes'][number]['mirrors'] = [],
  fraction?: World['routes'][number]['fraction'],
): World => ({
  routes: [
    { weights, mirrors, ...(fraction === undefined ? {} : { fraction }) },
    { weights: [['rest', 1]], mirrors: [] },
  ],
});

const ten = { numerator: 20, denominator: 'HUNDRED' } as const;
const finer = { numerator: 2000, denominator: 'TEN_THOUSAND' } as const;
const two: World['routes'][number]['weights'] = [
  ['x', 50],
  ['z', 50],
];

describe('one random value of a request serves fractions, weights and copies (fact 159)', () => {
  test('what is called equal sends the same share of requests to each cluster, with the same copies', () => {
    let equal = 0;
    fc.assert(
      fc.property(worlds.filter(isSmall), edits, (world, edit) => {
        const after = edit(world);
        if (!isSmall(after)) return;
        const { equal: isEqual, changes } = comparedWorlds(world, after);
        const same = outcomesOf(world).join('\n') === outcomesOf(after).join('\n');
        if (isEqual) equal++;
        if (isEqual) expect(same).toBe(true);
        if (changes.length > 0) expect(same).toBe(false);
      }),
      { numRuns: 60 },
    );
    expect(equal).toBeGreaterThan(0);
  });

  test('weights in another order, or of another total', () => {
    expect(comparedWorlds(behind(50, two), behind(50, two.toReversed()))).toMatchObject({
      equal: false,
      changes: [{ aspects: ['destination'] }],
      undecided: [],
    });
    const few = [['x', 1] as const, ['z', 1] as const];
    expect(comparedWorlds(behind(50, two), behind(50, few)).changes).toHaveLength(1);
    // Two values in turn are not told apart by a fraction.
    expect(comparedWorlds(behind(50, few), behind(50, few.toReversed())).equal).toBe(true);
    expect(comparedWorlds(alone(two), alone(two.toReversed())).equal).toBe(true);
    expect(comparedWorlds(alone(two), alone(few)).equal).toBe(true);
  });

  test('shares in other parts', () => {
    expect(comparedWorlds(alone([['a', 1]], [], ten), alone([['a', 1]], [], finer)).equal).toBe(true);
    expect(comparedWorlds(alone([['a', 1]], [['m', ten]]), alone([['a', 1]], [['m', finer]])).equal).toBe(
      true,
    );
    const one = (fraction: typeof ten | typeof finer, copied: typeof ten | typeof finer) =>
      alone([['a', 1]], [['m', copied]], fraction);
    const { changes } = comparedWorlds(one(ten, ten), one(ten, finer));
    expect(changes.map(({ message }) => message)).toEqual([
      expect.stringContaining('20% goes to cluster "a" (copied to "m"), 80% goes to cluster "rest" before'),
    ]);
    expect(comparedWorlds(one(ten, ten), one(finer, finer)).equal).toBe(true);
    expect(
      comparedWorlds(alone(two, [['m', ten]]), alone(two.toReversed(), [['m', ten]])).changes,
    ).toHaveLength(1);
  });
});
