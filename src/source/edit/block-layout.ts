/** Which lines of the old text belong to which entry of a map or list in block style. */
import { endOf, isFlow, kindOf, NodeKind, ROOT, type SourceTree, skipOf, startOf } from '../tree.ts';
import { skipGap } from '../yaml.ts';
import { refuse } from './edit.ts';
import { firstVisible, lineKind, type Page } from './page.ts';

/** The anchor and tag before a node, as they are written. */
export interface Properties {
  readonly start: number;
  readonly end: number;
  /** Both on one line, whatever stood between them. */
  readonly text: string;
}

/** The lines of an entry. */
export interface BlockSlot {
  /** Where its comments begin, or itself. */
  readonly start: number;
  /** Its key, with anchor and tag, or its dash. */
  readonly head: number;
  /** After its key's colon, or after its dash. */
  readonly intro: number;
  readonly value: number;
  readonly properties: Properties | undefined;
  /** After the last character of its value. */
  readonly bodyEnd: number;
  /** After the line break of the last line that belongs to it, deeper comments below it included. */
  readonly end: number;
  /** Whether something of its container's container stands before it on its line (a dash). */
  readonly inLine: boolean;
}

export interface BlockLayout {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly slots: readonly BlockSlot[];
}

export function propertiesOf(tree: SourceTree, node: number): Properties | undefined {
  const start = tree.propertyStarts.get(node);
  if (start === undefined) return undefined;
  const anchor = tree.anchors.get(node);
  const parts = [anchor === undefined ? '' : `&${anchor}`, tree.tags.get(node) ?? ''].filter(
    (part) => part !== '',
  );
  if (tree.text.startsWith('!', start)) parts.reverse();
  let end = start;
  for (const part of parts) end = skipGap(tree.text, end) + part.length;
  return { start, end, text: parts.join(' ') };
}

/** Whether a map or list is laid out in lines. */
export function isBlock(tree: SourceTree, node: number): boolean {
  const kind = kindOf(tree, node);
  return (kind === NodeKind.Map || kind === NodeKind.List) && !isFlow(tree, node);
}

export function isBlockScalar(tree: SourceTree, node: number): boolean {
  const kind = kindOf(tree, node);
  return kind === NodeKind.Literal || kind === NodeKind.Folded;
}

export function blockLayout(tree: SourceTree, page: Page, node: number): BlockLayout {
  const { text } = tree;
  const map = kindOf(tree, node) === NodeKind.Map;
  const first = startOf(tree, node);
  const column = page.column(first);
  const slots: BlockSlot[] = [];
  const after = skipOf(tree, node);
  let end = -1;
  for (let child = node + 1; child < after; ) {
    const value = map ? child + 1 : child;
    const begin = end === -1 ? first : skipGap(text, end);
    const head = map ? headOf(tree, child, begin) : begin;
    const intro = map ? colonAfter(text, endOf(tree, child)) : head + 1;
    const bodyEnd = bodyEndOf(tree, page, value);
    const inLine = end === -1 && firstVisible(page, page.lineStart(head)) < head;
    const start = inLine ? head : leadStart(page, page.lineStart(head), end, column, node);
    end = deeperEnd(page, page.nextLine(bodyEnd), column);
    slots.push({ start, head, intro, value, properties: propertiesOf(tree, value), bodyEnd, end, inLine });
    child = skipOf(tree, value);
  }
  return { column, start: slots[0]?.start ?? first, end, slots };
}

function headOf(tree: SourceTree, key: number, begin: number): number {
  const head = tree.propertyStarts.get(key) ?? startOf(tree, key);
  if (head !== begin) refuse('keys written with "?" are not edited; write them as "key: value"');
  return head;
}

function colonAfter(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  if (text.charCodeAt(at) !== 58) refuse('a key has no colon on its line');
  return at + 1;
}

/** Where the text of a value ends; blank lines that a block scalar drops are not part of it. */
export function bodyEndOf(tree: SourceTree, page: Page, value: number): number {
  const last = isBlock(tree, value) ? skipOf(tree, value) - 1 : value;
  const end = endOf(tree, value);
  return isBlockScalar(tree, last) && endOf(tree, last) === end ? scalarEnd(tree, page, last) : end;
}

function scalarEnd(tree: SourceTree, page: Page, node: number): number {
  const { text } = tree;
  const start = startOf(tree, node);
  const header = /^[|>][-+0-9]*/.exec(text.slice(start, start + 4))?.[0] ?? '';
  if (header.includes('+')) return endOf(tree, node);
  const content = page.nextLine(start);
  // Blanks beyond the indentation are content; the indentation is that of the first visible line.
  let indentation = 0;
  if (!/\d/.test(header)) {
    let line = content;
    while (line < endOf(tree, node) && lineKind(page, line) === 'blank') line = page.nextLine(line);
    if (line >= endOf(tree, node)) return page.lineEnd(start);
    indentation = firstVisible(page, line) - line;
  }
  let end = page.lineEnd(endOf(tree, node));
  for (let line = page.lineStart(end); line > start; line = page.lineStart(line - 1)) {
    if (lineKind(page, line) !== 'blank' || page.lineEnd(line) - line > indentation)
      return page.lineEnd(line);
    end = page.lineEnd(line - 1);
  }
  return end;
}

/** Where the comments right above an entry begin: lines of its column, with no blank line between. */
function leadStart(
  page: Page,
  headLine: number,
  previousEnd: number,
  column: number,
  container: number,
): number {
  let start = headLine;
  const floor = Math.max(previousEnd, 0);
  while (start > floor) {
    const above = page.lineStart(start - 1);
    if (above < floor || above === start) break;
    if (lineKind(page, above) !== 'comment' || firstVisible(page, above) - above !== column) break;
    start = above;
  }
  // What a document begins with speaks of the document, not of its first entry.
  if (container === ROOT && previousEnd === -1 && start < headLine) {
    const above = start === 0 ? 0 : page.lineStart(start - 1);
    if (above >= start || lineKind(page, above) !== 'blank') return headLine;
  }
  return start;
}

/** Where the comment lines end that stand deeper than an entry, below it; blank lines between them are theirs. */
function deeperEnd(page: Page, from: number, column: number): number {
  let end = from;
  for (let line = from; line < page.text.length; line = page.nextLine(line)) {
    const kind = lineKind(page, line);
    if (kind === 'other') break;
    if (kind === 'blank') continue;
    if (firstVisible(page, line) - line <= column) break;
    end = page.nextLine(line);
  }
  return end;
}

/** The comment on the line of an entry's colon or dash or at the end of its value, with the blanks before it. */
export function tailOf(tree: SourceTree, page: Page, slot: BlockSlot): string {
  const { text } = tree;
  const { value } = slot;
  if (isBlockScalar(tree, value)) return headerTail(tree, page, value);
  const from = isBlock(tree, value) ? (slot.properties?.end ?? slot.intro) : slot.bodyEnd;
  if (isBlock(tree, value) && startOf(tree, value) <= page.lineEnd(from)) return '';
  return tailAt(text, page, from);
}

/** The comment behind the header of a block scalar. */
export function headerTail(tree: SourceTree, page: Page, node: number): string {
  const start = startOf(tree, node);
  const header = /^[|>][-+0-9]*/.exec(tree.text.slice(start, start + 4))?.[0] ?? '';
  return tailAt(tree.text, page, start + header.length);
}

function tailAt(text: string, page: Page, from: number): string {
  return /^[ \t]+#.*$/.exec(text.slice(from, page.lineEnd(from)))?.[0].trimEnd() ?? '';
}
