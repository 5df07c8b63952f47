/** Brings together what analysis and comparing, which know nothing of each other, say of sides that the proxy refuses. */

import { type FoundRefusal, startFindingRefusals } from '../analyze/refusals.ts';
import type { RuleLevel } from '../analyze/rule.ts';
import { compareRefusals, type Refused } from '../diff/index.ts';
import type { Configuration } from '../model/open.ts';

/** Whether the second side is known to say what the first says without being bound. */
export function saysLike(before: readonly Configuration[], after: readonly Configuration[]): boolean {
  return before.length === after.length && after.every(({ saysLike: like }, at) => like === before[at]);
}

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
  const old = find(before);
  // Comments may hide an error on one side.
  const isClean = old.length === 0 && before.every(({ file }) => !file.text.includes('cfgtool-ignore'));
  const isLike = isClean && saysLike(before, after);
  return compareRefusals(before, after, { before: old, after: isLike ? [] : find(after) });
}
