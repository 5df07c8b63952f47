/** Equality of canonical values and of data: keys in any order, numbers by value, exact numbers by their digits. */
import { ExactNumber } from '../source/data.ts';

export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left === 'number' && typeof right === 'number') return left === right;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    return left instanceof ExactNumber && right instanceof ExactNumber && left.text === right.text;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameValue(item, right[index]));
  }
  const leftKeys = Object.keys(left);
  if (leftKeys.length !== Object.keys(right).length) return false;
  const others = right as { readonly [key: string]: unknown };
  return leftKeys.every(
    (key) => Object.hasOwn(right, key) && sameValue((left as typeof others)[key], others[key]),
  );
}

/** The path (dotted, in canonical names) of the first difference, for messages. */
export function firstDifference(left: unknown, right: unknown, path = ''): string | undefined {
  if (sameValue(left, right)) return undefined;
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
