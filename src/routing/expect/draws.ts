/** Random values that let a runtime fraction through, with the manners of tests. */
import type { Message } from '../../schema/types.ts';
import { shareOf, takesAll } from '../runtime.ts';

export interface Draw {
  /** The runtime key to switch on. */
  readonly runtime: string | undefined;
  readonly randomValue: number;
}

const LARGEST = 1_000_000;

/**
 * The draws that are worth trying, 0 first. A test's fraction takes `random % D <= N`, so that a larger remainder meets
 * fewer others; with the denominators 100, 10,000 and 1,000,000 each value is no better than one of those named here.
 */
export function drawsFor(fraction: Message<'core.RuntimeFractionalPercent'> | undefined): readonly Draw[] {
  if (fraction === undefined) return [{ runtime: undefined, randomValue: 0 }];
  const share = shareOf(fraction.default_value);
  const top = takesAll(share) ? share.denominator - 1 : share.numerator;
  // What the fraction does not look at is as large as can be.
  const most = top + LARGEST - share.denominator;
  const values = [0, most, below(most, 100), below(most, 10_000)].filter(
    (value) => value >= 0 && value % share.denominator <= top,
  );
  return [...new Set(values)].map((randomValue) => ({ runtime: fraction.runtime_key, randomValue }));
}

/** The largest value up to `most` that ends in nines below `unit`. */
function below(most: number, unit: number): number {
  return Math.floor((most + 1) / unit) * unit - 1;
}
