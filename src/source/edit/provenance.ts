/** Where things of the overlay come from and went to. */
import { type Entry, type Home, isContainer, type Overlay, type Value } from './overlay.ts';

/** Whether an entry still holds the value that it held when it was read. */
export function holdsItsOwn(entry: Entry): boolean {
  return (
    entry.home !== undefined &&
    !entry.gone &&
    entry.value.kind !== 'data' &&
    entry.value.node === entry.home.node
  );
}

/** The value that an entry held when it was read, wherever that is now. */
export function homeValue(overlay: Overlay, home: Home): Value | undefined {
  return overlay.opened.get(home.node) ?? overlay.leaves.get(home.node);
}

/** Whether the value that an entry held when it was read was moved to another entry. */
export function wasMoved(overlay: Overlay, entry: Entry): boolean {
  return entry.home !== undefined && homeValue(overlay, entry.home)?.owner !== entry;
}

/** The present entry that stands in the place of one that went away. */
export function heirOf(entry: Entry): Entry | undefined {
  let heir = entry.successor;
  while (heir?.gone) heir = heir.successor;
  return heir?.container === entry.container ? heir : undefined;
}

/** The entry of the old text whose place a new entry has. */
export function placeOf(entry: Entry): Entry | undefined {
  let place = entry.takes;
  while (place && !place.home && place.gone) place = place.takes;
  return place?.home && place.gone && heirOf(place) === entry ? place : undefined;
}

/** Indexes of the edits that made an entry and what it holds, or took away what it held. */
export function editsOf(entry: Entry): number[] {
  const found = [...entry.edits];
  // What went away may have gone anywhere, around this entry too.
  if (entry.gone || !isContainer(entry.value) || !entry.value.changed) return found;
  for (let at = entry.value.first; at; at = at.next) for (const edit of editsOf(at)) found.push(edit);
  return found;
}
