/** What an analysis comes to, as all formats print it. */
import type { Level } from '../../model/problem.ts';
import type { AnalyzedPart } from '../../results/analysis.ts';
import { type ShownLines, shownLines } from '../../results/kept-lines.ts';
import type { Picture } from '../../results/picture/picture.ts';
import type { Part, RunFacts } from '../../results/run.ts';
import { type Redact, showAll } from '../../results/secrets/redact.ts';
import type { FindingResult } from '../../results/shapes/finding.ts';
import { counted, countedLevel } from '../../source/counted.ts';

/** A file that was analysed. */
export interface AnalyzedFile {
  readonly name: string;
  /** For excerpts. */
  readonly lines: ShownLines;
  /** Hides the secrets of this file. */
  readonly redact: Redact;
  /** Its namespace, in which rules are explained; undefined where only the parts of the report are at hand. */
  readonly word?: string;
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
