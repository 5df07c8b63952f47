/** The tree of everything in the configuration, with details beside it. */
import type { Command, Destination } from '../command.ts';
import { type Cursor, centred, moved, placed, START, scrolled } from '../list.ts';
import { type Found, findText } from '../model/find.ts';
import {
  ancestors,
  holdsItems,
  type ItemId,
  ItemKind,
  type Items,
  kindOfItem,
  parentOfItem,
} from '../model/items.ts';
import { rowOf, rowsOf } from '../model/rows.ts';
import type { Side } from '../model/side.ts';
import { note } from '../notice.ts';
import type { View, ViewContext, ViewStep } from '../view.ts';

export interface TreeSlice {
  readonly unfolded: ReadonlySet<ItemId>;
  /** What a search let through; absent while none is on. */
  readonly found?: Found;
  /** Items that are shown. */
  readonly rows: Int32Array;
  readonly cursor: Cursor;
}

/** All is unfolded at the start where it fits about two screens. */
const FEW = 60;
const SOME = 400;

/** Rows of the body that the tree itself has. */
export function treeRows({ size }: ViewContext): number {
  return size.rows - 1;
}

function start({ session: { side } }: ViewContext): TreeSlice {
  const unfolded = firstUnfolded(side.items);
  return { unfolded, rows: rowsOf(side.items, unfolded), cursor: START };
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

/** The slice with other rows, the cursor on the same item or on the nearest one around it. */
function withRows(slice: TreeSlice, items: Items, height: number): TreeSlice {
  const rows = rowsOf(items, slice.unfolded, slice.found);
  const at = Math.max(0, rowOf(items, rows, itemUnder(slice)));
  const top = slice.cursor.top + at - slice.cursor.at;
  return { ...slice, rows, cursor: placed({ at, top }, rows.length, height) };
}

function reduce(slice: TreeSlice, command: Command, context: ViewContext): ViewStep<TreeSlice> | undefined {
  const { side } = context.session;
  const { items } = side;
  const height = treeRows(context);
  const item = itemUnder(slice);
  const fold = (unfolded: ReadonlySet<ItemId>): ViewStep<TreeSlice> => ({
    slice: withRows({ ...slice, unfolded }, items, height),
  });
  switch (command.do) {
    case 'move':
      return { slice: { ...slice, cursor: moved(slice.cursor, command.motion, slice.rows.length, height) } };
    case 'scroll':
      return {
        slice: { ...slice, cursor: scrolled(slice.cursor, command.lines, slice.rows.length, height) },
      };
    case 'open':
    case 'in':
      if (holdsItems(items, item) && !slice.unfolded.has(item))
        return fold(new Set(slice.unfolded).add(item));
      return { slice };
    case 'out': {
      if (slice.unfolded.has(item) && slice.found?.holds(item) !== true)
        return fold(without(slice.unfolded, item));
      const around = parentOfItem(items, item);
      return around === -1 ? { slice } : { slice: shown(slice, side, around, height) };
    }
    case 'expand-all':
      return fold(unfoldedBelow(slice.unfolded, items, item));
    case 'collapse-all':
      return fold(new Set());
    case 'search':
      return searched(slice, side, command.text, height);
    case 'back':
      return slice.found === undefined ? undefined : searched(slice, side, '', height);
    default:
      return undefined;
  }
}

function without(set: ReadonlySet<ItemId>, item: ItemId): ReadonlySet<ItemId> {
  const left = new Set(set);
  left.delete(item);
  return left;
}

function unfoldedBelow(unfolded: ReadonlySet<ItemId>, items: Items, top: ItemId): ReadonlySet<ItemId> {
  const all = new Set(unfolded);
  const end = items.skips[top] ?? 0;
  for (let item = top; item < end; item++) if (holdsItems(items, item)) all.add(item);
  return all;
}

function searched(slice: TreeSlice, side: Side, text: string, height: number): ViewStep<TreeSlice> {
  const { found: _, ...rest } = slice;
  if (text === '') return { slice: withRows(rest, side.items, height) };
  const found = findText(side, text);
  const next = withRows({ ...rest, found }, side.items, height);
  if (found.matches.length === 0)
    return { slice: next, notice: note(`nothing holds ${JSON.stringify(text)}`) };
  // The first match at or after the place before, so that typing on does not jump about.
  const item = itemUnder(next);
  const match = found.matches.find((each) => each >= item) ?? found.matches[0] ?? item;
  return { slice: shown(next, side, match, height) };
}

/** The slice with the cursor on an item, what is around it unfolded. */
export function shown(slice: TreeSlice, { items }: Side, item: ItemId, height: number): TreeSlice {
  let next = slice;
  if (rowOf(items, slice.rows, item) === -1 || slice.rows[rowOf(items, slice.rows, item)] !== item) {
    const unfolded = new Set(slice.unfolded);
    for (const around of ancestors(items, item)) unfolded.add(around);
    const { found: _, ...rest } = slice;
    // What a search hides cannot be shown while it is on.
    const narrowed = rowsOf(items, unfolded, slice.found);
    const isHidden = narrowed[rowOf(items, narrowed, item)] !== item;
    next = isHidden
      ? { ...rest, unfolded, rows: rowsOf(items, unfolded) }
      : { ...slice, unfolded, rows: narrowed };
  }
  const at = rowOf(items, next.rows, item);
  const { top } = next.cursor;
  const isNear = next.rows === slice.rows && at >= top && at < top + height;
  const cursor = isNear ? { at, top } : centred(at, next.rows.length, height);
  return { ...next, cursor };
}

function arrive(slice: TreeSlice, to: Destination, context: ViewContext): TreeSlice {
  return 'item' in to ? shown(slice, context.session.side, to.item, treeRows(context)) : slice;
}

function refresh(slice: TreeSlice, context: ViewContext, before: ViewContext['session']): TreeSlice {
  const { side } = context.session;
  const height = treeRows(context);
  if (side === before.side) return { ...slice, cursor: placed(slice.cursor, slice.rows.length, height) };
  return start(context);
}

export const treeView: View<TreeSlice> = { title: 'Tree', start, reduce, arrive, refresh };
