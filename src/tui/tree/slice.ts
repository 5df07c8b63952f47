/** The slice of the tree, its layout, and how its rows change, also when the files are read again. */

import { type Cursor, centred, placed, START } from '../list.ts';
import { type DetailRow, detailOf } from '../model/detail.ts';
import { type Found, findText, foundItems, rowOf, rowsOf } from '../model/find.ts';
import {
  ancestors,
  holdsItems,
  type ItemId,
  ItemKind,
  type Items,
  kindOfItem,
  nameOfItem,
  parentOfItem,
} from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import type { Side } from '../model/side.ts';
import type { Size, ViewContext } from '../view.ts';

export interface TreeLayout {
  /** One pane at a time has all columns: the tree, or what the person looks into. */
  readonly isSingle: boolean;
  /** Columns. */
  readonly tree: number;
  readonly detail: number;
  /** 0 where the source has no room of its own. */
  readonly source: number;
  /** Rows of lists, without the title of their pane. */
  readonly list: number;
  readonly detailRows: number;
  /** Rows of the field's documentation, without the line above it. */
  readonly docRows: number;
}

/** From this width on the source stands beside the normalized form. */
const WIDE = 150;
/** Below this width two panes beside each other show nothing in full. */
const NARROW = 80;

export function treeLayout({ columns, rows }: Size): TreeLayout {
  const docRows = rows >= 40 ? 9 : rows >= 27 ? 7 : rows >= 20 ? 5 : 4;
  const lists = { list: rows - 1, detailRows: rows - 2 - docRows, docRows };
  if (columns < NARROW) return { isSingle: true, tree: columns, detail: columns, source: 0, ...lists };
  const isWide = columns >= WIDE;
  const tree = isWide ? Math.min(80, Math.floor(columns * 0.36)) : Math.max(38, Math.floor(columns * 0.46));
  // One column between panes.
  const source = isWide ? Math.floor((columns - tree - 2) * 0.5) : 0;
  const detail = columns - tree - 1 - (isWide ? source + 1 : 0);
  return { isSingle: false, tree, detail, source, ...lists };
}

// The slice of the tree, and how its rows change.

export interface TreeSlice {
  readonly unfolded: ReadonlySet<ItemId>;
  /** What a search or a link let through; absent while all is shown. */
  readonly found?: Found;
  /** Items that are shown. */
  readonly rows: Int32Array;
  readonly cursor: Cursor;
  /** Where the keys go. */
  readonly focus: 'tree' | 'detail';
  /** In the detail of the item under the cursor. */
  readonly detail: Cursor;
  /** What was searched in the detail. */
  readonly wanted: string;
  /** Source text instead of the normalized form, where there is no room for both. */
  readonly showsSource: boolean;
  readonly hidesDefaults: boolean;
}

/** All is unfolded at the start where it fits about two screens. */
const FEW = 60;
const SOME = 400;

export function startSlice({ session: { side } }: ViewContext): TreeSlice {
  const unfolded = firstUnfolded(side.items);
  return {
    unfolded,
    rows: rowsOf(side.items, unfolded),
    cursor: START,
    focus: 'tree',
    detail: START,
    wanted: '',
    showsSource: false,
    hidesDefaults: false,
  };
}

function firstUnfolded(items: Items): ReadonlySet<ItemId> {
  const unfolded = new Set<ItemId>();
  for (let item = 0; item < items.count; item++) {
    const kind = kindOfItem(items, item);
    const isOpen =
      items.count <= FEW
        ? kind !== ItemKind.Cluster
        : kind === ItemKind.Group || (kind === ItemKind.RouteConfiguration && items.count <= SOME);
    if (isOpen && holdsItems(items, item)) unfolded.add(item);
  }
  return unfolded;
}

/** The item under the cursor; -1 where nothing is shown. */
export function itemUnder({ rows, cursor }: TreeSlice): ItemId {
  return rows[cursor.at] ?? -1;
}

/** Rows of the detail of the item under the cursor. */
export function detailRowsOf(
  slice: TreeSlice,
  { session }: Pick<ViewContext, 'session'>,
): readonly DetailRow[] {
  const item = itemUnder(slice);
  return item === -1 ? [] : detailOf(session.side, item, slice.hidesDefaults);
}

/** The slice with the cursor elsewhere; the detail of another item begins at its top. */
export function withCursor(slice: TreeSlice, cursor: Cursor): TreeSlice {
  const isSame = slice.rows[cursor.at] === itemUnder(slice);
  return { ...slice, cursor, detail: isSame ? slice.detail : START };
}

/** The slice with its rows made again, the cursor on the same item or on the nearest one around it. */
export function withRows(slice: TreeSlice, items: Items, height: number): TreeSlice {
  const rows = rowsOf(items, slice.unfolded, slice.found);
  const item = itemUnder(slice);
  const at = Math.max(0, rowOf(items, rows, item));
  const top = slice.cursor.top + at - slice.cursor.at;
  const detail = rows[at] === item ? slice.detail : START;
  return { ...slice, rows, detail, cursor: placed({ at, top }, rows.length, height) };
}

export function withoutFound(slice: TreeSlice): TreeSlice {
  const { found: _, ...rest } = slice;
  return rest;
}

/** The slice with the cursor on an item, with what is around it unfolded. */
export function showing(slice: TreeSlice, { items }: Side, item: ItemId, height: number): TreeSlice {
  const has = (rows: Int32Array): boolean => rows[rowOf(items, rows, item)] === item;
  let next = slice;
  if (!has(slice.rows)) {
    const unfolded = new Set(slice.unfolded);
    for (const around of ancestors(items, item)) unfolded.add(around);
    const rows = rowsOf(items, unfolded, slice.found);
    // What a search hides cannot be shown while it is on.
    next = has(rows)
      ? { ...slice, unfolded, rows }
      : { ...withoutFound(slice), unfolded, rows: rowsOf(items, unfolded) };
  }
  const at = Math.max(0, rowOf(items, next.rows, item));
  const { top } = next.cursor;
  const isNear = next.rows === slice.rows && at >= top && at < top + height;
  const cursor = isNear ? { at, top } : centred(at, next.rows.length, height);
  return { ...next, cursor, detail: itemUnder(slice) === item ? slice.detail : START };
}

/** Only some items, and what leads to them; the cursor on the first at or after the place before. */
export function narrowed(slice: TreeSlice, side: Side, found: Found, height: number): TreeSlice {
  const next = withRows({ ...withoutFound(slice), found }, side.items, height);
  const item = itemUnder(slice);
  const match = found.matches.find((each) => each >= item) ?? found.matches[0];
  return match === undefined ? next : showing(next, side, match, height);
}

/** Cursors within what there is, for another size. */
export function fitted(slice: TreeSlice, context: ViewContext): TreeSlice {
  const { list, detailRows } = treeLayout(context.size);
  const cursor = placed(slice.cursor, slice.rows.length, list);
  return { ...slice, cursor, detail: placed(slice.detail, detailRowsOf(slice, context).length, detailRows) };
}

// The tree after its files were read again: what had a name before is found by it.

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
