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
