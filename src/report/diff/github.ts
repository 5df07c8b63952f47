/** A comparison as annotations of a GitHub workflow. */

import { annotationText } from '../github.ts';
import { statementsOf } from './checks.ts';
import type { DiffReport } from './report.ts';

const LEVELS = { breaking: 'error', warning: 'warning', info: 'notice', cosmetic: 'notice' } as const;

export function diffGithub(report: DiffReport): string {
  return statementsOf(report)
    .map(({ rule, level, message, file, range }) =>
      annotationText({
        level: LEVELS[level],
        file,
        title: rule,
        message: report.redact(message),
        ...(range === undefined ? {} : { range }),
      }),
    )
    .join('');
}
