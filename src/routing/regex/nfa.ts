/**
 * A tree as a program of a nondeterministic automaton (Thompson's construction): counted repetitions are written out,
 * so that its size bounds the cost of each byte. Typed arrays, because a hundred thousand steps are usual.
 */
import type { Meter } from './meter.ts';
import { intervalsOf, type Ranges } from './ranges.ts';
import { childrenOf, type Edge, type Regex } from './syntax.ts';

export const OP = {
  /** Takes one byte of set `x`, then goes to `y`. */
  chars: 0,
  /** Goes to `x` and to `y`. */
  split: 1,
  /** Goes to `y` where edge `x` holds. */
  edge: 2,
  /** Goes to `y` where lookahead `x` holds. */
  look: 3,
  /** Group `x` begins, then `y`. */
  open: 4,
  /** Group `x` ends, then `y`. */
  close: 5,
  /** Takes what group `x` took, then goes to `y`. */
  back: 6,
  /** The text, or the lookahead's body, has matched. */
  match: 7,
} as const;

interface RuleContext {
  readonly negative: boolean;
  readonly body: Regex;
  /** Where the body's own program begins; it ends in a match of its own. */
  readonly entry: number;
}

export interface Program {
  readonly size: number;
  readonly op: Uint8Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly start: number;
  /** The sets that `chars` tells apart, as one flag a byte. */
  readonly sets: readonly Uint8Array[];
  readonly ranges: readonly Ranges[];
  readonly edges: readonly Edge[];
  readonly looks: readonly RuleContext[];
  /** Highest group number that is kept, 0 for none. */
  readonly groups: number;
}

/** Larger programs are not made: one byte would cost too much already. */
const MAX_STEPS = 250_000;

const PROGRAMS = new WeakMap<Regex, Program | 'too-large'>();

/** The program of a tree, made once, by whose work it is; none either where the meter ends before it is made. */
export function programOf(tree: Regex, meter: Meter): Program | 'too-large' {
  const known = PROGRAMS.get(tree);
  if (known !== undefined) return known;
  const size = 1 + sizeOf(tree);
  if (size <= MAX_STEPS && !meter.spend(size)) return 'too-large';
  const program = size > MAX_STEPS ? 'too-large' : compile(tree);
  PROGRAMS.set(tree, program);
  return program;
}

const SIZES = new WeakMap<Regex, number>();

/** The steps that {@link write} writes. */
function sizeOf(tree: Regex): number {
  const known = SIZES.get(tree);
  if (known !== undefined) return known;
  const inside = childrenOf(tree).reduce((sum, child) => sum + sizeOf(child), 0);
  const size = inside + ownSize(tree, inside);
  if (inside > 0) SIZES.set(tree, size);
  return size;
}

/** Beside what the trees inside take once each. */
function ownSize(tree: Regex, inside: number): number {
  switch (tree.kind) {
    case 'empty':
    case 'sequence':
      return 0;
    case 'alternatives':
      return tree.choices.length - 1;
    case 'lookahead':
    case 'group':
      return 2;
    case 'repeat': {
      const { min, max } = tree;
      const copies = max === Number.POSITIVE_INFINITY ? Math.max(min, 1) : max;
      const splits = max === Number.POSITIVE_INFINITY ? 1 : max - min;
      return (copies - 1) * inside + splits;
    }
    default:
      return 1;
  }
}

interface Writer {
  readonly op: number[];
  readonly x: number[];
  readonly y: number[];
  readonly sets: Map<string, number>;
  readonly ranges: Ranges[];
  readonly edges: Edge[];
  readonly looks: RuleContext[];
  groups: number;
}

function compile(tree: Regex): Program {
  const writer: Writer = {
    op: [],
    x: [],
    y: [],
    sets: new Map(),
    ranges: [],
    edges: [],
    looks: [],
    groups: 0,
  };
  const start = write(writer, tree, put(writer, OP.match, 0, 0));
  const { ranges, edges, looks, groups } = writer;
  return {
    size: writer.op.length,
    op: Uint8Array.from(writer.op),
    x: Int32Array.from(writer.x),
    y: Int32Array.from(writer.y),
    start,
    sets: ranges.map(flagsOf),
    ranges,
    edges,
    looks,
    groups,
  };
}

const FLAGS = new WeakMap<Ranges, Uint8Array>();

/** One flag a byte. To be read only: programs share them. */
export function flagsOf(set: Ranges): Uint8Array {
  const known = FLAGS.get(set);
  if (known !== undefined) return known;
  const flags = new Uint8Array(256);
  for (const [low, high] of intervalsOf(set)) flags.fill(1, low, high + 1);
  FLAGS.set(set, flags);
  return flags;
}

function put(writer: Writer, op: number, x: number, y: number): number {
  writer.op.push(op);
  writer.x.push(x);
  writer.y.push(y);
  return writer.op.length - 1;
}

/** Writes the tree so that it goes on at `next`, and answers where it begins. */
function write(writer: Writer, tree: Regex, next: number): number {
  switch (tree.kind) {
    case 'empty':
      return next;
    case 'chars':
      return put(writer, OP.chars, setNumber(writer, tree.set), next);
    case 'sequence':
      return tree.parts.reduceRight((after, part) => write(writer, part, after), next);
    case 'alternatives':
      return tree.choices
        .map((choice) => write(writer, choice, next))
        .reduceRight((after, entry) => put(writer, OP.split, entry, after));
    case 'repeat':
      return writeRepeat(writer, tree.body, tree.min, tree.max, next);
    case 'edge':
      writer.edges.push(tree.at);
      return put(writer, OP.edge, writer.edges.length - 1, next);
    case 'lookahead': {
      const entry = write(writer, tree.body, put(writer, OP.match, 0, 0));
      writer.looks.push({ negative: tree.negative, body: tree.body, entry });
      return put(writer, OP.look, writer.looks.length - 1, next);
    }
    case 'group': {
      writer.groups = Math.max(writer.groups, tree.number);
      const close = put(writer, OP.close, tree.number, next);
      return put(writer, OP.open, tree.number, write(writer, tree.body, close));
    }
    case 'backreference':
      writer.groups = Math.max(writer.groups, tree.number);
      return put(writer, OP.back, tree.number, next);
  }
}

function writeRepeat(writer: Writer, body: Regex, min: number, max: number, next: number): number {
  let entry = next;
  if (max === Number.POSITIVE_INFINITY) {
    const loop = put(writer, OP.split, 0, next);
    const again = write(writer, body, loop);
    writer.x[loop] = again;
    // The loop's own body is the last of the copies that must be there.
    entry = min === 0 ? loop : again;
  } else {
    for (let i = min; i < max; i++) {
      entry = put(writer, OP.split, write(writer, body, entry), next);
    }
  }
  const copies = max === Number.POSITIVE_INFINITY ? min - 1 : min;
  for (let i = 0; i < copies; i++) entry = write(writer, body, entry);
  return entry;
}

function setNumber(writer: Writer, set: Ranges): number {
  const key = set.join();
  const known = writer.sets.get(key);
  if (known !== undefined) return known;
  writer.sets.set(key, writer.ranges.length);
  writer.ranges.push(set);
  return writer.ranges.length - 1;
}

// What can be said about a program's positions before anybody walks.

/** Where from the match can be reached at all, with bytes of the alphabet; edges and lookaheads are taken to hold. */
export function usefulPositions({ op, x, y, sets, size }: Program, alphabet: Uint8Array): Uint8Array {
  const useful = new Uint8Array(size);
  const usable = sets.map((set) => set.some((flag, byte) => flag === 1 && alphabet[byte] === 1));
  // Programs are written from their end, so that one pass finds nearly all; loops may need a second.
  for (let changed = true; changed; ) {
    changed = false;
    for (let pc = 0; pc < size; pc++) {
      if (useful[pc] === 1) continue;
      const code = op[pc];
      const next = useful[y[pc] ?? 0] === 1;
      const isUseful =
        code === OP.match ||
        (code === OP.chars
          ? next && usable[x[pc] ?? 0] === true
          : next || (code === OP.split && useful[x[pc] ?? 0] === 1));
      if (!isUseful) continue;
      useful[pc] = 1;
      changed = true;
    }
  }
  return useful;
}

/** Positions looked at to find a loop of one; those of a plain `.*` are next to each other. */
const NEAR = 32;

/** Positions that take any byte of the alphabet and lead back to themselves and to the match. */
export function fullPositions(program: Program, alphabet: Uint8Array): Uint8Array {
  const { op, x, y, sets, size } = program;
  const everything = sets.map((set) => alphabet.every((flag, byte) => flag === 0 || set[byte] === 1));
  const full = new Uint8Array(size);
  for (let pc = 0; pc < size; pc++) {
    if (op[pc] !== OP.chars || everything[x[pc] ?? 0] !== true) continue;
    const reached = new Set([y[pc] ?? 0]);
    for (const at of reached) {
      if (op[at] !== OP.split || reached.size > NEAR) continue;
      reached.add(x[at] ?? 0).add(y[at] ?? 0);
    }
    if (reached.has(pc) && reached.has(0)) full[pc] = 1;
  }
  return full;
}
