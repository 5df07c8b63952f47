/** What a file that is lifted to version 3 meets in newer releases of the proxy; loaded where a lift asks for it. */
import { analyze, ruleIds, subjectOf } from '../analyze/index.ts';
import { releaseChange } from '../analyze/rules/release-change.ts';
import type { Configuration } from '../model/open.ts';
import { type ReleaseRemark, releaseRemarkOf } from '../results/migration.ts';

/** The changes of the proxy that a file meets, in the order of its text; comments suppress them as in `analyze`. */
export function releaseRemarks(configuration: Configuration): readonly ReleaseRemark[] {
  const levels = new Map([[releaseChange.id, 'info'] as const]);
  const options = { rules: [releaseChange], levels, known: ruleIds };
  const { findings } = analyze(subjectOf([configuration]), options);
  return findings.filter(({ rule }) => rule === releaseChange.id).map(releaseRemarkOf);
}
