/** Routes and their clusters: which clusters something names, and what comes to a cluster. */

import { isObject, tableOf } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import type { Links } from '../jobs/analysis.ts';
import type { Session } from '../session.ts';
import { type ItemId, ItemKind, type Items, kindOfItem } from './items.ts';
import { nameOfItem } from './names.ts';
import { placesOf } from './places.ts';
import { pruned } from './prune.ts';
import type { Side } from './side.ts';

/** What comes to a cluster: the item, and whether any request takes this way. */
export interface Reference {
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
    eachChild(each, document.configuration.word, look);
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
