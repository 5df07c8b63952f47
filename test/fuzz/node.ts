/** A configuration that can be changed: order, duplicate keys, anchors and odd scalars included. */
import { ExactNumber } from '../../src/source/data.ts';
import { sourceFile } from '../../src/source/load.ts';
import { plainValue, ROOT } from '../../src/source/tree.ts';

export type Node = MapNode | ListNode | ScalarNode | RawNode;

export interface MapNode {
  readonly kind: 'map';
  entries: { key: string; value: Node }[];
  anchor?: string;
}
export interface ListNode {
  readonly kind: 'list';
  items: Node[];
  anchor?: string;
}
export interface ScalarNode {
  readonly kind: 'scalar';
  value: string | number | boolean | null;
}
/** Printed as it stands: an alias, `1e999`, a tag. */
export interface RawNode {
  readonly kind: 'raw';
  text: string;
}

/** The documents of a text. @throws InputError where it holds none */
export function nodesOf(name: string, text: string): Node[] {
  return sourceFile(name, text, 'named').trees.map((tree) => nodeOf(plainValue(tree, ROOT)));
}

/** Plain data as a node. */
export function nodeOf(value: unknown): Node {
  if (value instanceof ExactNumber) return { kind: 'raw', text: value.text };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(nodeOf) };
  if (typeof value === 'object' && value !== null)
    return {
      kind: 'map',
      entries: Object.entries(value).map(([key, item]) => ({ key, value: nodeOf(item) })),
    };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'scalar', value };
  return { kind: 'scalar', value: null };
}

/** A copy that shares nothing; anchors are left out, since a name stands for one node. */
export function copyOf(node: Node): Node {
  switch (node.kind) {
    case 'map':
      return { kind: 'map', entries: node.entries.map(({ key, value }) => ({ key, value: copyOf(value) })) };
    case 'list':
      return { kind: 'list', items: node.items.map(copyOf) };
    default:
      return { ...node };
  }
}

/** A place where a node stands, and how to put another there. */
export interface Slot {
  readonly node: Node;
  /** The key that it stands under; of a list's item the key of the list. */
  readonly key: string;
  readonly parent: MapNode | ListNode;
  readonly index: number;
  readonly depth: number;
}

/** Every place below a node, in the order of the text. */
export function slotsOf(root: Node, most = 20_000): Slot[] {
  const slots: Slot[] = [];
  const visit = (parent: Node, key: string, depth: number): void => {
    if (slots.length >= most) return;
    if (parent.kind === 'map')
      for (const [index, entry] of parent.entries.entries()) {
        slots.push({ node: entry.value, key: entry.key, parent, index, depth });
        visit(entry.value, entry.key, depth + 1);
      }
    else if (parent.kind === 'list')
      for (const [index, node] of parent.items.entries()) {
        slots.push({ node, key, parent, index, depth });
        visit(node, key, depth + 1);
      }
  };
  visit(root, '', 0);
  return slots;
}

export function put({ parent, index }: Slot, node: Node): void {
  if (parent.kind === 'list') parent.items[index] = node;
  else {
    const entry = parent.entries[index];
    if (entry !== undefined) entry.value = node;
  }
}

/** How many nodes there are, at most the limit. */
export function sizeOf(root: Node, limit: number): number {
  return slotsOf(root, limit).length;
}

/** Takes out, in place, references to anchors that do not stand before them, or around them: nothing of such a text can be read. */
export function withoutLooseAliases(documents: readonly Node[]): void {
  const ended = new Set<string>();
  const isLoose = (node: Node): boolean =>
    node.kind === 'raw' && node.text.startsWith('*') && !ended.has(node.text.slice(1));
  const visit = (node: Node): void => {
    if (node.kind === 'map') node.entries = node.entries.filter(({ value }) => kept(value));
    else if (node.kind === 'list') node.items = node.items.filter(kept);
    if ('anchor' in node && node.anchor !== undefined) ended.add(node.anchor);
  };
  const kept = (node: Node): boolean => {
    if (isLoose(node)) return false;
    visit(node);
    return true;
  };
  for (const document of documents) {
    ended.clear();
    visit(document);
  }
}
