/**
 * The automaton of an expression, by the subset construction, a step at a time.
 *
 * A state is a set of threads: a position of the program, with the promises made by the lookaheads on the way to it
 * (so a lookahead may stand anywhere, also inside a repetition). Positions that wait for an edge to be decided by the
 * next byte stay in the set; only then does the state also hold what kind of byte came before.
 */
import { withoutReferences } from './approximate.ts';
import { type Automaton, DEAD, FULL, OUT, startStepTable } from './automaton.ts';
import { classesOf } from './byte-classes.ts';
import { edgeHolds, OUTSIDE, UNKNOWN } from './edges.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';
import { flagsOf, OP, type Program, programOf } from './nfa.ts';
import { fullPositions, usefulPositions } from './positions.ts';
import { IS_WORD } from './posix-classes.ts';
import { BROKEN, NO_PROMISE, type PromisedLook, startPromises } from './promises.ts';
import { LAST_BYTE, type Ranges } from './ranges.ts';
import { EVERYTHING, type Regex, sequence } from './syntax.ts';

const ALL_BYTES: Ranges = [0, LAST_BYTE];
/** The program's own match; those of lookaheads come later. */
const MATCH = 0;
const NEWLINE = flagsOf([0x0a, 0x0a]);

/**
 * The automaton of a tree over the texts of an alphabet: what `fullMatch` takes and no other byte stands in.
 * With back references it accepts more (`exact` is false). Building it costs as much as the program is long.
 */
export function automatonOf(tree: Regex, alphabet: Ranges = ALL_BYTES): Automaton | 'too-large' {
  const regular = withoutReferences(tree, 'over');
  const program = programOf(regular);
  if (program === 'too-large') return program;
  const looks: PromisedLook[] = [];
  for (const { negative, body } of program.looks) {
    const automaton = automatonOf(sequence([body, EVERYTHING]), alphabet);
    if (automaton === 'too-large') return automaton;
    looks.push({ negative, automaton });
  }
  return subsetAutomaton(program, looks, flagsOf(alphabet), regular === tree);
}

function subsetAutomaton(
  program: Program,
  looks: readonly PromisedLook[],
  alphabet: Uint8Array,
  exact: boolean,
): Automaton {
  const { op, x, y, sets, edges, size } = program;
  const useful = usefulPositions(program, alphabet);
  const full = fullPositions(program, alphabet);
  const classes = classesOf(
    [
      ...sets,
      ...looks.map((look) => look.automaton.classes.of),
      ...(edges.some((at) => at === 'word' || at === 'no-word') ? [IS_WORD] : []),
      ...(edges.some((at) => at === 'line-start' || at === 'line-end') ? [NEWLINE] : []),
    ],
    alphabet,
  );
  const promises = startPromises(looks);
  /** Threads with promises: number − size is the number of the pair. Without, a thread is its position. */
  const pairs = startInterning();
  const states = startInterning();
  const steps = startStepTable(classes.bytes.length);
  const accepting: (boolean | undefined)[] = [false, true];

  const seen = new Int32Array(size);
  const seenPromising = new Set<number>();
  let round = 0;
  let touched = 0;
  const stack: number[] = [];

  const threadOf = (pc: number, promise: number): number =>
    promise === NO_PROMISE ? pc : size + pairs.intern(Int32Array.of(pc, promise));
  const positionOf = (thread: number): number =>
    thread < size ? thread : (pairs.listOf(thread - size)[0] ?? 0);
  const promiseOf = (thread: number): number =>
    thread < size ? NO_PROMISE : (pairs.listOf(thread - size)[1] ?? NO_PROMISE);

  function startRound(): void {
    round++;
    seenPromising.clear();
  }

  function visit(pc: number, promise: number): void {
    if (useful[pc] !== 1 || seen[pc] === round) return;
    const thread = threadOf(pc, promise);
    if (thread < size) seen[pc] = round;
    else if (seenPromising.has(thread)) return;
    else seenPromising.add(thread);
    stack.push(thread);
  }

  /** Adds the threads that wait for a byte, a match or an undecided edge, reached without taking a byte. */
  function reach(threads: number[], pc: number, promise: number, previous: number, next: number): void {
    visit(pc, promise);
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      touched++;
      const at = positionOf(thread);
      const promised = promiseOf(thread);
      const argument = x[at] ?? 0;
      switch (op[at]) {
        case OP.split:
          visit(argument, promised);
          visit(y[at] ?? 0, promised);
          break;
        case OP.edge: {
          const holds = edgeHolds(edges[argument] ?? 'start', previous, next);
          if (holds === undefined) threads.push(thread);
          else if (holds) visit(y[at] ?? 0, promised);
          break;
        }
        case OP.look: {
          const more = promises.add(promised, argument);
          if (more !== BROKEN) visit(y[at] ?? 0, more);
          break;
        }
        default:
          threads.push(thread);
      }
    }
  }

  /** The state of a set of threads. */
  function stateOf(threads: readonly number[], previous: number): number {
    if (threads.length === 0) return DEAD;
    if (seen[MATCH] === round && threads.some((thread) => thread < size && full[thread] === 1)) return FULL;
    // A thread that has promised nothing takes all that one with promises at the same position takes.
    const kept = threads.filter((thread) => thread < size || seen[positionOf(thread)] !== round);
    const waits = kept.some((thread) => op[positionOf(thread)] === OP.edge);
    const sorted = Int32Array.from(kept).sort();
    const key = new Int32Array(sorted.length + 1);
    key.set(sorted, 1);
    key[0] = waits ? kindOf(previous) : OUTSIDE;
    return states.intern(key) + 2;
  }

  /** The threads of a state, gone on from where they waited for an edge now that the next byte is known. */
  function decideEdges(key: Int32Array, next: number): ArrayLike<number> {
    if (edges.length === 0) return key.subarray(1);
    const threads: number[] = [];
    startRound();
    for (let i = 1; i < key.length; i++) {
      const thread = key[i] ?? 0;
      reach(threads, positionOf(thread), promiseOf(thread), key[0] ?? OUTSIDE, next);
    }
    return threads;
  }

  function take(state: number, byte: number, meter: Meter): number {
    touched = 0;
    const before = decideEdges(states.listOf(state - 2), byte);
    const after: number[] = [];
    /** What became of each set of promises. */
    let stepped: Map<number, number> | undefined;
    startRound();
    for (let i = 0; i < before.length; i++) {
      const thread = before[i] ?? 0;
      const at = positionOf(thread);
      if (op[at] !== OP.chars || sets[x[at] ?? 0]?.[byte] !== 1) continue;
      let kept = NO_PROMISE;
      if (thread >= size) {
        const promise = promiseOf(thread);
        stepped ??= new Map();
        kept = stepped.get(promise) ?? promises.step(promise, byte, meter);
        stepped.set(promise, kept);
        if (kept === OUT) return OUT;
      }
      if (kept !== BROKEN) reach(after, y[at] ?? 0, kept, byte, UNKNOWN);
      if (touched > 1000) {
        if (!meter.spend(touched)) return OUT;
        touched = 0;
      }
    }
    return meter.spend(touched + before.length + 1) ? stateOf(after, byte) : OUT;
  }

  const first: number[] = [];
  startRound();
  reach(first, program.start, NO_PROMISE, OUTSIDE, UNKNOWN);
  return {
    classes,
    exact,
    start: stateOf(first, OUTSIDE),
    step: (state, byteClass, meter) => {
      if (state === DEAD || state === FULL || byteClass < 0) return byteClass < 0 ? DEAD : state;
      const known = steps.get(state, byteClass);
      if (known !== -2) return known;
      const next = take(state, classes.bytes[byteClass] ?? 0, meter);
      if (next !== OUT) steps.set(state, byteClass, next);
      return next;
    },
    accepts: (state) => {
      accepting[state] ??= Array.from(decideEdges(states.listOf(state - 2), OUTSIDE)).some(
        (thread) => positionOf(thread) === MATCH && promises.kept(promiseOf(thread)),
      );
      return accepting[state] ?? false;
    },
  };
}

/** A byte that stands for all that edges do not tell from this one. */
function kindOf(previous: number): number {
  if (previous < 0 || previous === 0x0a) return previous;
  return IS_WORD[previous] === 1 ? 0x61 : 0x20;
}
