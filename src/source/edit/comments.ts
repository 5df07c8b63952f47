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
  // Looked for in the gap only: in a text without comments every gap would go through all that is left of it.
  const next = (start: number): number => {
    const within = text.slice(start, to).indexOf('#');
    return within === -1 ? -1 : start + within;
  };
  let at = next(from);
  while (at !== -1) {
    if (at > 0 && !/[\s\ufeff]/.test(text.charAt(at - 1))) {
      at = next(at + 1);
      continue;
    }
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    found.push({ start: at, end, text: text.slice(at, end).trimEnd() });
    at = next(end);
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
  const takeGap = (start: number, end: number): void => {
    if (end > start) for (const comment of commentsInGap(tree.text, start, end)) found.push(comment);
  };
  let cursor = from;
  for (let node = first; node < after; node++) {
    const kind = kindOf(tree, node);
    if (kind === NodeKind.Map || kind === NodeKind.List) continue;
    const start = startOf(tree, node);
    takeGap(cursor, start);
    cursor = Math.max(cursor, endOf(tree, node));
  }
  takeGap(cursor, to);
  return found;
}
