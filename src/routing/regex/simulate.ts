/** Follows all positions of a program at once: each byte costs at most the program's size. No lookahead, no groups. */
import { edgeHolds, OUTSIDE } from './edges.ts';
import type { Meter } from './meter.ts';
import { OP, type Program } from './nfa.ts';

export function simulate(program: Program, bytes: Uint8Array, meter: Meter): boolean | 'undecided' {
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
