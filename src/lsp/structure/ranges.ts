/** What is around a position, from the inside to the outside: the steps in which a selection grows. */
import type { EmbeddedText } from '../../model/embedded.ts';
import type { Configuration } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import type { Span } from '../../source/lines.ts';
import { isKey } from '../../source/pointer.ts';
import { type NodeId, parentOf, type SourceTree } from '../../source/tree.ts';

interface Holder {
  readonly tree: SourceTree;
  readonly embedded?: EmbeddedText | undefined;
}

/** Each span holds the one before it; the last is the whole text. */
export function spansAround({ roots, file }: Configuration, offset: number): readonly Span[] {
  const holders: readonly Holder[] = [
    ...roots.filter(({ embedded }) => embedded !== undefined),
    ...file.trees.map((tree) => ({ tree })),
  ];
  const spans: Span[] = [];
  const take = (span: Span): void => {
    const last = spans[spans.length - 1];
    const isAround = span.start <= offset && offset <= span.end;
    if (isAround && (last === undefined || isWider(span, last))) spans.push(span);
  };
  for (const holder of holders)
    for (const { node, key } of outwards(holder.tree, innermost(holder, offset)))
      take(spanOf(holder, node, key));
  take({ start: 0, end: file.text.length });
  return spans;
}

function isWider(outer: Span, inner: Span): boolean {
  const isAround = outer.start <= inner.start && inner.end <= outer.end;
  return isAround && outer.end - outer.start > inner.end - inner.start;
}

/** The innermost node at a position; -1 where there is none. */
function innermost(holder: Holder, offset: number): NodeId {
  let found = -1;
  for (let node = 0; node < holder.tree.size; node++) {
    const { start, end } = spanOf(holder, node);
    if (start > offset) break;
    if (offset <= end) found = node;
  }
  return found;
}

/** A node, its key with its value, and so on outwards. */
function* outwards(
  tree: SourceTree,
  from: NodeId,
): Generator<{ readonly node: NodeId; readonly key?: NodeId }> {
  for (let node = from; node !== -1; node = parentOf(tree, node)) {
    yield { node };
    if (isKey(tree, node)) yield { node: node + 1, key: node };
    else if (isKey(tree, node - 1) && parentOf(tree, node - 1) === parentOf(tree, node))
      yield { node, key: node - 1 };
  }
}
