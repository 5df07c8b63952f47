/** Listeners and the route configurations that they use. */
import { AT, type BoundMessage, isObject } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { listenerText } from '../../routing/where/listener.ts';
import { skipOf } from '../../source/tree.ts';
import { type ItemId, ItemKind, kindOfItem } from './items.ts';
import { nameOfItem } from './names.ts';
import { pruned } from './prune.ts';
import type { Side } from './side.ts';

const USERS = new Set<ItemKind>([ItemKind.Listener, ItemKind.FilterChain, ItemKind.Filter]);

/** The route configurations that a listener, one of its filter chains or filters uses: those in it, and those it names. */
export function routesOfListener(side: Side, item: ItemId): readonly ItemId[] {
  const { items, documents } = side;
  const frame = items.frame(item);
  const document = documents[items.documents[item] ?? -1];
  if (frame === undefined || document === undefined || !USERS.has(kindOfItem(items, item))) return [];
  const names = namesIn({ ...frame, message: pruned(frame.message).message }, document.configuration.word);
  const from = frame.message[AT];
  const { tree } = document.root;
  const found: ItemId[] = [];
  for (let each = 0; each < items.count; each++) {
    if (kindOfItem(items, each) !== ItemKind.RouteConfiguration) continue;
    const node = items.messages[each]?.[AT];
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
function namesIn(frame: Frame, word: string): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (each: Frame): void => {
    const { route_config_name: fetched, route_configuration_name: scoped } = each.message;
    for (const name of [fetched, scoped]) if (typeof name === 'string' && name !== '') names.add(name);
    eachChild(each, word, look);
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
