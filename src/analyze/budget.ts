/**
 * What all questions of one run may cost together, so that no configuration keeps it busy for long: a few questions
 * may use up their own budget, those after them get a hundredth, and when the whole is spent nothing more is asked.
 */
import { type Meter, partOf, startMeter } from '../routing/regex/meter.ts';
import type { Subject } from './subject.ts';

/** So many questions may use up their whole budget. */
const PATIENCE = 10;
/** Steps of a question after those. */
const SHORT = 300_000;
/** Steps of all questions: about 20 seconds. */
const WHOLE = 600_000_000;

export interface Budget {
  /** Asks a question within what is left; undefined when nothing is, so that the question was not asked. */
  ask<T>(question: (meter: Meter) => T): T | undefined;
}

/** The budget of a subject's questions over all requests; one for all rules, through {@link Subject.shared}. */
export function budgetOf(subject: Subject): Budget {
  const whole = startMeter({ work: WHOLE });
  let exhausted = 0;
  return {
    ask(question) {
      if (whole.exhausted() !== undefined) return undefined;
      const meter = exhausted < PATIENCE ? subject.meter() : partOf(subject.meter(), SHORT);
      const answer = question(meter);
      whole.spend(meter.spent());
      if (meter.exhausted() !== undefined) exhausted++;
      return answer;
    },
  };
}
