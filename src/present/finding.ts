/** Findings as every report shows them: their facts, each in the one sentence that all use. */
import type { Level } from '../model/problem.ts';
import { NO_SOURCE, objectText, sourceText } from '../model/source-object.ts';
import type { AnalyzedPart } from '../results/analysis.ts';
import { type ShownLines, shownLines } from '../results/detached.ts';
import type { Picture } from '../results/picture/picture.ts';
import { requestCommand } from '../results/requests.ts';
import type { Part, RunFacts } from '../results/run.ts';
import { type Redact, showAll } from '../results/secrets/redact.ts';
import type { FindingResult } from '../results/shapes.ts';
import { counted, countedLevel } from '../source/counted.ts';

/** A file that was analysed. */
export interface AnalyzedFile {
  readonly name: string;
  /** For excerpts. */
  readonly lines: ShownLines;
  /** Hides the secrets of this file. */
  readonly redact: Redact;
  /** Its namespace, in which rules are explained; undefined where only the parts of the report are at hand. */
  readonly namespace?: string;
}

export interface AnalyzeReport {
  readonly files: readonly AnalyzedFile[];
  /** In the order of the files and their lines. */
  readonly findings: readonly FindingResult[];
  /** Hidden by comments. */
  readonly suppressed: number;
  /** Hidden by the baseline. */
  readonly baselined: number;
  readonly version: string;
  /** How many findings `--min-level` leaves out, by level; the format shows the others only. */
  readonly leftOut?: ReadonlyMap<Level, number>;
  /** What findings are listed under, instead of their files and rules. */
  readonly by?: 'source' | undefined;
  /** What leads where, of each configuration by the files it is in; only where the format shows it. */
  readonly pictures?: readonly { readonly files: readonly string[]; readonly picture: Picture }[];
  /** What is said about the run and about each file, where it is known. */
  readonly run?: RunFacts & {
    readonly parts: readonly { readonly order: number; readonly result: AnalyzedPart }[];
  };
}

export interface Summary {
  readonly files: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  /** By comments or by the baseline. */
  readonly suppressed: number;
}

export const LEVELS: readonly Level[] = ['error', 'warning', 'info'];

export function summaryOf({
  files,
  findings,
  suppressed,
  baselined,
}: Pick<AnalyzeReport, 'findings' | 'suppressed' | 'baselined'> & {
  readonly files: readonly unknown[];
}): Summary {
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  return {
    files: files.length,
    error: count('error'),
    warning: count('warning'),
    info: count('info'),
    suppressed: suppressed + baselined,
  };
}

/** Findings by the object that made what they are about, each under its title; without a title where that was not asked for. */
export function groupsOf<T>(
  { by }: Pick<AnalyzeReport, 'by'>,
  all: readonly T[],
  findingOf: (each: T) => FindingResult,
): readonly { readonly title: string | undefined; readonly own: readonly T[] }[] {
  if (by === undefined) return [{ title: undefined, own: all }];
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const { source } = findingOf(each);
    const title = source === undefined ? NO_SOURCE : objectText(source);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [each]);
    else group.push(each);
  }
  const last = (title: string): number => (title === NO_SOURCE ? 1 : 0);
  return [...groups]
    .map(([title, own]) => ({ title, own }))
    .sort((one, other) => last(one.title) - last(other.title));
}

/** `2 errors, 1 warning` */
export function countsText(findings: readonly FindingResult[]): string {
  return LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : countedLevel(count, level);
  }).join(', ');
}

/** How many findings `--fix` sets about: those with a fix, and deprecated forms that a migration ends. */
export function fixable(findings: readonly FindingResult[]): number {
  return findings.filter(({ fix, data }) => fix !== undefined || data.migration !== undefined).length;
}

/** A report as `--min-level` shows it: what is below is counted, and no more. */
export function fromLevel(report: AnalyzeReport, level: Level): AnalyzeReport {
  const least = LEVELS.indexOf(level);
  const leftOut = new Map<Level, number>();
  const findings = report.findings.filter((finding) => {
    if (LEVELS.indexOf(finding.level) <= least) return true;
    leftOut.set(finding.level, (leftOut.get(finding.level) ?? 0) + 1);
    return false;
  });
  return leftOut.size === 0 ? report : { ...report, findings, leftOut };
}

/** `2 errors, 1 warning in 4 files (3 suppressed)` */
export function summaryText(report: AnalyzeReport): string {
  const summary = summaryOf(report);
  const { leftOut = new Map<Level, number>() } = report;
  const counts = LEVELS.flatMap((level) => (summary[level] === 0 ? [] : countedLevel(summary[level], level)));
  const below = LEVELS.flatMap((level) => {
    const count = leftOut.get(level) ?? 0;
    return count === 0 ? [] : countedLevel(count, level);
  });
  const files = counted(summary.files, 'file');
  const hidden = [
    ...(below.length === 0 ? [] : [`${below.join(', ')} left out by --min-level`]),
    ...(report.suppressed === 0 ? [] : [`${report.suppressed} suppressed`]),
    ...(report.baselined === 0 ? [] : [`${report.baselined} in the baseline`]),
  ].join(', ');
  const nothing = below.length === 0 ? 'nothing found' : 'nothing else found';
  return `${counts.length === 0 ? nothing : counts.join(', ')} in ${files}${hidden === '' ? '' : ` (${hidden})`}`;
}

/** Hides the secrets of all files. */
export function redactAll({ files }: AnalyzeReport): Redact {
  const all = [...new Set(files.map(({ redact }) => redact))];
  return (text) => all.reduce((shown, redact) => redact(shown), text);
}

/**
 * The parts of a run as one report, in the order of the inputs.
 *
 * @param texts files by name that are shown at more length than their parts
 */
export function analyzeReportOf(
  parts: readonly Part<AnalyzedPart>[],
  run: RunFacts,
  version: string,
  texts: ReadonlyMap<string, AnalyzedFile> = new Map(),
): AnalyzeReport {
  const done = parts.flatMap((part) => (part.kind === 'done' ? [part] : []));
  const results = done.map(({ result }) => result);
  const sum = (of: (part: AnalyzedPart) => number): number =>
    results.reduce((total, part) => total + of(part), 0);
  return {
    files: done.map(
      ({ result: { file, lines } }) =>
        texts.get(file) ?? { name: file, lines: shownLines(lines), redact: showAll },
    ),
    findings: results.flatMap((part) => part.findings),
    suppressed: sum(({ suppressed }) => suppressed),
    baselined: sum(({ baselined }) => baselined),
    version,
    run: { ...run, parts: done },
  };
}

export interface Folded {
  readonly finding: FindingResult;
  /** Others of the same rule in the same resource that the same places bring about, of which the same is said. */
  readonly others: readonly FindingResult[];
}

/**
 * Entries in the order of their resources' first findings, and within a resource the severest first (CONTRACT,
 * Configuration, suppression, baseline). A type that is not known is said once, wherever it occurs.
 *
 * @param by what entries stay within: a resource, or only a file, where whoever reads sees them by rule
 */
export function folded(
  findings: readonly FindingResult[],
  by: 'resource' | 'file' = 'resource',
): readonly Folded[] {
  const holders = new Map<string, Map<string, [FindingResult, ...FindingResult[]]>>();
  const types = new Map<string, string>();
  for (const finding of findings) {
    const own = JSON.stringify(by === 'file' ? [finding.file] : [finding.file, ...holderOf(finding)]);
    const type = unknownType(finding);
    const holder = type === undefined ? own : (types.get(type) ?? own);
    if (type !== undefined) types.set(type, holder);
    const entries = holders.get(holder) ?? new Map<string, [FindingResult, ...FindingResult[]]>();
    holders.set(holder, entries);
    const key = saidOf(finding);
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, [finding]);
    else entry.push(finding);
  }
  return [...holders.values()].flatMap((entries) =>
    [...entries.values()]
      .map(([finding, ...others]): Folded => ({ finding, others }))
      .sort((left, right) => severity(left.finding.level) - severity(right.finding.level)),
  );
}

/** The type of an extension that is not known: what is said of it holds wherever it occurs. */
function unknownType({ rule, level, message }: FindingResult): string | undefined {
  return rule === 'unknown-extension' && level === 'info' ? message : undefined;
}

/** From 0, the severest. */
export function severity(level: Level): number {
  return LEVELS.indexOf(level);
}

/** The resource that a finding is listed under: of a route, whose name is only its number, the virtual host. */
function holderOf({ resource, pointer, document, embedded }: FindingResult): readonly unknown[] {
  const { type = '', name = '' } = resource ?? {};
  const where = [document, embedded];
  if (type === 'Route' || type === 'VirtualHost') {
    const host = /^.*\/virtual_?[Hh]osts\/\d+/.exec(pointer)?.[0];
    return [...where, host ?? pointer.replace(/(?:\/routes)?\/\d+(?:\/.*)?$/, '')];
  }
  // What has no name is told apart by where it stands.
  return [...where, type, name, name === '' ? (/^.*?\/\d+/.exec(pointer)?.[0] ?? '') : ''];
}

/** Rule, words and cause. */
function saidOf({ rule, level, related, message, fix, data }: FindingResult): string {
  const places = related.map((each) => [each.file, each.range.start.line, each.range.start.column]);
  const said =
    places.length === 0 ? message : data.by === undefined ? aboutSubject(message) : remedy(message);
  return JSON.stringify([rule, level, places, said, fix?.title]);
}

/** What a message says about its subject, which stands before the first colon. */
function aboutSubject(message: string): string {
  return message.slice(message.indexOf(': ') + 1);
}

/**
 * What is to be done where others (`by`) take everything first; of one route "delete it", of another "move it". What it
 * would have done itself is no cause.
 */
function remedy(message: string): string {
  return message.slice(message.lastIndexOf(': ') + 1);
}

type Named = Pick<FindingResult, 'resource' | 'source'>;

/** `Route shop/3, HTTPRoute shop/cart (rule 2)`; empty where it has no name and no object says that it made it. */
export function resourceName({ resource, source }: Named): string {
  const own = resource === undefined || resource.name === '' ? [] : [`${resource.type} ${resource.name}`];
  return [...own, ...(source === undefined ? [] : [sourceText(source)])].join(', ');
}

/** The command that shows the way of the request that a finding has. */
export function tryCommand({ request, file }: Pick<FindingResult, 'request' | 'file'>): string | undefined {
  return request === undefined ? undefined : requestCommand(request, file);
}
