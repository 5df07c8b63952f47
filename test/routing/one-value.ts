/** Small lists of routes whose shares all ask one random value, and a plain matcher of one value, for tests. */
import fc from 'fast-check';

type Parts = 'HUNDRED' | 'TEN_THOUSAND';

interface Share {
  readonly numerator: number;
  readonly denominator: Parts;
}

export interface World {
  readonly routes: readonly {
    readonly fraction?: Share;
    readonly weights: readonly (readonly [name: string, weight: number])[];
    readonly mirrors: readonly (readonly [name: string, share: Share])[];
  }[];
}

const numerators = { HUNDRED: 100, TEN_THOUSAND: 10_000 } as const;
const share = fc
  .tuple(
    fc.constantFrom<Parts>('HUNDRED', 'HUNDRED', 'TEN_THOUSAND'),
    fc.constantFrom(0, 5, 10, 20, 33, 50, 80, 100),
  )
  .map(
    ([denominator, percent]): Share => ({
      numerator: (numerators[denominator] * percent) / 100,
      denominator,
    }),
  );
const weights = fc.oneof(
  fc.constantFrom([['a', 1]], [['b', 1]]),
  fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2, 3, 10, 20, 50, 80)), {
    minLength: 2,
    maxLength: 3,
    selector: ([name]) => name,
  }),
) as fc.Arbitrary<readonly (readonly [string, number])[]>;
const mirrors = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.tuple(fc.tuple(fc.constant('m'), share)) },
  { weight: 1, arbitrary: fc.tuple(fc.tuple(fc.constant('m'), share), fc.tuple(fc.constant('n'), share)) },
) as fc.Arbitrary<readonly (readonly [string, Share])[]>;

export const worlds: fc.Arbitrary<World> = fc
  .tuple(
    fc.array(fc.record({ fraction: share, weights, mirrors }), { maxLength: 3 }),
    fc.record({ weights, mirrors }),
  )
  .map(([drawn, last]) => ({ routes: [...drawn, last] }));

/** The same world, or one that says nearly the same: an edit as people make them. */
export const edits: fc.Arbitrary<(world: World) => World> = fc
  .tuple(fc.nat(3), fc.constantFrom('turned', 'scaled', 'fraction', 'mirror', 'all'), fc.boolean())
  .map(([at, what, twice]) => (world: World) => {
    const anew = (given: Share): Share =>
      given.denominator === 'HUNDRED'
        ? { numerator: given.numerator * 100, denominator: 'TEN_THOUSAND' }
        : { numerator: Math.floor(given.numerator / 100), denominator: 'HUNDRED' };
    const edited = (route: World['routes'][number]): World['routes'][number] => {
      const isAll = what === 'all';
      return {
        ...route,
        ...(route.fraction !== undefined && (what === 'fraction' || isAll)
          ? { fraction: anew(route.fraction) }
          : {}),
        weights:
          what === 'turned'
            ? route.weights.toReversed()
            : what === 'scaled'
              ? route.weights.map(([name, weight]) => [name, weight * 3] as const)
              : route.weights,
        mirrors:
          what === 'mirror' || isAll
            ? route.mirrors.map(([name, given]) => [name, anew(given)] as const)
            : route.mirrors,
      };
    };
    return {
      routes: world.routes.map((route, place) =>
        place === at % world.routes.length || twice ? edited(route) : route,
      ),
    };
  });

/** As a virtual host of version 3 for all hosts. */
export function configurationOf({ routes }: World): object {
  const runtime = ({ numerator, denominator }: Share) => ({ default_value: { numerator, denominator } });
  return {
    virtual_hosts: [
      {
        name: 'all',
        domains: ['*'],
        routes: routes.map(({ fraction, weights: clusters, mirrors: copies }, at) => ({
          name: `r${at}`,
          match: { prefix: '/', ...(fraction === undefined ? {} : { runtime_fraction: runtime(fraction) }) },
          route: {
            weighted_clusters: { clusters: clusters.map(([name, weight]) => ({ name, weight })) },
            request_mirror_policies: copies.map(([cluster, given]) => ({
              cluster,
              runtime_fraction: runtime(given),
            })),
          },
        })),
      },
    ],
  };
}

interface Met {
  readonly route: number;
  readonly cluster: string;
  readonly copies: readonly string[];
}

/** What becomes of a request with a random value. */
export function metBy({ routes }: World, value: number): Met {
  const takes = ({ numerator, denominator }: Share) => value % numerators[denominator] < numerator;
  const at = routes.findIndex(({ fraction }) => fraction === undefined || takes(fraction));
  const { weights: clusters = [], mirrors: copies = [] } = routes[at] ?? {};
  let rest = value % clusters.reduce((sum, [, weight]) => sum + weight, 0);
  const picked = clusters.find(([, weight]) => {
    rest -= weight;
    return rest < 0;
  });
  return {
    route: at,
    cluster: picked?.[0] ?? '',
    copies: copies.flatMap(([name, given]) => (takes(given) ? [name] : [])),
  };
}

/** Of all random values the share of each thing that is said of one. */
export function sharesOf(world: World, say: (met: Met) => readonly string[]): ReadonlyMap<string, number> {
  const totals = world.routes.map((route) => route.weights.reduce((sum, [, weight]) => sum + weight, 0));
  const parts = world.routes.flatMap(({ fraction, mirrors: copies }) => [
    ...(fraction === undefined ? [] : [numerators[fraction.denominator]]),
    ...copies.map(([, { denominator }]) => numerators[denominator]),
  ]);
  const whole = [...totals, ...parts].reduce((one, other) => (one * other) / divisor(one, other), 1);
  const counts = new Map<string, number>();
  for (let value = 0; value < whole; value++)
    for (const each of say(metBy(world, value))) counts.set(each, (counts.get(each) ?? 0) + 1);
  return new Map([...counts].map(([each, count]) => [each, count / whole]));
}

/** Whether all values of a world can be gone through. */
export function isSmall(world: World): boolean {
  const totals = world.routes.map((route) => route.weights.reduce((sum, [, weight]) => sum + weight, 0));
  return totals.reduce((one, other) => (one * other) / divisor(one, other), 10_000) <= 120_000;
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
