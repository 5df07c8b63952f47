/** Goes through a text line by line, as blocks are written: what is indented more is inside. */
import { beginEntry, isFilled, noteScalar, type OpenLevel, type OpenMap, openLevel } from './open-levels.ts';
import type { TextPlace } from './place.ts';
import {
  found,
  isAt,
  isBlank,
  isRemark,
  isSpace,
  lineEnd,
  nextLine,
  plainText,
  quotedEnd,
  READ_ON,
  type Scan,
  skipBlanks,
  skipProperties,
} from './scan.ts';
import { scanFlow } from './scan-flow.ts';

/** A block scalar whose lines may still go on. */
interface BlockScalar {
  readonly column: number;
  readonly start: number;
}

/** Where a position stands in a text; nothing where nothing can be written, as in remarks. */
export function scannedPlace(text: string, offset: number): TextPlace | undefined {
  const scan: Scan = { text, offset, pos: 0, stack: [], document: 0, place: undefined };
  if (text.startsWith('\uFEFF')) scan.pos = 1;
  let block: BlockScalar | undefined;
  let hasBegun = false;
  while (scan.pos <= text.length) {
    const start = scan.pos;
    if (scan.place !== undefined && start > offset + READ_ON) break;
    const end = lineEnd(text, start);
    const at = skipBlanks(text, start);
    if (at >= end) {
      if (isAt(scan, start, end)) blankLine(scan, start, block);
      scan.pos = nextLine(text, end);
    } else if (isMarker(text, start)) {
      if (scan.place !== undefined) break;
      if (hasBegun && text[start] === '-') scan.document++;
      hasBegun ||= text[start] === '-';
      block = undefined;
      scan.stack.length = 0;
      marker(scan, start, end);
    } else if (isRemark(text, at) || (text[start] === '%' && !hasBegun)) scan.pos = nextLine(text, end);
    else {
      hasBegun = true;
      block = content(scan, at, start);
    }
  }
  return scan.place;
}

function isMarker(text: string, start: number): boolean {
  const isOne = text.startsWith('---', start) || text.startsWith('...', start);
  return isOne && isSpace(text.charCodeAt(start + 3));
}

/** Brackets may stand behind the marker. */
function marker(scan: Scan, start: number, end: number): void {
  const at = skipProperties(scan.text, skipBlanks(scan.text, start + 3));
  if (scan.text[start] === '-' && at < end && /[{["'|>]/.test(scan.text.charAt(at)))
    value(scan, start + 3, -1);
  else scan.pos = nextLine(scan.text, end);
}

/** A line that holds something; answers with the block scalar that begins in it. */
function content(scan: Scan, first: number, lineStart: number): BlockScalar | undefined {
  const { text } = scan;
  const end = lineEnd(text, lineStart);
  const isDash = text[first] === '-' && isSpace(text.charCodeAt(first + 1));
  if (mayContinue(scan, first - lineStart) && (isDash || keyAt(text, first, end) === undefined)) {
    scan.pos = nextLine(text, end);
    return undefined;
  }
  let at = first;
  while (text[at] === '-' && isSpace(text.charCodeAt(at + 1))) {
    dash(scan, at - lineStart);
    const next = skipBlanks(text, at + 1);
    if (next >= end || isRemark(text, next)) {
      if (isAt(scan, at + 1, Math.min(next, end))) emptyValue(scan, true);
      scan.pos = nextLine(text, end);
      return undefined;
    }
    at = next;
  }
  return keyOrValue(scan, at, at - lineStart);
}

/** Whether a line of this indentation may only go on with a plain text that began before. */
function mayContinue({ stack }: Scan, column: number): boolean {
  const around = stack[findOpen(stack, column) - 1];
  if (around === undefined || around.column === undefined || around.column >= column) return false;
  const holds = around.kind === 'list' ? around.holds : around.current?.holds;
  return holds === 'scalar';
}

function keyAt(text: string, at: number, end: number): ReturnType<typeof keyEnd> {
  return keyEnd(text, skipProperties(text, at), end);
}

/** How many of the open levels a line of this indentation leaves open. */
function findOpen(stack: readonly OpenLevel[], column: number): number {
  let left = stack.length;
  while (left > 0 && (stack[left - 1]?.column ?? column) > column) left--;
  return left;
}

function dash({ stack }: Scan, column: number): void {
  stack.length = findOpen(stack, column);
  const around = stack[stack.length - 1];
  if (around?.kind === 'list' && around.column === column) {
    around.index++;
    around.holds = 'nothing';
  } else openLevel(stack, 'list', column);
}

/** The colon behind a key and where the key ends; nothing where no key begins there. */
function keyEnd(
  text: string,
  at: number,
  end: number,
): { readonly end: number; readonly colon: number } | undefined {
  const first = text[at];
  if (first === '"' || first === "'") {
    const close = quotedEnd(text, at, undefined);
    const colon = skipBlanks(text, close);
    return text[colon] === ':' && isSpace(text.charCodeAt(colon + 1)) ? { end: close, colon } : undefined;
  }
  if (first === '{' || first === '[' || first === '|' || first === '>') return undefined;
  for (let colon = text.indexOf(':', at); colon !== -1 && colon < end; colon = text.indexOf(':', colon + 1)) {
    if (!isSpace(text.charCodeAt(colon + 1))) continue;
    const key = text.slice(at, colon).trimEnd();
    return key.includes('#') && /(?:^|\s)#/.test(key) ? undefined : { end: at + key.length, colon };
  }
  return undefined;
}

function keyOrValue(scan: Scan, at: number, column: number): BlockScalar | undefined {
  const { text } = scan;
  const end = lineEnd(text, at);
  const start = skipProperties(text, at);
  const key = keyEnd(text, start, end);
  if (key === undefined) {
    const around = settled(scan, column);
    const isKey = around?.kind === 'map' && around.column === column;
    if (isKey && !/[{["'|>]/.test(text.charAt(start))) return loneWord(scan, start, end);
    return value(scan, start, around?.column ?? -1, true);
  }
  const map = mapAt(scan, column);
  const namespace = { start, end: key.end };
  beginEntry(map, plainText(text, start, key.end), start);
  if (isAt(scan, start, key.end)) found(scan, { at: 'key', namespace, hasColon: true, opensBlock: true });
  return value(scan, key.colon + 1, map.column ?? column);
}

/** The level that a line of this indentation is in, what is inside of that being closed. */
function settled({ stack }: Scan, column: number): OpenLevel | undefined {
  stack.length = findOpen(stack, column);
  const around = stack[stack.length - 1];
  // A key beside the dashes belongs to the map around their list.
  if (around?.kind === 'list' && around.column === column) stack.pop();
  return stack[stack.length - 1];
}

/** The map that a key at a column belongs to. A key that is indented too far is one of the map before it. */
function mapAt(scan: Scan, column: number): OpenMap {
  const around = settled(scan, column);
  if (around?.kind === 'map' && (around.column === column || isFilled(around))) return around;
  const opened = openLevel(scan.stack, 'map', column);
  if (opened.kind !== 'map') throw new Error('a map is a map');
  return opened;
}

/** A key that has no colon yet. */
function loneWord(scan: Scan, start: number, end: number): undefined {
  const namespace = { start, end: plainEnd(scan.text, start, end) };
  if (isAt(scan, namespace.start, namespace.end)) found(scan, { at: 'key', namespace, opensBlock: true });
  scan.pos = nextLine(scan.text, end);
}

/** Where a plain text ends on its line. */
function plainEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !(text[at] === '#' && at > start && isBlank(text.charCodeAt(at - 1)))) at++;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

/** What stands under a key or a dash. @param from behind the colon @param column of the map or list that holds it */
function value(scan: Scan, from: number, column: number, opensBlock = false): BlockScalar | undefined {
  const { text } = scan;
  const end = lineEnd(text, from);
  const start = skipProperties(text, skipBlanks(text, from));
  const first = text[start];
  scan.pos = nextLine(text, end);
  if (start >= end || isRemark(text, start)) {
    if (isAt(scan, from, start >= end ? end : start - 1)) emptyValue(scan, opensBlock);
    return undefined;
  }
  if (first === '|' || first === '>') {
    noteScalar(scan.stack, '');
    return blockScalar(scan, column);
  }
  if (first === '{' || first === '[') {
    scan.pos = start;
    scanFlow(scan, column);
    if (scan.pos > start && text[scan.pos - 1] !== '\n') scan.pos = nextLine(text, scan.pos);
    return undefined;
  }
  const isQuoted = first === '"' || first === "'";
  const last = isQuoted ? quotedEnd(text, start, column) : plainEnd(text, start, end);
  const namespace = { start, end: last };
  if (isAt(scan, start, last)) found(scan, { at: 'value', namespace, opensBlock });
  noteScalar(scan.stack, plainText(text, start, last));
  scan.pos = nextLine(text, last);
  return undefined;
}

function emptyValue(scan: Scan, opensBlock: boolean): void {
  found(scan, { at: 'value', namespace: { start: scan.offset, end: scan.offset }, opensBlock });
}

/** Reads the lines of a block scalar; blank ones behind it are left. */
function blockScalar(scan: Scan, column: number): BlockScalar {
  const { text } = scan;
  const start = scan.pos;
  let last = start;
  for (let line = start; line < text.length; line = nextLine(text, line)) {
    const at = skipBlanks(text, line);
    const end = lineEnd(text, line);
    if (at >= end) continue;
    if (at - line <= column) break;
    last = nextLine(text, line);
    if (column === -1 && isMarker(text, line)) break;
    scan.pos = last;
  }
  if (start <= scan.offset && scan.offset < scan.pos) inBlock(scan, start);
  return { column, start };
}

function inBlock(scan: Scan, start: number): void {
  const { offset } = scan;
  found(scan, {
    at: 'value',
    namespace: { start: offset, end: offset },
    block: { start, end: Math.max(scan.pos, offset) },
  });
}

/** A line without anything: its column says what could begin there. */
function blankLine(scan: Scan, start: number, block: BlockScalar | undefined): void {
  const { offset, stack } = scan;
  const column = offset - start;
  if (block !== undefined && column > block.column) {
    inBlock(scan, block.start);
    return;
  }
  const namespace = { start: offset, end: offset };
  const left = findOpen(stack, column);
  const around = stack[left - 1];
  const inner = stack[left];
  const outer = stack[left - 2];
  if (around?.column === column) {
    if (around.kind === 'map') found(scan, { at: 'key', namespace, opensBlock: true }, stack.slice(0, left));
    else if (outer?.kind === 'map' && outer.column === column)
      found(scan, { at: 'key', namespace, opensBlock: true }, stack.slice(0, left - 1));
    else found(scan, { at: 'entry', namespace, opensBlock: true }, stack.slice(0, left));
  } else if (inner !== undefined) {
    const at = inner.kind === 'map' ? 'key' : 'entry';
    found(scan, { at, namespace, opensBlock: true }, stack.slice(0, left + 1));
  } else if (around === undefined || !isFilled(around))
    found(scan, { at: 'value', namespace, opensBlock: true }, stack.slice(0, left));
}
