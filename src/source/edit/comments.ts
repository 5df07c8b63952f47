/** Finds comments in the gaps between the nodes of the old text. */
import { endOf, kindOf, NodeKind, type SourceTree, startOf } from '../tree.ts';

export interface Comment {
  readonly start: number;
  readonly end: number;
  /** From its `#` to the end of its line, without blanks at its end. */
  readonly text: string;
}

/** The comments of a stretch that holds no node. */
export function commentsInGap(text: string, from: number, to: number): Comment[] {
  const found: Comment[] = [];
  let at = text.indexOf('#', from);
  while (at !== -1 && at < to) {
    if (at > 0 && !/[\s\ufeff]/.test(text.charAt(at - 1))) {
      at = text.indexOf('#', at + 1);
      continue;
    }
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    found.push({ start: at, end, text: text.slice(at, end).trimEnd() });
    at = text.indexOf('#', end);
  }
  return found;
}

/** The comments of a stretch of the text, given the nodes that stand in it. JSON has none. */
export function commentsAround(
  tree: SourceTree,
  from: number,
  to: number,
  first: number,
  after: number,
): Comment[] {
  if (tree.format === 'json') return [];
  const found: Comment[] = [];
  let cursor = from;
  for (let node = first; node < after; node++) {
    const kind = kindOf(tree, node);
    if (kind === NodeKind.Map || kind === NodeKind.List) continue;
    const start = startOf(tree, node);
    if (start > cursor) found.push(...commentsInGap(tree.text, cursor, start));
    cursor = Math.max(cursor, endOf(tree, node));
  }
  if (to > cursor) found.push(...commentsInGap(tree.text, cursor, to));
  return found;
}
