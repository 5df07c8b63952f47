/** What analysis says about one file, as plain data: kept, written and read again without the file. */
import type { Hidden } from '../../analyze/hiding/baseline.ts';
import type { Finding } from '../../analyze/index.ts';
import type { Replacement } from '../../analyze/mending/replacements.ts';
import { findingObject } from '../analyze/json.ts';
import type { AnalyzedFile, AnalyzeReport, ReportedFinding } from '../analyze/report.ts';
import { type Redact, showAll } from '../redact.ts';
import type { ShownLines } from '../text/excerpt.ts';
import { detached, type OwnTexts } from './detached.ts';
import { type KeptLines, keepLines, keptLines, NO_LINES, shownLines } from './kept-lines.ts';
import type { Part, RunFacts } from './part.ts';
import { range, resource } from './places.ts';
import { amount, count, flag, list, object, oneOf, optional, record, type Shape, text } from './shape.ts';

export interface AnalyzedPart {
  readonly file: string;
  readonly findings: readonly ReportedFinding[];
  /** Hidden by comments. */
  readonly suppressed: number;
  /** Hidden by the baseline. */
  readonly baselined: number;
  readonly lines: KeptLines;
  /** The whole file, where the format shows more than places. */
  readonly whole?: AnalyzedFile;
}

/** Lines of a place that reports show. */
const MOST_LINES = 3;

const related = object({
  message: text,
  file: text,
  pointer: text,
  document: optional(count),
  embedded: optional(text),
  range,
});

/** A request that shows something. */
export const request = object({
  method: text,
  authority: text,
  path: text,
  scheme: text,
  internal: flag,
  headers: textsByName(),
  remote_address: optional(text),
  service_cluster: optional(text),
  random_value: optional(amount as Shape<number | string>),
  runtime: optional(record),
});

function textsByName(): Shape<{ readonly [name: string]: string }> {
  return (data, at) => {
    const given = record(data, at);
    for (const [name, value] of Object.entries(given)) text(value, `${at}/${name}`);
    return given as { readonly [name: string]: string };
  };
}

const finding: Shape<ReportedFinding> = object({
  rule: text,
  level: oneOf('error', 'warning', 'info'),
  message: text,
  file: text,
  document: optional(count),
  embedded: optional(text),
  pointer: text,
  range,
  resource: optional(resource),
  fingerprint: text,
  related: list(related),
  request: optional(request),
  data: record,
  fix: optional(object({ title: text, replacements: optional(list(object({ range, text }))) })),
});

export const findings: Shape<readonly ReportedFinding[]> = list(finding);

/** A part as it was written by {@link analyzedObject}. */
export const analyzedPart: Shape<AnalyzedPart> = (data, at) => {
  const made = object({
    file: text,
    findings,
    summary: object({ suppressed: count, baselined: optional(count) }),
    lines: optional(keptLines),
  })(data, at);
  const { file, summary, lines = NO_LINES } = made;
  const { baselined = 0 } = summary;
  const suppressed = Math.max(0, summary.suppressed - baselined);
  return { file, findings: made.findings, suppressed, baselined, lines };
};

/** What is found in one file, cut loose from it. */
export function partOfFile(
  file: string,
  found: readonly (Finding | ReportedFinding)[],
  {
    suppressed,
    lines,
    redact,
  }: {
    readonly suppressed: number;
    readonly lines: ShownLines;
    readonly redact: Redact;
  },
): AnalyzedPart {
  const texts: OwnTexts = new Map();
  return {
    file,
    findings: found.map((each, index) => finding(looseFinding(each, redact, texts), `/${index}`)),
    suppressed,
    baselined: 0,
    lines: keepLines(
      lines,
      found.map((each) => each.range),
      redact,
      MOST_LINES,
    ),
  };
}

/**
 * A part whose findings tell what their mends replace. A mend that would write what is hidden is left out.
 *
 * @param found the findings that the part was made of
 */
export function withReplacements(
  part: AnalyzedPart,
  found: readonly Finding[],
  replacements: ReadonlyMap<Finding, readonly Replacement[]>,
  redact: Redact,
): AnalyzedPart {
  const told = part.findings.map((each, index) => {
    const source = found[index];
    const list = source && replacements.get(source);
    if (each.fix === undefined || list === undefined || list.some(({ text: put }) => redact(put) !== put))
      return each;
    return { ...each, fix: { ...each.fix, replacements: list } };
  });
  return { ...part, findings: told };
}

/** Names of rules, levels and fingerprints hold nothing of the file; a secret that is spelled like one hides elsewhere. */
function looseFinding(each: Finding | ReportedFinding, redact: Redact, texts: OwnTexts) {
  const { rule, level, fingerprint } = each;
  return { ...(detached(findingObject(each), redact, texts) as object), rule, level, fingerprint };
}

/** The same part under the name of another file with the same content. */
export function renamedPart(part: AnalyzedPart, file: string): AnalyzedPart {
  if (part.file === file) return part;
  const named = <T extends { readonly file: string }>(each: T): T =>
    each.file === part.file ? { ...each, file } : each;
  return {
    ...part,
    file,
    findings: part.findings.map((each) => ({ ...named(each), related: each.related.map(named) })),
  };
}

/** What is kept of findings that a baseline knows. */
export function withoutKnown(part: AnalyzedPart, known: Hidden): AnalyzedPart {
  const kept = part.findings.filter((each) => !known.hides(each));
  const hidden = part.findings.length - kept.length;
  return hidden === 0 ? part : { ...part, findings: kept, baselined: part.baselined + hidden };
}

/** A part as a line of NDJSON and as an entry of the cache. */
export function analyzedObject(part: AnalyzedPart): object {
  const { file, lines, baselined } = part;
  const summary = { ...countsOf(part), ...(baselined === 0 ? {} : { baselined }) };
  return { file, summary, findings: part.findings.map(findingObject), lines };
}

/** Findings by level, and those that are hidden. */
export function countsOf({ findings: all, suppressed, baselined }: AnalyzedPart) {
  const of = (wanted: string): number => all.filter(({ level }) => level === wanted).length;
  return {
    error: of('error'),
    warning: of('warning'),
    info: of('info'),
    suppressed: suppressed + baselined,
  };
}

/** The parts of a run as one report, in the order of the inputs. */
export function analyzeReportOf(
  parts: readonly Part<AnalyzedPart>[],
  run: RunFacts,
  version: string,
): AnalyzeReport {
  const done = parts.flatMap((part) => (part.kind === 'done' ? [part] : []));
  const results = done.map(({ result }) => result);
  const sum = (of: (part: AnalyzedPart) => number): number =>
    results.reduce((total, part) => total + of(part), 0);
  return {
    files: done.map(
      ({ result }) => result.whole ?? { name: result.file, lines: shownLines(result.lines), redact: showAll },
    ),
    findings: results.flatMap((part) => part.findings),
    suppressed: sum(({ suppressed }) => suppressed),
    baselined: sum(({ baselined }) => baselined),
    version,
    run: { ...run, parts: done },
  };
}
