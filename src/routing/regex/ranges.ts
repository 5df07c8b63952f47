/**
 * Sets of bytes or code points as sorted intervals, flat: `[low, high, low, high, …]`, both ends included.
 * Invariant: intervals are ascending and neither overlap nor touch, so equal sets are equal lists.
 */
export type Ranges = readonly number[];

export const LAST_BYTE = 0xff;
export const LAST_CODE_POINT = 0x10ffff;

/** The set of intervals in any order, overlapping or not. */
export function rangesOf(...intervals: readonly (readonly [low: number, high: number])[]): Ranges {
  const sorted = intervals.filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0]);
  const set: number[] = [];
  for (const [low, high] of sorted) {
    const last = set[set.length - 1];
    if (last === undefined || low > last + 1) set.push(low, high);
    else if (high > last) set[set.length - 1] = high;
  }
  return set;
}

/** The intervals of a set, one by one. */
export function intervalsOf(set: Ranges): [low: number, high: number][] {
  const intervals: [number, number][] = [];
  for (let i = 0; i + 1 < set.length; i += 2) intervals.push([set[i] ?? 0, set[i + 1] ?? 0]);
  return intervals;
}

export function unite(sets: readonly Ranges[]): Ranges {
  return rangesOf(...sets.flatMap(intervalsOf));
}

/** Everything from 0 to `last` that is not in the set. */
export function complement(set: Ranges, last: number): Ranges {
  const rest: number[] = [];
  let next = 0;
  for (const [low, high] of intervalsOf(set)) {
    if (low > next) rest.push(next, low - 1);
    next = high + 1;
  }
  if (next <= last) rest.push(next, last);
  return rest;
}

/** What the set has between `low` and `high`. */
export function within(set: Ranges, low: number, high: number): Ranges {
  return rangesOf(
    ...intervalsOf(set).map(([from, to]): [number, number] => [Math.max(from, low), Math.min(to, high)]),
  );
}

/** The set of the characters of a text of single bytes or code points. */
export function rangesOfText(text: string): Ranges {
  return rangesOf(
    ...[...text].map((char): [number, number] => [char.codePointAt(0) ?? 0, char.codePointAt(0) ?? 0]),
  );
}
