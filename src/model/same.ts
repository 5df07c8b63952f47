/** Where two canonical values differ. */
import { ExactNumber } from '../source/data.ts';
import { sameData } from '../source/edit/same-data.ts';

/** The path (dotted, in canonical names) of the first difference, for messages. */
export function firstDifference(left: unknown, right: unknown, path = ''): string | undefined {
  if (sameData(left, right)) return undefined;
  if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right)) return path;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const there = Object.hasOwn(left, key) && Object.hasOwn(right, key);
    const inner = path === '' ? key : Array.isArray(left) ? `${path}[${key}]` : `${path}.${key}`;
    if (!there) return inner;
    const found = firstDifference(left[key], right[key], inner);
    if (found !== undefined) return found;
  }
  return path;
}

function isContainer(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
