/** Equality of plain values. */
import { ExactNumber } from '../data.ts';

/**
 * Whether two plain or canonical values are the same: keys in any order, numbers by value, long numbers by their
 * digits.
 *
 * @param beside what objects hold beside their keys and has to be the same as well
 */
export function sameData(left: unknown, right: unknown, beside?: symbol): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left === 'number' && typeof right === 'number') return left === right;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    return left instanceof ExactNumber && right instanceof ExactNumber && left.text === right.text;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameData(item, right[index], beside));
  }
  return sameKeys(left as Keyed, right as Keyed, beside);
}

type Keyed = { readonly [key: string | symbol]: unknown };

function sameKeys(left: Keyed, right: Keyed, beside: symbol | undefined): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  if (beside !== undefined && !sameData(left[beside], right[beside])) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameData(left[key], right[key], beside));
}
