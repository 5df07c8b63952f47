/** Findings as the JSON report of the contract; its schema is docs/schemas/analyze.schema.json. */
import type { Related } from '../analyze/index.ts';
import { type AnalyzeReport, type ReportedFinding, redactAll, summaryOf } from './analyze.ts';
import { jsonText } from './json-text.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function analyzeJson(report: AnalyzeReport): string {
  const { version, findings } = report;
  const object = {
    cfgtool: { version, format_version: FORMAT_VERSION },
    summary: summaryOf(report),
    findings: findings.map(findingObject),
  };
  return jsonText(object, redactAll(report));
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
    ...(fix === undefined ? {} : { fix: { title: fix.title } }),
  };
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
