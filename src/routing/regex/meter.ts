/**
 * What an answer may cost. Every search counts its work here (positions touched, product steps) and gives up when it
 * is used up or the time is over. A meter is the one thing in this folder that changes under its user's hands.
 */
export interface Meter {
  /** Counts some work; false when the budget is used up, from then on for ever. */
  spend(work: number): boolean;
  spent(): number;
  /** Why it is used up, in words; undefined while it is not. */
  exhausted(): string | undefined;
}

export interface Limits {
  /** Units of work; one is about as long as looking at one position of an automaton. */
  readonly work: number;
  /** A clock in milliseconds and how long it may run; without one only work counts. */
  readonly clock?: { readonly now: () => number; readonly milliseconds: number };
}

/** Work between two looks at the clock. */
const CLOCK_EVERY = 20_000;

/** The share of its work that every meter is given; see {@link withShareOfWork}. */
let share = 1;

export function startMeter(limits: Limits): Meter {
  return new Counter(share === 1 ? limits : { ...limits, work: limits.work * share });
}

/**
 * Runs something with a share of every budget, so that tests reach what is done where one has run out. It is no part
 * of what a command can be told.
 */
export async function withShareOfWork<T>(part: number, run: () => Promise<T>): Promise<T> {
  share = part;
  try {
    return await run();
  } finally {
    share = 1;
  }
}

/** A class, since a long list of routes starts one for each. */
class Counter implements Meter {
  readonly #limits: Limits;
  readonly #end: number;
  #spent = 0;
  #nextLook = CLOCK_EVERY;
  #reason: string | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#end = limits.clock === undefined ? 0 : limits.clock.now() + limits.clock.milliseconds;
  }

  spend(units: number): boolean {
    if (this.#reason !== undefined) return false;
    const { work, clock } = this.#limits;
    this.#spent += units;
    if (this.#spent > work) this.#reason = `it took more than ${work} steps`;
    else if (clock !== undefined && this.#spent >= this.#nextLook) {
      this.#nextLook = this.#spent + CLOCK_EVERY;
      if (clock.now() > this.#end) this.#reason = `it took longer than ${clock.milliseconds} ms`;
    }
    return this.#reason === undefined;
  }

  spent(): number {
    return this.#spent;
  }

  exhausted(): string | undefined {
    return this.#reason;
  }
}

/** A meter for one of several questions: its work counts on the whole as well, and ends where that ends. */
export function partOf(whole: Meter, work: number): Meter {
  const own = startMeter({ work });
  return {
    spend: (units) => own.spend(units) && whole.spend(units),
    spent: () => own.spent(),
    exhausted: () => own.exhausted() ?? whole.exhausted(),
  };
}
