/** The story of a trace: what was tried, whether it matched, and why. */

export interface Step {
  /** What was looked at, such as `route 2 (prefix "/cart")`. */
  readonly what: string;
  readonly matched: boolean;
  readonly why: string;
  /** What kind of thing was looked at, where a report has to tell them apart. */
  readonly about?: About;
}

export type About =
  /** The connection and the filter chain that takes it. */
  | { readonly kind: 'connection' }
  /** Nothing listens where the request asks to come in: says what. */
  | { readonly kind: 'unheard'; readonly says: string }
  | { readonly kind: 'domain'; readonly virtualHost?: number }
  /** All of them, of which none fits. */
  | { readonly kind: 'domains' }
  /** A branch of the matcher that picks the routes. */
  | { readonly kind: 'matcher' }
  /** `on` is set where the path rule failed. */
  | { readonly kind: 'route'; readonly route: number; readonly on?: 'path' };

/** Gathers steps; absent where nobody asked for them, so that callers write `steps?.add(…)`. */
export interface Steps {
  readonly all: readonly Step[];
  add(what: string, matched: boolean, why: string, about?: About): void;
}

export function newSteps(): Steps {
  const all: Step[] = [];
  return {
    all,
    add: (what, matched, why, about) => void all.push({ what, matched, why, ...(about ? { about } : {}) }),
  };
}
