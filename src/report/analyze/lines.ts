/** Findings as NDJSON: a line for each file, a last one about the run. */

import { type AnalyzeReport, redactAll, summaryOf } from '../../present/finding.ts';
import { type AnalyzedPart, analyzedObject, partOfFile } from '../../results/analysis.ts';
import { NO_RUN } from '../../results/run.ts';
import { allLines } from '../run.ts';

export function analyzeLines(report: AnalyzeReport): string {
  const { run = { ...NO_RUN, command: 'analyze', parts: partsOf(report) }, version } = report;
  return allLines({
    run,
    parts: run.parts,
    version,
    summary: { ...summaryOf(report) },
    objectOf: analyzedObject,
  });
}

/** Parts of a report that was not made from any. */
function partsOf(
  report: AnalyzeReport,
): readonly { readonly order: number; readonly result: AnalyzedPart }[] {
  const redact = redactAll(report);
  return report.files.map(({ name, lines }, order) => {
    const findings = report.findings.filter(({ file }) => file === name);
    return { order, result: partOfFile(name, findings, { suppressed: 0, lines, redact }) };
  });
}
