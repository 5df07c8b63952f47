/** The tree after its files were read again: what had a name before is found by it. */

import { type Found, findText, foundItems } from '../model/find.ts';
import { holdsItems, type ItemId, type Items, kindOfItem, parentOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { nameOfItem } from '../model/names.ts';
import type { Side } from '../model/side.ts';
import type { ViewContext } from '../view.ts';
import { treeLayout } from './layout.ts';
import type { TreeSlice } from './slice.ts';
import { itemUnder, showing, startSlice, withRows } from './slice.ts';

type Identity = (item: ItemId) => string;

const identities = new WeakMap<Items, Identity>();

/** What stays the same of each item when a file changes around it: kinds and names from the outermost on. */
function identityIn(items: Items): Identity {
  const made = identities.get(items);
  if (made !== undefined) return made;
  const known = new Map<ItemId, string>();
  const identity = (item: ItemId): string => {
    const parent = parentOfItem(items, item);
    const own = `${kindOfItem(items, item)} ${nameOfItem(items, item) ?? labelOf(items, item).name}`;
    // What holds nothing is asked for rarely.
    if (!holdsItems(items, item)) return parent === -1 ? own : `${identity(parent)}\u0000${own}`;
    const name = known.get(item) ?? (parent === -1 ? own : `${identity(parent)}\u0000${own}`);
    known.set(item, name);
    return name;
  };
  identities.set(items, identity);
  return identity;
}

const namesakes = new WeakMap<Items, ReadonlyMap<string, readonly ItemId[]>>();

/** All items by what stays the same of them; made once for the many places that are looked for after a reload. */
function byIdentity(items: Items): ReadonlyMap<string, readonly ItemId[]> {
  const known = namesakes.get(items);
  if (known !== undefined) return known;
  const identity = identityIn(items);
  const made = new Map<string, ItemId[]>();
  for (let item = 0; item < items.count; item++) {
    const name = identity(item);
    const same = made.get(name);
    if (same === undefined) made.set(name, [item]);
    else same.push(item);
  }
  namesakes.set(items, made);
  return made;
}

/** The slice for the new items: the same folds, the same search, the cursor on the same thing where it still is. */
export function again(slice: TreeSlice, before: Side, context: ViewContext): TreeSlice {
  const { side } = context.session;
  const identity = identityIn(before.items);
  const places = byIdentity(side.items);
  const now = (item: ItemId): readonly ItemId[] => places.get(identity(item)) ?? [];
  const { list } = treeLayout(context.size);
  const found = foundNow(slice.found, side, now);
  const fresh: TreeSlice = {
    ...startSlice(context),
    unfolded: new Set([...slice.unfolded].flatMap(now)),
    focus: slice.focus,
    detail: slice.detail,
    showsSource: slice.showsSource,
    hidesDefaults: slice.hidesDefaults,
    ...(found === undefined ? {} : { found }),
  };
  const rows = withRows(fresh, side.items, list);
  for (let at = itemUnder(slice); at !== -1; at = parentOfItem(before.items, at)) {
    const [same] = now(at);
    if (same !== undefined) return { ...showing(rows, side, same, list), detail: slice.detail };
  }
  return rows;
}

/** The last search of a side: places before often share one. */
const searches = new WeakMap<Side, Found>();

/** What was searched, searched again; what links led to, as far as it is still there. */
function foundNow(
  found: Found | undefined,
  side: Side,
  now: (item: ItemId) => readonly ItemId[],
): Found | undefined {
  if (found === undefined) return undefined;
  if (found.by === 'text') {
    const known = searches.get(side);
    const same = known?.text === found.text ? known : findText(side, found.text);
    searches.set(side, same);
    return same;
  }
  const items = [...found.matches].flatMap(now);
  return items.length === 0 ? undefined : foundItems(side.items, items, found.text);
}
