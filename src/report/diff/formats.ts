/** The formats of a comparison. A new one is a file beside this one and a line here; only the one asked for is loaded. */

import type { DiffReport } from '../../present/difference.ts';
import type { Paint } from '../../present/text.ts';
import { partialGithub, partialLine, partialMarkdown } from '../run.ts';

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
  readonly sideBySide?: number | undefined;
  /** Columns of the terminal, where they are known. */
  readonly columns?: number | undefined;
}

/** The report in one format; a patch is that of its only pair. */
export async function diffReport(
  report: DiffReport,
  format: DiffFormat,
  { paint, sideBySide, columns }: DiffFormatOptions,
): Promise<string> {
  switch (format) {
    case 'text':
      return (await textOf(report, { paint, sideBySide, columns })) + partialLine(report.run, paint);
    case 'json':
      return (await import('./json.ts')).diffJson(report);
    case 'patch': {
      const { diffPatch } = await import('./patch.ts');
      return diffPatch(report.pairs[0]?.patch ?? { base: null, operations: [] });
    }
    case 'markdown':
      return (await import('./markdown.ts')).diffMarkdown(report) + partialMarkdown(report.run);
    case 'github':
      return (await import('./github.ts')).diffGithub(report) + partialGithub(report.run);
    case 'html':
      return (await import('../html/diff-page.ts')).diffHtml(report);
    case 'sarif':
      return (await import('./sarif.ts')).diffSarif(report);
    case 'junit':
      return (await import('./junit.ts')).diffJunit(report);
    case 'ndjson':
      return (await import('./lines.ts')).diffLines(report);
  }
}

async function textOf(
  report: DiffReport,
  { paint, sideBySide, columns }: DiffFormatOptions,
): Promise<string> {
  if (sideBySide !== undefined) return (await import('./sides.ts')).diffSides(report, paint, sideBySide);
  return (await import('./text.ts')).diffText(report, paint, columns);
}
