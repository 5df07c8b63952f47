/**
 * The automaton of an expression, by the subset construction, a step at a time.
 *
 * A state is a set of threads: a position of the program, with the promises made by the lookaheads on the way to it
 * (so a lookahead may stand anywhere, also inside a repetition). Positions that wait for an edge to be decided by the
 * next byte stay in the set; only then does the state also hold what kind of byte came before.
 */
import { type Automaton, classesOf, DEAD, FULL, OUT, type StepTable, startStepTable } from './automaton.ts';
import { edgeHolds, OUTSIDE, UNKNOWN } from './edges.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';
import { flagsOf, fullPositions, OP, type Program, programOf, usefulPositions } from './nfa.ts';
import { IS_WORD, LAST_BYTE, type Ranges } from './ranges.ts';
import { withoutReferences } from './rewrite.ts';
import { EVERYTHING, type Regex, sequence } from './syntax.ts';

const ALL_BYTES: Ranges = [0, LAST_BYTE];
const BYTES = LAST_BYTE + 1;
/** The program's own match; those of lookaheads come later. */
const MATCH = 0;
const NEWLINE = flagsOf([0x0a, 0x0a]);

/**
 * The automaton of a tree over the texts of an alphabet: what `fullMatch` takes and no other byte stands in.
 * With back references it accepts more (`exact` is false). Building it costs as much as the program is long; where the
 * meter ends before, there is none either.
 */
export function automatonOf(
  tree: Regex,
  meter: Meter,
  alphabet: Ranges = ALL_BYTES,
): Automaton | 'too-large' {
  const regular = withoutReferences(tree, 'over');
  const program = programOf(regular, meter);
  if (program === 'too-large' || !meter.spend(program.size + BYTES * program.sets.length)) return 'too-large';
  const looks: PromisedLook[] = [];
  for (const { negative, body } of program.looks) {
    const automaton = automatonOf(sequence([body, EVERYTHING]), meter, alphabet);
    if (automaton === 'too-large') return automaton;
    looks.push({ negative, automaton });
  }
  return new SubsetAutomaton(program, looks, flagsOf(alphabet), regular === tree);
}

/** A construction under way: states and threads by number, and what is known of them. */
class SubsetAutomaton implements Automaton {
  readonly classes: Automaton['classes'];
  readonly exact: boolean;
  readonly start: number;
  private readonly program: Program;
  private readonly useful: Uint8Array;
  private readonly full: Uint8Array;
  private readonly promises: Promises;
  /** Threads with promises: number − size is the number of the pair. Without, a thread is its position. */
  private readonly pairs = startInterning();
  private readonly states = startInterning();
  private readonly steps: StepTable;
  private readonly accepting: (boolean | undefined)[] = [false, true];
  /** The threads that a round has come to: by position, or by number where they have promised something. */
  private readonly seen: Int32Array;
  private readonly seenPromising = new Set<number>();
  private round = 0;
  private touched = 0;
  private readonly stack: number[] = [];

  constructor(program: Program, looks: readonly PromisedLook[], alphabet: Uint8Array, exact: boolean) {
    const { sets, edges, size } = program;
    this.program = program;
    this.exact = exact;
    this.useful = usefulPositions(program, alphabet);
    this.full = fullPositions(program, alphabet);
    this.classes = classesOf(
      [
        ...sets,
        ...looks.map((look) => look.automaton.classes.of),
        ...(edges.some((at) => at === 'word' || at === 'no-word') ? [IS_WORD] : []),
        ...(edges.some((at) => at === 'line-start' || at === 'line-end') ? [NEWLINE] : []),
      ],
      alphabet,
    );
    this.promises = startPromises(looks);
    this.steps = startStepTable(this.classes.bytes.length);
    this.seen = new Int32Array(size);
    const first: number[] = [];
    this.startRound();
    this.reach(first, program.start, NO_PROMISE, OUTSIDE, UNKNOWN);
    this.start = this.stateOf(first, OUTSIDE);
  }

  step(state: number, byteClass: number, meter: Meter): number {
    if (state === DEAD || state === FULL || byteClass < 0) return byteClass < 0 ? DEAD : state;
    const known = this.steps.get(state, byteClass);
    if (known !== -2) return known;
    const next = this.take(state, this.classes.bytes[byteClass] ?? 0, meter);
    if (next !== OUT) this.steps.set(state, byteClass, next);
    return next;
  }

  accepts(state: number): boolean {
    this.accepting[state] ??= Array.from(this.decideEdges(this.states.listOf(state - 2), OUTSIDE)).some(
      (thread) => this.positionOf(thread) === MATCH && this.promises.kept(this.promiseOf(thread)),
    );
    return this.accepting[state] ?? false;
  }

  private threadOf(pc: number, promise: number): number {
    return promise === NO_PROMISE ? pc : this.program.size + this.pairs.intern(Int32Array.of(pc, promise));
  }

  private positionOf(thread: number): number {
    const { size } = this.program;
    return thread < size ? thread : (this.pairs.listOf(thread - size)[0] ?? 0);
  }

  private promiseOf(thread: number): number {
    const { size } = this.program;
    return thread < size ? NO_PROMISE : (this.pairs.listOf(thread - size)[1] ?? NO_PROMISE);
  }

  private startRound(): void {
    this.round++;
    this.seenPromising.clear();
  }

  private visit(pc: number, promise: number): void {
    if (this.useful[pc] !== 1 || this.seen[pc] === this.round) return;
    const thread = this.threadOf(pc, promise);
    if (thread < this.program.size) this.seen[pc] = this.round;
    else if (this.seenPromising.has(thread)) return;
    else this.seenPromising.add(thread);
    this.stack.push(thread);
  }

  /** Adds the threads that wait for a byte, a match or an undecided edge, reached without taking a byte. */
  private reach(threads: number[], pc: number, promise: number, previous: number, next: number): void {
    const { op, x, y, edges } = this.program;
    const { stack } = this;
    this.visit(pc, promise);
    for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
      this.touched++;
      const at = this.positionOf(thread);
      const promised = this.promiseOf(thread);
      const argument = x[at] ?? 0;
      switch (op[at]) {
        case OP.split:
          this.visit(argument, promised);
          this.visit(y[at] ?? 0, promised);
          break;
        case OP.edge: {
          const holds = edgeHolds(edges[argument] ?? 'start', previous, next);
          if (holds === undefined) threads.push(thread);
          else if (holds) this.visit(y[at] ?? 0, promised);
          break;
        }
        case OP.look: {
          const more = this.promises.add(promised, argument);
          if (more !== BROKEN) this.visit(y[at] ?? 0, more);
          break;
        }
        default:
          threads.push(thread);
      }
    }
  }

  /** The state of a set of threads. */
  private stateOf(threads: readonly number[], previous: number): number {
    if (threads.length === 0) return DEAD;
    const { seen, round, full } = this;
    const { op, size } = this.program;
    if (seen[MATCH] === round && threads.some((thread) => thread < size && full[thread] === 1)) return FULL;
    // A thread that has promised nothing takes all that one with promises at the same position takes.
    const kept = threads.filter((thread) => thread < size || seen[this.positionOf(thread)] !== round);
    const waits = kept.some((thread) => op[this.positionOf(thread)] === OP.edge);
    const sorted = Int32Array.from(kept).sort();
    const key = new Int32Array(sorted.length + 1);
    key.set(sorted, 1);
    key[0] = waits ? kindOf(previous) : OUTSIDE;
    return this.states.intern(key) + 2;
  }

  /** The threads of a state, gone on from where they waited for an edge now that the next byte is known. */
  private decideEdges(key: Int32Array, next: number): ArrayLike<number> {
    if (this.program.edges.length === 0) return key.subarray(1);
    const threads: number[] = [];
    this.startRound();
    for (let i = 1; i < key.length; i++) {
      const thread = key[i] ?? 0;
      this.reach(threads, this.positionOf(thread), this.promiseOf(thread), key[0] ?? OUTSIDE, next);
    }
    return threads;
  }

  private take(state: number, byte: number, meter: Meter): number {
    const { op, x, y, sets, size } = this.program;
    this.touched = 0;
    const before = this.decideEdges(this.states.listOf(state - 2), byte);
    const after: number[] = [];
    /** What became of each set of promises. */
    let stepped: Map<number, number> | undefined;
    this.startRound();
    for (let i = 0; i < before.length; i++) {
      const thread = before[i] ?? 0;
      const at = this.positionOf(thread);
      if (op[at] !== OP.chars || sets[x[at] ?? 0]?.[byte] !== 1) continue;
      let kept = NO_PROMISE;
      if (thread >= size) {
        const promise = this.promiseOf(thread);
        stepped ??= new Map();
        kept = stepped.get(promise) ?? this.promises.step(promise, byte, meter);
        stepped.set(promise, kept);
        if (kept === OUT) return OUT;
      }
      if (kept !== BROKEN) this.reach(after, y[at] ?? 0, kept, byte, UNKNOWN);
      if (this.touched > 1000) {
        if (!meter.spend(this.touched)) return OUT;
        this.touched = 0;
      }
    }
    return meter.spend(this.touched + before.length + 1) ? this.stateOf(after, byte) : OUT;
  }
}

/** A byte that stands for all that edges do not tell from this one. */
function kindOf(previous: number): number {
  if (previous < 0 || previous === 0x0a) return previous;
  return IS_WORD[previous] === 1 ? 0x61 : 0x20;
}

/**
 * What a way through a program has promised about the rest of the text: one lookahead, and how far its own automaton
 * has come, for each promise. A set of promises is a number; 0 is the empty one.
 */
const NO_PROMISE = 0;
/** In place of a set: a promise was broken. */
const BROKEN = -2;

interface PromisedLook {
  readonly negative: boolean;
  /** Accepts the texts that begin with what the lookahead looks for. */
  readonly automaton: Automaton;
}

interface Promises {
  /** The set with one promise more, given here; BROKEN when that can never be kept. */
  readonly add: (set: number, look: number) => number;
  /** The set after a byte; BROKEN, or OUT when the meter ran out. */
  readonly step: (set: number, byte: number, meter: Meter) => number;
  /** Whether all are kept when the text ends here. */
  readonly kept: (set: number) => boolean;
}

function startPromises(looks: readonly PromisedLook[]): Promises {
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
