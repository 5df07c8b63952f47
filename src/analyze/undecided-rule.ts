import type { RuleTexts } from './rule.ts';

/** The rule under which every rule says that it cannot decide. */
export const undecided: Omit<RuleTexts, 'bad' | 'good'> = {
  id: 'undecided',
  level: 'info',
  purpose: 'A rule cannot tell whether it applies, and says what defeated it.',
  why: 'cfgtool never guesses. Where a question takes more work than its budget allows, or the answer depends on what comes from elsewhere (clusters from a management server, a pattern that only a search without end could decide), it says so, so that silence always means that nothing was found.',
  remedy:
    'Often nothing. Where the message names a pattern, a simpler one can be decided; where parts are fetched, analyse a configuration dump of the running proxy, which has them.',
  source: 'CONTRACT: analyze',
};
