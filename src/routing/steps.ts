/** The story of a trace: what was tried, whether it matched, and why. */

export interface Step {
  /** What was looked at, such as `route 2 (prefix "/cart")`. */
  readonly what: string;
  readonly matched: boolean;
  readonly why: string;
}

/** Gathers steps; absent where nobody asked for them, so that callers write `steps?.add(…)`. */
export interface Steps {
  readonly all: readonly Step[];
  add(what: string, matched: boolean, why: string): void;
}

export function newSteps(): Steps {
  const all: Step[] = [];
  return { all, add: (what, matched, why) => void all.push({ what, matched, why }) };
}
