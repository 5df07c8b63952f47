/** Whether two things are written alike, asked before anything is compared closely: nearly everything is. */
import { type BoundMessage, NODE, versionOf } from '../../model/bound.ts';
import {
  endOf,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  ROOT,
  type SourceTree,
  scalarText,
  skipOf,
  startOf,
} from '../../source/tree.ts';
import type { Source } from '../resources/found.ts';

/** The text of a message, where it says all there is to it: an alias would say more. */
export function textOf(message: BoundMessage, { root }: Source): string | undefined {
  const at = message[NODE];
  const { tree } = root;
  if (at === undefined || tree.aliases.size > 0 || tree.tags.size > 0) return undefined;
  return tree.text.slice(startOf(tree, at), endOf(tree, at));
}

/** Whether two messages are written alike but for blanks, comments and quotes. */
export function isWrittenAlike(
  one: BoundMessage,
  first: Source,
  other: BoundMessage,
  second: Source,
): boolean {
  const text = textOf(one, first);
  // In two versions of the API the same text may say two things.
  if (text === undefined || versionOf(one) !== versionOf(other)) return false;
  const otherText = textOf(other, second);
  if (text === otherText && first.root.tree.format === second.root.tree.format) return true;
  const [left, right] = [one[NODE], other[NODE]];
  if (otherText === undefined || left === undefined || right === undefined) return false;
  return sameNodes(first.root.tree, left, second.root.tree, right);
}

/** Whether two messages are written alike but for one field. */
export function isAlikeBut(
  field: string,
  one: BoundMessage,
  first: Source,
  other: BoundMessage,
  second: Source,
): boolean {
  if (versionOf(one) !== versionOf(other)) return false;
  if (textOf(one, first) === undefined || textOf(other, second) === undefined) return false;
  const [left, right] = [valuesOf(one, first, field), valuesOf(other, second, field)];
  return (
    left.length === right.length &&
    left.every(({ name, node }, index) => {
      const there = right[index];
      return (
        there !== undefined &&
        name === there.name &&
        sameNodes(first.root.tree, node, second.root.tree, there.node)
      );
    })
  );
}

function valuesOf(message: BoundMessage, { root }: Source, but: string): { name: string; node: NodeId }[] {
  const found: { name: string; node: NodeId }[] = [];
  for (const key of keys(root.tree, message[NODE] ?? ROOT)) {
    const name = scalarText(root.tree, key);
    if (name !== but) found.push({ name, node: key + 1 });
  }
  return found;
}

function sameNodes(one: SourceTree, left: NodeId, other: SourceTree, right: NodeId): boolean {
  const count = skipOf(one, left) - left;
  if (skipOf(other, right) - right !== count) return false;
  for (let step = 0; step < count; step++) {
    const [a, b] = [left + step, right + step];
    const kind = kindOf(one, a);
    const kind2 = kindOf(other, b);
    if (isContainer(kind) || isContainer(kind2)) {
      if (kind !== kind2 || skipOf(one, a) - left !== skipOf(other, b) - right) return false;
    } else if (scalarText(one, a) !== scalarText(other, b)) return false;
    // Without quotes a text may be a number, a boolean or nothing.
    else if (kind !== kind2 && plainValue(one, a) !== plainValue(other, b)) return false;
  }
  return true;
}

function isContainer(kind: NodeKind): boolean {
  return kind === NodeKind.Map || kind === NodeKind.List;
}
