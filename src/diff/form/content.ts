/** Texts that are the same for the same content, whatever the order of keys, so that entries can be looked up. */
import { isObject } from '../../model/bound.ts';
import { ORIGINS } from '../../model/origin.ts';
import type { Data } from '../../source/data.ts';
import { setOwn } from '../../source/tree.ts';

/** A text for a canonical value; equal texts mean equal content. */
export function contentKey(value: unknown): string {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

function write(value: unknown, pieces: string[]): void {
  if (Array.isArray(value)) {
    pieces.push('[');
    for (const item of value) {
      write(item, pieces);
      pieces.push(',');
    }
    pieces.push(']');
  } else if (isObject(value) && !('toJSON' in value)) {
    pieces.push('{');
    for (const key of Object.keys(value).sort()) {
      if (value[key] === undefined) continue;
      pieces.push(JSON.stringify(key), ':');
      write(value[key], pieces);
      pieces.push(',');
    }
    pieces.push('}');
  } else if (isObject(value)) pieces.push('#', JSON.stringify(value) ?? '');
  else pieces.push(JSON.stringify(value) ?? '');
}

/** A canonical value as plain data, what defaults filled in left out. */
export function withoutDefaults(value: unknown): Data {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (!isObject(value) || 'toJSON' in value) return value as Data;
  const origins = (value as { [ORIGINS]?: { [field: string]: { kind: string } } })[ORIGINS];
  const made: { [key: string]: Data } = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || origins?.[key]?.kind === 'default') continue;
    setOwn(made, key, withoutDefaults(item));
  }
  return made;
}
