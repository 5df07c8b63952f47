/** Where a draft points, worked out when it becomes a finding. */

import { keyNodeOf, NODE } from '../model/bound.ts';
import { type Place, placeOfNode } from '../model/place.ts';
import {
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
import type { Document, Location, NodeSpot } from './finding.ts';

/** The value that a spot means, and the key before it where its range starts there. */
export function nodeOf(spot: Location | NodeSpot): NodeSpot {
  if ('node' in spot) return spot;
  const { document, type, message, field, index } = spot;
  const { tree } = document.root;
  const own = message[NODE] ?? ROOT;
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
    const key = firstKeys(tree, target).get(index);
    return key === undefined ? undefined : { node: key + 1, key };
  }
  if (kindOf(tree, target) !== NodeKind.List) return undefined;
  const node = boundItems(tree, target)[index];
  return node === undefined ? undefined : { node };
}

const firstKeysOf = new WeakMap<SourceTree, Map<NodeId, ReadonlyMap<string, NodeId>>>();

/** The key nodes of a map by their text, of a text that stands twice the first; found once as well. */
function firstKeys(tree: SourceTree, map: NodeId): ReadonlyMap<string, NodeId> {
  const ofTree = firstKeysOf.get(tree) ?? new Map<NodeId, ReadonlyMap<string, NodeId>>();
  firstKeysOf.set(tree, ofTree);
  let known = ofTree.get(map);
  if (known === undefined) {
    const made = new Map<string, NodeId>();
    for (const key of keys(tree, map)) {
      const text = scalarText(tree, key);
      if (!made.has(text)) made.set(text, key);
    }
    known = made;
    ofTree.set(map, made);
  }
  return known;
}

const bound = new WeakMap<SourceTree, Map<NodeId, readonly NodeId[]>>();

/** The entries of a list that are bound, null ones left out; found once, since each of many may have a finding. */
function boundItems(tree: SourceTree, list: NodeId): readonly NodeId[] {
  const ofTree = bound.get(tree) ?? new Map<NodeId, readonly NodeId[]>();
  bound.set(tree, ofTree);
  const known = ofTree.get(list) ?? [...items(tree, list)].filter((item) => !isNull(tree, item));
  ofTree.set(list, known);
  return known;
}

/** The place of a node in the user's file. */
export function placeOf({ document: { configuration, root }, node, key }: NodeSpot): Place {
  return placeOfNode(configuration.file, root, node, key);
}

/** Documents in the order of the input, then places in the order of the text. */
export function inOrder(documents: readonly Document[]): (left: NodeSpot, right: NodeSpot) => number {
  const order = new Map(documents.map((document, index) => [document, index]));
  return (left, right) =>
    (order.get(left.document) ?? 0) - (order.get(right.document) ?? 0) ||
    startOf(left.document.root.tree, left.key ?? left.node) -
      startOf(right.document.root.tree, right.key ?? right.node);
}
