/** A short readable text that is in some languages and in none of others. */
import type { Automaton } from '../regex/automaton.ts';
import type { Meter } from '../regex/meter.ts';
import { differenceOf, intersectionOf, unionOf } from '../regex/product.ts';
import { findWord } from '../regex/search.ts';
import { automatonOf } from '../regex/subset.ts';
import type { Regex } from '../regex/syntax.ts';

export type Shortest = { readonly text: string } | 'none' | { readonly undecided: string };

/** `within` must not be empty. No tree may hold a back reference. */
export function shortestText(within: readonly Regex[], without: readonly Regex[], meter: Meter): Shortest {
  const inside = automataOf(within);
  const outside = automataOf(without);
  if (inside === undefined || outside === undefined)
    return { undecided: 'a regular expression is too large to be searched' };
  const together = intersectionOf(inside);
  const rest = outside.length === 0 ? together : differenceOf(together, unionOf(outside));
  const found = findWord(rest, meter);
  if (found.kind === 'none') return 'none';
  if (found.kind === 'undecided') return { undecided: found.reason };
  return found.text === undefined ? { undecided: 'no text in UTF-8 was found' } : { text: found.text };
}

function automataOf(trees: readonly Regex[]): readonly Automaton[] | undefined {
  const automata: Automaton[] = [];
  for (const tree of trees) {
    const automaton = automatonOf(tree);
    if (automaton === 'too-large') return undefined;
    automata.push(automaton);
  }
  return automata;
}
