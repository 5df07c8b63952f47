/** Compares one pair and gathers what the report needs. */

import type { FoundRefusal } from '../../analyze/refusals.ts';
import type { RuleLevel } from '../../analyze/rule.ts';
import type { BehaviourOptions, BehaviourResult } from '../../diff/behaviour/index.ts';
import { WITHOUT_ROUTES } from '../../diff/behaviour/without-routes.ts';
import {
  type DiffOptions,
  diffConfigurations,
  isRefusedAlike,
  type Patch,
  type Refused,
} from '../../diff/index.ts';
import { pairSides, type SidesPairing } from '../../diff/pairing.ts';
import type { Configuration } from '../../model/index.ts';
import type { FilePair } from '../../report/html/sides.ts';
import { behaviourResult, type ComparedPair, refusedResult } from '../../results/comparison.ts';
import { type FoundRouting, findRouting } from '../../routing/where/find.ts';
import { milliseconds } from '../clock.ts';

export interface CompareOptions extends DiffOptions {
  /** Levels of the rules of analysis: what is not counted there is no refusal here. */
  readonly levels: ReadonlyMap<string, RuleLevel>;
  readonly behaviour: 'all' | 'destination' | 'none';
  /** Whether the report is a patch. */
  readonly patch: boolean;
  /** Whether the report shows both files and what leads where. */
  readonly page: boolean;
}

/** A pair, with what only some reports need of its files. */
export interface Compared {
  readonly pair: ComparedPair;
  /** For making tests of it. */
  readonly behaviour: BehaviourResult | undefined;
  /** The files beside each other; only where the report shows them. */
  readonly texts: readonly FilePair[];
}

type Side = readonly Configuration[];
type Routing = readonly [before: FoundRouting, after: FoundRouting];

/** How long comparing the behaviour of one pair may take. */
const MILLISECONDS = 20_000;

/** What only some pairs need is loaded for them: routes, a patch, a page. */
export async function compare(
  name: string,
  before: Side,
  after: Side,
  options: CompareOptions,
): Promise<Compared> {
  const { behaviour, patch, page, levels, ...judging } = options;
  const wantsRouting = behaviour !== 'none' || page;
  const routing = wantsRouting ? ([findRouting(before), findRouting(after)] as const) : undefined;
  const pairing = pairSides(before, after);
  const refused =
    options.rules?.get('refused') === 'off' ? undefined : await refusedOf(before, after, levels);
  const moved =
    behaviour === 'none' || routing === undefined
      ? undefined
      : await behaviourOf(before, after, { routing, aspect: behaviour, pairing, refused });
  const { filters, ...result } = diffConfigurations(before, after, {
    ...judging,
    pairing,
    refused,
    deadRoutes: behaviour !== 'none',
    // A narrow look says nothing of timeouts and the like.
    isSettled: behaviour === 'all' ? moved?.isSettled : undefined,
  });
  const [one, other] = [before[0]?.file.name, after[0]?.file.name];
  const pair: ComparedPair = {
    name,
    ...(one === undefined ? {} : { before: one }),
    ...(other === undefined ? {} : { after: other }),
    result,
    ...(refused === undefined ? {} : refusedResult(refused)),
    ...(moved === undefined ? {} : { behaviour: behaviourResult(moved, filters) }),
    ...(patch ? { patch: await patchOf(before, after, options) } : {}),
  };
  if (!page || routing === undefined) return { pair, behaviour: moved, texts: [] };
  const { picture, texts } = await pageOf(before, after, routing, moved, pairing);
  return { pair: { ...pair, picture }, behaviour: moved, texts };
}

async function refusedOf(
  before: Side,
  after: Side,
  levels: CompareOptions['levels'],
): Promise<Refused<FoundRefusal>> {
  const { refusedSides } = await import('../../results/refused-sides.ts');
  return refusedSides(before, after, levels, milliseconds);
}

async function behaviourOf(
  before: Side,
  after: Side,
  options: BehaviourOptions & { readonly routing: Routing },
): Promise<BehaviourResult> {
  const { routing, refused } = options;
  const hasRoutes = routing.some(({ routes }) => routes.length > 0);
  if (!hasRoutes && (refused === undefined || isRefusedAlike(refused))) return WITHOUT_ROUTES;
  const { compareBehaviour } = await import('../../diff/behaviour/index.ts');
  const clock = { now: milliseconds, milliseconds: MILLISECONDS };
  return compareBehaviour(before, after, { ...options, clock });
}

async function patchOf(before: Side, after: Side, { showSecrets }: CompareOptions): Promise<Patch> {
  const { patchBetween } = await import('../../diff/patch.ts');
  return patchBetween(before, after, { showSecrets: showSecrets === true });
}

async function pageOf(
  before: Side,
  after: Side,
  routing: Routing,
  moved: BehaviourResult | undefined,
  pairing: SidesPairing,
) {
  const [{ filePairs }, { pictureOfSides }] = await Promise.all([
    import('../../report/html/file-pairs.ts'),
    import('../../results/picture/of-sides.ts'),
  ]);
  return { picture: pictureOfSides(...routing, moved, pairing), texts: filePairs(before, after) };
}
