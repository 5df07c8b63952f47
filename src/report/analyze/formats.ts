/** The formats of an analysis. A new one is a file beside this one and a line here. */

import { analyzeHtml } from '../html/analyze-page.ts';
import { partialGithub, partialLine, partialMarkdown } from '../partial.ts';
import type { Paint } from '../text/paint.ts';
import { analyzeGithub } from './github.ts';
import { analyzeJson } from './json.ts';
import { analyzeJunit } from './junit.ts';
import { analyzeLines } from './lines.ts';
import { analyzeMarkdown } from './markdown.ts';
import type { AnalyzeReport } from './report.ts';
import { analyzeSarif } from './sarif.ts';
import { analyzeText } from './text.ts';

/** The first is the default. */
export const analyzeFormats = [
  'text',
  'json',
  'sarif',
  'github',
  'junit',
  'markdown',
  'html',
  'ndjson',
] as const;

export type AnalyzeFormat = (typeof analyzeFormats)[number];

/** The report in one format. `paint` and the terminal's columns are for those that people see in one. */
export function analyzeReport(
  report: AnalyzeReport,
  format: AnalyzeFormat,
  paint: Paint,
  columns?: number,
): string {
  switch (format) {
    case 'text':
      return analyzeText(report, paint, columns) + partialLine(report.run, paint);
    case 'json':
      return analyzeJson(report);
    case 'sarif':
      return analyzeSarif(report);
    case 'github':
      return analyzeGithub(report) + partialGithub(report.run);
    case 'junit':
      return analyzeJunit(report);
    case 'markdown':
      return analyzeMarkdown(report) + partialMarkdown(report.run);
    case 'html':
      return analyzeHtml(report);
    case 'ndjson':
      return analyzeLines(report);
  }
}
