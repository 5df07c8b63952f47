/** What a change means, for every front end: what changed, what the proxy refuses, which requests are handled differently. */
import type { RuleLevel } from '../analyze/rule.ts';
import { type BehaviourResult, compareBehaviour } from '../diff/behaviour/index.ts';
import { WITHOUT_ROUTES } from '../diff/behaviour/without-routes.ts';
import { type DiffOptions, diffConfigurations, isRefusedAlike } from '../diff/index.ts';
import { inOneVersion } from '../diff/one-version.ts';
import { pairSides, type SidesPairing } from '../diff/pairing.ts';
import type { Configuration } from '../model/open.ts';
import { behaviourResult, type ComparedPair, refusedResult } from '../results/comparison.ts';
import { pictureOfSides } from '../results/picture/of-sides.ts';
import type { Picture } from '../results/picture/picture.ts';
import { type FoundRouting, findRouting } from '../routing/where/find.ts';
import { refusedSides } from './refused.ts';

export interface CompareOptions extends Pick<DiffOptions, 'cosmetic' | 'ignore' | 'rules' | 'showSecrets'> {
  /** Which differences of requests count: all (so by default), only where they go, or none. */
  readonly behaviour?: 'all' | 'destination' | 'none';
  /** Levels of the rules of analysis: what is not counted there is no refusal here. */
  readonly levels?: ReadonlyMap<string, RuleLevel> | undefined;
  /** How long looking at requests may take; what is left then is undecided. */
  readonly clock: { readonly now: () => number; readonly milliseconds: number };
  /** Hears what is done next. */
  readonly at?: (stage: 'requests' | 'text') => void;
}

/** What came of it, with what only some reports need. */
export interface Compared {
  readonly pair: ComparedPair;
  /** For making tests of it; absent where it was not asked for. */
  readonly behaviour: BehaviourResult | undefined;
  /** Which route leads where on both sides. */
  picture(): Picture;
}

/** Compares two sides; several configurations of a side are one. */
export function compareSides(
  one: readonly Configuration[],
  other: readonly Configuration[],
  { behaviour: aspect = 'all', levels, clock, at, ...judging }: CompareOptions,
): Compared {
  const [before, after] = inOneVersion(one, other);
  at?.('requests');
  const pairing = pairSides(before, after);
  const refused =
    judging.rules?.get('refused') === 'off' ? undefined : refusedSides(before, after, levels, clock.now);
  const routing = lazily(() => [findRouting(before), findRouting(after)] as const);
  const behaviour =
    aspect === 'none'
      ? undefined
      : behaviourOf(before, after, { aspect, clock, routing: routing(), pairing, refused });
  at?.('text');
  const { filters, ...result } = diffConfigurations(before, after, {
    ...judging,
    pairing,
    refused,
    deadRoutes: aspect !== 'none',
    // A narrow look says nothing of timeouts and the like.
    isSettled: aspect === 'all' ? behaviour?.isSettled : undefined,
  });
  const [first, second] = [before[0]?.file.name, after[0]?.file.name];
  const pair: ComparedPair = {
    name: '',
    ...(first === undefined ? {} : { before: first }),
    ...(second === undefined ? {} : { after: second }),
    result,
    ...(refused === undefined ? {} : refusedResult(refused)),
    ...(behaviour === undefined ? {} : { behaviour: behaviourResult(behaviour, filters, judging.rules) }),
  };
  return { pair, behaviour, picture: () => pictureOfSides(...routing(), behaviour, pairing) };
}

type Side = readonly Configuration[];

interface BehaviourOptions {
  readonly aspect: 'all' | 'destination';
  readonly clock: CompareOptions['clock'];
  readonly routing: readonly [before: FoundRouting, after: FoundRouting];
  readonly pairing: SidesPairing;
  readonly refused: ReturnType<typeof refusedSides> | undefined;
}

/** Sides without routes need nothing of what compares requests. */
function behaviourOf(before: Side, after: Side, options: BehaviourOptions): BehaviourResult {
  const { routing, refused } = options;
  const hasRoutes = routing.some(({ routes }) => routes.length > 0);
  if (!hasRoutes && (refused === undefined || isRefusedAlike(refused))) return WITHOUT_ROUTES;
  return compareBehaviour(before, after, options);
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
