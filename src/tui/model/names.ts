/** Names of items. */
import { isObject } from '../../model/bound.ts';
import { type ItemId, ItemKind, type Items, kindOfItem } from './items.ts';

/** The name that the configuration gives an item; undefined where it gives none. */
export function nameOfItem(items: Items, item: ItemId): string | undefined {
  const message = items.messages[item];
  if (message === undefined || !isObject(message)) return undefined;
  const kind = kindOfItem(items, item);
  const { name } = kind === ItemKind.LoadAssignment ? { name: message.cluster_name } : message;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
