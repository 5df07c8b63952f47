/**
 * A smallest set of numbers that has a member in common with every family; among equally small ones whichever comes
 * first when lower numbers are tried first. Undefined when the budget ends.
 *
 * `least`: no set is smaller, as is known where one of this size was the smallest for fewer families.
 */
import type { Meter } from '../regex/meter.ts';

export function smallestHittingSet(
  families: readonly (readonly number[])[],
  meter: Meter,
  least = 0,
): readonly number[] | undefined {
  for (let size = least; size <= families.length; size++) {
    const found = extend([], families, size, meter);
    if (found === 'out') return undefined;
    if (found !== 'none') return found;
  }
  return undefined;
}

function extend(
  chosen: readonly number[],
  families: readonly (readonly number[])[],
  size: number,
  meter: Meter,
): readonly number[] | 'none' | 'out' {
  if (!meter.spend(1 + families.length)) return 'out';
  // The smallest family that nothing hits yet leaves the fewest ways on.
  let next: readonly number[] | undefined;
  for (const family of families) {
    if (family.some((each) => chosen.includes(each))) continue;
    if (next === undefined || family.length < next.length) next = family;
  }
  if (next === undefined) return chosen;
  if (chosen.length === size) return 'none';
  for (const each of next) {
    const found = extend([...chosen, each], families, size, meter);
    if (found !== 'none') return found;
  }
  return 'none';
}
