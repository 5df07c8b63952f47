/** RFC 6901 pointers into a parsed document, in the file's own spelling. */
import {
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
} from './tree.ts';

export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/')
    ? segment.replaceAll('~', '~0').replaceAll('/', '~1')
    : segment;
}

export function unescapeSegment(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;
}

/** The segments of a pointer; undefined where it is none. */
export function segmentsOf(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer.slice(1).split('/').map(unescapeSegment);
}

/** Remembers where in a list the last question stood, so that asking for each entry in turn stays linear. */
interface ListCursor {
  list: NodeId;
  child: NodeId;
  index: number;
}

const cursors = new WeakMap<SourceTree, ListCursor>();

/** The pointer of a value node. */
export function pointerOf(tree: SourceTree, node: NodeId): string {
  const segments: string[] = [];
  for (let at = node; at > ROOT; ) {
    const parent = parentOf(tree, at);
    if (kindOf(tree, parent) === NodeKind.List) segments.push(String(indexIn(tree, parent, at)));
    else segments.push(escapeSegment(scalarText(tree, isKey(tree, parent, at) ? at : at - 1)));
    at = parent;
  }
  return segments.length === 0 ? '' : `/${segments.reverse().join('/')}`;
}

function isKey(tree: SourceTree, map: NodeId, node: NodeId): boolean {
  // A key is always one node, followed by its value; only a scalar can be either.
  if (skipOf(tree, node) !== node + 1) return false;
  for (let key = map + 1; key <= node; key = skipOf(tree, key + 1)) if (key === node) return true;
  return false;
}

function indexIn(tree: SourceTree, list: NodeId, node: NodeId): number {
  let cursor = cursors.get(tree);
  if (!cursor || cursor.list !== list || cursor.child > node) {
    cursor = { list, child: list + 1, index: 0 };
    cursors.set(tree, cursor);
  }
  while (cursor.child < node) {
    cursor.child = skipOf(tree, cursor.child);
    cursor.index++;
  }
  return cursor.index;
}

/** The node that a pointer leads to, aliases followed on the way; undefined where there is none. */
export function nodeAt(tree: SourceTree, pointer: string): NodeId | undefined {
  let node: NodeId = ROOT;
  for (const segment of segmentsOf(pointer) ?? []) {
    const container = resolve(tree, node);
    const found = childOf(tree, container, segment);
    if (found === -1) return undefined;
    node = found;
  }
  return node;
}

function childOf(tree: SourceTree, container: NodeId, segment: string): NodeId {
  const end = skipOf(tree, container);
  if (kindOf(tree, container) === NodeKind.Map) {
    let found = -1;
    for (let key = container + 1; key < end; key = skipOf(tree, key + 1))
      if (scalarText(tree, key) === segment) found = key + 1;
    return found;
  }
  if (kindOf(tree, container) !== NodeKind.List || !/^\d+$/.test(segment)) return -1;
  let index = Number(segment);
  for (let child = container + 1; child < end; child = skipOf(tree, child)) if (index-- === 0) return child;
  return -1;
}
