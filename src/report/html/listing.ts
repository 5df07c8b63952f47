/** The lines of files on a page: with marks and notes at those that something is said about, within the room that the page has, and links that lead to them. */
import type { Place } from '../../model/place.ts';
import { htmlText, type PageLevel, type Show } from '../../present/html.ts';
import type { ShownLines } from '../../results/detached.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { grouped } from '../../source/counted.ts';

/** How much room a page has left for lines of files; what does not fit is counted and said. */
export interface Allowance {
  lines: number;
  characters: number;
}

/** Enough for any file that a person reads through; a page stays within a few megabytes. */
export function startAllowance(): Allowance {
  return { lines: 8000, characters: 1_200_000 };
}

/** Whether there is room for a line of so many characters; it is taken where there is. */
export function takeLine(allowance: Allowance, characters: number): boolean {
  if (allowance.lines < 1 || allowance.characters < characters) return false;
  allowance.lines--;
  allowance.characters -= characters;
  return true;
}

/** Longer lines are shown in parts. */
const WHOLE = 400;
const BEFORE = 60;
const BEHIND = 180;
/** Parts of one line that are shown at most. */
const MAX_PARTS = 30;

/**
 * @param columns from 1, where something of interest begins
 * @returns HTML, and how many characters of the line it shows
 */
export function codeLine(text: string, redact: Redact, columns: readonly number[] = []): string {
  const shown = redact(text);
  if (shown.length <= WHOLE) return coloured(shown);
  const parts: { from: number; to: number }[] = [];
  for (const column of [...(columns.length === 0 ? [1] : columns)].sort((left, right) => left - right)) {
    const from = Math.max(0, column - 1 - BEFORE);
    const to = Math.min(shown.length, column - 1 + BEHIND);
    const last = parts.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (parts.length < MAX_PARTS) parts.push({ from, to });
  }
  let at = 0;
  let html = '';
  for (const { from, to } of parts) {
    html += leftOut(from - at) + htmlText(shown.slice(from, to));
    at = to;
  }
  return html + leftOut(shown.length - at);
}

/** How many characters {@link codeLine} shows of a line at most. */
export function codeLength(text: string, columns: number): number {
  return Math.min(text.length, WHOLE + Math.min(columns, MAX_PARTS) * (BEFORE + BEHIND));
}

function leftOut(count: number): string {
  return count <= 0
    ? ''
    : `<span class="cut">… ${grouped(count)} ${count === 1 ? 'character' : 'characters'} …</span>`;
}

/** Comments and keys stand back or out a little; a line that is not clearly one or the other stays plain. */
const KEYED = /^([ \t]*(?:- )*)("?[\w.@:-]{1,80}?"?)(:(?: .*)?)$/;

function coloured(text: string): string {
  const start = text.search(/\S/);
  if (start !== -1 && (text[start] === '#' || text.startsWith('//', start)))
    return `<i>${htmlText(text)}</i>`;
  const keyed = KEYED.exec(text);
  if (keyed === null) return withComment(text);
  const [, indent = '', key = '', rest = ''] = keyed;
  return `${htmlText(indent)}<b>${htmlText(key)}</b>${withComment(rest)}`;
}

/** A comment at the end of a line that holds no quotes. */
function withComment(text: string): string {
  const at = text.lastIndexOf(' #');
  if (at === -1 || /["']/.test(text.slice(0, at))) return htmlText(text);
  return `${htmlText(text.slice(0, at))}<i>${htmlText(text.slice(at))}</i>`;
}

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
const WHOLE_FILE = 1500;
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
  const wanted = lines.count <= WHOLE_FILE ? [{ from: 1, to: lastLine(lines) }] : aroundNotes(lines, notes);
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

/** The plans of all files that the page shows lines of, by name. */
export type Plans = ReadonlyMap<string, ListingPlan>;

type InFile = Pick<Place, 'file' | 'range'>;

/** The line of a place as the value of `href`; undefined where the page does not show it. */
export function lineTarget(plans: Plans, { file, range }: InFile): string | undefined {
  const plan = plans.get(file);
  const id = plan === undefined ? undefined : lineId(plan, range.start.line);
  return id === undefined ? undefined : `#${id}`;
}

/** `front.yaml:41:5`, a link where the page shows the line. */
export function placeLink(plans: Plans, place: InFile, show: Show): string {
  const { line, column } = place.range.start;
  const text = `${show(place.file)}:${line}:${column}`;
  const target = lineTarget(plans, place);
  return target === undefined
    ? `<span class="place">${text}</span>`
    : `<a class="place" href="${target}">${text}</a>`;
}

/** What tells a value of the input: the file, the document in it, and the pointer. */
function keyOf({ file, document, embedded }: Partial<Place>, pointer: string): string {
  return JSON.stringify([file, document ?? 0, embedded ?? '', pointer]);
}

/** For each value the first of the findings at it or within it. */
export function findingsWithin(
  findings: readonly { readonly place: Place; readonly id: string }[],
): (place: Partial<Place>) => string | undefined {
  const ids = new Map<string, { readonly id: string; readonly depth: number }>();
  for (const { place, id } of findings) {
    let pointer = place.pointer;
    for (let depth = 0; ; depth++) {
      const key = keyOf(place, pointer);
      const known = ids.get(key);
      // One about the value itself wins over one within it.
      if (known === undefined || depth < known.depth) ids.set(key, { id, depth });
      const slash = pointer.lastIndexOf('/');
      if (slash === -1) break;
      pointer = pointer.slice(0, slash);
    }
  }
  return (place) => (place.pointer === undefined ? undefined : ids.get(keyOf(place, place.pointer))?.id);
}
