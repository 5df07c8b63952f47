/** Where a part of a scalar's text is written in the document that holds it. */
import type { Span } from '../source/lines.ts';
import { lastNotAbove } from '../source/sorted.ts';
import { isVerbatim, kindOf, type NodeId, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';
import { writtenOffsets } from '../source/written.ts';
import { blockLines } from './block-lines.ts';

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
