/** The formats of an analysis. A new one is a file beside this one and a line here. */

import type { Level } from '../../model/problem.ts';
import { type AnalyzeReport, fromLevel } from '../../present/finding.ts';
import { analyzeHtml } from '../html/analyze-page.ts';
import { partialGithub, partialLine, partialMarkdown } from '../run.ts';
import { analyzeGithub } from './github.ts';
import { analyzeJson } from './json.ts';
import { analyzeJunit } from './junit.ts';
import { analyzeLines } from './lines.ts';
import { analyzeMarkdown } from './markdown.ts';
import { analyzeSarif } from './sarif.ts';
import { analyzeText, type TextOptions } from './text.ts';

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

export interface AnalyzeReportOptions extends TextOptions {
  /** What is below is left out of what people read; programs get everything. */
  readonly minLevel?: Level | undefined;
}

/** The formats that stay complete. */
const COMPLETE: ReadonlySet<AnalyzeFormat> = new Set(['json', 'sarif', 'ndjson']);

/** The report in one format. */
export function analyzeReport(
  whole: AnalyzeReport,
  format: AnalyzeFormat,
  options: AnalyzeReportOptions,
): string {
  const { paint, minLevel } = options;
  const report = minLevel === undefined || COMPLETE.has(format) ? whole : fromLevel(whole, minLevel);
  switch (format) {
    case 'text':
      return analyzeText(report, options) + partialLine(report.run, paint);
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
