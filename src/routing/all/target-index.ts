/** Which routes have to be looked at with `:path` as a whole, because one that asks for it could meet them. */
import { sortedLiterals } from './literals.ts';
import type { Matcher } from './normalise.ts';
import { rangeLeast } from './range-least.ts';
import { hides } from './route-index.ts';

export interface TargetIndex {
  /** The first route that hides others, looks at `:path` as a whole, and whose paths could be those of the head. */
  readonly first: (matcher: Matcher) => number;
}

const NOWHERE: TargetIndex = { first: () => Number.POSITIVE_INFINITY };

/** Heads are compared without regard to letter case: one begins with the other, or the routes share no path. */
export function indexTargets(matchers: readonly Matcher[], ofTarget: readonly number[]): TargetIndex {
  const firstAt = new Map<string, number>();
  for (const route of ofTarget) {
    const matcher = matchers[route];
    if (matcher === undefined || !hides(matcher)) continue;
    const head = matcher.head.text.toLowerCase();
    if (!firstAt.has(head)) firstAt.set(head, route);
  }
  if (firstAt.size === 0) return NOWHERE;
  const literals = sortedLiterals(firstAt.keys());
  const here = literals.texts.map((text) => firstAt.get(text) ?? Number.POSITIVE_INFINITY);
  /** The least at the literal and at those that it begins with, which stand before it. */
  const upwards = Float64Array.from(here);
  for (const at of upwards.keys()) {
    const parent = literals.parent(at);
    if (parent >= 0) upwards[at] = Math.min(upwards[at] ?? 0, upwards[parent] ?? 0);
  }
  const ranges = rangeLeast(here);
  return {
    first: ({ head }) => {
      const text = head.text.toLowerCase();
      const above = upwards[literals.longestPrefix(text)] ?? Number.POSITIVE_INFINITY;
      return Math.min(above, ranges.least(literals.from(text), literals.behind(text)));
    },
  };
}
