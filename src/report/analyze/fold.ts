/** Findings of one cause, for reports that people read from top to bottom. */
import type { ReportedFinding } from './report.ts';

/** From so many findings of one cause on, all but the first are said in a line each. */
const FEWEST = 3;

export interface Folded {
  readonly finding: ReportedFinding;
  /** Others of the same rule that the same places bring about, of which the same is said. */
  readonly others: readonly ReportedFinding[];
}

/** In the order of their first findings; a finding that names no other place has its cause in itself. */
export function folded(findings: readonly ReportedFinding[]): readonly Folded[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const [index, finding] of findings.entries()) {
    const key = causeOf(finding) ?? `${index}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(finding);
  }
  return [...groups.values()].flatMap((group): readonly Folded[] => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    if (group.length >= FEWEST) return [{ finding: first, others }];
    return group.map((finding) => ({ finding, others: [] }));
  });
}

function causeOf({ rule, level, file, related, message, fix }: ReportedFinding): string | undefined {
  if (related.length === 0) return undefined;
  const places = related.map((each) => [each.file, each.range.start.line, each.range.start.column]);
  return JSON.stringify([rule, level, file, places, saidOf(message), fix?.title]);
}

/** What a message says about its subject, which stands before the first colon; of one route "delete it", of another "move it". */
function saidOf(message: string): string {
  return message.slice(message.indexOf(': ') + 1);
}
