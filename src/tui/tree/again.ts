/** The tree after its files were read again: what had a name before is found by it. */

import { findText } from '../model/find.ts';
import { holdsItems, type ItemId, type Items, kindOfItem, parentOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { nameOfItem } from '../model/names.ts';
import type { Side } from '../model/side.ts';
import type { ViewContext } from '../view.ts';
import { treeLayout } from './layout.ts';
import type { TreeSlice } from './slice.ts';
import { itemUnder, showing, startSlice, withRows } from './slice.ts';

/** What stays the same of each item when a file changes around it: kinds and names from the outermost on. */
function identities(items: Items): (item: ItemId) => string {
  const known = new Map<ItemId, string>();
  const identity = (item: ItemId): string => {
    const parent = parentOfItem(items, item);
    const own = `${kindOfItem(items, item)} ${nameOfItem(items, item) ?? labelOf(items, item).name}`;
    // What holds nothing is asked for once.
    if (!holdsItems(items, item)) return parent === -1 ? own : `${identity(parent)}\u0000${own}`;
    const name = known.get(item) ?? (parent === -1 ? own : `${identity(parent)}\u0000${own}`);
    known.set(item, name);
    return name;
  };
  return identity;
}

/** The slice for the new items: the same folds, the same search, the cursor on the same thing where it still is. */
export function again(slice: TreeSlice, before: Side, context: ViewContext): TreeSlice {
  const { side } = context.session;
  const identity = identities(before.items);
  const folds = new Set([...slice.unfolded].map(identity));
  const under = itemUnder(slice);
  const chain: string[] = [];
  for (let at = under; at !== -1; at = parentOfItem(before.items, at)) chain.push(identity(at));
  const unfolded = new Set<ItemId>();
  const places = new Map<string, ItemId>();
  const fresher = identities(side.items);
  for (let item = 0; item < side.items.count; item++) {
    const name = fresher(item);
    if (folds.has(name)) unfolded.add(item);
    if (chain.includes(name) && !places.has(name)) places.set(name, item);
  }
  const { list } = treeLayout(context.size);
  const text = slice.found?.by === 'text' ? slice.found.text : '';
  const fresh: TreeSlice = {
    ...startSlice(context),
    unfolded,
    focus: slice.focus,
    detail: slice.detail,
    showsSource: slice.showsSource,
    hidesDefaults: slice.hidesDefaults,
    ...(text === '' ? {} : { found: findText(side, text) }),
  };
  const rows = withRows(fresh, side.items, list);
  const same = chain.flatMap((name) => places.get(name) ?? [])[0];
  return same === undefined ? rows : { ...showing(rows, side, same, list), detail: slice.detail };
}
