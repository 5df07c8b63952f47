/**
 * Rows of the screen: pieces of text with what they are, made safe, fitted to columns and painted. A grapheme is never
 * cut in two: combining marks stay with their letter, and emoji of several code points count once.
 */

import stringWidth from 'string-width';
import { safeLine, wrapped as wrappedByLength } from '../present/text.ts';
import type { Role, Theme } from './theme.ts';

const segmenter = new Intl.Segmenter();
/** Printable ASCII, which is one column a character. */
const NARROW = /^[\x20-\x7e]*$/;

/** The user-perceived characters of a text. */
export function graphemes(text: string): readonly string[] {
  return NARROW.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Columns of a text without control characters, as ink counts them. */
export function displayWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** The text where it fits, otherwise its beginning and `…`; never more columns than `width`. */
export function cut(text: string, width: number): string {
  if (width <= 0) return '';
  if (NARROW.test(text)) return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  return displayWidth(text) <= width ? text : `${columns(text, 0, width - 1)}…`;
}

/** The end of a text after `…`, for what is told apart by its end (paths of files). */
export function cutStart(text: string, width: number): string {
  const whole = displayWidth(text);
  if (width <= 0 || whole <= width) return width <= 0 ? '' : text;
  return `…${columns(text, whole - width + 1, width - 1)}`;
}

/** What stands in `count` columns from column `from` on; a wide character that is half outside gives a space. */
export function columns(text: string, from: number, count: number): string {
  if (NARROW.test(text)) return text.slice(from, from + count);
  let at = 0;
  let shown = '';
  for (const { segment } of segmenter.segment(text)) {
    const width = displayWidth(segment);
    if (at >= from + count && width > 0) break;
    if (at + width > from + count) shown += ' ';
    else if (at >= from) shown += segment;
    else if (at + width > from) shown += ' ';
    at += width;
  }
  return shown;
}

// Text in lines that fit into columns of the screen.

/**
 * Lines of at most so many columns. Unlike those of reports, which keep paths whole for copying, they break wherever
 * they have to: what does not fit on the screen cannot be read at all.
 */
export function wrapped(text: string, width: number): readonly string[] {
  return wrappedByLength(text, width, 'cut').flatMap((line) => chunks(line, width));
}

/** A line in pieces that fit; no character is cut in two. */
function chunks(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line];
  const rows: string[] = [];
  let [row, used] = ['', 0];
  for (const each of graphemes(line)) {
    const wide = displayWidth(each);
    if (used + wide > width && row !== '') {
      rows.push(row);
      [row, used] = ['', 0];
    }
    row += each;
    used += wide;
  }
  return [...rows, row];
}

// Rows of the screen: pieces of text with what they are, fitted to columns and painted.

/** A piece of text, made safe when it is painted. A bare text is plain. */
export type Piece = string | readonly [text: string, role: Role];

/** A row before it is fitted. */
export type PageRow = readonly Piece[];

/**
 * One row of exactly `width` columns with control sequences for the theme. What does not fit is cut with `…`.
 *
 * @param role of the whole row, instead of what its pieces have (a selected row)
 */
export function row(pieces: readonly Piece[], width: number, theme: Theme, role?: Role): string {
  let room = width;
  let text = '';
  for (let index = 0; index < pieces.length && room > 0; index++) {
    const piece = pieces[index] ?? '';
    const raw = safeLine(textOf(piece));
    if (raw === '') continue;
    const wide = displayWidth(raw);
    // A piece that just fits is cut too where more follows, so that nothing vanishes without a sign.
    const isCut = wide > room || (wide === room && hasMore(pieces, index));
    const shown = isCut ? cut(`${raw}  `, room) : raw;
    text += painted(shown, role ?? (typeof piece === 'string' ? 'plain' : piece[1]), theme);
    room -= isCut ? displayWidth(shown) : wide;
    if (isCut) break;
  }
  return room > 0 ? text + painted(' '.repeat(room), role ?? 'plain', theme) : text;
}

function hasMore(pieces: readonly Piece[], index: number): boolean {
  for (let next = index + 1; next < pieces.length; next++) {
    const piece = pieces[next];
    if (piece !== undefined && piece !== '' && piece[0] !== '') return true;
  }
  return false;
}

function painted(text: string, role: Role, theme: Theme): string {
  const [open, close] = theme.marks[role];
  return open === '' ? text : open + text + close;
}

/** What pieces say, without what they look like. */
export function piecesText(pieces: readonly Piece[]): string {
  return pieces.map(textOf).join('');
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece[0];
}

/** Columns of pieces as they are painted. */
export function piecesWidth(pieces: readonly Piece[]): number {
  return displayWidth(safeLine(piecesText(pieces)));
}

/** Pieces with the places marked where what was searched stands. */
export function marked(pieces: readonly Piece[], wanted: string): readonly Piece[] {
  if (wanted === '') return pieces;
  return pieces.flatMap((piece) =>
    matched(textOf(piece), wanted, typeof piece === 'string' ? 'plain' : piece[1]),
  );
}

/** A row of a list, with its sign where the cursor is on it. @param isUnder whether it is */
export function listRow(pieces: readonly Piece[], isUnder: boolean, width: number, theme: Theme): string {
  return isUnder ? row(['▌', ...pieces], width, theme, 'selected') : row([' ', ...pieces], width, theme);
}

/** Pieces on the left and on the right of a row; the left ones give way. */
export function spread(
  left: readonly Piece[],
  right: readonly Piece[],
  width: number,
  theme: Theme,
  role?: Role,
): string {
  const wide = piecesWidth(right);
  if (wide === 0 || wide > width / 2) return row(left, width, theme, role);
  return row(left, width - wide, theme, role) + row(right, wide, theme, role);
}

/** Exactly `count` rows: what is missing is blank, what is too much is left out. */
export function filled(rows: readonly string[], count: number, width: number): readonly string[] {
  if (rows.length === count) return rows;
  if (rows.length > count) return rows.slice(0, count);
  const blank = ' '.repeat(Math.max(0, width));
  return [...rows, ...new Array<string>(count - rows.length).fill(blank)];
}

/** Panes beside each other, with a line between them. @param panes each with rows of its own exact width, all with as many */
export function besideEachOther(panes: readonly (readonly string[])[], theme: Theme): readonly string[] {
  const [first = [], ...others] = panes;
  const line = painted('│', 'border', theme);
  return first.map((left, at) => others.reduce((text, pane) => text + line + (pane[at] ?? ''), left));
}

/** A text with the places marked where what was searched stands; upper and lower case are the same. */
export function matched(text: string, wanted: string, role: Role): readonly Piece[] {
  if (wanted === '' || text === '') return [[text, role]];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [[text, role]];
  const pieces: Piece[] = [];
  const needle = wanted.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, from)) {
    pieces.push([text.slice(from, at), role], [text.slice(at, at + needle.length), 'match']);
    from = at + needle.length;
  }
  return [...pieces, [text.slice(from), role]];
}
