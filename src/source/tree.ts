/**
 * A parsed document: for each node its kind, its place in the text, its parent and where its subtree ends, kept in
 * typed arrays (some 17 bytes a node) in the order of the text. Values are decoded from the text when asked for, so
 * that a file of 50 MB costs less than its plain values would.
 *
 * Children of node `n` begin at `n + 1`; the sibling after child `c` is `skips[c]`; the last child ends at
 * `skips[n]`. In a map keys and values alternate, and a key is always one node, so its value is `key + 1`.
 */
import type { Data, ExactNumber } from './data.ts';
import { isCoreBoolean, isCoreNull, numberFromText, untypedScalar } from './scalar.ts';

export type NodeId = number;

export const NodeKind = {
  Map: 1,
  List: 2,
  /** A scalar without quotes; what it means depends on its text. */
  Plain: 3,
  Single: 4,
  Double: 5,
  Literal: 6,
  Folded: 7,
  Alias: 8,
  /** Nothing was written where a value could stand: null. */
  Empty: 9,
} as const;
export type NodeKind = (typeof NodeKind)[keyof typeof NodeKind];

/** Set beside the kind where a map or list is written with brackets. */
export const FLOW = 0x10;
/** Set beside the kind where a scalar's value is its text as it stands. */
export const VERBATIM = 0x20;
const KIND_MASK = 0x0f;

/** What a reader noticed and read over. */
export interface ReadNotice {
  readonly rule: 'duplicate-key' | 'loose-spelling';
  readonly message: string;
  readonly node: NodeId;
  /** For a duplicate key: the node of the earlier key. */
  readonly earlier?: NodeId;
}

export interface SourceTree {
  readonly text: string;
  readonly format: 'yaml' | 'json';
  /** As what the proxy reads it, which goes by the name of the file: JSON in a file of YAML is YAML to it. */
  readonly readAs: 'yaml' | 'json';
  /** Index of the document in its file, from 0. */
  readonly document: number;
  readonly size: number;
  /** Levels of maps and lists, what aliases stand for written out. */
  readonly height: number;
  readonly kinds: Uint8Array;
  /** Offset of a node's first character (of its quote or bracket; tags and anchors lie before it). */
  readonly starts: Int32Array;
  /** Offset after a node's last character. A block map or list ends where its last descendant ends. */
  readonly ends: Int32Array;
  readonly parents: Int32Array;
  readonly skips: Int32Array;
  /** What each alias stands for. */
  readonly aliases: ReadonlyMap<NodeId, NodeId>;
  /** Names of anchored nodes. */
  readonly anchors: ReadonlyMap<NodeId, string>;
  /** Where the tag or anchor before a node begins, for nodes that have one. */
  readonly propertyStarts: ReadonlyMap<NodeId, number>;
  /** Explicit tags (`!!str`, `!ignore`), as written. */
  readonly tags: ReadonlyMap<NodeId, string>;
  /** Values of scalars whose text needs more than unquoting (block scalars, folded lines, escapes). */
  readonly decoded: ReadonlyMap<NodeId, string>;
  readonly notices: readonly ReadNotice[];
}

export const ROOT: NodeId = 0;

/** The kind of a node; aliases are not followed. */
export function kindOf(tree: SourceTree, node: NodeId): NodeKind {
  return ((tree.kinds[node] ?? 0) & KIND_MASK) as NodeKind;
}

/** Whether a map or list is written with brackets (all of JSON is). */
export function isFlow(tree: SourceTree, node: NodeId): boolean {
  return ((tree.kinds[node] ?? 0) & FLOW) !== 0;
}

/** The node that an alias stands for, or the node itself. */
export function resolve(tree: SourceTree, node: NodeId): NodeId {
  return kindOf(tree, node) === NodeKind.Alias ? (tree.aliases.get(node) ?? node) : node;
}

/** The text of this document alone, from its root's beginning to its end; {@link SourceTree.text} is the whole file's. */
export function documentText(tree: SourceTree): string {
  return tree.text.slice(startOf(tree, ROOT), endOf(tree, ROOT));
}

export function startOf(tree: SourceTree, node: NodeId): number {
  return tree.starts[node] ?? 0;
}

export function endOf(tree: SourceTree, node: NodeId): number {
  return tree.ends[node] ?? 0;
}

/** The node after this one's subtree: its next sibling, where it has one. */
export function skipOf(tree: SourceTree, node: NodeId): NodeId {
  return tree.skips[node] ?? tree.size;
}

/** The parent, or -1 for the root. */
export function parentOf(tree: SourceTree, node: NodeId): NodeId {
  return tree.parents[node] ?? -1;
}

/** The entries of a list, in order. */
export function* items(tree: SourceTree, list: NodeId): Generator<NodeId> {
  const end = skipOf(tree, list);
  for (let child = list + 1; child < end; child = skipOf(tree, child)) yield child;
}

/** The keys of a map, in order; the value of key `k` is node `k + 1`. */
export function* keys(tree: SourceTree, map: NodeId): Generator<NodeId> {
  const end = skipOf(tree, map);
  for (let key = map + 1; key < end; key = skipOf(tree, key + 1)) yield key;
}

/** The value node under a key, the last one where the key stands twice; -1 where it is absent. */
export function valueUnder(tree: SourceTree, map: NodeId, key: string): NodeId {
  let found = -1;
  const end = skipOf(tree, map);
  for (let at = map + 1; at < end; at = skipOf(tree, at + 1))
    if (scalarText(tree, at) === key) found = at + 1;
  return found;
}

/** Whether the proxy passes over this entry: `!ignore` stands before its key; before its value the tag says nothing. */
export function isIgnored(tree: SourceTree, key: NodeId): boolean {
  return tree.tags.size > 0 && tree.tags.get(key) === '!ignore';
}

const OVERRIDDEN = new WeakMap<SourceTree, ReadonlySet<NodeId>>();

/** Whether the same key stands again further down in its map: the last one counts, and is what a pointer leads to. */
export function isOverridden(tree: SourceTree, key: NodeId): boolean {
  if (tree.notices.length === 0) return false;
  const known = OVERRIDDEN.get(tree) ?? new Set(tree.notices.flatMap(({ earlier }) => earlier ?? []));
  OVERRIDDEN.set(tree, known);
  return known.has(key);
}

/** Whether the proxy reads nothing of this entry: it is ignored, or overridden in YAML; of JSON it reads every entry. */
export function isPassedOver(tree: SourceTree, key: NodeId): boolean {
  return isIgnored(tree, key) || (tree.readAs !== 'json' && isOverridden(tree, key));
}

/** Whether a scalar says just what its text is, quotes aside. */
export function isVerbatim(tree: SourceTree, node: NodeId): boolean {
  return ((tree.kinds[node] ?? 0) & VERBATIM) !== 0;
}

/** The decoded text of a scalar (an alias is followed); the empty text for an empty node. */
export function scalarText(tree: SourceTree, node: NodeId): string {
  const bits = tree.kinds[node] ?? 0;
  const start = tree.starts[node] ?? 0;
  const end = tree.ends[node] ?? 0;
  if (bits & VERBATIM) {
    return (bits & KIND_MASK) === NodeKind.Plain
      ? tree.text.slice(start, end)
      : tree.text.slice(start + 1, end - 1);
  }
  if ((bits & KIND_MASK) === NodeKind.Alias) return scalarText(tree, resolve(tree, node));
  return tree.decoded.get(node) ?? '';
}

/** Whether a tag says that a scalar is text, whatever it looks like; `!!str` does in YAML, but not to the proxy. */
function isTextTag(tag: string | undefined): boolean {
  return tag === '!!str' || tag === '!';
}

/** Whether the node is null: nothing written, or a plain `null` or `~`. */
export function isNull(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, node);
  if (kind === NodeKind.Empty) return !isTextTag(tree.tags.get(node));
  if (kind === NodeKind.Alias) return isNull(tree, resolve(tree, node));
  return kind === NodeKind.Plain && !tree.tags.has(node) && isCoreNull(scalarText(tree, node));
}

/**
 * The plain value of a subtree, aliases expanded, the last of duplicate keys winning. Numbers whose text a double
 * would change are kept as {@link ExactNumber}.
 */
export function plainValue(tree: SourceTree, node: NodeId): Data {
  return dataOf(tree, node, plainScalar);
}

function dataOf(
  tree: SourceTree,
  node: NodeId,
  scalarOf: (tree: SourceTree, node: NodeId) => PlainScalar,
): Data {
  switch (kindOf(tree, node)) {
    case NodeKind.Map: {
      const object: { [key: string]: Data } = {};
      const end = skipOf(tree, node);
      for (let key = node + 1; key < end; key = skipOf(tree, key + 1)) {
        if (isIgnored(tree, key)) continue;
        setOwn(object, scalarText(tree, key), dataOf(tree, key + 1, scalarOf));
      }
      return object;
    }
    case NodeKind.List: {
      const list: Data[] = [];
      const end = skipOf(tree, node);
      for (let child = node + 1; child < end; child = skipOf(tree, child))
        list.push(dataOf(tree, child, scalarOf));
      return list;
    }
    case NodeKind.Alias:
      return dataOf(tree, resolve(tree, node), scalarOf);
    case NodeKind.Empty:
      return isTextTag(tree.tags.get(node)) ? '' : null;
    default:
      return scalarOf(tree, node);
  }
}

type PlainScalar = string | number | boolean | null | ExactNumber;

function plainScalar(tree: SourceTree, node: NodeId): PlainScalar {
  const text = scalarText(tree, node);
  if (kindOf(tree, node) !== NodeKind.Plain || isTextTag(tree.tags.get(node))) return text;
  const first = text.charCodeAt(0);
  // Numbers begin with a digit, a sign or a dot; the other words are few.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    return numberFromText(text) ?? text;
  }
  if (isCoreNull(text)) return null;
  return isCoreBoolean(text) ?? text;
}

/**
 * The value of a subtree as the proxy takes it where nobody says what should stand there, as in metadata: of YAML, what
 * its reader makes of it (`1.5` is text, `y` is true).
 */
export function untypedValue(tree: SourceTree, node: NodeId): Data {
  return dataOf(tree, node, untypedPlain);
}

/** What a scalar is to the proxy where nobody says what should stand there. */
export function untypedPlain(tree: SourceTree, node: NodeId): PlainScalar {
  if (isQuoted(tree, node)) return scalarText(tree, node);
  return tree.readAs === 'json' ? plainScalar(tree, node) : untypedScalar(scalarText(tree, node));
}

/** Whether a scalar is text to the proxy, by its quotes or by a bare `!`; with any other tag its quotes do not count. */
export function isQuoted(tree: SourceTree, node: NodeId): boolean {
  const tag = tree.tags.get(node);
  return tag === '!' || (tag === undefined && kindOf(tree, node) !== NodeKind.Plain);
}

/** Sets an own property whatever its name is, `__proto__` included. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}
