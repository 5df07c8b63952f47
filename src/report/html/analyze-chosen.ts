/** Which findings a page has room for: the most severe first, each with the id that links lead to. */
import type { FindingResult } from '../../results/shapes/finding.ts';
import { LEVELS } from '../analyze/report.ts';

export interface Chosen {
  readonly finding: FindingResult;
  /** Of its element: `f1`. */
  readonly id: string;
}

const MAX_SHOWN = 1000;
const MAX_CHARACTERS = 700_000;

/** In the order of the report. */
export function chosenFindings(findings: readonly FindingResult[]): readonly Chosen[] {
  const chosen = new Set<FindingResult>();
  let characters = 0;
  for (const level of LEVELS)
    for (const finding of findings) {
      if (finding.level !== level || chosen.size >= MAX_SHOWN) continue;
      characters += lengthOf(finding);
      if (characters > MAX_CHARACTERS) break;
      chosen.add(finding);
    }
  return findings
    .filter((finding) => chosen.has(finding))
    .map((finding, index) => ({ finding, id: `f${index + 1}` }));
}

function lengthOf({ message, related, request, file }: FindingResult): number {
  const told = Math.min(message.length, 1200) + 400;
  const places = Math.min(related.length, 6) * (file.length + 100);
  return told + places + (request === undefined ? 0 : JSON.stringify(request).length);
}
