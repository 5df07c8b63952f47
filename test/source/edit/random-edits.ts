/** Random edits that RFC 6902 allows. */
import patches from 'fast-json-patch';
import { type Data, isList, isMap } from '../../../src/source/data.ts';
import type { Edit } from '../../../src/source/edit/index.ts';
import type { Dice } from './dice.ts';
import { randomData } from './random-text.ts';

interface Place {
  readonly pointer: string;
  readonly value: Data;
}

/** Every value below the root, with its pointer. */
export function places(value: Data, pointer = ''): Place[] {
  const found: Place[] = [];
  const add = (key: string, child: Data): void => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    found.push({ pointer: at, value: child }, ...places(child, at));
  };
  if (isList(value)) value.forEach((item, index) => void add(String(index), item));
  else if (isMap(value)) for (const [key, child] of Object.entries(value)) add(key, child);
  return found;
}

export function patched(value: Data, edits: readonly Edit[]): Data {
  const operations = edits.map((edit) => {
    switch (edit.op) {
      case 'move':
        return { op: edit.op, from: edit.from, path: edit.path };
      case 'remove':
        return { op: edit.op, path: edit.path };
      default:
        return { op: edit.op, path: edit.path, value: copied(edit.value) };
    }
  });
  return patches.applyPatch(copied(value), operations, true).newDocument as Data;
}

/** A copy that keeps long numbers what they are. */
function copied(value: Data): Data {
  if (isList(value)) return value.map(copied);
  return isMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item)]))
    : value;
}

export interface RandomEdits {
  readonly edits: readonly Edit[];
  readonly result: Data;
  /** Whether nothing but moves, and additions under new keys, was made. */
  readonly keepsAll: boolean;
}

export function randomEdits(
  dice: Dice,
  value: Data,
  count: number,
  kinds: readonly Edit['op'][],
): RandomEdits {
  let result = value;
  let keepsAll = true;
  const edits: Edit[] = [];
  for (let left = count; left > 0; left--) {
    const edit = randomEdit(dice, result, dice.pick(kinds));
    if (!edit) continue;
    if (edit.op === 'remove' || edit.op === 'replace' || overwrites(result, edit)) keepsAll = false;
    result = patched(result, [edit]);
    edits.push(edit);
  }
  return { edits, result, keepsAll };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function overwrites(value: Data, edit: Edit): boolean {
  const all = places(value);
  const at = all.find((place) => place.pointer === edit.path);
  if (!at || (edit.op === 'move' && edit.from === edit.path)) return false;
  const parent = parentOf(edit.path);
  return !isList(parent === '' ? value : (all.find((place) => place.pointer === parent)?.value ?? null));
}

function randomEdit(dice: Dice, value: Data, op: Edit['op']): Edit | undefined {
  const all = places(value);
  if (all.length === 0) return { op: 'add', path: isList(value) ? '/-' : '/new', value: 1 };
  const some = dice.pick(all);
  switch (op) {
    case 'remove':
      return { op, path: some.pointer };
    case 'replace':
      return { op, path: some.pointer, value: randomData(dice, 2) };
    case 'add':
    case 'move': {
      const free =
        op === 'move' ? all.filter((place) => !`${place.pointer}/`.startsWith(`${some.pointer}/`)) : all;
      const holders = [{ pointer: '', value }, ...free].filter(
        (place) => isList(place.value) || isMap(place.value),
      );
      const holder = dice.once(2)
        ? holders.find((place) => place.pointer === parentOf(some.pointer))
        : dice.pick(holders);
      if (!holder) return undefined;
      const key = newKey(dice, holder.value);
      const path = `${holder.pointer}/${key}`;
      const near = free.filter((place) => parentOf(place.pointer) === holder.pointer);
      const place = near.length > 0 && dice.once(2) ? { inPlaceOf: dice.pick(near).pointer } : {};
      if (op === 'add') {
        return dice.once(4)
          ? { op, path, value: randomData(dice, 3), first: true }
          : { op, path, value: randomData(dice, 3), ...place };
      }
      const own =
        dice.once(3) && parentOf(some.pointer) === holder.pointer ? { inPlaceOf: some.pointer } : place;
      const edit: Edit = { op, from: some.pointer, path, ...own };
      return isAllowed(value, edit) ? edit : undefined;
    }
  }
}

/** Whether the target is there once the source is taken out; the patch library does not look. */
function isAllowed(value: Data, edit: Edit & { readonly op: 'move' }): boolean {
  if (edit.from === edit.path) return true;
  const rest = patched(value, [{ op: 'remove', path: edit.from }]);
  const holder = parentOf(edit.path);
  const target = holder === '' ? rest : places(rest).find((place) => place.pointer === holder)?.value;
  if (target === undefined) return false;
  const key = edit.path.slice(holder.length + 1);
  return isList(target) ? key === '-' || (/^\d+$/.test(key) && Number(key) <= target.length) : isMap(target);
}

function newKey(dice: Dice, holder: Data): string {
  if (isList(holder)) return dice.once(3) ? '-' : String(dice.roll(holder.length + 1));
  if (dice.once(4)) {
    const keys = Object.keys(isMap(holder) ? holder : {});
    if (keys.length > 0) return dice.pick(keys).replaceAll('~', '~0').replaceAll('/', '~1');
  }
  return dice.pick(['new', 'load_assignment', '@type', 'yes', 'n1', 'n2', 'typed_config']);
}
