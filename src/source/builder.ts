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

/** Nodes go in as the text has them; whoever reads it closes what it opens. */
export class TreeBuilder {
  /** How many nodes there are. */
  size = 0;
  /** End of the last node that was closed or added; for a map or list just opened, its start. */
  lastEnd = 0;
  private readonly text: string;
  private readonly format: 'yaml' | 'json';
  private readonly readAs: 'yaml' | 'json';
  private readonly document: number;
  private kinds: Uint8Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private parents: Int32Array;
  private skips: Int32Array;
  private readonly aliases = new Map<NodeId, NodeId>();
  private readonly anchors = new Map<NodeId, string>();
  private readonly propertyStarts = new Map<NodeId, number>();
  private readonly tags = new Map<NodeId, string>();
  private readonly decoded = new Map<NodeId, string>();
  private readonly notices: ReadNotice[] = [];
  private readonly named = new Map<string, NodeId>();
  private readonly extents = new Map<NodeId, Extent>();
  private readonly frames: Frame[] = [];
  /** Values and levels of the whole document, aliases written out. */
  private total = 0;
  private levels = 0;

  /** @param capacity how many nodes there is room for at first */
  constructor(
    text: string,
    format: 'yaml' | 'json',
    document: number,
    capacity: number,
    readAs: 'yaml' | 'json' = format,
  ) {
    this.text = text;
    this.format = format;
    this.readAs = readAs;
    this.document = document;
    this.kinds = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.parents = new Int32Array(capacity);
    this.skips = new Int32Array(capacity);
  }

  scalar(kind: NodeKind, start: number, end: number, verbatim: boolean, decoded?: string): NodeId {
    const node = this.add(verbatim ? kind | VERBATIM : kind, start, end);
    if (!verbatim && decoded !== undefined) this.decoded.set(node, decoded);
    this.count(1, 0);
    return node;
  }

  open(kind: typeof NodeKind.Map | typeof NodeKind.List, start: number, flow: boolean): NodeId {
    const node = this.add(flow ? kind | FLOW : kind, start, start);
    this.skips[node] = 0;
    this.frames.push({ node, expanded: 1, height: 0 });
    // Inside a bracket the text begins after it; a block begins with its first key or dash.
    this.lastEnd = flow ? start + 1 : start;
    return node;
  }

  /** Closes the innermost map or list. Returns its node. */
  close(end: number): NodeId {
    const frame = this.frames.pop();
    if (!frame) throw new Error('nothing is open');
    this.ends[frame.node] = end;
    this.skips[frame.node] = this.size;
    this.lastEnd = end;
    const extent = { expanded: frame.expanded, height: frame.height + 1 };
    this.count(extent.expanded, extent.height);
    if (this.anchors.has(frame.node)) this.extents.set(frame.node, extent);
    return frame.node;
  }

  alias(start: number, end: number, name: string): NodeId | AliasProblem {
    const target = this.named.get(name);
    if (target === undefined) return 'unknown';
    if (this.skips[target] === 0) return 'recursive';
    const extent = this.extents.get(target) ?? { expanded: 1, height: 0 };
    if (this.frames.length + extent.height > MAX_DEPTH) return 'deep';
    const node = this.add(NodeKind.Alias, start, end);
    this.aliases.set(node, target);
    this.count(extent.expanded, extent.height);
    return node;
  }

  /** Whether an anchor's last use is on a map or list. */
  namesCollection(name: string): boolean {
    return this.extents.has(this.named.get(name) ?? -1);
  }

  anchor(node: NodeId, name: string): void {
    this.anchors.set(node, name);
    this.named.set(name, node);
  }

  property(node: NodeId, start: number): void {
    this.propertyStarts.set(node, start);
  }

  tag(node: NodeId, tag: string): void {
    this.tags.set(node, tag);
  }

  notice(notice: ReadNotice): void {
    this.notices.push(notice);
  }

  finish(): { readonly tree: SourceTree; readonly expanded: number } {
    const { text, format, readAs, document, size, aliases, anchors, propertyStarts, tags, decoded, notices } =
      this;
    const tree: SourceTree = {
      text,
      format,
      readAs,
      document,
      size,
      height: this.levels,
      kinds: this.kinds.subarray(0, size),
      starts: this.starts.subarray(0, size),
      ends: this.ends.subarray(0, size),
      parents: this.parents.subarray(0, size),
      skips: this.skips.subarray(0, size),
      aliases,
      anchors,
      propertyStarts,
      tags,
      decoded,
      notices,
    };
    findDuplicateKeys(tree, notices);
    return { tree, expanded: this.total };
  }

  private add(bits: number, start: number, end: number): NodeId {
    if (this.size === this.kinds.length) this.grow();
    const node = this.size++;
    const frame = this.frames[this.frames.length - 1];
    this.kinds[node] = bits;
    this.starts[node] = start;
    this.ends[node] = end;
    this.parents[node] = frame ? frame.node : -1;
    this.skips[node] = node + 1;
    this.lastEnd = end;
    return node;
  }

  private grow(): void {
    const next = Math.max(64, this.kinds.length * 2);
    const wider = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.kinds = wider(this.kinds, new Uint8Array(next));
    this.starts = wider(this.starts, new Int32Array(next));
    this.ends = wider(this.ends, new Int32Array(next));
    this.parents = wider(this.parents, new Int32Array(next));
    this.skips = wider(this.skips, new Int32Array(next));
  }

  private count(nodes: number, height: number): void {
    const frame = this.frames[this.frames.length - 1];
    if (frame) {
      frame.expanded += nodes;
      frame.height = Math.max(frame.height, height);
    } else {
      this.total += nodes;
      this.levels = Math.max(this.levels, height);
    }
  }
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
