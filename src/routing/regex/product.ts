/** Automata walked together, a step at a time: union, intersection, difference. */
import { type Automaton, DEAD, FULL, OUT, startStepTable } from './automaton.ts';
import { classesOf } from './byte-classes.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';

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
