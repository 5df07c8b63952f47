/** Findings as annotations of a GitHub workflow. */

import { type AnalyzeReport, redactAll } from '../../present/finding.ts';
import { annotationText } from '../github.ts';

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
