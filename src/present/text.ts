/** Text for terminals: made safe, painted, wrapped, put beside labels, cut out of files. */
import type { ShownLines } from '../results/detached.ts';
import type { Redact } from '../results/secrets/redact.ts';
import { type Data, ExactNumber } from '../source/data.ts';
import { lastLine, type Range } from '../source/lines.ts';

/** Control characters but tab and line break, marks that reorder or hide text, line separators. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|[\u{e0000}-\u{e007f}]/gu;

/** Safe text that may have several lines; tabs stay. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Safe text within one line: line breaks and tabs are escaped too. */
export function safeLine(text: string): string {
  return safeText(text).replace(/[\n\t]/g, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text whose quoted parts know the escape `\u001b` (JSON, YAML), with such escapes for what steers or hides. */
export function escapedUnsafe(text: string): string {
  return text.replace(INVISIBLE, escaped);
}

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const unpainted = (text: string): string => text;

export const noPaint: Paint = {
  bold: unpainted,
  dim: unpainted,
  red: unpainted,
  green: unpainted,
  yellow: unpainted,
  cyan: unpainted,
};

function code(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`);
}

export const ansiPaint: Paint = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  yellow: code(33, 39),
  cyan: code(36, 39),
};

/**
 * Lines of at most the width, as far as they can be: a list is cut after its commas, and names, paths and URLs stay
 * whole, so that they can be read, searched, copied and clicked. A short quoted name stays whole with its spaces.
 *
 * @param names `cut` where lines have to fit, as in the columns of a table: longer names are cut after a comma, dot or
 * underscore or before a capital, and else anywhere; paths and URLs are not
 */
export function wrapped(text: string, width: number, names: 'whole' | 'cut' = 'whole'): readonly string[] {
  const words =
    names === 'whole'
      ? wordsOf(text, width).flatMap((each) => listPieces(each, width))
      : text.split(' ').flatMap((each) => namePieces(each, width));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const joiner = word.glued || line === '' ? '' : ' ';
    if (line !== '' && line.length + joiner.length + word.text.length > width) {
      lines.push(line);
      line = word.text;
    } else line += joiner + word.text;
  }
  lines.push(line);
  return lines;
}

/** Longest quoted text that stays in one line. */
const MAX_QUOTED = 40;

function wordsOf(text: string, width: number): readonly string[] {
  const longest = Math.min(MAX_QUOTED, Math.floor(width / 2));
  const parts = text.split(' ');
  const words: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    let word = parts[at] ?? '';
    // An opening quote that a word of the next few closes.
    if (/^\(?"[^"]*$/.test(word))
      for (let end = at + 1, quoted = word; end < parts.length; end++) {
        quoted += ` ${parts[end]}`;
        if (quoted.length > longest) break;
        if (!parts[end]?.includes('"')) continue;
        word = quoted;
        at = end;
        break;
      }
    words.push(word);
  }
  return words;
}

interface Piece {
  readonly text: string;
  /** Belongs to the piece before it, without a space. */
  readonly glued: boolean;
}

function listPieces(word: string, width: number): readonly Piece[] {
  if (word.length <= width || /[/"]/.test(word)) return [{ text: word, glued: false }];
  return word.split(/(?<=,)/).map((text, index) => ({ text, glued: index > 0 }));
}

function namePieces(word: string, width: number): readonly Piece[] {
  if (word.length <= width || word.includes('/')) return [{ text: word, glued: false }];
  const parts = word
    .split(/(?<=[._,])|(?<=[a-z0-9])(?=[A-Z])/)
    .flatMap((part) => part.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
  return parts.map((text, index) => ({ text, glued: index > 0 }));
}

/** A paragraph beside a label. */
export interface Entry {
  readonly text: string;
  /** Applied to each line after wrapping, so that colours do not count as width. */
  readonly paint?: (line: string) => string;
  /** Put before the first line; the others are indented by as much. */
  readonly bullet?: string;
}

const LABEL = 14;
const WIDTH = 80;

/** Entries under one label; nothing where there are none. */
export function labelled(
  label: string,
  entries: readonly Entry[],
  paintLabel: (text: string) => string,
): readonly string[] {
  return entries.flatMap(({ text, paint = (line) => line, bullet = '' }, index) =>
    wrapped(text, WIDTH - LABEL - bullet.length).map((line, row) => {
      const head =
        index === 0 && row === 0 ? paintLabel(label) + ' '.repeat(LABEL - label.length) : ' '.repeat(LABEL);
      return `${head}${row === 0 ? bullet : ' '.repeat(bullet.length)}${paint(line)}`;
    }),
  );
}

/** A text of its own, in lines of the same width. */
export function paragraph(text: string, paint: (line: string) => string): readonly string[] {
  return wrapped(text, WIDTH).map(paint);
}

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

/** Longest text of a value. */
const LONGEST = 110;

/** As YAML would write it in one line, shortened in the middle of nothing: what does not fit is said with `…`. */
export function shortValue(value: Data): string {
  const text = flow(value, LONGEST + 1);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function flow(value: Data, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return String(value);
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let length = 2;
  // The type of what follows says least.
  const entries = Object.entries(value).sort(
    ([one], [other]) => Number(one === '@type') - Number(other === '@type'),
  );
  for (const [key, item] of isList ? Object.entries(value) : entries) {
    if (length > room) break;
    const part = isList ? flow(item, room - length) : `${key}: ${flow(item, room - length)}`;
    parts.push(part);
    length += part.length + 2;
  }
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
