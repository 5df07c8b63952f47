/** Which items are rows of the tree: those whose surroundings are unfolded, or those that a search lets through. */
import type { Found } from './find.ts';
import { type ItemId, type Items, parentOfItem, skipOfItem } from './items.ts';

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
