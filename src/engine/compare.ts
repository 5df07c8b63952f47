/** What a change means, for every front end: what changed, what the proxy refuses, which requests are handled differently. */
import type { RuleLevel } from '../analyze/rule.ts';
import { type BehaviourResult, compareBehaviour } from '../diff/behaviour/index.ts';
import { pairConfigurations } from '../diff/behaviour/pairing/configurations.ts';
import { WITHOUT_ROUTES } from '../diff/behaviour/without-routes.ts';
import { stateRemarks } from '../diff/dump-states.ts';
import { type DiffOptions, diffConfigurations, isRefusedAlike } from '../diff/index.ts';
import { inOneVersion } from '../diff/one-version.ts';
import { pairSides, type SidesPairing } from '../diff/pairing.ts';
import type { Configuration } from '../model/open.ts';
import { behaviourResult, type ComparedPair, refusedResult } from '../results/comparison.ts';
import { pictureOfSides } from '../results/picture/of-sides.ts';
import type { Picture } from '../results/picture/picture.ts';
import { type FoundRouting, findRouting } from '../routing/where/find.ts';
import { once } from '../source/once.ts';
import { saysTheSame } from '../source/says-same.ts';
import { refusedSides, saysLike } from './refused.ts';

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
  const refused =
    judging.rules?.get('refused') === 'off' ? undefined : refusedSides(before, after, levels, clock.now);
  const [old, now] = [once(() => findRouting(before)), once(() => findRouting(after))];
  const routing = () => [old(), now()] as const;
  const pairing = once(() => pairSides(before, after));
  // Comments may hide an error on one side.
  const areSame =
    (refused?.before.length ?? 0) + (refused?.after.length ?? 0) === 0 && saySame(before, after);
  const behaviour =
    aspect === 'none'
      ? undefined
      : areSame
        ? sameBehaviour(old())
        : behaviourOf(before, after, { aspect, clock, routing: routing(), pairing: pairing(), refused });
  at?.('text');
  const { beyond, ...result } = areSame
    ? { ...NO_DIFFERENCE, remarks: sameStates(before, after) }
    : diffConfigurations(before, after, {
        ...judging,
        pairing: pairing(),
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
    ...(behaviour === undefined ? {} : { behaviour: behaviourResult(behaviour, beyond, judging.rules) }),
  };
  return { pair, behaviour, picture: () => pictureOfSides(...routing(), behaviour, pairing()) };
}

type Side = readonly Configuration[];

/** Whether two sides say the same, in the same order, in files that are read alike, so that nothing of them has to be compared. */
function saySame(before: Side, after: Side): boolean {
  return (
    saysLike(before, after) ||
    (before.length === after.length && before.every((one, at) => saysSame(one, after[at])))
  );
}

function saysSame(one: Configuration, other: Configuration | undefined): boolean {
  if (other === undefined || JSON.stringify(readingOf(one)) !== JSON.stringify(readingOf(other)))
    return false;
  return one.roots.every((root, at) => {
    const there = other.roots[at];
    // Another order of keys is a change of form, which is counted.
    return there !== undefined && saysTheSame(root.tree, root.node, there.tree, there.node, true);
  });
}

/** How a file is read, but for its text. */
function readingOf({ namespace, namespaceIsAssumed, api, apiIsAssumed, release, roots }: Configuration) {
  const types = roots.map((root) => [root.type, root.many, root.types, root.version, root.release]);
  return [namespace, namespaceIsAssumed, api, apiIsAssumed, release, types];
}

/** What comparing comes to where both sides say the same. */
const NO_DIFFERENCE: ReturnType<typeof diffConfigurations> = {
  equal: true,
  changes: [],
  summary: { breaking: 0, warning: 0, info: 0, cosmetic: 0 },
  ignored: 0,
  beyond: [],
  remarks: [],
};

function sameStates(before: Side, after: Side): readonly string[] {
  const states = stateRemarks(before);
  return states.length === 0 && saysLike(before, after) ? states : stateRemarks([...before, ...after]);
}

function sameBehaviour(side: FoundRouting): BehaviourResult {
  const { pairs } = pairConfigurations(side.routes, side.routes);
  return { ...WITHOUT_ROUTES, compared: pairs.length, served: { after: side } };
}

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
