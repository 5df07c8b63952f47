/** Applies edits to the overlay one after the other, exactly as RFC 6902 has it. */
import { type Data, ExactNumber, isList } from '../data.ts';
import { MAX_DEPTH } from '../limits.ts';
import { insert, rename, setValue, takeOut } from './change.ts';
import { type Edit, refuse } from './edit.ts';
import type { Entry, Overlay, Value } from './overlay.ts';
import { holdsEntries } from './print.ts';
import { type SharedEdits, sharedEdits } from './shared-edits.ts';
import { entryAt, type Place, parsePointer, pointerText, walk } from './walk.ts';

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
