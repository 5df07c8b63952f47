/** Where a draft points, worked out when it becomes a finding. */
import { AT, keyNodeOf } from '../model/bound.ts';
import { outerOffset } from '../model/embedded.ts';
import { pointerOf } from '../source/pointer.ts';
import {
  endOf,
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
} from '../source/tree.ts';
import type { Document, FindingPlace, NodeSpot, Spot } from './finding.ts';

/** The value that a spot means, and the key before it where its range starts there. */
export function nodeOf(spot: Spot | NodeSpot): NodeSpot {
  if ('node' in spot) return spot;
  const { document, type, message, field, index } = spot;
  const { tree } = document.root;
  const own = message[AT] ?? ROOT;
  if (field === undefined) return { document, node: own };
  const key = keyNodeOf(tree, type, message, field);
  if (key === -1) return { document, node: own };
  const value = key + 1;
  if (index === undefined) return { document, node: value, key };
  return { document, ...(entryOf(tree, value, index) ?? { node: value, key }) };
}

function entryOf(
  tree: SourceTree,
  value: NodeId,
  index: number | string,
): { readonly node: NodeId; readonly key?: NodeId } | undefined {
  const target = resolve(tree, value);
  if (typeof index === 'string') {
    if (kindOf(tree, target) !== NodeKind.Map) return undefined;
    for (const key of keys(tree, target)) if (scalarText(tree, key) === index) return { node: key + 1, key };
    return undefined;
  }
  if (kindOf(tree, target) !== NodeKind.List) return undefined;
  let position = 0;
  // Null entries are not bound.
  for (const item of items(tree, target))
    if (!isNull(tree, item) && position++ === index) return { node: item };
  return undefined;
}

/** The place of a node in the user's file. */
export function placeOf({ document, node, key }: NodeSpot): FindingPlace {
  const { configuration, root } = document;
  const { tree, embedded } = root;
  const from = startOf(tree, key ?? node);
  const to = Math.max(endOf(tree, node), from);
  const { file } = configuration;
  const span = embedded
    ? { start: outerOffset(embedded, from), end: outerOffset(embedded, to) }
    : { start: from, end: to };
  return {
    file: file.name,
    pointer: pointerOf(tree, node),
    range: file.lines.range(span),
    ...(file.trees.length > 1 ? { document: root.document } : {}),
    ...(embedded ? { embedded: pointerOf(embedded.outer, embedded.node) } : {}),
  };
}

/** Documents in the order of the input, then places in the order of the text. */
export function inOrder(documents: readonly Document[]): (left: NodeSpot, right: NodeSpot) => number {
  const order = new Map(documents.map((document, index) => [document, index]));
  return (left, right) =>
    (order.get(left.document) ?? 0) - (order.get(right.document) ?? 0) ||
    startOf(left.document.root.tree, left.key ?? left.node) -
      startOf(right.document.root.tree, right.key ?? right.node);
}
