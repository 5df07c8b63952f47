/**
 * What an answer may cost. Every search counts its work here (positions touched, product steps) and gives up when it
 * is used up or the time is over. A meter is the one thing in this folder that changes under its user's hands.
 */
export interface Meter {
  /** Counts some work; false when the budget is used up, from then on for ever. */
  readonly spend: (work: number) => boolean;
  readonly spent: () => number;
  /** Why it is used up, in words; undefined while it is not. */
  readonly exhausted: () => string | undefined;
}

export interface Limits {
  /** Units of work; one is about as long as looking at one position of an automaton. */
  readonly work: number;
  /** A clock in milliseconds and how long it may run; without one only work counts. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
}

/** Work between two looks at the clock. */
const CLOCK_EVERY = 20_000;

export function startMeter({ work, clock }: Limits): Meter {
  let spent = 0;
  let nextLook = CLOCK_EVERY;
  let reason: string | undefined;
  const end = clock === undefined ? 0 : clock.now() + clock.milliseconds;
  return {
    spend: (units) => {
      if (reason !== undefined) return false;
      spent += units;
      if (spent > work) reason = `it took more than ${work} steps`;
      else if (clock !== undefined && spent >= nextLook) {
        nextLook = spent + CLOCK_EVERY;
        if (clock.now() > end) reason = `it took longer than ${clock.milliseconds} ms`;
      }
      return reason === undefined;
    },
    spent: () => spent,
    exhausted: () => reason,
  };
}

/** A meter for one of several questions: its work counts on the whole as well, and ends where that ends. */
export function partOf(whole: Meter, work: number): Meter {
  const own = startMeter({ work });
  return {
    spend: (units) => own.spend(units) && whole.spend(units),
    spent: own.spent,
    exhausted: () => own.exhausted() ?? whole.exhausted(),
  };
}
