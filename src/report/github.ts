/** Annotations of a GitHub workflow: commands in lines of their own, which the runner shows beside the changed lines. */

import { safeText } from '../present/text.ts';
import { lastLine, type Range } from '../source/lines.ts';

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file: string;
  readonly range?: Range;
  readonly title: string;
  readonly message: string;
}

/** One workflow command with a line break; nothing in a name or message can end it or begin another. */
export function annotationText({ level, file, range, title, message }: Annotation): string {
  const properties = [
    `file=${property(file)}`,
    ...(range === undefined ? [] : placeOf(range)),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

/** Columns count only within one line. */
function placeOf(range: Range): readonly string[] {
  const { start, end } = range;
  const last = lastLine(range);
  const columns =
    last === start.line ? [`col=${start.column}`, `endColumn=${Math.max(end.column, start.column)}`] : [];
  return [`line=${start.line}`, `endLine=${last}`, ...columns];
}

function data(text: string): string {
  return safeText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
