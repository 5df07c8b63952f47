import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterShare, Outcome } from '../../src/routing/outcome/outcome.ts';
import { countsIn } from '../../src/routing/random-range.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { configurationOf, isSmall, metBy, sharesOf, type World, worlds } from './one-value.ts';
import { context, requestOf, routeConfiguration } from './traced.ts';

const RUNS = { numRuns: 60 };

function tracedIn(world: World, fields: object = {}) {
  const configuration = routeConfiguration(JSON.stringify(configurationOf(world)), 'v3');
  return traceRequest(configuration, requestOf(fields), { ...context, explain: true });
}

/** Shares of clusters, and of copies by the cluster that gets the request, as a trace says them. */
function toldBy({ outcome, route }: ReturnType<typeof tracedIn>): ReadonlyMap<string, number> {
  const told = new Map<string, number>();
  const add = (key: string, share: number): void => void told.set(key, (told.get(key) ?? 0) + share);
  const branches = outcome.kind === 'random' ? outcome.branches : [{ share: 1, route, outcome }];
  for (const { share, route: taker, outcome: each } of branches) {
    const total = each.clusters.reduce((sum, { weight }) => sum + weight, 0);
    for (const { name, weight } of each.clusters) {
      const part = share * (weight / total);
      add(`${taker?.index} ${name}`, part);
      for (const { cluster, numerator, denominator } of each.mirror)
        add(`${taker?.index} ${name} ${cluster}`, part * (numerator / denominator));
    }
  }
  return told;
}

const said = ({ route, cluster, copies }: ReturnType<typeof metBy>): readonly string[] => [
  `${route} ${cluster}`,
  ...copies.map((copy) => `${route} ${cluster} ${copy}`),
];

describe('one random value of a request serves fractions, weights and copies (fact 159)', () => {
  test('the shares that a trace says are those of all values', () => {
    fc.assert(
      fc.property(worlds.filter(isSmall), (world) => {
        const told = toldBy(tracedIn(world));
        const expected = sharesOf(world, said);
        expect([...told.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [key, share] of expected) expect(told.get(key), key).toBeCloseTo(share, 9);
      }),
      RUNS,
    );
  });

  test('with a value, what it brings', () => {
    fc.assert(
      fc.property(worlds, fc.nat(3_000_000), (world, value) => {
        const told = toldBy(tracedIn(world, { random_value: value }));
        expect(told).toEqual(new Map(said(metBy(world, value)).map((key) => [key, 1])));
      }),
      RUNS,
    );
  });

  test('members of a set are counted without going through them', () => {
    const nat = (max: number) => fc.nat(max);
    fc.assert(
      fc.property(
        fc.record({ hundred: nat(99), tenThousand: nat(9999), million: fc.constant(0) }),
        nat(120),
        nat(12_000),
        fc.integer({ min: 1, max: 90 }),
        fc.tuple(nat(90), nat(90)),
        (left, hundred, tenThousand, total, ends) => {
          const below = [
            { numerator: hundred, denominator: 100 as const },
            { numerator: tenThousand, denominator: 10_000 as const },
          ];
          const [begin = 0, end = 0] = ends.map((each) => each % (total + 1)).sort((a, b) => a - b);
          const { counts, whole } = countsIn({ left, below }, total, [{ begin, end }]);
          let count = 0;
          for (let value = 0; value < 10_000 * total; value++) {
            const [small, large, rest] = [value % 100, value % 10_000, value % total];
            if (small < left.hundred || large < left.tenThousand) continue;
            if (small < hundred && large < tenThousand && begin <= rest && rest < end) count++;
          }
          expect((counts[0] ?? 0) / whole).toBeCloseTo(count / (10_000 * total), 12);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('parts of a million', () => {
    const left = { hundred: 10, tenThousand: 2000, million: 300_000 };
    const whole = { counts: [0], whole: 0 };
    let count = 0;
    for (let value = 0; value < 1_000_000; value++)
      if (value % 100 >= 10 && value % 10_000 >= 2000 && value >= 300_000 && value % 16 < 5) count++;
    const found = countsIn({ left, below: [] }, 16, [{ begin: 0, end: 5 }]);
    expect(found).toEqual({ ...whole, counts: [count], whole: 1_000_000 });
  });
});

const half = { numerator: 50, denominator: 'HUNDRED' } as const;
const shared = (
  weights: World['routes'][number]['weights'],
  mirrors: World['routes'][number]['mirrors'] = [],
) => ({
  weights,
  mirrors,
});

function clustersOf(outcome: Outcome): readonly (readonly Pick<ClusterShare, 'name' | 'weight'>[])[] {
  return outcome.kind === 'random'
    ? outcome.branches.map((each) => each.outcome.clusters)
    : [outcome.clusters];
}

describe('what an ordinary canary comes to', () => {
  test('behind a half the other half of two weights gets nothing, unless the weights are two', () => {
    const behind = (weight: number): World => ({
      routes: [
        { ...shared([['a', 1]]), fraction: half },
        shared([
          ['x', weight],
          ['z', weight],
        ]),
      ],
    });
    expect(clustersOf(tracedIn(behind(50)).outcome)).toEqual([
      [{ name: 'a', weight: 1 }],
      [{ name: 'z', weight: 1 }],
    ]);
    expect(clustersOf(tracedIn(behind(1)).outcome)[1]).toEqual([
      { name: 'x', weight: 1 },
      { name: 'z', weight: 1 },
    ]);
    expect(tracedIn(behind(50)).steps.map(({ why }) => why)).toContain(
      'nothing that comes here goes to it, by its random value',
    );
  });

  test('copies of a weighted cluster', () => {
    const world: World = {
      routes: [
        shared(
          [
            ['a', 20],
            ['b', 80],
          ],
          [['c', { numerator: 20, denominator: 'HUNDRED' }]],
        ),
      ],
    };
    const { outcome, steps } = tracedIn(world);
    expect(
      outcome.kind === 'random' && outcome.branches.map(({ share, outcome: each }) => [share, each.mirror]),
    ).toEqual([
      [0.2, [{ cluster: 'c', numerator: 100, denominator: 100 }]],
      [0.8, []],
    ]);
    expect(steps.map(({ why }) => why)).toContain('what goes to "b" is not copied, by its random value');
  });
});
