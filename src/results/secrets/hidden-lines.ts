/** The lines of a file in which secrets stand, each with them hidden where they stand. */
import { REDACTED } from '../../model/secrets.ts';
import type { LineIndex, Span } from '../../source/lines.ts';

/** A line of a file that shows secrets, and what is shown of it. */
export interface HiddenLine {
  readonly line: string;
  readonly shown: string;
}

interface Shown {
  readonly lines: readonly HiddenLine[];
  /** The text without its secrets. */
  readonly open: string;
}

/** @param spans where secrets stand in the text, in any order */
export function hiddenLines(
  { text, lines }: { readonly text: string; readonly lines: LineIndex },
  spans: readonly Span[],
): Shown {
  const byLine = new Map<number, Span[]>();
  const open: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((left, right) => left.start - right.start)) {
    const last = lines.position(Math.max(start, end - 1)).line;
    for (let line = lines.position(start).line; line <= last; line++) {
      const offset = lines.start(line);
      const own = byLine.get(line);
      const part = { start: Math.max(0, start - offset), end: end - offset };
      if (own === undefined) byLine.set(line, [part]);
      else own.push(part);
    }
    if (start > from) open.push(text.slice(from, start));
    from = Math.max(from, end);
  }
  open.push(text.slice(from));
  return {
    lines: [...byLine].map(([number, parts]) => {
      const line = lines.line(number);
      return { line, shown: withoutParts(line, parts) };
    }),
    open: open.join('\n'),
  };
}

/** @param parts in the order in which they begin */
function withoutParts(line: string, parts: readonly Span[]): string {
  let shown = '';
  let from = 0;
  for (const part of parts) {
    const { start, end } = inner(line, part);
    if (end <= from || start >= end) continue;
    if (start >= from) shown += line.slice(from, start) + REDACTED;
    from = end;
  }
  return shown + line.slice(from);
}

/** A part without the blanks and quotes around it; nothing of the head of a block. */
function inner(line: string, part: Span): Span {
  let { start, end } = { start: part.start, end: Math.min(part.end, line.length) };
  while (start < end && /\s/.test(line.charAt(start))) start++;
  while (start < end && /\s/.test(line.charAt(end - 1))) end--;
  if (/^[|>][-+\d]*$/.test(line.slice(start, end))) return { start, end: start };
  if (/["']/.test(line.charAt(start)) && end - start > 1) {
    const isClosed = line.charAt(end - 1) === line.charAt(start) && part.end <= line.length;
    return { start: start + 1, end: isClosed ? end - 1 : end };
  }
  return { start, end };
}
