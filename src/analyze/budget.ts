/**
 * What all questions of one run may cost together, so that no configuration keeps it busy for long: a few questions
 * may use up their own budget, those after them get a hundredth, and when the whole is spent nothing more is asked.
 */
import { type Meter, startMeter } from '../routing/regex/meter.ts';
import type { Subject } from './subject.ts';

/** So many questions may use up their whole budget. */
const PATIENCE = 10;
/** One question while there is patience, and one after that. */
const LONG = { work: 30_000_000, milliseconds: 1000 };
const SHORT = { work: 300_000, milliseconds: 100 };
/** All questions: the work of about 20 seconds, and no longer than that where each step takes longer than usual. */
const WHOLE = 600_000_000;
const MILLISECONDS = 20_000;

export interface Budget {
  /** Asks a question within what is left; undefined when nothing is, so that the question was not asked. */
  ask<T>(question: (meter: Meter) => T): T | undefined;
}

/** The budget of a subject's questions over all requests; one for all rules, through {@link Subject.shared}. */
export function budgetOf(subject: Subject): Budget {
  const whole = startMeter({ work: WHOLE });
  const now = subject.clock?.now ?? (() => 0);
  let exhausted = 0;
  // Time between questions does not count.
  let left = MILLISECONDS;
  return {
    ask(question) {
      if (whole.exhausted() !== undefined || left <= 0) return undefined;
      const limits = exhausted < PATIENCE ? LONG : SHORT;
      const own = subject.meter({ ...limits, milliseconds: Math.min(limits.milliseconds, left) });
      const start = now();
      const answer = question(within(whole, own));
      left -= now() - start;
      if (own.exhausted() !== undefined) exhausted++;
      return answer;
    },
  };
}

/** What is spent on a question is spent of the whole. */
function within(whole: Meter, own: Meter): Meter {
  return {
    spend: (work) => own.spend(work) && whole.spend(work),
    spent: () => own.spent(),
    exhausted: () => own.exhausted() ?? whole.exhausted(),
  };
}
