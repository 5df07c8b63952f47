/**
 * Which items are rows of the tree: those whose surroundings are unfolded, or those that a search lets through.
 *
 * A search looks for a text in everything that was written: names, domains, paths and values. The text of each document
 * is searched as a whole, and what is found in it is led back to the items around it, so that a letter typed costs some
 * milliseconds in a file of many megabytes. Keys do not count: they are the same in every route.
 */

import { NODE } from '../../model/bound.ts';
import { endOf, kindOf, NodeKind, type SourceTree, startOf } from '../../source/tree.ts';
import { holdsItems, type ItemId, type Items, parentOfItem, skipOfItem } from './items.ts';
import { placesOf } from './places.ts';
import type { Side } from './side.ts';

/**
 * The items that are shown, in order; linear in what is shown, beside what a search goes through.
 *
 * @param unfolded items whose inside is shown
 */
export function rowsOf(items: Items, unfolded: ReadonlySet<ItemId>, found?: Found): Int32Array {
  const rows = new Int32Array(items.count);
  let count = 0;
  let item = 0;
  while (item < items.count) {
    if (found !== undefined && !isLetThrough(items, item, found)) {
      item = skipOfItem(items, item);
      continue;
    }
    rows[count++] = item;
    // What a search found is shown with all that leads to it.
    const goesIn = found?.holds(item) === true || unfolded.has(item);
    item = goesIn ? item + 1 : skipOfItem(items, item);
  }
  return rows.slice(0, count);
}

/** A match, what leads to one, and the inside of a match in which nothing else was found. */
function isLetThrough(items: Items, item: ItemId, found: Found): boolean {
  if (found.is(item) || found.holds(item)) return true;
  for (let at = parentOfItem(items, item); at !== -1; at = parentOfItem(items, at)) {
    if (found.holds(at)) return false;
    if (found.is(at)) return true;
  }
  return false;
}

/** The row of an item, or of the nearest shown item around it; -1 where there is none. */
export function rowOf(items: Items, rows: Int32Array, item: ItemId): number {
  for (let at = item; at !== -1; at = parentOfItem(items, at)) {
    const row = search(rows, at);
    if (row !== -1) return row;
  }
  return -1;
}

/** Rows are ascending. */
function search(rows: Int32Array, item: ItemId): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle] ?? 0;
    if (at === item) return middle;
    if (at < item) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

// Looks for a text in everything that was written: names, domains, paths and values.

export interface Found {
  /** What was typed, or what the items have in common. */
  readonly text: string;
  /** Typed, or led to by links. */
  readonly by: 'text' | 'links';
  /** Items that hold the text, in the order of the tree. */
  readonly matches: Int32Array;
  /** Whether the text stands in an item itself. */
  is(item: ItemId): boolean;
  /** Whether it stands in something inside. */
  holds(item: ItemId): boolean;
}

const IS = 1;
const HOLDS = 2;

/** Every item that holds the text; upper and lower case are the same. */
export function findText(side: Side, text: string): Found {
  const marks = new Uint8Array(side.items.count);
  const wanted = text.toLowerCase();
  if (wanted !== '')
    side.documents.forEach((_, document) => {
      markDocument(side, document, wanted, marks);
    });
  markTitles(side.items, wanted, marks);
  return foundIn(text, 'text', marks);
}

/** The same for items that are known already, such as all that reach a cluster. */
export function foundItems(items: Items, list: readonly ItemId[], text: string): Found {
  const marks = new Uint8Array(items.count);
  for (const item of list) mark(items, item, marks);
  return foundIn(text, 'links', marks);
}

function foundIn(text: string, by: Found['by'], marks: Uint8Array): Found {
  let count = 0;
  for (const mark of marks) if (mark & IS) count++;
  const matches = new Int32Array(count);
  let at = 0;
  for (let item = 0; item < marks.length; item++) if ((marks[item] ?? 0) & IS) matches[at++] = item;
  return {
    text,
    by,
    matches,
    is: (item) => ((marks[item] ?? 0) & IS) !== 0,
    holds: (item) => ((marks[item] ?? 0) & HOLDS) !== 0,
  };
}

function mark(items: Items, item: ItemId, marks: Uint8Array): void {
  marks[item] = (marks[item] ?? 0) | IS;
  for (let at = parentOfItem(items, item); at !== -1; at = parentOfItem(items, at)) {
    if ((marks[at] ?? 0) & HOLDS) return;
    marks[at] = (marks[at] ?? 0) | HOLDS;
  }
}

function markDocument(side: Side, document: number, wanted: string, marks: Uint8Array): void {
  const tree = side.documents[document]?.root.tree;
  if (tree === undefined) return;
  const { itemAt } = placesOf(side);
  const text = folded(tree);
  // Hits and nodes are gone through side by side: both stand in the order of the text.
  let node = 0;
  for (let at = text.indexOf(wanted); at !== -1; ) {
    while (node + 1 < tree.size && startOf(tree, node + 1) <= at) node++;
    const isInside = at < endOf(tree, node) && isScalar(tree, node);
    let next = isInside ? Math.max(endOf(tree, node), at + 1) : at + 1;
    if (isInside && !isKey(tree, node)) {
      const item = itemAt(document, node);
      if (item !== -1) {
        mark(side.items, item, marks);
        // Nothing more is to be learned about an item with nothing inside.
        const own = side.items.messages[item]?.[NODE];
        if (own !== undefined && !holdsItems(side.items, item)) next = Math.max(next, endOf(tree, own));
      }
    }
    at = text.indexOf(wanted, next);
  }
  // Values whose text in the file is not what they mean: escapes, folded lines.
  for (const [node, value] of tree.decoded) {
    if (!value.toLowerCase().includes(wanted) || isKey(tree, node)) continue;
    const item = itemAt(document, node);
    if (item !== -1) mark(side.items, item, marks);
  }
}

const lowered = new WeakMap<SourceTree, string>();

/** The text in lower case where that has the same offsets, else as it is. */
function folded(tree: SourceTree): string {
  const known = lowered.get(tree);
  if (known !== undefined) return known;
  const lower = tree.text.toLowerCase();
  const text = lower.length === tree.text.length ? lower : tree.text;
  lowered.set(tree, text);
  return text;
}

function isScalar(tree: SourceTree, node: number): boolean {
  const kind = kindOf(tree, node);
  return kind !== NodeKind.Map && kind !== NodeKind.List;
}

/** Whether a scalar is a key: a colon follows it. */
function isKey(tree: SourceTree, node: number): boolean {
  let at = endOf(tree, node);
  while (tree.text[at] === ' ') at++;
  return tree.text[at] === ':';
}

/** Groups are found by their title only while nothing in them is. */
function markTitles(items: Items, wanted: string, marks: Uint8Array): void {
  for (const [item, title] of items.titles)
    if (wanted !== '' && title.toLowerCase().includes(wanted)) marks[item] = (marks[item] ?? 0) | IS;
}
