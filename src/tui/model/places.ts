/** From nodes of the documents to items: which item something stands in. */
import { AT, type BoundMessage } from '../../model/bound.ts';
import { nodeFinder } from '../../source/pointer.ts';
import { type NodeId, parentOf, type SourceTree } from '../../source/tree.ts';
import type { ItemId } from './items.ts';
import type { Side } from './side.ts';

export interface Places {
  /** The innermost item around a node; -1 where none is. */
  itemAt(document: number, node: NodeId): ItemId;
  /** The item that is this message. */
  itemOf(message: BoundMessage): ItemId | undefined;
}

const made = new WeakMap<Side, Places>();

/** Made at the first question; linear in the number of items. */
export function placesOf(side: Side): Places {
  const known = made.get(side);
  if (known !== undefined) return known;
  const { items, documents } = side;
  const byNode: Map<NodeId, ItemId>[] = documents.map(() => new Map());
  const byMessage = new Map<BoundMessage, ItemId>();
  for (let item = 0; item < items.count; item++) {
    const message = items.messages[item];
    if (message === undefined) continue;
    byMessage.set(message, item);
    const node = message[AT];
    const nodes = byNode[items.documents[item] ?? -1];
    if (node !== undefined && nodes?.has(node) === false) nodes.set(node, item);
  }
  const places: Places = {
    itemAt(document, node) {
      const nodes = byNode[document];
      const tree = documents[document]?.root.tree;
      if (nodes === undefined || tree === undefined) return -1;
      for (let at = node; at !== -1; at = parentOf(tree, at)) {
        const item = nodes.get(at);
        if (item !== undefined) return item;
      }
      return -1;
    },
    itemOf: (message) => byMessage.get(message),
  };
  made.set(side, places);
  return places;
}

const finders = new WeakMap<SourceTree, ReturnType<typeof nodeFinder>>();

/** The node that a pointer into a document leads to; long lists are counted through once. */
export function nodeOfPointer({ documents }: Side, document: number, pointer: string): NodeId | undefined {
  const tree = documents[document]?.root.tree;
  if (tree === undefined) return undefined;
  const find = finders.get(tree) ?? nodeFinder(tree);
  finders.set(tree, find);
  return find(pointer);
}
