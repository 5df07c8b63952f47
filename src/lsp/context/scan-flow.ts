/** Goes through what is written with brackets, JSON included, closed or not. */
import { beginEntry, noteScalar, type OpenLevel, openLevel } from './open-levels.ts';
import {
  found,
  isAt,
  isRemark,
  isSpace,
  lineEnd,
  plainText,
  quotedEnd,
  READ_ON,
  type Scan,
  skipBlanks,
  skipProperties,
} from './scan.ts';

/** What comes next in a map or list. */
type Next = 'key' | 'value' | 'nothing';

interface Frame {
  readonly level: OpenLevel;
  next: Next;
  /** A pair in a list that has no brackets of its own. */
  readonly isPair?: true;
}

/**
 * Reads from a bracket up to the one that closes it. Where it is not closed, and a line begins that belongs to the block
 * around it, that line is where reading goes on.
 *
 * @param column of the block around it; -1 where there is none
 */
export function scanFlow(scan: Scan, column: number): void {
  const depth = scan.stack.length;
  const frames: Frame[] = [];
  do {
    if (!gap(scan, frames[frames.length - 1], column)) break;
    if (scan.place !== undefined && scan.pos > scan.offset + READ_ON) break;
    step(scan, frames, column);
  } while (frames.length > 0 && scan.pos < scan.text.length);
  scan.stack.length = depth;
}

/** Reads over blanks, line breaks and remarks; false where the block around goes on. */
function gap(scan: Scan, frame: Frame | undefined, column: number): boolean {
  const { text } = scan;
  const start = scan.pos;
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 10 && belongsToBlock(text, at + 1, column)) {
      if (start <= scan.offset && scan.offset <= at) metGap(scan, frame);
      scan.pos = at + 1;
      return false;
    }
    if (at < text.length && isSpace(code)) at++;
    else if (isRemark(text, at)) {
      const end = lineEnd(text, at);
      // Nothing is asked for in a remark.
      if (scan.offset > at && scan.offset <= end) frame = undefined;
      at = end;
    } else break;
  }
  const isToken = at < text.length && !/[,:\]}]/.test(text.charAt(at));
  if (start <= scan.offset && (isToken ? scan.offset < at : scan.offset <= at)) metGap(scan, frame);
  scan.pos = at;
  return at < text.length;
}

function metGap(scan: Scan, frame: Frame | undefined): void {
  if (frame === undefined || frame.next === 'nothing') return;
  found(scan, {
    at: frame.next === 'key' ? 'key' : 'value',
    namespace: { start: scan.offset, end: scan.offset },
  });
}

const BLOCK_LINE = /-(?:[ \t]|\r?$)|(?:"[^"\n]*"|'[^'\n]*'|[^\s#"'{}[\],][^\n]*?):(?:[ \t]|\r?$)/my;

/** Whether a line is no part of the brackets: it is not indented more than the block, and it is an entry of a block. */
function belongsToBlock(text: string, start: number, column: number): boolean {
  if (text.startsWith('---', start) && isSpace(text.charCodeAt(start + 3))) return true;
  const at = skipBlanks(text, start);
  if (column < 0 || at - start > column) return false;
  BLOCK_LINE.lastIndex = at;
  return BLOCK_LINE.test(text);
}

function step(scan: Scan, frames: Frame[], column: number): void {
  const { text } = scan;
  scan.pos = skipProperties(text, scan.pos);
  const frame = frames[frames.length - 1];
  const char = text[scan.pos];
  if (char === '{' || char === '[') {
    const kind = char === '{' ? 'map' : 'list';
    if (frame !== undefined) frame.next = 'nothing';
    frames.push({ level: openLevel(scan.stack, kind, undefined), next: kind === 'map' ? 'key' : 'value' });
    scan.pos++;
  } else if (char === '}' || char === ']') {
    close(scan, frames, char === '}' ? 'map' : 'list');
    scan.pos++;
  } else if (char === ',') {
    closePair(scan, frames);
    const around = frames[frames.length - 1];
    if (around !== undefined) comma(around);
    scan.pos++;
  } else if (char === ':' && isSpace(text.charCodeAt(scan.pos + 1))) {
    if (frame?.level.kind === 'map') frame.next = 'value';
    scan.pos++;
  } else if (scan.pos < text.length && frame !== undefined) scalar(scan, frames, frame, column);
  else scan.pos++;
}

function comma(frame: Frame): void {
  if (frame.level.kind === 'map') {
    delete frame.level.current;
    frame.next = 'key';
    return;
  }
  frame.level.index++;
  frame.level.holds = 'nothing';
  frame.next = 'value';
}

/** Closes the innermost bracket of its kind; one that nothing opened is read over. */
function close(scan: Scan, frames: Frame[], kind: OpenLevel['kind']): void {
  const at = frames.findLastIndex(({ level, isPair }) => level.kind === kind && isPair === undefined);
  if (at === -1) return;
  scan.stack.length -= frames.length - at;
  frames.length = at;
}

function closePair(scan: Scan, frames: Frame[]): void {
  if (frames[frames.length - 1]?.isPair === undefined) return;
  frames.pop();
  scan.stack.pop();
}

const PLAIN = /(?:[^,[\]{}:#\r\n]|:(?![\s,[\]{}]|$)|#(?<![ \t]#))+/y;

function scalar(scan: Scan, frames: Frame[], frame: Frame, column: number): void {
  const { text } = scan;
  const start = scan.pos;
  const end = scalarEnd(text, start, column);
  const namespace = { start, end };
  const after = skipBlanks(text, end);
  const isQuoted = text[start] === '"' || text[start] === "'";
  const isKey =
    text[after] === ':' &&
    (isQuoted || isSpace(text.charCodeAt(after + 1)) || /[,[\]{}]/.test(text.charAt(after + 1)));
  scan.pos = end;
  if (frame.level.kind === 'list' && isKey) {
    const level = openLevel(scan.stack, 'map', undefined);
    frames.push({ level, next: 'key', isPair: true });
    frame.next = 'nothing';
    scalarKey(scan, frames[frames.length - 1] ?? frame, namespace, after + 1);
  } else if (frame.level.kind === 'map' && (isKey || frame.next === 'key'))
    scalarKey(scan, frame, namespace, isKey ? after + 1 : undefined);
  else {
    if (isAt(scan, start, end)) found(scan, { at: 'value', namespace });
    noteScalar(scan.stack, plainText(text, start, end));
    frame.next = 'nothing';
  }
}

function scalarEnd(text: string, start: number, column: number): number {
  const char = text[start];
  if (char === '"' || char === "'") return quotedEnd(text, start, column < 0 ? undefined : column);
  PLAIN.lastIndex = start;
  if (!PLAIN.test(text)) return start + 1;
  let end = PLAIN.lastIndex;
  while (end > start + 1 && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

/** @param behind its colon, where it has one */
function scalarKey(
  scan: Scan,
  frame: Frame,
  namespace: { readonly start: number; readonly end: number },
  behind: number | undefined,
): void {
  if (frame.level.kind !== 'map') return;
  const hasColon = behind !== undefined;
  if (isAt(scan, namespace.start, namespace.end)) found(scan, { at: 'key', namespace, hasColon });
  beginEntry(frame.level, plainText(scan.text, namespace.start, namespace.end), namespace.start);
  frame.next = hasColon ? 'value' : 'nothing';
  if (behind !== undefined) scan.pos = behind;
}
