/** The engine behind {@link Regexes}: both grammars read once a pattern, every question with a budget. */
import { fullMatch, type Parsed, parseRegex, startMeter } from './regex/index.ts';
import type { Grammar, Regexes } from './regexes.ts';

export interface RegexBudget {
  /** Steps for one question; {@link STEPS} where absent. */
  readonly steps?: number;
  /** A clock in milliseconds, and how long one question may take. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
}

/** About a second. */
const STEPS = 30_000_000;

/** So many questions may use up their budget; those after them get a hundredth, so that a run always ends soon. */
const PATIENCE = 10;

/** An engine that reads a pattern once and answers `undecided` where a question uses up its budget. */
export function regexEngine({ steps = STEPS, clock }: RegexBudget = {}): Regexes {
  const read: { readonly [grammar in Grammar]: Map<string, Parsed> } = {
    ecmascript: new Map(),
    re2: new Map(),
  };
  let exhausted = 0;
  const parsed = (pattern: string, grammar: Grammar): Parsed => {
    const known = read[grammar].get(pattern);
    if (known) return known;
    const made = parseRegex(pattern, grammar);
    read[grammar].set(pattern, made);
    return made;
  };
  return {
    matches(pattern, grammar, text) {
      const found = parsed(pattern, grammar);
      if (!found.ok) return found.kind === 'invalid' ? { invalid: found.problem } : 'undecided';
      const work = exhausted < PATIENCE ? steps : Math.ceil(steps / 100);
      const answer = fullMatch(found.tree, text, startMeter({ work, ...(clock ? { clock } : {}) }));
      if (answer === 'undecided') exhausted++;
      return answer;
    },
  };
}
