/** A short readable text that is in some languages and in none of others. */
import type { Automaton } from '../regex/automaton.ts';
import type { Meter } from '../regex/meter.ts';
import type { Ranges } from '../regex/ranges.ts';
import { differenceOf, type Found, findNamespace, intersectionOf, unionOf } from '../regex/search.ts';
import { automatonOf } from '../regex/subset.ts';
import type { Regex } from '../regex/syntax.ts';

export type Shortest = { readonly text: string } | 'none' | { readonly undecided: string };

/** Automata over all bytes, and over those of ASCII alone. */
type Alphabet = 'bytes' | 'ascii';

/** Makes automata; shared ones keep the steps that were taken before. */
export type Automata = (tree: Regex, alphabet: Alphabet, meter: Meter) => Automaton | 'too-large';

/** So many are kept of each alphabet, those that were used last. */
const MAX_KEPT = 500;

const ALPHABETS: { readonly [alphabet in Alphabet]: Ranges | undefined } = {
  bytes: undefined,
  ascii: [0, 0x7f],
};

export function startAutomata(): Automata {
  const known = { bytes: new Map<Regex, Automaton>(), ascii: new Map<Regex, Automaton>() };
  return (tree, alphabet, meter) => {
    const kept = known[alphabet];
    const automaton = kept.get(tree) ?? automatonOf(tree, meter, ALPHABETS[alphabet]);
    kept.delete(tree);
    if (automaton === 'too-large') return automaton;
    kept.set(tree, automaton);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return automaton;
  };
}

/**
 * Classes of bytes from which on a search in ASCII alone comes first: a class of letters of all scripts tells a hundred
 * kinds of bytes apart, which few configurations are about, and each step of a search looks at all of them.
 */
const MANY_CLASSES = 40;

/** `within` must not be empty. No tree may hold a back reference. */
export function shortestText(
  within: readonly Regex[],
  without: readonly Regex[],
  automata: Automata,
  meter: Meter,
): Shortest {
  const all = rest(within, without, meter, (tree) => automata(tree, 'bytes', meter));
  if (all === undefined)
    return { undecided: meter.exhausted() ?? 'a regular expression is too large to be searched' };
  if (all.classes.bytes.length > MANY_CLASSES) {
    const ascii = rest(within, without, meter, (tree) => automata(tree, 'ascii', meter));
    const found = ascii === undefined ? undefined : findNamespace(ascii, meter);
    if (found?.kind === 'word') return shortest(found);
  }
  return shortest(findNamespace(all, meter));
}

function shortest(found: Found): Shortest {
  if (found.kind === 'none') return 'none';
  if (found.kind === 'undecided') return { undecided: found.reason };
  return found.text === undefined ? { undecided: 'no text in UTF-8 was found' } : { text: found.text };
}

/** What all of the first take and none of the others; undefined where one is too large, or the meter ends. */
function rest(
  within: readonly Regex[],
  without: readonly Regex[],
  meter: Meter,
  made: (tree: Regex) => Automaton | 'too-large',
): Automaton | undefined {
  const inside: Automaton[] = [];
  const outside: Automaton[] = [];
  for (const [trees, automata] of [
    [within, inside],
    [without, outside],
  ] as const)
    for (const tree of trees) {
      const automaton = made(tree);
      // Walked together, each tells all bytes apart.
      if (automaton === 'too-large' || !meter.spend(BYTES)) return undefined;
      automata.push(automaton);
    }
  const together = intersectionOf(inside);
  return outside.length === 0 ? together : differenceOf(together, unionOf(outside));
}

const BYTES = 256;
