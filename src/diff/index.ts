/** What differs in meaning between two configurations, and how grave it is. */
import type { Configuration } from '../model/open.ts';
import type { DiffResult } from './change.ts';
import { factsBetween } from './facts.ts';
import { type JudgeOptions, judge } from './judge.ts';
import { usesOf } from './uses.ts';

export type {
  Change,
  DiffResult,
  Level,
} from './change.ts';
export type { JudgeOptions as DiffOptions } from './judge.ts';
export { type Patch, patchBetween } from './patch.ts';
export { diffRules } from './policy/index.ts';

/**
 * Compares two sides, each of one or more files (CONTRACT, diff). Resources are found in any container and paired by
 * type and identity; what differs in form only is cosmetic.
 */
export function diffConfigurations(
  before: readonly Configuration[],
  after: readonly Configuration[],
  options: JudgeOptions = {},
): DiffResult {
  const facts = factsBetween(before, after, options.cosmetic === true);
  return judge(facts, usesOf(after), options);
}
