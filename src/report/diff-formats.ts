/** The formats of a comparison. A new one is a file beside this one and a line here. */
import type { DiffReport } from './diff.ts';
import { diffGithub } from './diff-github.ts';
import { diffJson } from './diff-json.ts';
import { diffJunit } from './diff-junit.ts';
import { diffLines } from './diff-lines.ts';
import { diffMarkdown } from './diff-markdown.ts';
import { diffPatch } from './diff-patch.ts';
import { diffSarif } from './diff-sarif.ts';
import { diffSides } from './diff-sides.ts';
import { diffText } from './diff-text.ts';
import { diffHtml } from './html/diff-page.ts';
import type { Paint } from './paint.ts';
import { partialGithub, partialLine, partialMarkdown } from './partial.ts';

/** The first is the default. */
export const diffFormats = [
  'text',
  'json',
  'patch',
  'markdown',
  'github',
  'html',
  'sarif',
  'junit',
  'ndjson',
] as const;

export type DiffFormat = (typeof diffFormats)[number];

export interface DiffFormatOptions {
  readonly paint: Paint;
  /** Both sides beside each other, so many columns wide together. */
  readonly sideBySide?: number;
}

/** The report in one format; a patch is that of its only pair. */
export function diffReport(
  report: DiffReport,
  format: DiffFormat,
  { paint, sideBySide }: DiffFormatOptions,
): string {
  switch (format) {
    case 'text':
      return (
        (sideBySide === undefined ? diffText(report, paint) : diffSides(report, paint, sideBySide)) +
        partialLine(report.run, paint)
      );
    case 'json':
      return diffJson(report);
    case 'patch':
      return diffPatch(report.pairs[0]?.patch ?? { base: null, operations: [] });
    case 'markdown':
      return diffMarkdown(report) + partialMarkdown(report.run);
    case 'github':
      return diffGithub(report) + partialGithub(report.run);
    case 'html':
      return diffHtml(report);
    case 'sarif':
      return diffSarif(report);
    case 'junit':
      return diffJunit(report);
    case 'ndjson':
      return diffLines(report);
  }
}
