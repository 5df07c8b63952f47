/** What an analysis comes to, as all formats print it. */
import type { Finding } from '../analyze/index.ts';
import type { Level } from '../model/problem.ts';
import type { LineIndex } from '../source/lines.ts';
import { counted } from './migrated-file.ts';
import type { Redact } from './redact.ts';

/** A file that was analysed. */
export interface AnalyzedFile {
  readonly name: string;
  /** For excerpts. */
  readonly lines: LineIndex;
  /** Hides the secrets of this file. */
  readonly redact: Redact;
}

export interface AnalyzeReport {
  readonly files: readonly AnalyzedFile[];
  /** In the order of the files and their lines. */
  readonly findings: readonly Finding[];
  /** Hidden by comments. */
  readonly suppressed: number;
  /** Hidden by the baseline. */
  readonly baselined: number;
  readonly version: string;
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

export function summaryOf({ files, findings, suppressed, baselined }: AnalyzeReport): Summary {
  const count = (level: Level): number => findings.filter((finding) => finding.level === level).length;
  return {
    files: files.length,
    error: count('error'),
    warning: count('warning'),
    info: count('info'),
    suppressed: suppressed + baselined,
  };
}

/** `2 errors, 1 warning in 4 files (3 suppressed)` */
export function summaryText(report: AnalyzeReport): string {
  const summary = summaryOf(report);
  const counts = LEVELS.flatMap((level) => (summary[level] === 0 ? [] : counted(summary[level], level)));
  const files = counted(summary.files, 'file');
  const hidden = [
    ...(report.suppressed === 0 ? [] : [`${report.suppressed} suppressed`]),
    ...(report.baselined === 0 ? [] : [`${report.baselined} in the baseline`]),
  ].join(', ');
  return `${counts.length === 0 ? 'nothing found' : counts.join(', ')} in ${files}${hidden === '' ? '' : ` (${hidden})`}`;
}

/** Hides the secrets of all files. */
export function redactAll({ files }: AnalyzeReport): Redact {
  const all = [...new Set(files.map(({ redact }) => redact))];
  return (text) => all.reduce((shown, redact) => redact(shown), text);
}
