/** Random choices that a seed repeats. */

export interface Draw {
  /** A whole number from 0 to below the argument; 0 where that is 0. */
  below(count: number): number;
  /** True about so often: 0 never, 1 always. */
  chance(share: number): boolean;
  /** @throws Error where there is nothing to choose from, which is a bug of the caller */
  pick<T>(from: readonly T[]): T;
}

/** The generator mulberry32: small, fast, and good enough to choose mutations. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (count: number): number => Math.floor(next() * Math.max(0, count));
  return {
    below,
    chance: (share) => next() < share,
    pick(from) {
      const chosen = from[below(from.length)];
      if (chosen === undefined && from.length === 0) throw new Error('nothing to choose from');
      return chosen as (typeof from)[number];
    },
  };
}
