/**
 * What routing needs of a regex engine. Engines are handed in, so that matching stays pure and the budget of a run is
 * its owner's concern.
 */

import type { Grammar } from '../../traffic/text.ts';

export type { Grammar } from '../../traffic/text.ts';

/** A pattern that is no regex of its grammar: the proxy refuses the configuration. */
export interface InvalidRegex {
  readonly invalid: string;
}

export interface Regexes {
  /** All steps that questions have cost so far, for budgets that span many of them. */
  readonly work?: () => number;
  /** Whether a pattern covers the whole text; `undecided` where the budget ended first. */
  matches(pattern: string, grammar: Grammar, text: string): boolean | 'undecided' | InvalidRegex;
  /**
   * The text with every hit replaced, leftmost first; `\1` in the substitution stands for the first group. Without
   * it a `regex_rewrite` stays undecided.
   */
  replaceAll?(
    pattern: string,
    grammar: Grammar,
    text: string,
    substitution: string,
  ): { readonly text: string } | 'undecided' | InvalidRegex | Undecided;
}

/** Something that could not be found out, and why. */
export interface Undecided {
  readonly undecided: string;
}

/** Whether a condition holds. */
export type Answer = boolean | Undecided;

/** Takes the words for why a condition failed; left out where nobody asks, so that no text is made. */
export type Say = ((words: string, on?: 'path') => void) | undefined;

/** Whether a regex covers a text, with the reason where that is open. */
export function regexAnswer(regexes: Regexes, pattern: string, grammar: Grammar, text: string): Answer {
  const found = regexes.matches(pattern, grammar, text);
  return typeof found === 'boolean' ? found : { undecided: whyOpen(found, pattern) };
}

/** Why a regex gave no answer. */
export function whyOpen(found: 'undecided' | InvalidRegex, pattern: string): string {
  return found === 'undecided'
    ? `the regex ${JSON.stringify(pattern)} was not decided within its budget`
    : `the regex ${JSON.stringify(pattern)} is not valid (${found.invalid}), so that the proxy would refuse the configuration`;
}
