/** The slice of the tree, and how its rows change. */
import { type Cursor, centred, placed, START } from '../list.ts';
import { type DetailRow, detailOf } from '../model/detail.ts';
import type { Found } from '../model/find.ts';
import { ancestors, holdsItems, type ItemId, ItemKind, type Items, kindOfItem } from '../model/items.ts';
import { rowOf, rowsOf } from '../model/rows.ts';
import type { Side } from '../model/side.ts';
import type { ViewContext } from '../view.ts';
import { treeLayout } from './layout.ts';

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
