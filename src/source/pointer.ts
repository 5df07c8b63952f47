/** RFC 6901 pointers into a parsed document, in the file's own spelling. */
import {
  items,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
  valueUnder,
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

/** Stands for a key where nodes are given their positions. */
const KEY = -1;

const positions = new WeakMap<SourceTree, Int32Array>();

/** Each list entry's position in its list, and which nodes are keys; made once, so that many pointers stay linear. */
function positionsOf(tree: SourceTree): Int32Array {
  const known = positions.get(tree);
  if (known) return known;
  const made = new Int32Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const kind = kindOf(tree, node);
    const end = skipOf(tree, node);
    if (kind === NodeKind.Map) {
      for (let key = node + 1; key < end; key = skipOf(tree, key + 1)) made[key] = KEY;
    } else if (kind === NodeKind.List) {
      let index = 0;
      for (let child = node + 1; child < end; child = skipOf(tree, child)) made[child] = index++;
    }
  }
  positions.set(tree, made);
  return made;
}

/** Whether a node is a key of a map. */
export function isKey(tree: SourceTree, node: NodeId): boolean {
  return positionsOf(tree)[node] === KEY;
}

/** The pointer of a value node; of a key, that of its value. */
export function pointerOf(tree: SourceTree, node: NodeId): string {
  const table = positionsOf(tree);
  const segments: string[] = [];
  for (let at = node; at > ROOT; at = parentOf(tree, at)) {
    const position = table[at] ?? 0;
    if (kindOf(tree, parentOf(tree, at)) === NodeKind.List) segments.push(String(position));
    else segments.push(escapeSegment(scalarText(tree, position === KEY ? at : at - 1)));
  }
  return segments.length === 0 ? '' : `/${segments.reverse().join('/')}`;
}

/** The node that a pointer leads to, aliases followed on the way; undefined where there is none. */
export function nodeAt(tree: SourceTree, pointer: string): NodeId | undefined {
  return nodeFinder(tree)(pointer);
}

/** {@link nodeAt} for many pointers into one document: long lists are counted through once. */
export function nodeFinder(tree: SourceTree): (pointer: string) => NodeId | undefined {
  const entries = new Map<NodeId, readonly NodeId[]>();
  const entryOf = (list: NodeId, index: number): NodeId => {
    let known = entries.get(list);
    if (!known) {
      known = [...items(tree, list)];
      entries.set(list, known);
    }
    return known[index] ?? -1;
  };
  return (pointer) => {
    let node: NodeId = ROOT;
    for (const segment of segmentsOf(pointer) ?? []) {
      const container = resolve(tree, node);
      const kind = kindOf(tree, container);
      if (kind === NodeKind.Map) node = valueUnder(tree, container, segment);
      else node = kind === NodeKind.List && /^\d+$/.test(segment) ? entryOf(container, Number(segment)) : -1;
      if (node === -1) return undefined;
    }
    return node;
  };
}
