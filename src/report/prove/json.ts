/** Verdicts as the JSON report of the contract; its schema is docs/schemas/prove.schema.json. */
import { traceObject } from '../requests/trace-json.ts';
import { jsonText } from '../text/json-text.ts';
import { becauseOf, type ProvedProperty, type ProveReport, sentenceOf } from './report.ts';

const FORMAT_VERSION = 1;

export function proveJson(report: ProveReport): string {
  const { version, proved, redact } = report;
  return jsonText(
    { cfgtool: { version, format_version: FORMAT_VERSION }, properties: proved.map(objectOf) },
    redact,
  );
}

function objectOf(each: ProvedProperty): object {
  const { property, verdict } = each;
  const { name, place } = property;
  const isRefuted = verdict.kind === 'refuted';
  return {
    name,
    place,
    verdict: verdict.kind,
    message: sentenceOf(each),
    request: isRefuted ? verdict.by.request : null,
    trace: isRefuted ? traceObject(verdict.by.routed) : null,
    because: isRefuted ? becauseOf(verdict.by).map(({ line: _, ...because }) => because) : [],
    assuming: verdict.assuming,
    covered: verdict.covered,
    reason: 'reason' in verdict ? verdict.reason : null,
  };
}
