/** The lines of a block scalar (`|`, `>`): where they begin in the document that holds it, and how far they are indented. */
import { nextLineStart } from '../source/lines.ts';
import { type NodeId, type SourceTree, scalarText } from '../source/tree.ts';

/** Lines of a literal block: those of its text, and the same ones in the document around it. */
export interface BlockLines {
  /** Where each line of the text begins; the one after its last line break counts too. */
  readonly inner: readonly number[];
  /** Where the same line begins outside, before its indentation; the end of the document's text where it has none. */
  readonly outer: readonly number[];
  readonly indent: number;
}

const known = new WeakMap<SourceTree, Map<NodeId, BlockLines>>();

/** The lines of a literal block, found once. */
export function blockLines(tree: SourceTree, node: NodeId): BlockLines {
  const ofTree = known.get(tree) ?? new Map<NodeId, BlockLines>();
  known.set(tree, ofTree);
  const lines = ofTree.get(node) ?? findLines(tree, node);
  ofTree.set(node, lines);
  return lines;
}

function findLines(tree: SourceTree, node: NodeId): BlockLines {
  const text = scalarText(tree, node);
  const inner = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) inner.push(at + 1);
  const outer: number[] = [];
  let at = nextLineStart(tree.text, tree.starts[node] ?? 0);
  for (const _ of inner) {
    outer.push(at);
    at = nextLineStart(tree.text, at);
  }
  return { inner, outer, indent: blockIndent(tree, node) };
}

/**
 * How far the content of a block scalar is indented: by what its first visible line has outside and not inside, which
 * is right for an explicit indentation (`|2`) too.
 */
export function blockIndent(tree: SourceTree, node: NodeId): number {
  const body = nextLineStart(tree.text, tree.starts[node] ?? 0);
  return firstMargin(tree.text, body) - firstMargin(scalarText(tree, node), 0);
}

/** The blanks before the first character of a text, from the beginning of a line on, that is no blank. */
function firstMargin(text: string, from: number): number {
  let line = from;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) line = at + 1;
    else if (code !== 32) return at - line;
  }
  return 0;
}
