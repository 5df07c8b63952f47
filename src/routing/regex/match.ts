/** Whether one text matches: the plain way, which the automata are tested against. */
import { backtrack } from './backtrack.ts';
import { type Meter, startMeter } from './meter.ts';
import { programOf } from './nfa.ts';
import { simulate } from './simulate.ts';
import type { Regex } from './syntax.ts';
import { bytesOf } from './text.ts';

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
