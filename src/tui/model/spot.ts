/** Where items and nodes stand in the files. */

import { placeOf } from '../../analyze/place.ts';
import { AT } from '../../model/bound.ts';
import type { Place } from '../../model/place.ts';
import type { SourceFile } from '../../source/load.ts';
import type { NodeId } from '../../source/tree.ts';
import type { ItemId } from './items.ts';
import type { Side } from './side.ts';

export interface ItemSpot extends Place {
  readonly source: SourceFile;
}

/** The place of a node of a document. */
export function spotOf(
  { documents, configurations }: Side,
  document: number,
  node: NodeId,
): ItemSpot | undefined {
  const found = documents[document];
  if (found === undefined) return undefined;
  const source = configurations.find((each) => each === found.configuration)?.file;
  return source === undefined ? undefined : { ...placeOf({ document: found, node }), source };
}

/** The place of an item; undefined for groups. */
export function spotOfItem(side: Side, item: ItemId): ItemSpot | undefined {
  const node = side.items.messages[item]?.[AT];
  return node === undefined ? undefined : spotOf(side, side.items.documents[item] ?? -1, node);
}
