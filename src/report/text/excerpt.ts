/** The lines of a file around a place, with the place marked. */

import type { ShownLines } from '../../results/kept-lines.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { lastLine, type Range } from '../../source/lines.ts';
import type { Paint } from './paint.ts';
import { safeLine } from './safe-text.ts';

export interface ExcerptOptions {
  readonly paint: Paint;
  readonly redact: Redact;
  /** Columns that a line may take. */
  readonly width: number;
}

/** Lines of the place that are shown at most. */
const MAX_LINES = 3;

/** One line before the place, its first lines with a mark, one line after it. */
export function excerpt(
  lines: ShownLines,
  range: Range,
  { paint, redact, width }: ExcerptOptions,
): readonly string[] {
  const { start } = range;
  const last = lastLine(range);
  const shownLast = Math.min(last, start.line + MAX_LINES - 1);
  const from = Math.max(1, start.line - 1);
  const to = Math.min(lines.count, last > shownLast ? shownLast : last + 1);
  const digits = String(to).length;
  const room = width - digits - 5;
  // Of a line longer than the terminal the part with the place is shown.
  const left =
    lines.line(start.line).length > room ? Math.max(0, start.column - 1 - Math.floor(room / 3)) : 0;
  const shown: string[] = [];
  for (let line = from; line <= to; line++) {
    const part = redact(lines.line(line)).slice(left, left + room);
    const text = safeLine(part.replaceAll('\t', '  ')).slice(0, room);
    if (text.trim() === '' && line !== start.line) continue;
    const inside = line >= start.line && line <= last;
    const number = String(line).padStart(digits);
    shown.push(
      inside
        ? `${paint.red('>')} ${paint.bold(number)} ${paint.dim('│')} ${text}`
        : `  ${paint.dim(`${number} │ ${text}`)}`,
    );
  }
  if (last > shownLast) shown.push(`  ${paint.dim(`${' '.repeat(digits)} ┆ to line ${last}`)}`);
  return shown.map((line) => line.trimEnd());
}
