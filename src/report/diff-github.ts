/** A comparison as annotations of a GitHub workflow. */
import type { DiffReport } from './diff.ts';
import { statementsOf } from './diff-checks.ts';
import { annotationText } from './github.ts';

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
