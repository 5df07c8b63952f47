/** The four ways in which an edit changes a container of the overlay; each is put down to the edit's index. */
import { refuse } from './edit.ts';
import {
  append,
  type Container,
  type Entry,
  insertBefore,
  markChanged,
  newEntry,
  type Value,
} from './overlay.ts';
import { heirOf } from './provenance.ts';
import { listIndex, type Place, pointerText } from './walk.ts';

export function setValue(index: number, entry: Entry, value: Value): void {
  entry.value = value;
  value.owner = entry;
  entry.edits.push(index);
  markChanged(entry.container);
}

/** Adds an entry, or gives the one that has the key a new value. */
export function insert(
  index: number,
  place: Place,
  path: readonly string[],
  value: Value,
  takes: Entry | undefined,
  first: boolean,
): void {
  const { container, segment } = place;
  let next: Entry | undefined;
  if (container.kind === 'map') {
    const old = container.byKey.get(segment);
    if (old && (takes === undefined || takes === old) && !first) {
      setValue(index, old, value);
      return;
    }
    if (old) takeOut(index, old, segment);
    next = takes ?? (first ? container.first : undefined);
  } else {
    const at = segment === '-' ? container.list.length : listIndex(segment);
    if (at === undefined || at > container.list.length) {
      refuse(`the list has no place for ${pointerText(path, path.length)}`);
    }
    next = container.list.at(at);
    const entry = link(index, container, '', value, next);
    container.list.insert(at, entry);
    // In a list an entry stands where its index says, whatever it is to take the place of.
    if (takes && takes === next) follow(takes, entry);
    return;
  }
  const entry = link(index, container, segment, value, next);
  container.byKey.set(segment, entry);
  if (takes) follow(takes, entry);
}

function link(
  index: number,
  container: Container,
  key: string,
  value: Value,
  next: Entry | undefined,
): Entry {
  const entry = newEntry(container, key, value);
  if (next) insertBefore(container, entry, next);
  else append(container, entry);
  entry.edits.push(index);
  markChanged(container);
  return entry;
}

/** Lets a new entry have another one's place, unless one that is still there has it. */
function follow(old: Entry, entry: Entry): void {
  if (heirOf(old)) return;
  old.successor = entry;
  entry.takes = old;
}

/** @param segment the key or position that it has now */
export function takeOut(index: number, entry: Entry, segment: string): void {
  const { container } = entry;
  if (container.kind === 'map') container.byKey.delete(entry.key);
  else container.list.remove(Number(segment));
  for (let at: Entry | undefined = entry; at; at = at.shadow) discard(index, at);
}

function discard(index: number, entry: Entry): void {
  if (entry.gone) return;
  entry.gone = true;
  entry.container.count--;
  entry.edits.push(index);
  markChanged(entry.container);
}

/** Gives an entry another key where it stands. */
export function rename(index: number, entry: Entry, key: string): void {
  const { byKey } = entry.container;
  if (entry.key === key) return;
  const old = byKey.get(key);
  if (old) takeOut(index, old, key);
  byKey.delete(entry.key);
  for (let at = entry.shadow; at; at = at.shadow) discard(index, at);
  entry.key = key;
  byKey.set(key, entry);
  entry.edits.push(index);
  markChanged(entry.container);
}
