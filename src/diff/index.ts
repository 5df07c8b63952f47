/** What differs in meaning between two configurations, and how severe it is. */
import type { Configuration } from '../model/open.ts';
import { factsBetween } from './facts/facts.ts';
import { startLookingAround } from './judgement/chains.ts';
import { startFindingDead } from './judgement/dead-routes.ts';
import { type Judged, type JudgeOptions, judge } from './judgement/judge.ts';
import { usesOf } from './judgement/uses.ts';
import { pairSides, type SidesPairing } from './pairing.ts';

import { isRefusedAlike } from './refused.ts';

export type {
  Change,
  DiffResult,
  Level,
} from './change.ts';
export { BEYOND, type BeyondRoutes } from './judgement/beyond-routes.ts';
export type { JudgeOptions as DiffOptions } from './judgement/judge.ts';
export { hasOwnReason } from './judgement/judge.ts';
export { thingOf } from './judgement/message.ts';
export { diffRules, whyOf } from './judgement/policy/index.ts';
export type { Patch } from './patch.ts';
export { compareRefusals, isRefusedAlike, type Refused } from './refused.ts';

/**
 * Compares two sides, each of one or more files (CONTRACT, diff). Resources are found in any container and paired by
 * type and identity; what differs in form only is cosmetic.
 */
export function diffConfigurations(
  before: readonly Configuration[],
  after: readonly Configuration[],
  options: JudgeOptions & { readonly pairing?: SidesPairing | undefined } = {},
): Judged {
  const { pairing = pairSides(before, after) } = options;
  const facts = factsBetween(before, after, options.cosmetic === true, pairing);
  const isAlike = options.refused === undefined || isRefusedAlike(options.refused);
  const deadRoutes = options.deadRoutes === true && isAlike ? startFindingDead(before, after) : undefined;
  const aroundOf = startLookingAround(before, after);
  return judge(facts, { uses: usesOf(before, after), aroundOf, deadRoutes }, options);
}
