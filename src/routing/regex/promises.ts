/**
 * What a way through a program has promised about the rest of the text: one lookahead, and how far its own automaton
 * has come, for each promise. A set of promises is a number; 0 is the empty one.
 */
import { type Automaton, DEAD, FULL, OUT } from './automaton.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';

export const NO_PROMISE = 0;
/** In place of a set: a promise was broken. */
export const BROKEN = -2;

export interface PromisedLook {
  readonly negative: boolean;
  /** Accepts the texts that begin with what the lookahead looks for. */
  readonly automaton: Automaton;
}

export interface Promises {
  /** The set with one promise more, given here; BROKEN when that can never be kept. */
  readonly add: (set: number, look: number) => number;
  /** The set after a byte; BROKEN, or OUT when the meter ran out. */
  readonly step: (set: number, byte: number, meter: Meter) => number;
  /** Whether all are kept when the text ends here. */
  readonly kept: (set: number) => boolean;
}

export function startPromises(looks: readonly PromisedLook[]): Promises {
  /** Lists of lookahead and state in turns, ascending, each pair once. */
  const sets = startInterning();
  sets.intern(new Int32Array(0));

  /** A promise that is settled for good is dropped (0) or breaks the set (−1); the others stay (1). */
  function settled(look: number, state: number): -1 | 0 | 1 {
    if (state !== FULL && state !== DEAD) return 1;
    return (state === FULL) !== looks[look]?.negative ? 0 : -1;
  }

  function intern(pairs: readonly (readonly [look: number, state: number])[]): number {
    const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const list: number[] = [];
    for (const [look, state] of sorted) {
      if (list[list.length - 2] !== look || list[list.length - 1] !== state) list.push(look, state);
    }
    return sets.intern(Int32Array.from(list));
  }

  function pairsOf(set: number): [number, number][] {
    const list = sets.listOf(set);
    const pairs: [number, number][] = [];
    for (let i = 0; i + 1 < list.length; i += 2) pairs.push([list[i] ?? 0, list[i + 1] ?? 0]);
    return pairs;
  }

  return {
    add: (set, look) => {
      const start = looks[look]?.automaton.start ?? DEAD;
      const fate = settled(look, start);
      if (fate < 0) return BROKEN;
      return fate === 0 ? set : intern([...pairsOf(set), [look, start]]);
    },
    step: (set, byte, meter) => {
      if (set === NO_PROMISE) return set;
      const after: [number, number][] = [];
      for (const [look, state] of pairsOf(set)) {
        const automaton = looks[look]?.automaton;
        if (automaton === undefined) continue;
        const next = automaton.step(state, automaton.classes.of[byte] ?? 0, meter);
        if (next === OUT) return OUT;
        const fate = settled(look, next);
        if (fate < 0) return BROKEN;
        if (fate > 0) after.push([look, next]);
      }
      return intern(after);
    },
    kept: (set) =>
      pairsOf(set).every(([look, state]) => {
        const promised = looks[look];
        return promised !== undefined && promised.automaton.accepts(state) !== promised.negative;
      }),
  };
}
