/** The best word that an automaton accepts: short, and of letters and digits where it can be. */
import { type Automaton, DEAD, OUT } from './automaton.ts';
import { readingRank } from './byte-classes.ts';
import type { Meter } from './meter.ts';
import { textOf } from './text.ts';

export type Found =
  | {
      readonly kind: 'word';
      readonly bytes: Uint8Array /** Unless they are no UTF-8. */;
      readonly text?: string;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided'; readonly reason: string };

/** Says of a word whether it is one; for automata that accept too much. */
export type Verify = (bytes: Uint8Array) => boolean | 'undecided';

/** What a byte adds to a word's length: two printable signs are better than one that cannot be printed. */
const COST_BY_RANK = [2, 2, 2, 2, 3, 7, 9];
const MAX_COST = Math.max(...COST_BY_RANK);
/** How often a state is looked at again when words have to be verified, for each word to it may be handled differently. */
const VISITS_WHEN_VERIFYING = 40;

/** A state reached, by which byte and from where; words are read off backwards. */
interface Reached {
  readonly state: number;
  readonly cost: number;
  readonly byte: number;
  readonly from: Reached | undefined;
}

/**
 * Breadth first, by the cost of the word. `none` is certain even where the automaton accepts too much; `undecided`
 * when the meter ends first, or when every word tried failed to verify.
 */
export function findWord(automaton: Automaton, meter: Meter, verify?: Verify): Found {
  const visits = new Map<number, number>();
  const most = verify === undefined ? 1 : VISITS_WHEN_VERIFYING;
  /** Costs rise by at most MAX_COST, so that this many queues are enough, in turn. */
  const queues: Reached[][] = Array.from({ length: MAX_COST + 1 }, () => []);
  let waiting = 0;
  let refused = false;
  const add = (reached: Reached): void => {
    if (reached.state === DEAD || (visits.get(reached.state) ?? 0) >= most) return;
    queues[reached.cost % queues.length]?.push(reached);
    waiting++;
  };
  const costs = automaton.classes.bytes.map((byte) => COST_BY_RANK[readingRank(byte)] ?? MAX_COST);
  add({ state: automaton.start, cost: 0, byte: 0, from: undefined });
  for (let cost = 0; waiting > 0; cost++) {
    const queue = queues[cost % queues.length] ?? [];
    for (let i = 0; i < queue.length; i++) {
      const reached = queue[i];
      if (reached === undefined) continue;
      waiting--;
      const times = visits.get(reached.state) ?? 0;
      if (times >= most) continue;
      visits.set(reached.state, times + 1);
      if (!meter.spend(1)) return outOfBudget(meter);
      if (automaton.accepts(reached.state)) {
        const bytes = wordTo(reached);
        if (verify === undefined || verify(bytes) === true) return asFound(bytes);
        refused = true;
      }
      for (let byteClass = 0; byteClass < costs.length; byteClass++) {
        const state = automaton.step(reached.state, byteClass, meter);
        if (state === OUT || !meter.spend(1)) return outOfBudget(meter);
        const byte = automaton.classes.bytes[byteClass] ?? 0;
        add({ state, cost: cost + (costs[byteClass] ?? MAX_COST), byte, from: reached });
      }
    }
    queue.length = 0;
  }
  return refused
    ? { kind: 'undecided', reason: 'a back reference allows fewer texts than could be searched through' }
    : { kind: 'none' };
}

function outOfBudget(meter: Meter): Found {
  return { kind: 'undecided', reason: meter.exhausted() ?? 'the budget ended' };
}

function wordTo(reached: Reached): Uint8Array {
  const bytes: number[] = [];
  for (let at = reached; at.from !== undefined; at = at.from) bytes.push(at.byte);
  return Uint8Array.from(bytes.reverse());
}

function asFound(bytes: Uint8Array): Found {
  const text = textOf(bytes);
  return text === undefined ? { kind: 'word', bytes } : { kind: 'word', bytes, text };
}
