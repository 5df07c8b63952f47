/** A comparison as annotations of a GitHub workflow. */

import { acceptedText, type DiffReport, statementsOf } from '../../present/difference.ts';
import { annotationText } from '../github.ts';

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
    .concat(acceptedNotice(report))
    .join('');
}

function acceptedNotice(report: DiffReport): readonly string[] {
  const text = acceptedText(report);
  return text === undefined ? [] : [`::notice title=cfgtool diff::${text}\n`];
}
