/** The lines of a file with their numbers, with marks and notes at those that something is said about. */
import type { ShownLines } from '../../results/kept-lines.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { grouped } from '../../source/grouped.ts';
import { type Allowance, takeLine } from './allowance.ts';
import { codeLength, codeLine } from './code-line.ts';
import type { PageLevel } from './levels.ts';

/** Something said about a place of a file. */
export interface Note {
  readonly level: PageLevel;
  /** From 1. */
  readonly line: number;
  /** The last line that it is about. */
  readonly last: number;
  readonly column: number;
  /** A line of its own below the line, as HTML; none where the place is only shown. */
  readonly html?: string;
}

export interface ListedFile {
  readonly lines: ShownLines;
  readonly redact: Redact;
}

/** Which lines of a file are shown. */
export interface ListingPlan {
  /** From 1, in order, apart from each other; `to` is shown too. */
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
  readonly notes: readonly Note[];
  /** Before the id of each line: `L0` for `L0-41`. */
  readonly prefix: string;
}

/** Files up to so many lines are shown whole. */
const WHOLE = 1500;
const CONTEXT = 4;
/** So many lines of a long place are marked. */
const MARKED = 40;

/** Chooses the lines, as far as the page has room for them. */
export function planListing(
  { lines }: ListedFile,
  notes: readonly Note[],
  prefix: string,
  allowance: Allowance,
): ListingPlan {
  const wanted = lines.count <= WHOLE ? [{ from: 1, to: lastLine(lines) }] : aroundNotes(lines, notes);
  const columns = columnsByLine(notes);
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of wanted) {
    let start = from;
    let line = from;
    const close = (): void => {
      if (line > start) stretches.push({ from: start, to: line - 1 });
    };
    for (; line <= to; line++) {
      if (lines.has?.(line) === false) {
        close();
        start = line + 1;
      } else if (!takeLine(allowance, codeLength(lines.line(line), columns.get(line)?.length ?? 0))) break;
    }
    close();
    if (line <= to) break;
  }
  return { stretches, notes, prefix };
}

/** The last line that is one: not what is behind the last line break. */
function lastLine(lines: ShownLines): number {
  return lines.count > 1 && lines.line(lines.count) === '' ? lines.count - 1 : lines.count;
}

function aroundNotes(lines: ShownLines, notes: readonly Note[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { line, last } of notes.toSorted((left, right) => left.line - right.line)) {
    const from = Math.max(1, line - CONTEXT);
    const to = Math.min(lastLine(lines), Math.min(last, line + MARKED) + CONTEXT);
    const before = found.at(-1);
    if (before !== undefined && from <= before.to + 1) before.to = Math.max(before.to, to);
    else found.push({ from, to });
  }
  return found;
}

function columnsByLine(notes: readonly Note[]): ReadonlyMap<number, readonly number[]> {
  const columns = new Map<number, number[]>();
  for (const { line, column } of notes) {
    const known = columns.get(line);
    if (known === undefined) columns.set(line, [column]);
    else known.push(column);
  }
  return columns;
}

/** The id of a line, where it is shown. */
export function lineId({ stretches, prefix }: ListingPlan, line: number): string | undefined {
  let low = 0;
  let high = stretches.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const stretch = stretches[middle];
    if (stretch === undefined) return undefined;
    if (line < stretch.from) high = middle - 1;
    else if (line > stretch.to) low = middle + 1;
    else return `${prefix}-${line}`;
  }
  return undefined;
}

/** The listing as HTML. */
export function listing({ lines, redact }: ListedFile, plan: ListingPlan): string {
  const { stretches, notes, prefix } = plan;
  const columns = columnsByLine(notes);
  const marks = marksOf(notes);
  const below = new Map<number, string[]>();
  for (const { line, html } of notes) {
    if (html === undefined) continue;
    const known = below.get(line);
    if (known === undefined) below.set(line, [html]);
    else known.push(html);
  }
  const rows: string[] = [];
  let next = 1;
  for (const { from, to } of stretches) {
    if (from > next) rows.push(gap(from - next));
    for (let line = from; line <= to; line++) {
      const mark = marks.get(line);
      const code = codeLine(lines.line(line), redact, columns.get(line));
      rows.push(
        `<div class="line${mark === undefined ? '' : ` in ${mark}`}" id="${prefix}-${line}"><a href="#${prefix}-${line}">${line}</a><code>${code}</code></div>`,
        ...(below.get(line) ?? []),
      );
    }
    next = to + 1;
  }
  const left = lastLine(lines) - next + 1;
  if (left > 0) rows.push(gap(left));
  return `<div class="listing">${rows.join('\n')}</div>`;
}

/** What stands for lines that are not shown. */
function gap(count: number): string {
  return `<div class="gap">${grouped(count)} ${count === 1 ? 'line' : 'lines'} left out</div>`;
}

const GRAVITY: { readonly [level in PageLevel]: number } = {
  error: 4,
  breaking: 4,
  warning: 3,
  info: 2,
  cosmetic: 1,
};

/** The most severe level at each line that something is said about. */
function marksOf(notes: readonly Note[]): ReadonlyMap<number, PageLevel> {
  const marks = new Map<number, PageLevel>();
  for (const { level, line, last } of notes) {
    for (let at = line; at <= Math.min(last, line + MARKED); at++) {
      const known = marks.get(at);
      if (known === undefined || GRAVITY[known] < GRAVITY[level]) marks.set(at, level);
    }
  }
  return marks;
}
