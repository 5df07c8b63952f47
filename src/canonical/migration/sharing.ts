/** How a value is shared through an anchor and its aliases. */
import {
  endOf,
  isFlow,
  isNull,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
  valueUnder,
} from '../../source/tree.ts';

/**
 * `alone`: nothing else refers to it; `alike`: everything that does is the same field, so that it changes in the same
 * way everywhere; `otherwise`: it has other uses too.
 */
export type Sharing = 'alone' | 'alike' | 'otherwise';

const known = new WeakMap<SourceTree, Map<string, Sharing>>();

/**
 * How the value of a field is shared.
 *
 * @param node the value, an alias perhaps
 * @param winner a field beside which the value is not moved but dropped
 */
export function sharingOf(tree: SourceTree, node: NodeId, winner: string): Sharing {
  if (tree.aliases.size === 0) return 'alone';
  const target = resolve(tree, node);
  if (!tree.anchors.has(target)) return 'alone';
  const found = known.get(tree) ?? new Map<string, Sharing>();
  known.set(tree, found);
  const name = keyOf(tree, node);
  const id = `${target} ${winner} ${name}`;
  const sharing = found.get(id) ?? looked(tree, target, name, winner);
  found.set(id, sharing);
  return sharing;
}

function looked(tree: SourceTree, target: NodeId, name: string | undefined, winner: string): Sharing {
  const uses = [target];
  for (const [alias, to] of tree.aliases) if (to === target) uses.push(alias);
  if (uses.length === 1) return 'alone';
  return uses.every((use) => keyOf(tree, use) === name && !isSet(tree, parentOf(tree, use), winner))
    ? 'alike'
    : 'otherwise';
}

function keyOf(tree: SourceTree, node: NodeId): string | undefined {
  const parent = parentOf(tree, node);
  return parent >= 0 && kindOf(tree, parent) === NodeKind.Map ? scalarText(tree, node - 1) : undefined;
}

function isSet(tree: SourceTree, map: NodeId, key: string): boolean {
  const value = valueUnder(tree, map, key);
  return value >= 0 && !isNull(tree, value);
}

/** Whether a list stands in brackets behind a key in lines, with no comment in it to keep. */
export function isListInBrackets(tree: SourceTree, node: NodeId): boolean {
  if (tree.format === 'json' || kindOf(tree, node) !== NodeKind.List || !isFlow(tree, node)) return false;
  return (
    !isFlow(tree, parentOf(tree, node)) &&
    !tree.text.slice(startOf(tree, node), endOf(tree, node)).includes('#')
  );
}
