/** Findings as the JSON report of the contract; its schema is docs/schemas/analyze.schema.json. */
import type { Related } from '../../analyze/index.ts';
import { partialMark } from '../partial.ts';
import type { AnalyzedPart } from '../parts/analyze-part.ts';
import { type RunFacts, runObject } from '../parts/part.ts';
import { jsonText } from '../text/json-text.ts';
import { type AnalyzeReport, type ReportedFinding, redactAll, summaryOf } from './report.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function analyzeJson(report: AnalyzeReport): string {
  const { version, findings, run } = report;
  const object = {
    cfgtool: { version, format_version: FORMAT_VERSION },
    ...partialMark(run),
    summary: summaryOf(report),
    ...(run === undefined ? {} : { files: run.parts.map((part) => fileObject(part, run)) }),
    findings: findings.map(findingObject),
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
    findings: findings.length,
    suppressed: suppressed + baselined,
    ...(baselined === 0 ? {} : { baselined }),
    ...(shard === undefined ? {} : { order, lines }),
  };
}

/** A finding with its keys in the order of the contract. */
export function findingObject(finding: ReportedFinding): object {
  const { rule, level, message, file, pointer, document, embedded, range, resource } = finding;
  const { fingerprint, related, request, data, fix } = finding;
  return {
    rule,
    level,
    message,
    file,
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
    pointer,
    range,
    ...(resource === undefined ? {} : { resource }),
    fingerprint,
    related: related.map(relatedObject),
    ...(request === undefined ? {} : { request }),
    data,
    ...(fix === undefined ? {} : { fix: fixObject(fix) }),
  };
}

/** What a mend replaces is told where the report knows it: in that of a share, for joining. */
function fixObject(fix: NonNullable<ReportedFinding['fix']>): object {
  const replacements = 'replacements' in fix ? fix.replacements : undefined;
  return { title: fix.title, ...(replacements === undefined ? {} : { replacements }) };
}

function relatedObject({ message, file, pointer, document, embedded, range }: Related): object {
  return {
    message,
    file,
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
    pointer,
    range,
  };
}
