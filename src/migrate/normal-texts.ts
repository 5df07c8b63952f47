/** Puts normalized texts where a document that is no configuration holds them, also where an alias stands for one. */
import { isObject } from '../model/bound.ts';
import type { Data } from '../source/data.ts';
import {
  isIgnored,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  setOwn,
} from '../source/tree.ts';

/**
 * A value with texts in the places of scalars.
 *
 * @param value what the node says; parts of it that are no longer of the node's kind (redacted ones) stay as they are
 * @param texts by the scalar that each is to stand for
 */
export function withTexts(
  tree: SourceTree,
  node: NodeId,
  value: Data,
  texts: ReadonlyMap<NodeId, string>,
): Data {
  const target = resolve(tree, node);
  const text = texts.get(target);
  if (text !== undefined) return text;
  const kind = kindOf(tree, target);
  if (kind === NodeKind.List && Array.isArray(value)) {
    const entries = [...items(tree, target)];
    return value.map((item: Data, index) => {
      const entry = entries[index];
      return entry === undefined ? item : withTexts(tree, entry, item, texts);
    });
  }
  if (kind !== NodeKind.Map || !isObject(value)) return value;
  const made: { [key: string]: Data } = {};
  const last = new Map<string, NodeId>();
  for (const key of keys(tree, target)) if (!isIgnored(tree, key)) last.set(scalarText(tree, key), key + 1);
  for (const [key, item] of Object.entries(value as { readonly [key: string]: Data })) {
    const entry = last.get(key);
    setOwn(made, key, entry === undefined ? item : withTexts(tree, entry, item, texts));
  }
  return made;
}
