/** How items belong together: listeners and routes, routes and clusters, items and what was found about them. */
import { type BoundMessage, isObject, NODE, tableOf } from '../../model/bound.ts';
import type { Level } from '../../model/problem.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { listenerText } from '../../routing/where/listener.ts';
import { skipOf } from '../../source/tree.ts';
import type { ExploredAnalysis, Links } from '../jobs/analysis.ts';
import type { Session } from '../view.ts';
import { pruned } from './detail.ts';
import { type ItemId, ItemKind, type Items, kindOfItem, nameOfItem, parentOfItem } from './items.ts';
import { placesOf } from './places.ts';
import type { Side } from './side.ts';

/** What comes to a cluster: the item, and whether any request takes this way. */
interface Reference {
  readonly item: ItemId;
  readonly isLive: boolean;
}

/** Names of the clusters that an item names, in the order of its fields, each once. */
export function clustersOf({ items, documents }: Side, item: ItemId): readonly string[] {
  const frame = items.frame(item);
  const document = documents[items.documents[item] ?? -1];
  if (frame === undefined || document === undefined) return [];
  const names = new Set<string>();
  const look = (each: Frame): void => {
    for (const field of tableOf(each).fields) {
      if (field.spec.names !== 'cluster') continue;
      const value = each.message[field.name];
      const all =
        field.shape === 'map' && isObject(value)
          ? Object.keys(value)
          : Array.isArray(value)
            ? value
            : [value];
      for (const name of all) if (typeof name === 'string' && name !== '') names.add(name);
    }
    eachChild(each, document.configuration.namespace, look);
  };
  look({ ...frame, message: pruned(frame.message).message });
  return [...names];
}

const clusters = new WeakMap<Items, ReadonlyMap<string, ItemId>>();

/** The cluster of a name; undefined where none is defined. */
export function clusterNamed(items: Items, name: string): ItemId | undefined {
  let known = clusters.get(items);
  if (known === undefined) {
    const made = new Map<string, ItemId>();
    for (let item = 0; item < items.count; item++) {
      if (kindOfItem(items, item) !== ItemKind.Cluster) continue;
      const own = nameOfItem(items, item);
      if (own !== undefined && !made.has(own)) made.set(own, item);
    }
    known = made;
    clusters.set(items, made);
  }
  return known.get(name);
}

const byCluster = new WeakMap<Links, ReadonlyMap<string, readonly number[]>>();

/** What comes to a cluster, in the order of the input; undefined while it is being worked out. */
export function referencesTo({ side, analysis }: Session, cluster: ItemId): readonly Reference[] | undefined {
  const name = nameOfItem(side.items, cluster);
  if (analysis === undefined || name === undefined) return undefined;
  const { references } = analysis.links;
  const found = new Map<ItemId, boolean>();
  for (const at of positionsOf(analysis.links).get(name) ?? []) {
    const item = placesOf(side).itemAt(references[at + 1] ?? -1, references[at + 2] ?? -1);
    if (item !== -1 && item !== cluster)
      found.set(item, found.get(item) === true || references[at + 3] === 1);
  }
  return [...found].map(([item, isLive]) => ({ item, isLive }));
}

function positionsOf(links: Links): ReadonlyMap<string, readonly number[]> {
  const known = byCluster.get(links);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  for (let at = 0; at < links.references.length; at += 4) {
    const name = links.clusters[links.references[at] ?? -1];
    if (name === undefined) continue;
    const positions = made.get(name);
    if (positions === undefined) made.set(name, [at]);
    else positions.push(at);
  }
  byCluster.set(links, made);
  return made;
}

// Listeners and the route configurations that they use.

const USERS = new Set<ItemKind>([ItemKind.Listener, ItemKind.FilterChain, ItemKind.Filter]);

/** The route configurations that a listener, one of its filter chains or filters uses: those in it, and those it names. */
export function routesOfListener(side: Side, item: ItemId): readonly ItemId[] {
  const { items, documents } = side;
  const frame = items.frame(item);
  const document = documents[items.documents[item] ?? -1];
  if (frame === undefined || document === undefined || !USERS.has(kindOfItem(items, item))) return [];
  const names = namesIn(
    { ...frame, message: pruned(frame.message).message },
    document.configuration.namespace,
  );
  const from = frame.message[NODE];
  const { tree } = document.root;
  const found: ItemId[] = [];
  for (let each = 0; each < items.count; each++) {
    if (kindOfItem(items, each) !== ItemKind.RouteConfiguration) continue;
    const node = items.messages[each]?.[NODE];
    const isInside =
      items.documents[each] === items.documents[item] &&
      from !== undefined &&
      node !== undefined &&
      node > from &&
      node < skipOf(tree, from);
    if (isInside || names.has(nameOfItem(items, each) ?? '')) found.push(each);
  }
  return found;
}

/** Names of the route configurations that are fetched. */
function namesIn(frame: Frame, namespace: string): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (each: Frame): void => {
    const { route_config_name: fetched, route_configuration_name: scoped } = each.message;
    for (const name of [fetched, scoped]) if (typeof name === 'string' && name !== '') names.add(name);
    eachChild(each, namespace, look);
  };
  look(frame);
  return names;
}

const users = new WeakMap<Side, ReadonlyMap<BoundMessage, string>>();

/** The listeners that use a route configuration, in words; empty where none is known. */
export function listenersOf(side: Side, item: ItemId): string {
  let known = users.get(side);
  if (known === undefined) {
    known = new Map(
      side.subject.routing.routes.map(({ written, listeners }) => [
        written,
        [...new Set(listeners.map(listenerText))].join(', '),
      ]),
    );
    users.set(side, known);
  }
  const message = side.items.messages[item];
  return isObject(message) ? (known.get(message) ?? '') : '';
}

// Signs beside items that something was found about.

interface Badges {
  /** Findings at an item itself, by their positions in the analysis. */
  at(item: ItemId): readonly number[];
  /** The worst level of what was found at an item or inside it. */
  worst(item: ItemId): Level | undefined;
  /** No request comes to this route. */
  isDead(item: ItemId): boolean;
  /** Items with findings, ascending. */
  readonly items: Int32Array;
}

const RANK: { readonly [level in Level]: number } = { info: 1, warning: 2, error: 3 };
const LEVELS: readonly (Level | undefined)[] = [undefined, 'info', 'warning', 'error'];
/** Findings about a route that say that no request comes to it. */
const DEAD = new Set(['shadowed-route', 'impossible-match']);

const NONE: Badges = { at: () => [], worst: () => undefined, isDead: () => false, items: new Int32Array() };
const made = new WeakMap<ExploredAnalysis, Badges>();

/** Made once for an analysis; linear in the number of findings. */
export function badgesOf({ side, analysis }: Session): Badges {
  if (analysis === undefined) return NONE;
  const known = made.get(analysis);
  if (known !== undefined) return known;
  const places = placesOf(side);
  const at = new Map<ItemId, number[]>();
  const worst = new Map<ItemId, number>();
  const dead = new Set<ItemId>();
  analysis.findings.forEach(({ root, node, level, rule }, index) => {
    const item = places.itemAt(root, node);
    if (item === -1) return;
    const found = at.get(item);
    if (found === undefined) at.set(item, [index]);
    else found.push(index);
    if (DEAD.has(rule) && level !== 'info') dead.add(item);
    const rank = RANK[level];
    for (let each = item; each !== -1 && (worst.get(each) ?? 0) < rank; each = parentOfItem(side.items, each))
      worst.set(each, rank);
  });
  const badges: Badges = {
    at: (item) => at.get(item) ?? [],
    worst: (item) => LEVELS[worst.get(item) ?? 0],
    isDead: (item) => dead.has(item),
    items: Int32Array.from([...at.keys()].sort((left, right) => left - right)),
  };
  made.set(analysis, badges);
  return badges;
}
