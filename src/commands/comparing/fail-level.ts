/** When a comparison makes the run fail. */
import { type DiffReport, isEqual, mostSevere } from '../../present/difference.ts';
import { isAccepted } from '../../results/accepted.ts';
import type { FailOn } from '../../settings/index.ts';

export const DIFF_FAIL_CHOICES = ['breaking', 'warning', 'info', 'cosmetic', 'none'] as const;

const WEIGHT: { readonly [level in FailOn]: number } = {
  none: 4,
  breaking: 3,
  error: 3,
  warning: 2,
  info: 1,
  cosmetic: 0,
};

/** Whether something at or above the level differs; any difference in meaning where nobody says otherwise. */
export function failsDiff(report: Pick<DiffReport, 'pairs'>, failOn: FailOn = 'info'): boolean {
  const level = mostSevere(report);
  if (level !== undefined && WEIGHT[level] >= WEIGHT[failOn]) return true;
  // What is ignored or switched off counts for nobody; an undecided part does.
  return (
    !isEqual(report) &&
    report.pairs.some((pair) => pair.behaviour?.equal === false && !isAccepted(pair)) &&
    WEIGHT[failOn] <= 1
  );
}
