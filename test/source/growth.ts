/** Whether work grows with the size of the input, for tests of hostile input. */
import { processorTime } from '../processor-time.ts';

/** How much longer four times the input takes: 4 where the work is linear, 16 where it is quadratic. */
export function growth<T>(prepare: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const small = prepare(size);
  const large = prepare(size * 4);
  work(small);
  let least = Number.POSITIVE_INFINITY;
  // Garbage of others makes single measurements longer, never shorter: the least of several tells.
  for (let attempt = 0; attempt < 6 && least > MAX_GROWTH; attempt++) {
    const shortest = Math.min(...[0, 1, 2].map(() => duration(() => work(small))));
    const longest = Math.min(...[0, 1].map(() => duration(() => work(large))));
    // Below some milliseconds a clock tells nothing.
    least = Math.min(least, longest / Math.max(shortest, 4));
  }
  return least;
}

function duration(work: () => unknown): number {
  const before = processorTime();
  work();
  return processorTime() - before;
}

/** Above this no work is linear, however the machine feels. */
export const MAX_GROWTH = 10;
