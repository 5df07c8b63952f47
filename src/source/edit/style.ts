/** How the neighbourhood of a place is indented. */
import { isFlow, kindOf, NodeKind, parentOf, type SourceTree, skipOf, startOf } from '../tree.ts';
import { isBlock } from './block-layout.ts';
import type { Page } from './page.ts';

export interface BlockStyle {
  /** How much deeper a map stands than its key. */
  readonly step: number;
  /** How much deeper dashes stand than the key of their list. */
  readonly listOffset: number;
  /** Blanks after a dash. */
  readonly dashGap: number;
}

type Found = { -readonly [K in keyof BlockStyle]?: number };

/** Nodes looked at around a place, and at the document's beginning. */
const NEAR = 200;
const START = 4000;

/** Answers how things are indented near a node; what the neighbourhood does not tell, the document's beginning does. */
export function blockStyles(tree: SourceTree, page: Page): (node: number) => BlockStyle {
  const known = new Map<number, BlockStyle>();
  let beginning: Found | undefined;
  return (node) => {
    let style = known.get(node);
    if (style) return style;
    const found: Found = {};
    look(tree, page, node, Math.min(node + NEAR, tree.size), found);
    look(tree, page, Math.max(0, node - NEAR), node, found);
    if (!beginning) {
      beginning = {};
      look(tree, page, 0, Math.min(START, tree.size), beginning);
    }
    const listOffset = found.listOffset ?? beginning.listOffset;
    const step = found.step ?? beginning.step ?? (listOffset || 2);
    style = { step, listOffset: listOffset ?? step, dashGap: found.dashGap ?? beginning.dashGap ?? 1 };
    known.set(node, style);
    return style;
  };
}

function look(tree: SourceTree, page: Page, from: number, to: number, found: Found): void {
  for (let node = from; node < to; node++) {
    if (found.step && found.listOffset !== undefined && found.dashGap) return;
    const parent = parentOf(tree, node);
    if (parent === -1 || !isBlock(tree, node) || isFlow(tree, parent)) continue;
    const start = startOf(tree, node);
    const list = kindOf(tree, node) === NodeKind.List;
    if (kindOf(tree, parent) === NodeKind.Map) {
      const deeper = page.column(start) - page.column(startOf(tree, parent));
      if (list) found.listOffset ??= deeper;
      else found.step ??= deeper;
    } else if (!list) {
      const dash = page.text.lastIndexOf('-', start - 1);
      if (dash >= page.lineStart(start)) found.dashGap ??= start - dash - 1;
    }
  }
}

/** How much deeper the entries of a bracket are than the line it opens on, in a document in brackets. */
export function flowStep(tree: SourceTree, page: Page): string {
  for (let node = 0; node < Math.min(START, tree.size); node++) {
    if (!isFlow(tree, node) || skipOf(tree, node) === node + 1) continue;
    const child = startOf(tree, node + 1);
    if (page.lineStart(child) <= startOf(tree, node)) continue;
    const outer = page.margin(startOf(tree, node));
    const inner = page.margin(child);
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return '  ';
}
