/** Where a part of a scalar's text is written in the document that holds it. */
import { nextLineStart, type Span } from '../source/lines.ts';
import { lastNotAbove } from '../source/sorted.ts';
import { isVerbatim, kindOf, type NodeId, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';
import { writtenOffsets } from '../source/written.ts';

/** The place of a part; all of the scalar's where it cannot be told which characters stand for which. */
export function writtenSpan(tree: SourceTree, node: NodeId, { start, end }: Span): Span {
  const kind = kindOf(tree, node);
  const whole = { start: tree.starts[node] ?? 0, end: tree.ends[node] ?? 0 };
  if (isVerbatim(tree, node)) {
    const from = whole.start + (kind === NodeKind.Plain ? 0 : 1);
    return { start: from + start, end: from + end };
  }
  if (kind === NodeKind.Literal)
    return { start: literalOffset(tree, node, start), end: literalOffset(tree, node, end) };
  const offsets = kind === NodeKind.Single || kind === NodeKind.Double ? offsetsOf(tree, node) : undefined;
  if (offsets === undefined) return whole;
  return { start: whole.start + (offsets[start] ?? 0), end: whole.start + (offsets[end] ?? 0) };
}

/** Where an offset of a literal block's text lies in its document: each line stands there as it is. */
export function literalOffset(tree: SourceTree, node: NodeId, offset: number): number {
  const { inner, outer, indent } = blockLines(tree, node);
  const end = tree.ends[node] ?? 0;
  const line = lastNotAbove(inner, offset);
  const begin = outer[line] ?? end;
  let at = begin;
  // A line of blanks only may end before the indentation does.
  while (at < begin + indent && tree.text.charCodeAt(at) === 32) at++;
  return Math.min(at + offset - (inner[line] ?? 0), end);
}

const known = new WeakMap<SourceTree, Map<NodeId, Uint32Array | undefined>>();

function offsetsOf(tree: SourceTree, node: NodeId): Uint32Array | undefined {
  const ofTree = known.get(tree) ?? new Map<NodeId, Uint32Array | undefined>();
  known.set(tree, ofTree);
  if (ofTree.has(node)) return ofTree.get(node);
  const written = tree.text.slice(tree.starts[node] ?? 0, tree.ends[node] ?? 0);
  const made = writtenOffsets(written, scalarText(tree, node).length);
  ofTree.set(node, made);
  return made;
}

/** Lines of a literal block: those of its text, and the same ones in the document around it. */
export interface BlockLines {
  /** Where each line of the text begins; the one after its last line break counts too. */
  readonly inner: readonly number[];
  /** Where the same line begins outside, before its indentation; the end of the document's text where it has none. */
  readonly outer: readonly number[];
  readonly indent: number;
}

const linesKnown = new WeakMap<SourceTree, Map<NodeId, BlockLines>>();

/** The lines of a literal block, found once. */
export function blockLines(tree: SourceTree, node: NodeId): BlockLines {
  const ofTree = linesKnown.get(tree) ?? new Map<NodeId, BlockLines>();
  linesKnown.set(tree, ofTree);
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
