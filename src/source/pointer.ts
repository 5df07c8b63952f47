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
