/** What can be said about a program's positions before anybody walks. */
import { OP, type Program } from './nfa.ts';

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
