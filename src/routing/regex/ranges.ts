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
function rangesOfText(text: string): Ranges {
  return rangesOf(
    ...[...text].map((char): [number, number] => [char.codePointAt(0) ?? 0, char.codePointAt(0) ?? 0]),
  );
}

// The named classes, in the C locale.

const UPPER = rangesOf([0x41, 0x5a]);
const LOWER = rangesOf([0x61, 0x7a]);
const ALPHA = unite([UPPER, LOWER]);
export const DIGIT: Ranges = rangesOf([0x30, 0x39]);
const ALNUM = unite([ALPHA, DIGIT]);
export const WORD: Ranges = unite([ALNUM, rangesOfText('_')]);
/** White space with the vertical tab, as C has it. */
export const SPACE: Ranges = rangesOf([0x09, 0x0d], [0x20, 0x20]);

/** What C++ and RE2 both name. */
const SHARED: readonly (readonly [name: string, set: Ranges])[] = [
  ['alnum', ALNUM],
  ['alpha', ALPHA],
  ['blank', rangesOfText('\t ')],
  ['cntrl', rangesOf([0, 0x1f], [0x7f, 0x7f])],
  ['digit', DIGIT],
  ['graph', rangesOf([0x21, 0x7e])],
  ['lower', LOWER],
  ['print', rangesOf([0x20, 0x7e])],
  ['punct', rangesOf([0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e])],
  ['space', SPACE],
  ['upper', UPPER],
  ['xdigit', rangesOf([0x30, 0x39], [0x41, 0x46], [0x61, 0x66])],
];

/** `[[:name:]]` of the C++ library; it reads the names without regard to case. */
export const CPP_CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ...SHARED,
  ['d', DIGIT],
  ['w', WORD],
  ['s', SPACE],
]);

/** `[[:name:]]` of RE2. */
export const RE2_CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ...SHARED,
  ['ascii', rangesOf([0, 0x7f])],
  ['word', WORD],
]);

/** Which bytes continue or begin a word, for \b. */
export const IS_WORD: Uint8Array = new Uint8Array(LAST_BYTE + 1);
for (let i = 0; i + 1 < WORD.length; i += 2) IS_WORD.fill(1, WORD[i], (WORD[i + 1] ?? 0) + 1);
