/** Results cut loose from what they were made from, so that nothing of a file stays in memory once it was worked. */

import { isObject } from '../model/bound.ts';
import { type Data, ExactNumber } from '../source/data.ts';
import type { LineIndex, Range } from '../source/lines.ts';
import { ownText } from '../source/own-text.ts';
import { isNoSecret } from '../source/secret-looks.ts';
import { secretly } from '../source/secret-marks.ts';
import { isCredentialHeader } from '../source/secret-names.ts';
import { setOwn } from '../source/tree.ts';
import type { Redact } from './secrets/redact.ts';
import { count, list, object, optional, type Shape, text } from './shapes.ts';

/** Redacted texts of their own, by what they were made of: names and words that many results share are kept once. */
export type OwnTexts = Map<string, string>;

/**
 * A copy of a result whose texts are redacted and belong to nobody else. What JSON has no word for (symbols, functions,
 * undefined) is left out.
 *
 * @param texts of other results that were made with the same `redact`
 */
export function detached<T>(value: T, redact: Redact, texts: OwnTexts = new Map()): T {
  const shown = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const own = ownText(redact(text));
    texts.set(text, own);
    return own;
  };
  return copied(value, shown, ownText) as T;
}

/**
 * A result that was detached under the names of other files with the same contents: as the file of a place, as the place
 * behind a sentence, and at the beginning of what is said of a running proxy.
 *
 * @param names those of now by those of then
 */
export function renamedFiles<T>(value: T, names: ReadonlyMap<string, string>): T {
  const changed = [...names].filter(([then, now]) => then !== now);
  const sentence = (text: string): string => {
    const proxy = changed.find(([then]) => SAID_OF_A_PROXY.some((verb) => text.startsWith(then + verb)));
    if (proxy !== undefined) return proxy[1] + text.slice(proxy[0].length);
    // In two steps, since a name of now may be one of then.
    const open = changed.reduce((shown, [then], at) => shown.replaceAll(`(${then}:`, `(\0${at}:`), text);
    return changed.reduce((shown, [, now], at) => shown.replaceAll(`(\0${at}:`, () => `(${now}:`), open);
  };
  const inside = (item: unknown, key: string): unknown => {
    if (typeof item === 'string') return key === 'file' ? (names.get(item) ?? item) : sentence(item);
    if (typeof item !== 'object' || item === null || item instanceof ExactNumber) return item;
    if (Array.isArray(item)) return item.map((each) => inside(each, key));
    const object: { [key: string]: unknown } = {};
    for (const [name, each] of Object.entries(item)) setOwn(object, name, inside(each, name));
    return object;
  };
  return changed.length === 0 ? value : (inside(value, '') as T);
}

/** How sentences on the updates of a running proxy go on behind its name. */
const SAID_OF_A_PROXY = [' has ', ' refused '];

/** The part of a value that JSON has words for, every text redacted. */
export function plainData(value: unknown, redact: Redact): Data {
  return copied(value, redact, (text) => text);
}

/** @param shown what becomes of a text @param kept of a key, or the digits of a number */
function copied(value: unknown, shown: Redact, kept: (text: string) => string): Data {
  switch (typeof value) {
    case 'string':
      return shown(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      if (value instanceof ExactNumber) return new ExactNumber(kept(value.text));
      if (Array.isArray(value)) return value.map((item) => copied(item, shown, kept));
      if (!isObject(value)) return null;
      const object: { [key: string]: Data } = {};
      const isNamed = typeof value.key === 'string' && isCredentialHeader(value.key);
      for (const key of Object.keys(value)) {
        const item = value[key];
        if (item === undefined) continue;
        const known =
          isNamed && key === 'value' ? marked(item) : HEADERS.has(key) ? markedHeaders(item) : item;
        setOwn(object, kept(key), copied(known, shown, kept));
      }
      return object;
    }
    default:
      return null;
  }
}

/** What of a request has the names of headers as its keys, or those of runtime values. */
const HEADERS: ReadonlySet<string> = new Set(['headers', 'repeated', 'runtime']);

/** Headers by their names, those that carry a credential marked as secret. */
function markedHeaders(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredentialHeader(name) ? marked(value) : value]),
  );
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  return typeof value === 'string' && !isNoSecret(value) ? secretly(value) : value;
}

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
