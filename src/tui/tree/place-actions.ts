/** What leaves the tree: pointers to the clipboard, places to the editor. */

import { fieldOfRow } from '../model/detail.ts';
import { clusterNamed } from '../model/links.ts';
import { type ItemSpot, spotOf, spotOfItem } from '../model/spot.ts';
import { note } from '../notice.ts';
import { copyOfPointer, editing } from '../place-effects.ts';
import type { ViewContext, ViewStep } from '../view.ts';
import { detailRowsOf, itemUnder, type TreeSlice } from './slice.ts';

/** The place of the value under the cursor of the detail, or of the item under that of the tree. */
export function placeUnder(slice: TreeSlice, context: Pick<ViewContext, 'session'>): ItemSpot | undefined {
  const { side } = context.session;
  const item = itemUnder(slice);
  const node = slice.focus === 'detail' ? detailRowsOf(slice, context)[slice.detail.at]?.node : undefined;
  return node === undefined ? spotOfItem(side, item) : spotOf(side, side.items.documents[item] ?? -1, node);
}

export function copied(slice: TreeSlice, context: ViewContext): ViewStep<TreeSlice> {
  const place = placeUnder(slice, context);
  if (place === undefined) return { slice, notice: note('a group has no pointer') };
  return { slice, effects: [copyOfPointer(place)] };
}

export function edited(slice: TreeSlice, context: ViewContext): ViewStep<TreeSlice> {
  const place = placeUnder(slice, context);
  if (place === undefined) return { slice, notice: note('a group stands in no file') };
  return editing(slice, place.source, place.range.start);
}

/** The cluster that the value under the cursor of the detail names. */
export function clusterUnder(slice: TreeSlice, context: ViewContext): number | undefined {
  const row = detailRowsOf(slice, context)[slice.detail.at];
  if (row?.text === undefined || fieldOfRow(row)?.field.spec.names !== 'cluster') return undefined;
  return clusterNamed(context.session.side.items, row.text);
}
