/**
 * Tries the ways through a program one after another, for back references and lookahead. No way is tried twice from
 * the same place: without back references that bounds the work by program times text, squared under lookahead; with
 * them only the meter does. The stack of choices is a list, so that long texts cost memory and no call stack.
 */
import { edgeHolds, OUTSIDE } from './edges.ts';
import { startInterning } from './intern.ts';
import type { Meter } from './meter.ts';
import { OP, type Program } from './nfa.ts';

/** Begin and end of each group, −1 while it has taken nothing; the first two are not used. */
type Groups = Int32Array;

/** One step costs about as much as that many of the simulation's. */
const STEP = 20;

interface Choice {
  readonly pc: number;
  readonly at: number;
  readonly groups: Groups;
}

export function backtrack(program: Program, bytes: Uint8Array, meter: Meter): boolean | 'undecided' {
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
