/** A short readable text that is in some languages and in none of others. */
import type { Automaton } from '../regex/automaton.ts';
import type { Meter } from '../regex/meter.ts';
import { differenceOf, intersectionOf, unionOf } from '../regex/product.ts';
import { findWord } from '../regex/search.ts';
import { automatonOf } from '../regex/subset.ts';
import type { Regex } from '../regex/syntax.ts';

export type Shortest = { readonly text: string } | 'none' | { readonly undecided: string };

/** Makes automata; shared ones keep the steps that were taken before. */
export type Automata = (tree: Regex) => Automaton | 'too-large';

/** So many are kept, those that were used last. */
const MAX_KEPT = 500;

export function startAutomata(): Automata {
  const kept = new Map<Regex, Automaton | 'too-large'>();
  return (tree) => {
    const automaton = kept.get(tree) ?? automatonOf(tree);
    kept.delete(tree);
    kept.set(tree, automaton);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return automaton;
  };
}

/** `within` must not be empty. No tree may hold a back reference. */
export function shortestText(
  within: readonly Regex[],
  without: readonly Regex[],
  automata: Automata,
  meter: Meter,
): Shortest {
  const inside = allOf(within, automata);
  const outside = allOf(without, automata);
  if (inside === undefined || outside === undefined)
    return { undecided: 'a regular expression is too large to be searched' };
  const together = intersectionOf(inside);
  const rest = outside.length === 0 ? together : differenceOf(together, unionOf(outside));
  const found = findWord(rest, meter);
  if (found.kind === 'none') return 'none';
  if (found.kind === 'undecided') return { undecided: found.reason };
  return found.text === undefined ? { undecided: 'no text in UTF-8 was found' } : { text: found.text };
}

function allOf(trees: readonly Regex[], automata: Automata): readonly Automaton[] | undefined {
  const all: Automaton[] = [];
  for (const tree of trees) {
    const automaton = automata(tree);
    if (automaton === 'too-large') return undefined;
    all.push(automaton);
  }
  return all;
}
