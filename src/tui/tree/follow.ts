/** From a listener to its routes, from a route to its clusters, and from a cluster to all that reaches it. */
import { ItemKind, kindOfItem } from '../model/items.ts';
import { clusterNamed, clustersOf, referencesTo } from '../model/links.ts';
import { routesOfListener } from '../model/listener-routes.ts';
import { nameOfItem } from '../model/names.ts';
import { note } from '../notice.ts';
import type { ViewContext, ViewStep } from '../view.ts';
import { itemUnder, type TreeSlice } from './slice.ts';

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
