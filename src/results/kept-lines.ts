/** The few lines of a file that its report shows, kept so that the file itself need not be. */
import type { LineIndex, Range } from '../source/lines.ts';
import { ownText } from '../source/own-text.ts';
import type { Redact } from './secrets/redact.ts';
import { count, list, object, optional, type Shape, text } from './shapes/shape.ts';

/** What excerpts need of a file. */
export interface ShownLines extends Pick<LineIndex, 'line' | 'count'> {
  /** Whether a line (from 1) is known; all are where this is absent. */
  has?(number: number): boolean;
}

/** A line, or the part of a long one around a place. */
interface KeptLine {
  /** From 1. */
  readonly line: number;
  /** How many characters of the line stand before the part. */
  readonly skipped?: number;
  readonly text: string;
}

export interface KeptLines {
  /** Lines in the whole file. */
  readonly count: number;
  /** In the order of the file. */
  readonly lines: readonly KeptLine[];
}

export const NO_LINES: KeptLines = { count: 0, lines: [] };

/** Longer lines, such as those of minified JSON, are kept in part. */
const LONG = 1000;
/** Characters that are kept before and behind a place in a long line. */
const AROUND = 300;

/**
 * The lines of places, one before and one behind each.
 *
 * @param most lines of one place
 */
export function keepLines(
  lines: ShownLines,
  ranges: readonly Range[],
  redact: Redact,
  most: number,
): KeptLines {
  const wanted = new Map<number, number[]>();
  for (const { start, end } of ranges) {
    const to = Math.min(lines.count, end.line + 1, start.line + most);
    for (let line = Math.max(1, start.line - 1); line <= to; line++) {
      const columns = wanted.get(line);
      const column = line === start.line ? start.column : 1;
      if (columns === undefined) wanted.set(line, [column]);
      else columns.push(column);
    }
  }
  const numbers = [...wanted.keys()].sort((left, right) => left - right);
  return {
    count: lines.count,
    lines: numbers.flatMap((line) => partsOf(line, redact(lines.line(line)), wanted.get(line) ?? [])),
  };
}

function partsOf(line: number, whole: string, columns: readonly number[]): KeptLine[] {
  if (whole.length <= LONG) return [{ line, text: ownText(whole) }];
  const parts: { from: number; to: number }[] = [];
  for (const column of [...columns].sort((left, right) => left - right)) {
    const from = Math.max(0, column - AROUND);
    const to = Math.min(whole.length, column + AROUND);
    const last = parts.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else parts.push({ from, to });
  }
  return parts.map(({ from, to }) => ({ line, skipped: from, text: ownText(whole.slice(from, to)) }));
}

/** Kept lines as reports ask for them; a line that was not kept is empty. */
export function shownLines({ count: total, lines }: KeptLines): ShownLines {
  const byNumber = new Map<number, KeptLine[]>();
  for (const part of lines) {
    const parts = byNumber.get(part.line);
    if (parts === undefined) byNumber.set(part.line, [part]);
    else parts.push(part);
  }
  let last = { number: 0, text: '' };
  return {
    count: total,
    has: (number) => byNumber.has(number),
    line(number) {
      // Asked again and again where a whole file stands on one line.
      if (last.number !== number) last = { number, text: joined(byNumber.get(number) ?? []) };
      return last.text;
    },
  };
}

function joined(parts: readonly KeptLine[]): string {
  let text = '';
  for (const part of parts) text = text.padEnd(part.skipped ?? 0) + part.text;
  return text;
}

export const keptLines: Shape<KeptLines> = object({
  count,
  lines: list(object({ line: count, skipped: optional(count), text })),
});
