/** Builds a {@link SourceTree} in one pass, in the order of the text. */
import { MAX_DEPTH } from './limits.ts';
import {
  FLOW,
  isIgnored,
  type NodeId,
  NodeKind,
  type ReadNotice,
  type SourceTree,
  scalarText,
  VERBATIM,
} from './tree.ts';

/** A map, list or document that is still open. */
interface Frame {
  readonly node: NodeId;
  /** Nodes that this one holds when aliases are written out. */
  expanded: number;
  /** Levels of maps and lists inside it when aliases are written out. */
  height: number;
}

/** What an anchored map or list is once the aliases inside it are written out. */
interface Extent {
  readonly expanded: number;
  readonly height: number;
}

/** Why an alias cannot stand where it does; `deep` where the nesting would go too far once it is written out. */
export type AliasProblem = 'unknown' | 'recursive' | 'deep';

export interface TreeBuilder {
  readonly size: number;
  scalar(kind: NodeKind, start: number, end: number, verbatim: boolean, decoded?: string): NodeId;
  open(kind: typeof NodeKind.Map | typeof NodeKind.List, start: number, flow: boolean): NodeId;
  /** Closes the innermost map or list. Returns its node. */
  close(end: number): NodeId;
  alias(start: number, end: number, name: string): NodeId | AliasProblem;
  /** Whether an anchor's last use is on a map or list. */
  namesCollection(name: string): boolean;
  anchor(node: NodeId, name: string): void;
  property(node: NodeId, start: number): void;
  tag(node: NodeId, tag: string): void;
  notice(notice: ReadNotice): void;
  /** End of the last node that was closed or added; for a map or list just opened, its start. */
  lastEnd(): number;
  finish(): { readonly tree: SourceTree; readonly expanded: number };
}

export function treeBuilder(
  text: string,
  format: 'yaml' | 'json',
  document: number,
  capacity: number,
): TreeBuilder {
  let kinds = new Uint8Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let parents = new Int32Array(capacity);
  let skips = new Int32Array(capacity);
  let size = 0;
  let last = 0;
  const aliases = new Map<NodeId, NodeId>();
  const anchors = new Map<NodeId, string>();
  const propertyStarts = new Map<NodeId, number>();
  const tags = new Map<NodeId, string>();
  const decoded = new Map<NodeId, string>();
  const notices: ReadNotice[] = [];
  const named = new Map<string, NodeId>();
  const extents = new Map<NodeId, Extent>();
  const frames: Frame[] = [];
  /** Values and levels of the whole document, aliases written out. */
  let total = 0;
  let levels = 0;

  const grow = (): void => {
    const next = Math.max(64, kinds.length * 2);
    const wider = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    kinds = wider(kinds, new Uint8Array(next));
    starts = wider(starts, new Int32Array(next));
    ends = wider(ends, new Int32Array(next));
    parents = wider(parents, new Int32Array(next));
    skips = wider(skips, new Int32Array(next));
  };
  const add = (bits: number, start: number, end: number): NodeId => {
    if (size === kinds.length) grow();
    const node = size++;
    const frame = frames[frames.length - 1];
    kinds[node] = bits;
    starts[node] = start;
    ends[node] = end;
    parents[node] = frame ? frame.node : -1;
    skips[node] = node + 1;
    last = end;
    return node;
  };
  const count = (nodes: number, height: number): void => {
    const frame = frames[frames.length - 1];
    if (frame) {
      frame.expanded += nodes;
      frame.height = Math.max(frame.height, height);
    } else {
      total += nodes;
      levels = Math.max(levels, height);
    }
  };

  return {
    get size() {
      return size;
    },
    scalar(kind, start, end, verbatim, value) {
      const node = add(verbatim ? kind | VERBATIM : kind, start, end);
      if (!verbatim && value !== undefined) decoded.set(node, value);
      count(1, 0);
      return node;
    },
    open(kind, start, flow) {
      const node = add(flow ? kind | FLOW : kind, start, start);
      skips[node] = 0;
      frames.push({ node, expanded: 1, height: 0 });
      // Inside a bracket the text begins after it; a block begins with its first key or dash.
      last = flow ? start + 1 : start;
      return node;
    },
    close(end) {
      const frame = frames.pop();
      if (!frame) throw new Error('nothing is open');
      ends[frame.node] = end;
      skips[frame.node] = size;
      last = end;
      const extent = { expanded: frame.expanded, height: frame.height + 1 };
      count(extent.expanded, extent.height);
      if (anchors.has(frame.node)) extents.set(frame.node, extent);
      return frame.node;
    },
    alias(start, end, name) {
      const target = named.get(name);
      if (target === undefined) return 'unknown';
      if (skips[target] === 0) return 'recursive';
      const extent = extents.get(target) ?? { expanded: 1, height: 0 };
      if (frames.length + extent.height > MAX_DEPTH) return 'deep';
      const node = add(NodeKind.Alias, start, end);
      aliases.set(node, target);
      count(extent.expanded, extent.height);
      return node;
    },
    namesCollection: (name) => extents.has(named.get(name) ?? -1),
    anchor(node, name) {
      anchors.set(node, name);
      named.set(name, node);
    },
    property(node, start) {
      propertyStarts.set(node, start);
    },
    tag(node, tag) {
      tags.set(node, tag);
    },
    notice(notice) {
      notices.push(notice);
    },
    lastEnd: () => last,
    finish() {
      const tree: SourceTree = {
        text,
        format,
        document,
        size,
        height: levels,
        kinds: kinds.subarray(0, size),
        starts: starts.subarray(0, size),
        ends: ends.subarray(0, size),
        parents: parents.subarray(0, size),
        skips: skips.subarray(0, size),
        aliases,
        anchors,
        propertyStarts,
        tags,
        decoded,
        notices,
      };
      findDuplicateKeys(tree, notices);
      return { tree, expanded: total };
    },
  };
}

/** Notes each key that stands twice in one map; linear in the number of keys. */
function findDuplicateKeys(tree: SourceTree, notices: ReadNotice[]): void {
  /** For each key text: the map it was last seen in, and the key node there. */
  const seen = new Map<string, { map: NodeId; key: NodeId }>();
  for (let map = 0; map < tree.size; map++) {
    if (((tree.kinds[map] ?? 0) & 0x0f) !== NodeKind.Map) continue;
    const end = tree.skips[map] ?? 0;
    for (let key = map + 1; key < end; key = tree.skips[key + 1] ?? end) {
      if (isIgnored(tree, key)) continue;
      const text = scalarText(tree, key);
      const before = seen.get(text);
      if (before === undefined) seen.set(text, { map, key });
      else if (before.map === map) {
        notices.push({
          rule: 'duplicate-key',
          message: `the key "${text.length > 60 ? `${text.slice(0, 57)}…` : text}" stands twice`,
          node: key,
          earlier: before.key,
        });
        before.key = key;
      } else {
        before.map = map;
        before.key = key;
      }
    }
  }
}
