/** Looking things up in what is sorted, in as many steps as its length has binary digits. */

/**
 * The first index for which something holds that holds for every one after it too.
 *
 * @returns `count` where it holds for none
 */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the last number that is not above a value, such as the start of the line that an offset is in; 0 where all are. */
export function lastNotAbove(sorted: ArrayLike<number>, value: number): number {
  return Math.max(0, firstIndex(sorted.length, (index) => (sorted[index] ?? 0) > value) - 1);
}
