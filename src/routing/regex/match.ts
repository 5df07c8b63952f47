/** Whether one text matches: the plain way, which the automata are tested against. */

import { edgeHolds, OUTSIDE } from './edges.ts';
import { startInterning } from './intern.ts';
import { type Meter, startMeter } from './meter.ts';
import { OP, type Program, programOf } from './nfa.ts';
import type { Regex } from './syntax.ts';
import { bytesOf } from './utf8.ts';

/** About a third of a second. */
export const DEFAULT_BUDGET = 10_000_000;

/**
 * Whether the tree matches the whole text. Linear in the text unless there are back references or lookaheads;
 * `undecided` when the budget (steps, or a meter of the caller) ends first or the pattern is too large.
 */
export function fullMatch(
  tree: Regex,
  text: string | Uint8Array,
  budget: number | Meter = DEFAULT_BUDGET,
): boolean | 'undecided' {
  const meter = typeof budget === 'number' ? startMeter({ work: budget }) : budget;
  const program = programOf(tree, meter);
  if (program === 'too-large') return 'undecided';
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const plain = program.groups === 0 && program.looks.length === 0;
  return plain ? simulate(program, bytes, meter) : backtrack(program, bytes, meter);
}

// Follows all positions of a program at once: each byte costs at most the program's size. No lookahead, no groups.

function simulate(program: Program, bytes: Uint8Array, meter: Meter): boolean | 'undecided' {
  const { op, x, y, sets, edges, size } = program;
  /** When a position was last reached: one more than the index of the next byte. */
  const reached = new Int32Array(size);
  const stack = new Int32Array(size + 1);
  let current = new Int32Array(size);
  let count = 0;
  let following = new Int32Array(size);
  let matched = false;
  let touched = 0;

  /** Adds all that is reached from a position without taking a byte, `at` bytes into the text. */
  const reach = (list: Int32Array, length: number, entry: number, at: number): number => {
    let end = length;
    let depth = 0;
    if (reached[entry] === at + 1) return end;
    reached[entry] = at + 1;
    stack[depth++] = entry;
    while (depth > 0) {
      const pc = stack[--depth] ?? 0;
      touched++;
      const code = op[pc];
      if (code === OP.chars) list[end++] = pc;
      else if (code === OP.match) matched = true;
      else {
        if (code === OP.edge) {
          const edge = edges[x[pc] ?? 0] ?? 'start';
          if (!edgeHolds(edge, bytes[at - 1] ?? OUTSIDE, bytes[at] ?? OUTSIDE)) continue;
        } else {
          const left = x[pc] ?? 0;
          if (reached[left] !== at + 1) {
            reached[left] = at + 1;
            stack[depth++] = left;
          }
        }
        const right = y[pc] ?? 0;
        if (reached[right] !== at + 1) {
          reached[right] = at + 1;
          stack[depth++] = right;
        }
      }
    }
    return end;
  };

  count = reach(current, 0, program.start, 0);
  for (let at = 0; at < bytes.length; at++) {
    if (count === 0) return false;
    if (!meter.spend(touched + count)) return 'undecided';
    matched = false;
    touched = 0;
    const byte = bytes[at] ?? 0;
    let end = 0;
    for (let i = 0; i < count; i++) {
      const pc = current[i] ?? 0;
      if (sets[x[pc] ?? 0]?.[byte] === 1) end = reach(following, end, y[pc] ?? 0, at + 1);
    }
    [current, following, count] = [following, current, end];
  }
  return matched;
}

// Tries the ways through a program one after another, for back references and lookahead. No way is tried twice from
// the same place: without back references that bounds the work by program times text, squared under lookahead; with
// them only the meter does. The stack of choices is a list, so that long texts cost memory and no call stack.

/** Begin and end of each group, −1 while it has taken nothing; the first two are not used. */
type Groups = Int32Array;

/** One step costs about as much as that many of the simulation's. */
const STEP = 20;

interface Choice {
  readonly pc: number;
  readonly at: number;
  readonly groups: Groups;
}

function backtrack(program: Program, bytes: Uint8Array, meter: Meter): boolean | 'undecided' {
  const groups = program.groups === 0 ? new Int32Array(0) : new Int32Array((program.groups + 1) * 2).fill(-1);
  return new Backtracking(program, bytes, meter).run(program.start, 0, groups, -1);
}

class Backtracking {
  private readonly program: Program;
  private readonly bytes: Uint8Array;
  private readonly meter: Meter;
  /** What lookaheads without groups were found to be, by lookahead and place. */
  private readonly looked = new Map<number, boolean>();

  constructor(program: Program, bytes: Uint8Array, meter: Meter) {
    this.program = program;
    this.bytes = bytes;
    this.meter = meter;
  }

  /**
   * Whether some way leads from the entry to a match: at the text's end, or anywhere inside a lookahead.
   *
   * @param begin where the lookahead stands; below 0 for the whole text
   */
  run(entry: number, from: number, groups: Groups, begin: number): boolean | 'undecided' {
    const { bytes } = this;
    const { op, x, y, sets, edges } = this.program;
    const choices = new Choices();
    choices.add(entry, from, groups);
    for (let choice = choices.next(); choice !== undefined; choice = choices.next()) {
      if (!this.meter.spend(STEP)) return 'undecided';
      const { pc, at, groups: held } = choice;
      const argument = x[pc] ?? 0;
      const next = y[pc] ?? 0;
      switch (op[pc]) {
        case OP.chars:
          if (at < bytes.length && sets[argument]?.[bytes[at] ?? 0] === 1) choices.add(next, at + 1, held);
          break;
        case OP.split:
          choices.add(next, at, held);
          choices.add(argument, at, held);
          break;
        case OP.edge: {
          // Inside a lookahead the text begins where the lookahead stands.
          const previous = at === Math.max(begin, 0) ? OUTSIDE : (bytes[at - 1] ?? OUTSIDE);
          if (edgeHolds(edges[argument] ?? 'start', previous, bytes[at] ?? OUTSIDE))
            choices.add(next, at, held);
          break;
        }
        case OP.look: {
          const isAhead = this.look(argument, at, held);
          if (isAhead === 'undecided') return isAhead;
          if (isAhead) choices.add(next, at, held);
          break;
        }
        case OP.open:
        case OP.close: {
          const changed = held.slice();
          changed[argument * 2 + (op[pc] === OP.open ? 0 : 1)] = at;
          // A group that begins again has still taken what it took before, until it ends.
          choices.add(next, at, changed);
          break;
        }
        case OP.back: {
          const end = this.afterReference(held, argument, at);
          if (end >= 0) choices.add(next, end, held);
          break;
        }
        default:
          if (begin >= 0 || at === bytes.length) return true;
      }
    }
    return false;
  }

  private look(number: number, at: number, groups: Groups): boolean | 'undecided' {
    const { entry = 0, negative = false } = this.program.looks[number] ?? {};
    const place = number * (this.bytes.length + 1) + at;
    const known = groups.length === 0 ? this.looked.get(place) : undefined;
    if (known !== undefined) return known;
    const found = this.run(entry, at, groups, at);
    if (found === 'undecided') return found;
    this.looked.set(place, found !== negative);
    return found !== negative;
  }

  /** Where the text that a group took ends when it stands here again, or −1. */
  private afterReference(groups: Groups, number: number, at: number): number {
    const { bytes } = this;
    const begin = groups[number * 2] ?? -1;
    const end = groups[number * 2 + 1] ?? -1;
    const length = end - begin;
    if (begin < 0 || end < 0 || length < 0 || at + length > bytes.length) return -1;
    for (let i = 0; i < length; i++) if (bytes[begin + i] !== bytes[at + i]) return -1;
    return at + length;
  }
}

/** What is still to be tried, the last first; nothing twice. */
class Choices {
  private readonly tried = startInterning();
  private readonly open: Choice[] = [];

  add(pc: number, at: number, groups: Groups): void {
    const key = new Int32Array(groups.length + 2);
    key.set(groups, 2);
    key[0] = pc;
    key[1] = at;
    const before = this.tried.size();
    if (this.tried.intern(key) === before) this.open.push({ pc, at, groups });
  }

  next(): Choice | undefined {
    return this.open.pop();
  }
}
