/** The way from a resource to a place inside it, in canonical names whatever the spelling of the file. */
import { type BoundMessage, NODE, tableOf } from '../../model/bound.ts';
import { eachChild, type Frame, rootFrames } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
} from '../../source/tree.ts';
import type { Document, Location, NodeSpot } from '../finding.ts';

/** Of data that no table knows so many entries of a map or list count. */
const COUNTED = 50;

export interface Ways {
  /** Names of fields, keys of maps, entries of lists by what tells them apart. */
  to(
    at: Location | NodeSpot,
    from: { readonly node: NodeId; readonly frame: Frame } | undefined,
  ): readonly string[];
}

/** Messages by their nodes. */
type Inside = ReadonlyMap<NodeId, Frame>;

/** @param nameOf what tells an entry of a list apart */
export function waysIn(
  { configuration: { namespace }, root }: Document,
  nameOf: (entry: unknown) => string,
): Ways {
  const { tree } = root;
  const inField = messagesIn(namespace);
  let roots: Inside | undefined;

  const entry = (node: NodeId, frame: Frame | undefined): string =>
    frame === undefined ? nameOf(shallow(tree, resolve(tree, node))) : nameOf(frame.message);

  const wayTo = (node: NodeId, from: NodeId, start: Frame | undefined): string[] => {
    const names: string[] = [];
    roots ??= byNode((add) => rootFrames(root).forEach(add));
    let inside: Inside = start === undefined ? roots : NOTHING;
    let frame = start ?? inside.get(from);
    for (const at of nodesBetween(tree, from, node)) {
      const isKey = kindOf(tree, parentOf(tree, at)) === NodeKind.Map;
      let field: CompiledField | undefined;
      if (isKey) {
        const key = scalarText(tree, at - 1);
        field = frame && tableOf(frame).bySpelling.get(key);
        if (frame !== undefined) inside = field === undefined ? NOTHING : inField(frame, field);
        names.push(field?.name ?? key);
      }
      frame = inside.get(resolve(tree, at));
      const isEntry = isKey ? field?.shape === 'list' && !isList(tree, at) : true;
      if (isEntry) names.push(entry(at, frame));
    }
    return names;
  };

  return {
    to(at, from) {
      const start = from?.node ?? ROOT;
      if ('node' in at) {
        const names = wayTo(at.node, start, from?.frame);
        // A list of one may be written without its brackets: then it is its entry.
        const only = onlyEntry(tree, at.node);
        return only === undefined ? names : wayTo(only, start, from?.frame);
      }
      const { message, field, index } = at;
      const names = wayTo(message[NODE] ?? ROOT, start, from?.frame);
      if (field === undefined) return names;
      const held = message[field];
      if (index === undefined) return [...names, field];
      return [
        ...names,
        field,
        typeof index === 'string' ? index : nameOf(Array.isArray(held) ? held[index] : held),
      ];
    },
  };
}

const NOTHING: Inside = new Map();

/** The messages of a field; looked up once, since each of many may have a finding. */
function messagesIn(namespace: string): (frame: Frame, field: CompiledField) => Inside {
  const children = new WeakMap<BoundMessage, Map<CompiledField, Inside>>();
  return (frame, field) => {
    const ofMessage = children.get(frame.message) ?? new Map<CompiledField, Inside>();
    children.set(frame.message, ofMessage);
    const known = ofMessage.get(field) ?? byNode((add) => eachChild(frame, namespace, add, [field]));
    ofMessage.set(field, known);
    return known;
  };
}

function byNode(each: (add: (frame: Frame) => void) => void): Inside {
  const found = new Map<NodeId, Frame>();
  each((frame) => {
    const at = frame.message[NODE];
    if (at !== undefined) found.set(at, frame);
  });
  return found;
}

/** The nodes on the way from one to another inside it, outermost first; keys have no part in it. */
function nodesBetween(tree: SourceTree, from: NodeId, to: NodeId): readonly NodeId[] {
  const nodes: NodeId[] = [];
  for (let at = to; at !== from && at > ROOT; at = parentOf(tree, at)) nodes.push(at);
  return nodes.reverse();
}

function isList(tree: SourceTree, node: NodeId): boolean {
  return kindOf(tree, resolve(tree, node)) === NodeKind.List;
}

/** The entry of a list that has no other. */
function onlyEntry(tree: SourceTree, node: NodeId): NodeId | undefined {
  if (kindOf(tree, node) !== NodeKind.List) return undefined;
  let only: NodeId | undefined;
  for (const item of items(tree, node)) {
    if (isNull(tree, item)) continue;
    if (only !== undefined) return undefined;
    only = item;
  }
  return only;
}

/** Data that no table knows, as far as it tells an entry of a list apart: what stands in it directly. */
function shallow(tree: SourceTree, node: NodeId): unknown {
  const kind = kindOf(tree, node);
  if (kind === NodeKind.List) return [...scalars(tree, items(tree, node))].map(([, text]) => text);
  if (kind !== NodeKind.Map) return scalarText(tree, node);
  return Object.fromEntries(scalars(tree, keys(tree, node)));
}

function* scalars(tree: SourceTree, nodes: Iterable<NodeId>): Generator<readonly [string, string]> {
  let left = COUNTED;
  for (const node of nodes) {
    if (left-- === 0) return;
    const isKey = kindOf(tree, parentOf(tree, node)) === NodeKind.Map;
    const value = resolve(tree, isKey ? node + 1 : node);
    const kind = kindOf(tree, value);
    if (kind !== NodeKind.Map && kind !== NodeKind.List)
      yield [isKey ? scalarText(tree, node) : '', scalarText(tree, value)];
  }
}
