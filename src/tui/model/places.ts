/** From nodes of the documents to items, and from items and nodes to their places in the files. */

import { placeOf } from '../../analyze/place.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import type { LineIndex } from '../../source/lines.ts';
import type { SourceFile } from '../../source/load.ts';
import { nodeFinder } from '../../source/pointer.ts';
import { type NodeId, parentOf, type SourceTree } from '../../source/tree.ts';
import type { ItemId } from './items.ts';
import type { Side } from './side.ts';

interface Places {
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
    const node = message[NODE];
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

// Where items and nodes stand in the files.

export interface ItemSpot extends Place {
  readonly sourceFile: SourceFile;
}

/** The place of a node of a document. */
export function spotOf(
  { documents, configurations }: Side,
  document: number,
  node: NodeId,
): ItemSpot | undefined {
  const found = documents[document];
  if (found === undefined) return undefined;
  const sourceFile = configurations.find((each) => each === found.configuration)?.file;
  return sourceFile === undefined ? undefined : { ...placeOf({ document: found, node }), sourceFile };
}

/** The place of an item; undefined for groups. */
export function spotOfItem(side: Side, item: ItemId): ItemSpot | undefined {
  const node = side.items.messages[item]?.[NODE];
  return node === undefined ? undefined : spotOf(side, side.items.documents[item] ?? -1, node);
}

/** How many blanks all of some lines begin with (lines from 1); on the screen they would only take room. */
export function sharedIndent(lines: LineIndex, from: number, to: number): number {
  let shared = Number.POSITIVE_INFINITY;
  for (let line = from; line <= Math.min(to, lines.count); line++) {
    const blanks = /^ */.exec(lines.line(line))?.[0].length ?? 0;
    if (blanks < lines.line(line).length) shared = Math.min(shared, blanks);
  }
  return Number.isFinite(shared) ? shared : 0;
}
