/** From a route to a request that lands there. */
import { AT } from '../../model/bound.ts';
import { ItemKind, kindOfItem } from '../model/items.ts';
import { nameOfItem } from '../model/names.ts';
import { note } from '../notice.ts';
import type { ViewContext, ViewStep } from '../view.ts';
import { itemUnder, type TreeSlice } from './slice.ts';

export function requestFor(slice: TreeSlice, { session }: ViewContext): ViewStep<TreeSlice> {
  const { items } = session.side;
  const item = itemUnder(slice);
  const node = items.messages[item]?.[AT];
  if (kindOfItem(items, item) !== ItemKind.Route || node === undefined)
    return { slice, notice: note('only a route takes requests: put the cursor on one') };
  const host = nameOfItem(items, items.parents[item] ?? -1) ?? '';
  const waiting = `a request for route ${items.indexes[item] ?? 0}${host === '' ? '' : ` of ${host}`}`;
  return {
    slice,
    effects: [
      { kind: 'ask', job: { job: 'request-for', place: { root: items.documents[item] ?? 0, node } } },
    ],
    go: { view: 'trace', waiting },
  };
}
