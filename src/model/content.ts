/** Texts that are the same for the same content, whatever the order of keys, so that things can be known by them. */
import type { Data } from '../source/data.ts';
import { sameData } from '../source/edit/same-data.ts';
import { setOwn } from '../source/tree.ts';
import { INVALID, isObject } from './bound.ts';
import { originsOf } from './origin.ts';

/** A text for a canonical value; equal texts mean equal content. */
export function contentKey(value: unknown): string {
  return contentStart(value, Number.POSITIVE_INFINITY);
}

/** Whether two canonical values say the same, also where they cannot be read. */
export function sameContent(left: unknown, right: unknown): boolean {
  return sameData(left, right, INVALID);
}

/** The beginning of that text, of so many characters: no more of the value is looked at than it takes. */
export function contentStart(value: unknown, most: number): string {
  const pieces = { all: [] as string[], left: most };
  write(value, pieces);
  const text = pieces.all.join('');
  return pieces.left < 0 ? text.slice(0, most) : text;
}

interface Pieces {
  readonly all: string[];
  left: number;
}

function add(piece: string, pieces: Pieces): void {
  pieces.all.push(piece);
  pieces.left -= piece.length;
}

function write(value: unknown, pieces: Pieces): void {
  if (Array.isArray(value)) {
    add('[', pieces);
    for (const item of value) {
      if (pieces.left < 0) return;
      write(item, pieces);
      add(',', pieces);
    }
    add(']', pieces);
  } else if (isObject(value)) {
    add('{', pieces);
    for (const key of Object.keys(value).sort()) {
      if (value[key] === undefined) continue;
      if (pieces.left < 0) return;
      add(`${JSON.stringify(key)}:`, pieces);
      write(value[key], pieces);
      add(',', pieces);
    }
    const unreadable = value[INVALID];
    if (unreadable !== undefined) write([unreadable], pieces);
    add('}', pieces);
  } else add(`${isObject(value) ? '#' : ''}${JSON.stringify(value) ?? ''}`, pieces);
}

/** A canonical value as plain data: what defaults filled in left out, what cannot be read in its place. */
export function withoutDefaults(value: unknown): Data {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (!isObject(value)) return value as Data;
  const origins = originsOf(value);
  const made: { [key: string]: Data } = {};
  for (const [key, item] of Object.entries({ ...value, ...value[INVALID] })) {
    if (item === undefined || origins[key]?.kind === 'default') continue;
    setOwn(made, key, withoutDefaults(item));
  }
  return made;
}
