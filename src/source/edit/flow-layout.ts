/** Which stretches of the old text belong to which entry of a map or list in brackets. */
import { endOf, isFlow, kindOf, NodeKind, type SourceTree, skipOf, startOf } from '../tree.ts';
import { skipGap } from '../yaml.ts';
import { type Properties, propertiesOf } from './block-layout.ts';
import { refuse } from './edit.ts';
import type { Page } from './page.ts';

/** The stretches of an entry, each beginning where the one before ends. */
export interface FlowSlot {
  /** After the bracket, or after the comma before it and a comment behind that on its line. */
  readonly start: number;
  /** Where the comments right above it begin, or {@link head} where there are none. */
  readonly lead: number;
  /** Its key, or its value in a list, with anchor and tag. */
  readonly head: number;
  /** After its colon; its value's beginning where it has none. */
  readonly intro: number;
  readonly hasColon: boolean;
  readonly value: number;
  readonly properties: Properties | undefined;
  readonly bodyEnd: number;
  /** Its comma, or where one would stand. */
  readonly comma: number;
  readonly hasComma: boolean;
  readonly end: number;
}

export interface FlowLayout {
  readonly open: number;
  /** Offset of the closing bracket. */
  readonly close: number;
  /** After a comment on the line of the opening bracket. */
  readonly start: number;
  readonly slots: readonly FlowSlot[];
}

export function flowLayout(tree: SourceTree, page: Page, node: number): FlowLayout {
  const { text } = tree;
  const map = kindOf(tree, node) === NodeKind.Map;
  if (!isFlow(tree, node)) refuse('a single pair in a list is not edited; write it in braces');
  const open = startOf(tree, node);
  const close = endOf(tree, node) - 1;
  const start = lineTail(page, open + 1, close);
  const slots: FlowSlot[] = [];
  const after = skipOf(tree, node);
  let cursor = start;
  for (let child = node + 1; child < after; ) {
    const value = map ? child + 1 : child;
    const properties = propertiesOf(tree, value);
    const head = skipGap(text, cursor);
    const known = map
      ? (tree.propertyStarts.get(child) ?? startOf(tree, child))
      : (properties?.start ?? startOf(tree, child));
    if (known !== head) refuse('keys written with "?" are not edited; write them as "key: value"');
    const colon = map ? skipGap(text, endOf(tree, child)) : -1;
    const hasColon = colon !== -1 && text.charCodeAt(colon) === 58;
    const intro = hasColon ? colon + 1 : map ? endOf(tree, child) : head;
    const bodyEnd = Math.max(endOf(tree, value), intro);
    const next = skipGap(text, bodyEnd);
    const hasComma = text.charCodeAt(next) === 44;
    const comma = hasComma ? next : lineTail(page, bodyEnd, close);
    const end = hasComma ? lineTail(page, comma + 1, close) : comma;
    const lead = leadIn(text, cursor, head);
    slots.push({
      start: cursor,
      lead,
      head,
      intro,
      hasColon,
      value,
      properties,
      bodyEnd,
      comma,
      hasComma,
      end,
    });
    cursor = end;
    child = skipOf(tree, value);
  }
  return { open, close, start, slots };
}

/** After the comment that ends a line, where nothing but blanks stands before it; else where one started. */
function lineTail(page: Page, from: number, close: number): number {
  let at = from;
  while (page.text.charCodeAt(at) === 32 || page.text.charCodeAt(at) === 9) at++;
  return at < close && at > from && page.text.charCodeAt(at) === 35 ? page.lineEnd(at) : from;
}

/** Where the comment lines begin that stand right above an entry. */
function leadIn(text: string, from: number, head: number): number {
  const gap = text.slice(from, head);
  if (!gap.includes('#')) return head;
  const blank = gap.search(/\r?\n[ \t]*\r?\n(?![\s\S]*\n[ \t]*\r?\n)/);
  return blank === -1
    ? from
    : from + blank + (/^\r?\n[ \t]*(?=\r?\n)/.exec(gap.slice(blank))?.[0].length ?? 0);
}
