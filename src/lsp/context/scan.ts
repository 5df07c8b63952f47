/** What the scanners of blocks and of brackets share: the text, how far it was read, and the place once it is found. */
import type { Span } from '../../source/lines.ts';
import { levelsNow, type OpenLevel } from './open-levels.ts';
import type { TextPlace } from './place.ts';

/** So many characters behind a position are looked at for more keys of the maps around it. */
export const READ_ON = 50_000;

export interface Scan {
  readonly text: string;
  /** The position that is asked for. */
  readonly offset: number;
  /** How far the text was read. */
  pos: number;
  readonly stack: OpenLevel[];
  document: number;
  place: TextPlace | undefined;
}

/** What is known of a place when its token is met. */
interface Met {
  readonly at: TextPlace['at'];
  readonly namespace: Span;
  readonly hasColon?: boolean;
  readonly opensBlock?: boolean;
  readonly block?: Span;
}

/** The position lies in what was just met. */
export function found(scan: Scan, met: Met, stack: readonly OpenLevel[] = scan.stack): void {
  const { at, namespace, hasColon = false, opensBlock = false, block } = met;
  scan.place ??= {
    levels: levelsNow(stack, at === 'key'),
    at,
    namespace,
    hasColon,
    opensBlock,
    document: scan.document,
    shift: 0,
    ...(block === undefined ? {} : { block }),
  };
}

export function isAt({ offset }: Scan, start: number, end: number): boolean {
  return start <= offset && offset <= end;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, from: number): number {
  const next = text.indexOf('\n', from);
  const end = next === -1 ? text.length : next;
  return end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

/** Where the next line begins; past the end of the text behind the last one. */
export function nextLine(text: string, from: number): number {
  const next = text.indexOf('\n', from);
  return next === -1 ? text.length + 1 : next + 1;
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** A blank, a line break or the end of the text. */
export function isSpace(code: number): boolean {
  return isBlank(code) || code === 10 || code === 13 || Number.isNaN(code);
}

const PROPERTY = /[&!][^\s,[\]{}]*(?=\s|$)/y;

/** Behind the anchors and tags that stand before a value. */
export function skipProperties(text: string, from: number): number {
  let at = from;
  for (;;) {
    const first = text[at];
    if (first !== '&' && first !== '!') return at;
    PROPERTY.lastIndex = at;
    if (!PROPERTY.test(text)) return at;
    at = skipBlanks(text, PROPERTY.lastIndex);
  }
}

/** Whether a remark begins there. */
export function isRemark(text: string, at: number): boolean {
  return text[at] === '#' && (at === 0 || isSpace(text.charCodeAt(at - 1)));
}

/** What is behind a closing quote where it is one. */
const BEHIND_QUOTE = /[ \t]*(?:$|[,:}\]]|[ \t]#)/my;

/**
 * Where a text in quotes ends, its closing quote included. One that is not closed yet ends with its line.
 *
 * @param column lines of it are indented more; undefined where it is one line
 */
export function quotedEnd(text: string, start: number, column: number | undefined): number {
  const quote = text[start];
  const end = lineEnd(text, start);
  let isFirst = true;
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && quote === '"') at++;
    else if (char === quote) {
      if (quote === "'" && text[at + 1] === "'") {
        at++;
        continue;
      }
      BEHIND_QUOTE.lastIndex = at + 1;
      return isFirst || BEHIND_QUOTE.test(text) ? at + 1 : end;
    } else if (char === '\n') {
      if (column === undefined || !goesOn(text, at + 1, column)) return end;
      isFirst = false;
    }
  }
  return end;
}

/** Whether a line is blank or indented more than what holds it. */
function goesOn(text: string, start: number, column: number): boolean {
  const at = skipBlanks(text, start);
  return at >= lineEnd(text, start) || at - start > column;
}

/** What a token says, without its quotes; escapes are of no matter to names. */
export function plainText(text: string, start: number, end: number): string {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return text.slice(start, end);
  const last = end > start + 1 && text[end - 1] === quote ? end - 1 : end;
  const inner = text.slice(start + 1, last);
  if (quote === "'") return inner.replaceAll("''", "'");
  return inner.includes('\\') ? unescaped(inner) : inner;
}

function unescaped(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}
