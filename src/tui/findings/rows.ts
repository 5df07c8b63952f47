/** The rows of the list of findings: rules, and below each its findings. */

import type { Level } from '../../model/problem.ts';
import type { ExploredFinding } from '../jobs/analysis.ts';
import type { Session } from '../session.ts';

export type FindingRow =
  | { readonly kind: 'rule'; readonly rule: string; readonly level: Level; readonly count: number }
  /** A finding by its position in the analysis. */
  | { readonly kind: 'finding'; readonly finding: number; readonly rule: string };

export interface Narrowing {
  readonly hidden: ReadonlySet<Level>;
  readonly rule?: string;
  readonly text: string;
  readonly folded: ReadonlySet<string>;
}

const ORDER: readonly Level[] = ['error', 'warning', 'info'];

/** Rules with the worst level first, then by name; findings in the order of the input. */
export function findingRows({ analysis }: Session, narrowing: Narrowing): readonly FindingRow[] {
  const groups = new Map<
    string,
    { readonly level: Level; readonly rule: string; readonly found: number[] }
  >();
  analysis?.findings.forEach((finding, index) => {
    if (!isShown(finding, narrowing)) return;
    const { rule, level } = finding;
    const key = `${ORDER.indexOf(level)} ${rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { level, rule, found: [index] });
    else group.found.push(index);
  });
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, { rule, level, found }]): readonly FindingRow[] => {
      const head: FindingRow = { kind: 'rule', rule, level, count: found.length };
      if (narrowing.folded.has(rule)) return [head];
      return [head, ...found.map((finding): FindingRow => ({ kind: 'finding', finding, rule }))];
    });
}

function isShown({ level, rule, message, file, resource }: ExploredFinding, narrowing: Narrowing): boolean {
  if (narrowing.hidden.has(level)) return false;
  if (narrowing.rule !== undefined && narrowing.rule !== rule) return false;
  const wanted = narrowing.text.toLowerCase();
  return (
    wanted === '' ||
    [rule, message, file, resource?.name ?? ''].some((text) => text.toLowerCase().includes(wanted))
  );
}
