/**
 * Whether two subtrees say the same: free of layout, comments, anchors, the order of keys and the way in which a scalar
 * is written, as far as reading alone can tell. Such subtrees bind to the same values with the same problems, whatever
 * table they are bound with. Where the order of keys may decide (one that stands twice, in one spelling or two), they say
 * the same in the same order only, and to one reader of the proxy.
 */
import { sameData } from './edit/same-data.ts';
import { untypedScalar } from './scalar.ts';
import {
  endOf,
  isQuoted,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
  startOf,
} from './tree.ts';

/** @param inOrder whether the keys of maps have to stand in the same order */
export function saysTheSame(
  one: SourceTree,
  left: NodeId,
  other: SourceTree,
  right: NodeId,
  inOrder = false,
): boolean {
  const [a, b] = [resolve(one, left), resolve(other, right)];
  const tag = one.tags.get(a);
  if (tag !== other.tags.get(b)) return false;
  // That a tag says to pass over a value does not hold for an alias of it.
  if (tag !== undefined && (a === left) !== (b === right)) return false;
  const [kind, kind2] = [kindOf(one, a), kindOf(other, b)];
  if (kind === NodeKind.Map) return kind2 === NodeKind.Map && sameEntries(one, a, other, b, inOrder);
  if (kind === NodeKind.List) return kind2 === NodeKind.List && sameItems(one, a, other, b, inOrder);
  if (kind2 === NodeKind.Map || kind2 === NodeKind.List) return false;
  const sense = senseOf(one, a);
  return sense === senseOf(other, b) && (sense === 'null' || scalarText(one, a) === scalarText(other, b));
}

function sameItems(
  one: SourceTree,
  left: NodeId,
  other: SourceTree,
  right: NodeId,
  inOrder: boolean,
): boolean {
  const [end, end2] = [skipOf(one, left), skipOf(other, right)];
  let there = right + 1;
  for (let here = left + 1; here < end; here = skipOf(one, here)) {
    if (there >= end2 || !saysTheSame(one, here, other, there, inOrder)) return false;
    there = skipOf(other, there);
  }
  return there === end2;
}

function sameEntries(
  one: SourceTree,
  left: NodeId,
  other: SourceTree,
  right: NodeId,
  inOrder: boolean,
): boolean {
  const [end, end2] = [skipOf(one, left), skipOf(other, right)];
  const entryIs = (key: NodeId, key2: NodeId): boolean =>
    saysTheSame(one, key, other, key2) && saysTheSame(one, key + 1, other, key2 + 1, inOrder);
  let [here, there] = [left + 1, right + 1];
  // Most maps are written in the same order.
  while (here < end && there < end2 && scalarText(one, here) === scalarText(other, there)) {
    // No other entry has this key, unless the order counts: it is not compared again, which would double at each level.
    if (!entryIs(here, there)) return false;
    here = skipOf(one, here + 1);
    there = skipOf(other, there + 1);
  }
  if (here === end && there === end2) return one.readAs === other.readAs || !mayBeOrdered(one, left);
  if (inOrder || here === end || there === end2 || mayBeOrdered(one, left) || mayBeOrdered(other, right))
    return false;
  const byText = new Map<string, NodeId>();
  for (let key = there; key < end2; key = skipOf(other, key + 1)) byText.set(scalarText(other, key), key);
  let more = byText.size;
  for (; here < end; here = skipOf(one, here + 1), more--) {
    const key = byText.get(scalarText(one, here));
    if (key === undefined || !entryIs(here, key)) return false;
  }
  return more === 0;
}

/** Whether two keys of a map are one, but for their spelling (`max_requests`, `maxRequests`). */
function mayBeOrdered(tree: SourceTree, map: NodeId): boolean {
  const end = skipOf(tree, map);
  // Most maps have few keys that begin differently.
  let letters = 0;
  let isTold = true;
  for (let key = map + 1; isTold && key < end; key = skipOf(tree, key + 1)) {
    const text = scalarText(tree, key);
    const letter = 1 << (text.charCodeAt(0) & 31);
    isTold = (letters & letter) === 0 && /^[A-Za-z]/.test(text);
    letters |= letter;
  }
  if (isTold) return false;
  const known = new Set<string>();
  let count = 0;
  for (let key = map + 1; key < end; key = skipOf(tree, key + 1), count++)
    known.add(scalarText(tree, key).replaceAll('_', '').toLowerCase());
  return known.size < count;
}

/** How a scalar is read. Numbers and words that readers of YAML and of JSON take for different things say so. */
type Sense = 'text' | 'null' | 'plain' | 'yaml' | 'json' | 'tagged' | 'tagged text';

function senseOf(tree: SourceTree, node: NodeId): Sense {
  if (tree.tags.size > 0 && tree.tags.has(node)) return isQuoted(tree, node) ? 'tagged text' : 'tagged';
  const kind = kindOf(tree, node);
  if (kind === NodeKind.Empty) return 'null';
  if (kind !== NodeKind.Plain || isPlainWord(tree, node)) return 'text';
  const text = scalarText(tree, node);
  const typed = plainValue(tree, node);
  if (!sameData(typed, untypedScalar(text))) return tree.readAs;
  return typed === null ? 'null' : typed === text ? 'text' : 'plain';
}

/** Whether plain text is text to every reader, told by its beginning: no number, no boolean and not null. */
function isPlainWord(tree: SourceTree, node: NodeId): boolean {
  const start = startOf(tree, node);
  const code = tree.text.charCodeAt(start);
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  // None of the words that mean something else is longer than `false`.
  return code === SLASH || (isLetter && endOf(tree, node) - start > 5);
}

const SLASH = 47;
