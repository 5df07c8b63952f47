/** Brings together what analysis and comparing, which know nothing of each other, say of sides that the proxy refuses. */

import { type FoundRefusal, startFindingRefusals } from '../analyze/refusals.ts';
import type { RuleLevel } from '../analyze/rule.ts';
import { compareRefusals, type Refused } from '../diff/index.ts';
import type { Configuration } from '../model/open.ts';

/**
 * The errors of both sides, and which of them are new or gone.
 *
 * @param levels of the rules of analysis: what they hide is no refusal
 * @param now milliseconds
 */
export function refusedSides(
  before: readonly Configuration[],
  after: readonly Configuration[],
  levels: ReadonlyMap<string, RuleLevel> | undefined,
  now: () => number,
): Refused<FoundRefusal> {
  const find = startFindingRefusals(levels, { now });
  return compareRefusals(before, after, { before: find(before), after: find(after) });
}
