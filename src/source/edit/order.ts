/** Whether each alias of the result still stands for what it stood for. */

import { lineIndex } from '../lines.ts';
import { firstIndex } from '../sorted.ts';
import { endOf, skipOf, startOf } from '../tree.ts';
import { refuse } from './edit.ts';
import { isContainer, type Overlay, type Value } from './overlay.ts';

/** Refuses where an anchor went away that an alias needs, or would come to stand after it. */
export function checkAliases(overlay: Overlay): void {
  const { tree } = overlay;
  if (tree.aliases.size === 0) return;
  const marked = [...tree.aliases.keys(), ...tree.anchors.keys()].sort((a, b) => a - b);
  const current = new Map<string, number>();
  const seen = (node: number): void => {
    const target = tree.aliases.get(node);
    const name = tree.anchors.get(target ?? node) ?? '';
    if (target === undefined) current.set(name, node);
    else if (current.get(name) !== target) missing(overlay, name, target, node);
  };
  const range = (from: number, to: number): void => {
    for (let at = lowerBound(marked, from); (marked[at] ?? to) < to; at++) seen(marked[at] ?? 0);
  };
  const visit = (value: Value): void => {
    if (value.kind === 'data') return;
    if (!isContainer(value) || !value.changed) {
      if (value.node >= 0) range(value.node, skipOf(tree, value.node));
      if (!isContainer(value) || value.node >= 0) return;
    }
    if (value.node >= 0) range(value.node, value.node + 1);
    for (let entry = value.first; entry; entry = entry.next) {
      if (entry.gone) continue;
      if (entry.home && entry.home.key !== -1) range(entry.home.key, entry.home.key + 1);
      visit(entry.value);
    }
  };
  visit(overlay.root);
}

function missing(overlay: Overlay, name: string, anchor: number, alias: number): never {
  const { tree } = overlay;
  const lines = lineIndex(tree.text);
  const at = (node: number): number =>
    lines.position(tree.propertyStarts.get(node) ?? startOf(tree, node)).line;
  return refuse(
    `the alias *${name} (line ${at(alias)}) needs the anchor &${name} (line ${at(anchor)}) before it, and the edits take that away`,
  );
}

function lowerBound(sorted: readonly number[], value: number): number {
  return firstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= value);
}

/** Whether the text holds block scalars that keep the blank lines below them. */
export function keepsBlankLines(overlay: Overlay): boolean {
  const { tree } = overlay;
  for (const node of tree.decoded.keys()) {
    const header = tree.text.slice(startOf(tree, node), Math.min(startOf(tree, node) + 4, endOf(tree, node)));
    if (/^[|>]\d?\+/.test(header)) return true;
  }
  return false;
}
