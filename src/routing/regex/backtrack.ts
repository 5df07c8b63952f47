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
  const { op, x, y, sets, edges, looks } = program;
  /** What lookaheads without groups were found to be, by lookahead and place. */
  const looked = new Map<number, boolean>();

  /** Whether some way leads from the entry to a match: at the text's end, or anywhere inside a lookahead. */
  function run(entry: number, from: number, groups: Groups, begin: number): boolean | 'undecided' {
    const isWhole = begin < 0;
    const tried = startInterning();
    const choices: Choice[] = [];
    const add = (pc: number, at: number, held: Groups): void => {
      const key = new Int32Array(held.length + 2);
      key.set(held, 2);
      key[0] = pc;
      key[1] = at;
      const before = tried.size();
      if (tried.intern(key) === before) choices.push({ pc, at, groups: held });
    };
    add(entry, from, groups);
    for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
      if (!meter.spend(STEP)) return 'undecided';
      const { pc, at, groups: held } = choice;
      const argument = x[pc] ?? 0;
      const next = y[pc] ?? 0;
      switch (op[pc]) {
        case OP.chars:
          if (at < bytes.length && sets[argument]?.[bytes[at] ?? 0] === 1) add(next, at + 1, held);
          break;
        case OP.split:
          add(next, at, held);
          add(argument, at, held);
          break;
        case OP.edge: {
          // Inside a lookahead the text begins where the lookahead stands.
          const previous = at === Math.max(begin, 0) ? OUTSIDE : (bytes[at - 1] ?? OUTSIDE);
          if (edgeHolds(edges[argument] ?? 'start', previous, bytes[at] ?? OUTSIDE)) add(next, at, held);
          break;
        }
        case OP.look: {
          const held_ = look(argument, at, held);
          if (held_ === 'undecided') return held_;
          if (held_) add(next, at, held);
          break;
        }
        case OP.open:
        case OP.close: {
          const changed = held.slice();
          changed[argument * 2 + (op[pc] === OP.open ? 0 : 1)] = at;
          // A group that begins again has still taken what it took before, until it ends.
          add(next, at, changed);
          break;
        }
        case OP.back: {
          const end = afterReference(held, argument, at);
          if (end >= 0) add(next, end, held);
          break;
        }
        default:
          if (!isWhole || at === bytes.length) return true;
      }
    }
    return false;
  }

  function look(number: number, at: number, groups: Groups): boolean | 'undecided' {
    const { entry = 0, negative = false } = looks[number] ?? {};
    const place = number * (bytes.length + 1) + at;
    const known = groups.length === 0 ? looked.get(place) : undefined;
    if (known !== undefined) return known;
    const found = run(entry, at, groups, at);
    if (found === 'undecided') return found;
    looked.set(place, found !== negative);
    return found !== negative;
  }

  /** Where the text that a group took ends when it stands here again, or −1. */
  function afterReference(groups: Groups, number: number, at: number): number {
    const begin = groups[number * 2] ?? -1;
    const end = groups[number * 2 + 1] ?? -1;
    const length = end - begin;
    if (begin < 0 || end < 0 || length < 0 || at + length > bytes.length) return -1;
    for (let i = 0; i < length; i++) if (bytes[begin + i] !== bytes[at + i]) return -1;
    return at + length;
  }

  const groups = program.groups === 0 ? new Int32Array(0) : new Int32Array((program.groups + 1) * 2).fill(-1);
  return run(program.start, 0, groups, -1);
}
