/** What an edit is about, in the names of the file. */
import type { OfferedEdit } from '../jobs/migration.ts';
import { type ItemId, ItemKind, KIND_WORDS, kindOfItem, parentOfItem } from '../model/items.ts';
import { labelOf } from '../model/labels.ts';
import { itemOfPlace } from '../model/places.ts';
import type { Side } from '../model/side.ts';

/** Parts of a resource: an edit in one of them is told by what is around it. */
const PARTS: ReadonlySet<ItemKind> = new Set([
  ItemKind.FilterChain,
  ItemKind.Locality,
  ItemKind.Endpoint,
  ItemKind.Filter,
]);

/** The resource that an edit is made in, such as `cluster shop` or `route shop /cart*`; its pointer where there is none. */
export function resourceText(side: Side, edit: OfferedEdit): string {
  let item: ItemId = itemOfPlace(side, edit);
  const { items } = side;
  while (item !== -1 && PARTS.has(kindOfItem(items, item))) item = parentOfItem(items, item);
  if (item === -1 || kindOfItem(items, item) === ItemKind.Group) return edit.pointer;
  const kind = kindOfItem(items, item);
  const { name } = labelOf(items, item);
  if (kind === ItemKind.Setting) return name;
  const word = KIND_WORDS[kind]?.[0] ?? '';
  const host = kind === ItemKind.Route ? parentOfItem(items, item) : -1;
  return host === -1 ? `${word} ${name}` : `${word} ${labelOf(items, host).name} ${name}`;
}
