/** Findings as the JSON report of the contract; its schema is docs/schemas/analyze.schema.json. */

import { type AnalyzeReport, redactAll, summaryOf } from '../../present/finding.ts';
import { type AnalyzedPart, heldResult } from '../../results/analysis.ts';
import { type RunFacts, runObject } from '../../results/run.ts';
import { jsonText } from '../data-text.ts';
import { partialMark } from '../run.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function analyzeJson(report: AnalyzeReport): string {
  const { version, findings, run } = report;
  const object = {
    cfgtool: { version, format_version: FORMAT_VERSION },
    ...partialMark(run),
    summary: summaryOf(report),
    ...(run === undefined ? {} : { files: run.parts.map((part) => fileObject(part, run)) }),
    findings,
    ...(run === undefined ? {} : { run: runObject(run) }),
  };
  return jsonText(object, redactAll(report));
}

/**
 * A file with how many of the findings are its own, in their order. A shard's report has what joining the reports needs:
 * where the file stood among all inputs, and the lines around its findings.
 */
function fileObject(
  { order, result }: { readonly order: number; readonly result: AnalyzedPart },
  { shard }: RunFacts,
): object {
  const { file, findings, suppressed, baselined, lines } = result;
  return {
    file,
    ...heldResult(result),
    findings: findings.length,
    suppressed: suppressed + baselined,
    ...(baselined === 0 ? {} : { baselined }),
    ...(shard === undefined ? {} : { order, lines }),
  };
}
