/** Findings as annotations of a GitHub workflow. */

import { annotationText } from '../github.ts';
import { type AnalyzeReport, redactAll } from './report.ts';

export function analyzeGithub(report: AnalyzeReport): string {
  const redact = redactAll(report);
  return report.findings
    .map(({ rule, level, message, file, range }) =>
      annotationText({
        level: level === 'info' ? 'notice' : level,
        file,
        range,
        title: rule,
        message: redact(message),
      }),
    )
    .join('');
}
