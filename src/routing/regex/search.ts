/** The best word that an automaton accepts: short, and of letters and digits where it can be. */
import { type Automaton, classesOf, DEAD, FULL, OUT, readingRank, startStepTable } from './automaton.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';
import { textOf } from './utf8.ts';

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
export function findNamespace(automaton: Automaton, meter: Meter, verify?: Verify): Found {
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

// Automata walked together, a step at a time: union, intersection, difference.

/** What some of the parts accept. */
export function unionOf(parts: readonly Automaton[]): Automaton {
  return productOf(parts, {
    decisive: (state) => (state === FULL ? FULL : undefined),
    settled: (states) =>
      states.includes(FULL) ? FULL : states.every((state) => state === DEAD) ? DEAD : undefined,
    accepts: (accepted) => accepted.includes(true),
  });
}

/** What all of the parts accept. */
export function intersectionOf(parts: readonly Automaton[]): Automaton {
  return productOf(parts, {
    decisive: (state) => (state === DEAD ? DEAD : undefined),
    settled: (states) =>
      states.includes(DEAD) ? DEAD : states.every((state) => state === FULL) ? FULL : undefined,
    accepts: (accepted) => !accepted.includes(false),
  });
}

/** What the first accepts and the second does not. */
export function differenceOf(first: Automaton, second: Automaton): Automaton {
  return productOf([first, second], {
    decisive: (state, part) => (state === (part === 0 ? DEAD : FULL) ? DEAD : undefined),
    settled: ([a, b]) => (a === DEAD || b === FULL ? DEAD : a === FULL && b === DEAD ? FULL : undefined),
    accepts: ([a, b]) => a === true && b === false,
  });
}

/** Several automata walked at once, telling which of them accept. */
export interface AutomatonSet extends Automaton {
  /** The numbers of the parts that accept here. */
  readonly takers: (state: number) => readonly number[];
}

export function setOf(parts: readonly Automaton[]): AutomatonSet {
  return productOf(parts, {
    settled: (states) => (states.every((state) => state === DEAD) ? DEAD : undefined),
    accepts: (accepted) => accepted.includes(true),
  });
}

interface Rule {
  /** When the state of one part alone settles it. */
  readonly decisive?: (state: number, part: number) => typeof DEAD | typeof FULL | undefined;
  /** When the parts' states already say that nothing or everything follows. */
  readonly settled: (states: Int32Array) => typeof DEAD | typeof FULL | undefined;
  readonly accepts: (accepted: readonly boolean[]) => boolean;
}

function productOf(parts: readonly Automaton[], rule: Rule): AutomatonSet {
  // A byte that one part's texts may hold and another's may not is told apart by the class −1.
  const alphabet = new Uint8Array(256);
  for (const part of parts)
    part.classes.of.forEach((number, byte) => {
      if (number >= 0) alphabet[byte] = 1;
    });
  const classes = classesOf(
    parts.map((part) => part.classes.of),
    alphabet,
  );
  /** For each joint class the class of each part. */
  const partClasses = classes.bytes.map((byte) => parts.map((part) => part.classes.of[byte] ?? -1));
  const states = startInterning();
  const steps = startStepTable(classes.bytes.length);
  const current = new Int32Array(parts.length);

  const stateOf = (tuple: Int32Array): number => rule.settled(tuple) ?? states.intern(tuple) + 2;
  const takers = (state: number): readonly number[] => {
    const tuple = states.listOf(state - 2);
    return parts.flatMap((part, i) => (part.accepts(tuple[i] ?? DEAD) ? [i] : []));
  };

  function take(state: number, byteClass: number, meter: Meter): number {
    const tuple = states.listOf(state - 2);
    const inParts = partClasses[byteClass] ?? [];
    for (let i = 0; i < parts.length; i++) {
      const from = tuple[i] ?? DEAD;
      const to = inParts[i] ?? -1;
      const next = from === DEAD || to < 0 ? DEAD : (parts[i]?.step(from, to, meter) ?? DEAD);
      if (next === OUT) return OUT;
      const decided = rule.decisive?.(next, i);
      if (decided !== undefined) return meter.spend(i + 1) ? decided : OUT;
      current[i] = next;
    }
    return meter.spend(parts.length) ? stateOf(current) : OUT;
  }

  return {
    classes,
    exact: parts.every((part) => part.exact),
    start: stateOf(Int32Array.from(parts, (part) => part.start)),
    step: (state, byteClass, meter) => {
      if (state === DEAD || state === FULL || byteClass < 0) return byteClass < 0 ? DEAD : state;
      const known = steps.get(state, byteClass);
      if (known !== -2) return known;
      const next = take(state, byteClass, meter);
      if (next !== OUT) steps.set(state, byteClass, next);
      return next;
    },
    accepts: (state) => {
      if (state === DEAD || state === FULL) return state === FULL;
      const tuple = states.listOf(state - 2);
      return rule.accepts(parts.map((part, i) => part.accepts(tuple[i] ?? DEAD)));
    },
    takers,
  };
}
