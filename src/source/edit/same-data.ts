/** Equality of plain values. */
import { type Data, ExactNumber } from '../data.ts';

/** Whether two plain values are the same; the order of keys does not count, long numbers compare by digits. */
export function sameData(a: Data, b: Data): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return Number.isNaN(a) && Number.isNaN(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ExactNumber || b instanceof ExactNumber) {
    return a instanceof ExactNumber && b instanceof ExactNumber && a.text === b.text;
  }
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameData(item, b[index] as Data));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameData(a[key] as Data, b[key] as Data));
}

/** `Array.isArray` for read-only lists. */
export function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}

/** Whether a value is a map: an object that is neither a list nor a long number. */
export function isMap(value: Data): value is { readonly [key: string]: Data } {
  return (
    typeof value === 'object' && value !== null && !(value instanceof ExactNumber) && !Array.isArray(value)
  );
}
