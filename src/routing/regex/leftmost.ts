/** The leftmost hit of a pattern in a text, and of those the one that is tried first, with what its groups took. */
import { edgeHolds, OUTSIDE } from './edges.ts';
import type { Meter } from './meter.ts';
import { LAST_GROUP, type OrderedProgram } from './ordered-program.ts';
import type { Ranges } from './ranges.ts';

/** Begin and end of the whole and of each group, −1 where it took nothing. */
export type Hit = Int32Array;

const SLOTS = (LAST_GROUP + 1) * 2;

interface Way {
  readonly at: number;
  readonly slots: Int32Array;
}

/**
 * Runs all ways side by side, in their order, so that the work is at most that of the program times the text.
 *
 * @param from where to begin; edges see what stands before
 */
export function leftmostHit(
  { code, start }: OrderedProgram,
  bytes: Uint8Array,
  from: number,
  meter: Meter,
): Hit | undefined | 'undecided' {
  let ways: Way[] = [];
  let hit: Hit | undefined;
  const met = new Int32Array(code.length).fill(-1);

  /** Adds a way and all that it leads to without taking a byte, in their order. */
  function follow(into: Way[], entry: number, place: number, slots: Int32Array): void {
    const open: Way[] = [{ at: entry, slots }];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const instruction = code[way.at];
      if (instruction === undefined || met[way.at] === place) continue;
      met[way.at] = place;
      switch (instruction.op) {
        case 'fork':
          open.push(
            { at: instruction.second, slots: way.slots },
            { at: instruction.first, slots: way.slots },
          );
          break;
        case 'note': {
          const changed = way.slots.slice();
          changed[instruction.slot] = place;
          open.push({ at: instruction.next, slots: changed });
          break;
        }
        case 'edge':
          if (edgeHolds(instruction.at, bytes[place - 1] ?? OUTSIDE, bytes[place] ?? OUTSIDE) === true)
            open.push({ at: instruction.next, slots: way.slots });
          break;
        default:
          into.push(way);
      }
    }
  }

  for (let place = from; place <= bytes.length; place++) {
    if (!meter.spend(1 + ways.length)) return 'undecided';
    if (hit === undefined) {
      const slots = new Int32Array(SLOTS).fill(-1);
      slots[0] = place;
      follow(ways, start, place, slots);
    }
    if (ways.length === 0) {
      if (hit !== undefined) return hit;
      continue;
    }
    const next: Way[] = [];
    for (const { at, slots } of ways) {
      const instruction = code[at];
      if (instruction?.op === 'match') {
        hit = slots.slice();
        hit[1] = place;
        // Ways after this one would have been tried later.
        break;
      }
      const byte = bytes[place];
      if (instruction?.op === 'bytes' && byte !== undefined && hasByte(instruction.set, byte))
        follow(next, instruction.next, place + 1, slots);
    }
    ways = next;
  }
  return hit;
}

function hasByte(set: Ranges, byte: number): boolean {
  for (let i = 0; i + 1 < set.length; i += 2)
    if (byte >= (set[i] ?? 0) && byte <= (set[i + 1] ?? 0)) return true;
  return false;
}
