/** What leads away from the tree: to the clipboard, the editor, linked items, a request for a route. */

import { NODE } from '../../model/bound.ts';
import { fieldOfRow } from '../model/detail.ts';
import { ItemKind, kindOfItem, nameOfItem } from '../model/items.ts';
import { clusterNamed, clustersOf, referencesTo, routesOfListener } from '../model/links.ts';
import { type ItemSpot, spotOf, spotOfItem } from '../model/places.ts';
import { copyOfPointer, editing, note, type ViewContext, type ViewStep } from '../view.ts';
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
  return editing(slice, place.sourceFile, place.range.start);
}

/** The cluster that the value under the cursor of the detail names. */
export function clusterUnder(slice: TreeSlice, context: ViewContext): number | undefined {
  const row = detailRowsOf(slice, context)[slice.detail.at];
  if (row?.text === undefined || fieldOfRow(row)?.field.spec.names !== 'cluster') return undefined;
  return clusterNamed(context.session.side.items, row.text);
}

// From a listener to its routes, from a route to its clusters, and from a cluster to all that reaches it.

export function follow(slice: TreeSlice, { session }: ViewContext): ViewStep<TreeSlice> {
  const { items } = session.side;
  const item = itemUnder(slice);
  if (item === -1) return { slice };
  const name = nameOfItem(items, item) ?? '';
  if (kindOfItem(items, item) === ItemKind.Cluster) {
    const references = referencesTo(session, item);
    if (references === undefined) return { slice, notice: note('still looking for what reaches it') };
    const reaching = references.map((each) => each.item);
    const dead = references.filter(({ isLive }) => !isLive).length;
    if (reaching.length === 0) return { slice, notice: note(`nothing names the cluster ${name}`) };
    return {
      slice,
      go: { view: 'tree', items: reaching, text: `what names cluster ${name}` },
      notice: note(
        `${reaching.length} ${reaching.length === 1 ? 'place names' : 'places name'} it${deadText(dead)}; Esc returns`,
      ),
    };
  }
  const routes = routesOfListener(session.side, item);
  if (routes.length > 0) {
    const [only] = routes;
    return routes.length === 1 && only !== undefined
      ? { slice, go: { view: 'tree', item: only } }
      : { slice, go: { view: 'tree', items: routes, text: `routes of ${name || 'the filter'}` } };
  }
  const names = clustersOf(session.side, item);
  const [first] = names;
  if (first === undefined)
    return { slice, notice: note('it names no cluster; f is for routes and clusters') };
  const found = names.flatMap((each) => clusterNamed(items, each) ?? []);
  const missing = names.filter((each) => clusterNamed(items, each) === undefined);
  const notice = missing.length === 0 ? {} : { notice: note(`not defined here: ${missing.join(', ')}`) };
  const [only] = found;
  if (only === undefined) return { slice, ...notice };
  return found.length === 1
    ? { slice, go: { view: 'tree', item: only }, ...notice }
    : { slice, go: { view: 'tree', items: found, text: `clusters of ${name || 'the route'}` }, ...notice };
}

function deadText(dead: number): string {
  return dead === 0 ? '' : `, ${dead} of them without any request`;
}

// From a route to a request that lands there.

export function requestFor(slice: TreeSlice, { session }: ViewContext): ViewStep<TreeSlice> {
  const { items } = session.side;
  const item = itemUnder(slice);
  const node = items.messages[item]?.[NODE];
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
