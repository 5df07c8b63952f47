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

/** Made at the first question; linear in the size of the documents. */
export function placesOf(side: Side): Places {
  const known = made.get(side);
  if (known !== undefined) return known;
  const { items, documents } = side;
  const byNode = documents.map(({ root }) => new Int32Array(root.tree.size).fill(-1));
  const byMessage = new Map<BoundMessage, ItemId>();
  for (let item = 0; item < items.count; item++) {
    const message = items.messages[item];
    if (message === undefined) continue;
    byMessage.set(message, item);
    const node = message[AT];
    const nodes = byNode[items.documents[item] ?? -1];
    // What an alias stands for belongs to the item that comes first.
    if (node !== undefined && nodes?.[node] === -1) nodes[node] = item;
  }
  documents.forEach(({ root: { tree } }, document) => {
    const nodes = byNode[document];
    if (nodes === undefined) return;
    // A parent stands before its children.
    for (let node = 1; node < tree.size; node++)
      if (nodes[node] === -1) nodes[node] = nodes[parentOf(tree, node)] ?? -1;
  });
  const places: Places = {
    itemAt: (document, node) => byNode[document]?.[node] ?? -1,
    itemOf: (message) => byMessage.get(message),
  };
  made.set(side, places);
  return places;
}

/** Where something stands, as findings, changes and edits name it. */
interface Placed {
  readonly file: string;
  readonly pointer: string;
  readonly document?: number;
  readonly embedded?: string;
}

/** The innermost item around a place; -1 where the side has nothing there. */
export function itemOfPlace(side: Side, { file, pointer, document = 0, embedded }: Placed): ItemId {
  for (const [index, { configuration, root }] of side.documents.entries()) {
    if (configuration.file.name !== file || root.document !== document) continue;
    if ((embedded === undefined) !== (root.embedded === undefined)) continue;
    const node = nodeOfPointer(side, index, pointer);
    if (node !== undefined) return placesOf(side).itemAt(index, node);
  }
  return -1;
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
