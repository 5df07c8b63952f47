/** Two sides compared at once: what changed, and which requests are handled differently. */
import type { RuleLevel } from '../analyze/rule.ts';
import { type BehaviourResult, compareBehaviour } from '../diff/behaviour/index.ts';
import { type DiffOptions, diffConfigurations } from '../diff/index.ts';
import { inOneVersion } from '../diff/one-version.ts';
import { pairSides, type SidesPairing } from '../diff/pairing.ts';
import type { Configuration } from '../model/open.ts';
import { type FoundRouting, findRouting } from '../routing/where/find.ts';
import { behaviourResult, type ComparedPair, refusedResult } from './comparison.ts';
import { refusedSides } from './refused-sides.ts';

export interface SidesOptions extends Pick<DiffOptions, 'cosmetic' | 'ignore' | 'rules' | 'showSecrets'> {
  readonly behaviour?: 'all' | 'destination' | 'none';
  /** Levels of the rules of analysis: what is not counted there is no refusal here. */
  readonly levels?: ReadonlyMap<string, RuleLevel>;
  /** How long looking at requests may take. */
  readonly clock: { readonly now: () => number; readonly milliseconds: number };
}

/** What came of it, with what pictures are made from. */
export interface ComparedSides {
  readonly pair: ComparedPair;
  readonly routing: readonly [before: FoundRouting, after: FoundRouting];
  readonly pairing: SidesPairing;
  /** Absent where it was not asked for. */
  readonly moved: BehaviourResult | undefined;
}

/** Several configurations of a side are one. */
export function compareSides(
  one: readonly Configuration[],
  other: readonly Configuration[],
  { behaviour = 'all', levels, clock, ...judging }: SidesOptions,
): ComparedSides {
  const [before, after] = inOneVersion(one, other);
  const routing = [findRouting(before), findRouting(after)] as const;
  const pairing = pairSides(before, after);
  const refused =
    judging.rules?.get('refused') === 'off' ? undefined : refusedSides(before, after, levels, clock.now);
  const moved =
    behaviour === 'none'
      ? undefined
      : compareBehaviour(before, after, { aspect: behaviour, clock, routing, pairing, refused });
  const { filters, ...result } = diffConfigurations(before, after, {
    ...judging,
    pairing,
    refused,
    deadRoutes: behaviour !== 'none',
    // A narrow look says nothing of timeouts and the like.
    isSettled: behaviour === 'all' ? moved?.isSettled : undefined,
  });
  const pair: ComparedPair = {
    name: '',
    result,
    ...(refused === undefined ? {} : refusedResult(refused)),
    ...(moved === undefined ? {} : { behaviour: behaviourResult(moved, filters) }),
  };
  return { pair, routing, pairing, moved };
}
