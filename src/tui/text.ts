/**
 * Rows of the screen: pieces of text with what they are, made safe, fitted to columns and painted. A grapheme is never
 * cut in two: combining marks stay with their letter, and emoji of several code points count once.
 */

import { safeLine, wrapped as wrappedByLength } from '../present/text.ts';
import type { Role, Theme } from './theme.ts';

/** Wide and full-width characters (Unicode East Asian Width W and F), as ranges. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f54e],
  [0x1f550, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6dc, 0x1f6df],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f7f0, 0x1f7f0],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Printable ASCII, which is one column a character. */
const NARROW = /^[\x20-\x7e]*$/;
/** Characters of no width of their own: marks, joiners, variation selectors. */
const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u;
/** Emoji of one or more code points; the flag is newer than the language that is compiled for. */
const EMOJI_PATTERN = '^\\p{RGI_Emoji}$';
const EMOJI = new RegExp(EMOJI_PATTERN, 'v');

/** The user-perceived characters of a text. */
export function graphemes(text: string): readonly string[] {
  return NARROW.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Columns of a text without control characters. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): 0 | 1 | 2 {
  const code = grapheme.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f && grapheme.length === 1) return 1;
  if (NO_WIDTH.test(grapheme)) return 0;
  if (isWide(code)) return 2;
  // An emoji of one code point is among the wide ones; the pattern takes long to be compiled at its first use.
  const isOne = grapheme.length === (code > 0xffff ? 2 : 1);
  return !isOne && EMOJI.test(grapheme) ? 2 : 1;
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  let low = 0;
  let high = WIDE.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = WIDE[middle] ?? [0, 0];
    if (code < from) high = middle - 1;
    else if (code > to) low = middle + 1;
    else return true;
  }
  return false;
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
    const width = graphemeWidth(segment);
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
