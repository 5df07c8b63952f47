/** Lines and columns of offsets, computed only when something is printed. */
import { lastNotAbove } from './sorted.ts';

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** The last line that a range touches: where it ends before a line's first character, that line is not one of its own. */
export function lastLine({ start, end }: Range): number {
  return Math.max(start.line, end.column === 1 ? end.line - 1 : end.line);
}

/** Offsets into a text: `start` is its first character, `end` the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface LineIndex {
  position(offset: number): Position;
  range(span: Span): Range;
  /** The offset of a line's first character (from 1). */
  start(number: number): number;
  /** The text of a line (from 1), without its line break. */
  line(number: number): string;
  readonly count: number;
}

/** Lines of a text; the table of line starts is built at the first question. */
export function lineIndex(text: string): LineIndex {
  let starts: number[] | undefined;
  const lines = (): number[] => {
    if (starts) return starts;
    const found = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) found.push(at + 1);
    starts = found;
    return found;
  };
  const position = (offset: number): Position => {
    const table = lines();
    const at = lastNotAbove(table, offset);
    return { line: at + 1, column: offset - (table[at] ?? 0) + 1 };
  };
  return {
    position,
    start: (number) => lines()[number - 1] ?? text.length,
    range: (span) => ({ start: position(span.start), end: position(span.end) }),
    line(number) {
      const table = lines();
      const start = table[number - 1];
      if (start === undefined) return '';
      const next = table[number];
      return text.slice(start, next === undefined ? text.length : next - 1).replace(/\r$/, '');
    },
    get count() {
      return lines().length;
    },
  };
}

/** Where the line after an offset begins, by YAML's line breaks (a carriage return alone is one); the end of the text where there is none. */
export function nextLineStart(text: string, offset: number): number {
  LINE_BREAK.lastIndex = offset;
  return LINE_BREAK.test(text) ? LINE_BREAK.lastIndex : text.length;
}

/** The line break that ends right before an offset; empty where none does. */
export function lineBreakBefore(text: string, offset: number): '' | '\n' | '\r' | '\r\n' {
  const last = text[offset - 1];
  if (last === '\n') return text[offset - 2] === '\r' ? '\r\n' : '\n';
  return last === '\r' ? '\r' : '';
}

const LINE_BREAK = /\r\n?|\n/g;
