/** A repeatable source of chance. */
export interface Dice {
  /** A whole number from 0 to below `sides`. */
  roll(sides: number): number;
  /** True once in `times`. */
  once(times: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function diceOf(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const roll = (sides: number): number => next() % sides;
  return {
    roll,
    once: (times) => roll(times) === 0,
    pick(from) {
      const found = from[roll(from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}
