/**
 * The random values that are left while shares take theirs one after another.
 *
 * One random value serves all fractions of a request (fact 32), and every denominator divides a million, so that the
 * value modulo a million decides them all. A share that has taken its requests leaves those with
 * `value % denominator >= numerator`: what is left is described by one lower bound for each denominator.
 */
import type { Share } from './runtime.ts';

export interface RandomRange {
  /** Lower bounds of the value modulo 100, 10,000 and 1,000,000. */
  readonly hundred: number;
  readonly tenThousand: number;
  readonly million: number;
}

export const WHOLE_RANGE: RandomRange = { hundred: 0, tenThousand: 0, million: 0 };

/**
 * The random values that bring requests to one place: those of a range that shares take as well. The same value picks
 * the weighted cluster and decides about copies there (fact 159), so that these have other shares than they are given.
 */
export interface RandomSet {
  readonly left: RandomRange;
  readonly below: readonly Share[];
}

export const ANY_VALUE: RandomSet = { left: WHOLE_RANGE, below: [] };

/** How many values a range has when it is whole. */
export const RANGE_SIZE = 1_000_000;

/** What a share leaves of a range. */
export function without(range: RandomRange, { numerator, denominator }: Share): RandomRange {
  const bound = Math.min(numerator, denominator);
  if (denominator === 100) return { ...range, hundred: Math.max(range.hundred, bound) };
  if (denominator === 10_000) return { ...range, tenThousand: Math.max(range.tenThousand, bound) };
  return { ...range, million: Math.max(range.million, bound) };
}

/** How many of the million values are in a range. */
export function sizeOf({ hundred, tenThousand, million }: RandomRange): number {
  const block = Math.floor(million / 10_000);
  if (block >= 100) return 0;
  // The block that the bound cuts, and the whole ones after it.
  const cut = sizeOfBlock(hundred, Math.max(tenThousand, million % 10_000));
  return cut + (99 - block) * sizeOfBlock(hundred, tenThousand);
}

/** How many values below 10,000 are at least `low` and at least `hundred` modulo 100. */
function sizeOfBlock(hundred: number, low: number): number {
  const row = Math.floor(low / 100);
  if (row >= 100) return 0;
  return 100 - Math.max(hundred, low % 100) + (99 - row) * (100 - hundred);
}

/** From `begin` to below `end`. */
export interface Interval {
  readonly begin: number;
  readonly end: number;
}

/** So many of a whole number of values, one count for each interval. */
interface Counts {
  readonly counts: readonly number[];
  readonly whole: number;
}

/**
 * How many values of a set lie in intervals modulo a total. The set is told apart by the value modulo its largest
 * denominator, and what that says of the value modulo the total is its rest of their greatest common divisor: each pair
 * of rests that agree in it stands for one value modulo their least common multiple. So the members of the set are
 * counted by that rest, and nothing is enumerated.
 */
export function countsIn(set: RandomSet, total: number, intervals: readonly Interval[]): Counts {
  const modulus = modulusOf(set);
  const divisor = greatestDivisor(modulus, total);
  const below = countsBelow(set, modulus, divisor);
  const all = below[divisor] ?? 0;
  const upTo = (end: number): number => Math.floor(end / divisor) * all + (below[end % divisor] ?? 0);
  return {
    counts: intervals.map(({ begin, end }) => upTo(end) - upTo(begin)),
    whole: (modulus / divisor) * total,
  };
}

/** For each number up to the divisor how many members of the set have a smaller rest. */
function countsBelow(set: RandomSet, modulus: number, divisor: number): Float64Array {
  // First by how much each rest has more members than the one before it.
  const below = new Float64Array(divisor + 1);
  const add = (begin: number, end: number, count: number): void => {
    below[begin] = (below[begin] ?? 0) + count;
    below[end] = (below[end] ?? 0) - count;
  };
  for (const { begin, end } of intervalsOf(set, modulus)) {
    const first = begin % divisor;
    const last = first + ((end - begin) % divisor);
    add(0, divisor, Math.floor((end - begin) / divisor));
    add(first, Math.min(last, divisor), 1);
    if (last > divisor) add(0, last - divisor, 1);
  }
  let members = 0;
  let sum = 0;
  for (let rest = 0; rest <= divisor; rest++) {
    members += below[rest] ?? 0;
    below[rest] = sum;
    sum += members;
  }
  return below;
}

const DENOMINATORS = [100, 10_000, 1_000_000] as const;

function boundsOf({ left, below }: RandomSet, modulus: Share['denominator']): Interval {
  const ends = below.flatMap((share) => (share.denominator === modulus ? share.numerator : []));
  const begin = modulus === 100 ? left.hundred : modulus === 10_000 ? left.tenThousand : left.million;
  return { begin, end: Math.min(modulus, ...ends) };
}

/** The largest denominator that tells members apart from other values; 1 where all are members. */
function modulusOf(set: RandomSet): number {
  const isAsked = (modulus: Share['denominator']): boolean => {
    const { begin, end } = boundsOf(set, modulus);
    return begin > 0 || end < modulus;
  };
  return DENOMINATORS.findLast(isAsked) ?? 1;
}

/** The members modulo the modulus, ascending. */
function intervalsOf(set: RandomSet, modulus: number): readonly Interval[] {
  let found: readonly Interval[] = [{ begin: 0, end: modulus === 1 ? 1 : 100 }];
  let size = 100;
  for (const denominator of DENOMINATORS) {
    if (denominator > modulus) break;
    const bounds = boundsOf(set, denominator);
    const blocks = Array.from({ length: denominator / size }, (_, block) => block * size);
    const inner = found;
    found = blocks.flatMap((start) =>
      inner.flatMap(({ begin, end }): Interval | readonly [] => {
        const cut = {
          begin: Math.max(bounds.begin, start + begin),
          end: Math.min(bounds.end, start + end),
        };
        return cut.begin < cut.end ? cut : [];
      }),
    );
    size = denominator;
  }
  return found;
}

export function greatestDivisor(one: number, other: number): number {
  let [divisor, rest] = [one, other];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}
