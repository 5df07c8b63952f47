/** Applies edits to the overlay one after the other, exactly as RFC 6902 has it. */
import { type Data, ExactNumber, isList } from '../data.ts';
import { MAX_DEPTH } from '../limits.ts';
import { type Edit, refuse } from './edit.ts';
import {
  append,
  type Container,
  type Entry,
  insertBefore,
  markChanged,
  newEntry,
  type Overlay,
  type Value,
} from './overlay.ts';
import { holdsEntries } from './print.ts';
import { heirOf } from './provenance.ts';
import { type SharedEdits, sharedEdits } from './shared-edits.ts';
import { entryAt, listIndex, type Place, parsePointer, pointerText, walk } from './walk.ts';

interface Step {
  readonly overlay: Overlay;
  readonly shares: SharedEdits;
  readonly index: number;
}

/** Applies all edits; refuses where one of them cannot be. Returns what was done through anchors and aliases. */
export function applyEdits(overlay: Overlay, edits: readonly Edit[]): SharedEdits {
  const shares = sharedEdits(overlay);
  edits.forEach((edit, index) => {
    applyEdit({ overlay, shares, index }, edit);
  });
  return shares;
}

function applyEdit(step: Step, edit: Edit): void {
  const { index } = step;
  const path = parsePointer(edit.path);
  switch (edit.op) {
    case 'add':
    case 'replace': {
      checkData(step, edit.value, path.length);
      const value: Value = { kind: 'data', data: edit.value, owner: undefined };
      if (path.length === 0) {
        replaceRoot(step, value);
        return;
      }
      const hint =
        edit.op === 'add' && edit.inPlaceOf !== undefined ? parsePointer(edit.inPlaceOf) : undefined;
      const place = find(step, edit, path, undefined, hint);
      if (place === 'done') return;
      if (edit.op === 'replace') setValue(index, present(place, path), value);
      else insert(index, place, path, value, hintEntry(step, place, hint), edit.first === true);
      return;
    }
    case 'remove': {
      const place = find(step, edit, path);
      if (place !== 'done') takeOut(index, present(place, path), place.segment);
      return;
    }
    case 'move':
      move(step, edit, path);
      return;
    default:
      refuse(
        `the operation ${JSON.stringify((edit as { op: unknown }).op)} is none of add, remove, replace and move`,
      );
  }
}

function move(step: Step, edit: Edit & { readonly op: 'move' }, path: readonly string[]): void {
  const { index } = step;
  const from = parsePointer(edit.from);
  if (from.length < path.length && from.every((part, at) => part === path[at])) {
    refuse(`${JSON.stringify(edit.from)} cannot be moved into itself`);
  }
  if (path.length === 0 || from.length === 0)
    refuse('the whole document cannot be moved, nor a part of it take its place');
  const hint = edit.inPlaceOf === undefined ? undefined : parsePointer(edit.inPlaceOf);
  const source = find(step, edit, from, path, hint);
  if (source === 'done') return;
  const entry = present(source, from);
  if (edit.from === edit.path) return;
  const takes = hint && lookUp(step, hint);
  if (takes === entry && source.container.kind === 'map') {
    const target = walkTo(step, path);
    if (target.container === source.container) {
      rename(index, entry, target.segment);
      return;
    }
  }
  const { value } = entry;
  takeOut(index, entry, source.segment);
  const target = walkTo(step, path);
  if (target.view?.way !== source.view?.way) {
    step.shares.refuseBoundary(source.view ?? target.view);
  }
  const hinted = takes?.container === target.container ? takes : undefined;
  insert(index, target, path, value, hinted, false);
}

/** The container that an edit works in; 'done' where it was made before, through another alias. */
function find(
  step: Step,
  edit: Edit,
  path: readonly string[],
  other?: readonly string[],
  hint?: readonly string[],
): Place | 'done' {
  if (path.length === 0) refuse('the whole document cannot be removed');
  const { shares, overlay } = step;
  const place = walk(overlay, shares.nodes, path, (view) => shares.madeBefore(view, edit, path, other, hint));
  if (place !== 'done' && place.view) shares.make(place.view, edit, path, other, hint);
  return place;
}

/** A walk of which no record is kept, for the second pointer of an edit. */
function walkTo(step: Step, path: readonly string[]): Place {
  const place = walk(step.overlay, step.shares.nodes, path);
  return place === 'done' ? refuse(`there is nothing at ${pointerText(path, path.length)}`) : place;
}

function lookUp(step: Step, path: readonly string[]): Entry {
  if (path.length === 0) refuse('nothing can take the place of the whole document');
  return present(walkTo(step, path), path);
}

/** The entry that a hint names, where it is a neighbour of the new one. */
function hintEntry(step: Step, place: Place, hint: readonly string[] | undefined): Entry | undefined {
  if (!hint) return undefined;
  const entry = lookUp(step, hint);
  return entry.container === place.container ? entry : undefined;
}

function present(place: Place, path: readonly string[]): Entry {
  return (
    entryAt(place.container, place.segment) ?? refuse(`there is nothing at ${pointerText(path, path.length)}`)
  );
}

function replaceRoot(step: Step, value: Value): void {
  step.overlay.root = value;
  step.overlay.rootEdits.push(step.index);
}

/** Refuses values that the text could not hold. */
function checkData(step: Step, data: Data, depth: number): void {
  if (typeof data === 'number' && !Number.isFinite(data) && step.overlay.tree.format === 'json') {
    refuse(`JSON has no word for ${data}`);
  }
  if (!holdsEntries(data) || data instanceof ExactNumber) return;
  if (depth >= MAX_DEPTH) refuse(`the new value nests more than ${MAX_DEPTH} levels deep`);
  for (const item of isList(data) ? data : Object.values(data)) checkData(step, item, depth + 1);
}

// The four ways in which an edit changes a container of the overlay; each is put down to the edit's index.

function setValue(index: number, entry: Entry, value: Value): void {
  entry.value = value;
  value.owner = entry;
  entry.edits.push(index);
  markChanged(entry.container);
}

/** Adds an entry, or gives the one that has the key a new value. */
function insert(
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
function takeOut(index: number, entry: Entry, segment: string): void {
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
function rename(index: number, entry: Entry, key: string): void {
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
