/**
 * A search led by counter-examples: a request in some boxes that none of some routes takes. Each request found is
 * asked who takes it; the smallest set of those that meets every such family is taken away before the next search.
 */
import type { Meter } from '../regex/meter.ts';
import type { Request } from '../request/request.ts';
import type { Box } from './box.ts';
import type { Matcher } from './normalise.ts';
import type { Remainder } from './remainder.ts';
import { requestAt } from './witness.ts';

interface OutsideQuestion {
  /** Of the boxes in which a request is looked for. */
  readonly left: Remainder;
  /** Taken away from the start. */
  readonly never: readonly Box[];
  /** For each request that is known already who takes it. */
  readonly families: readonly (readonly number[])[];
  /** All routes, of those that must not, which take the request for certain; or why it cannot be said. */
  readonly takers: (request: Request) => readonly number[] | { readonly why: string };
  /** The same object each time that a route is asked for. */
  readonly boxOf: (route: number) => Box;
  readonly meter: Meter;
}

export type Outside =
  | { readonly kind: 'request'; readonly request: Request }
  /** These routes take all requests together, and none of them can be left out; ascending. */
  | { readonly kind: 'none'; readonly by: readonly number[] }
  | { readonly kind: 'undecided'; readonly why: string };

export function requestOutside(question: OutsideQuestion): Outside {
  const { left, never, takers, boxOf, meter } = question;
  const families = [...question.families];
  let size = 0;
  for (;;) {
    const hitting = smallestHittingSet(families, meter, size);
    if (hitting === undefined)
      return { kind: 'undecided', why: meter.exhausted() ?? 'the routes before it cannot be told apart' };
    size = hitting.length;
    const found = left.outside([...never, ...hitting.map(boxOf)]);
    if (found.kind === 'none') return { kind: 'none', by: [...hitting].sort((a, b) => a - b) };
    if (found.kind === 'undecided') return { kind: 'undecided', why: found.reason };
    const request = requestAt(found.point);
    const taking = takers(request);
    if ('why' in taking) return { kind: 'undecided', why: taking.why };
    if (taking.length === 0) return { kind: 'request', request };
    if (taking.some((each) => hitting.includes(each))) return { kind: 'undecided', why: DISAGREE };
    families.push(taking);
  }
}

/** Remembers what was made, so that a box is known by identity. */
export function remembered<T>(of: (route: number) => T): (route: number) => T {
  const known = new Map<number, T>();
  return (route) => {
    const found = known.get(route) ?? of(route);
    known.set(route, found);
    return found;
  };
}

/** Why a request that was found is not taken by the route that it was found for. */
export function whyNotTaken(matcher: Matcher | undefined): string {
  const why = matcher?.asked.open;
  return why === undefined ? DISAGREE : `a route ${why}`;
}

/** Said where a search and the one-request matcher give different answers, of which neither is trusted. */
export const DISAGREE = 'the two ways of matching disagree about a request';

/**
 * A smallest set of numbers that has a member in common with every family; among equally small ones whichever comes
 * first when lower numbers are tried first. Undefined when the budget ends.
 *
 * `least`: no set is smaller, as is known where one of this size was the smallest for fewer families.
 */
function smallestHittingSet(
  families: readonly (readonly number[])[],
  meter: Meter,
  least = 0,
): readonly number[] | undefined {
  for (let size = least; size <= families.length; size++) {
    const found = extend([], families, size, meter);
    if (found === 'out') return undefined;
    if (found !== 'none') return found;
  }
  return undefined;
}

function extend(
  chosen: readonly number[],
  families: readonly (readonly number[])[],
  size: number,
  meter: Meter,
): readonly number[] | 'none' | 'out' {
  if (!meter.spend(1 + families.length)) return 'out';
  // The smallest family that nothing hits yet leaves the fewest ways on.
  let next: readonly number[] | undefined;
  for (const family of families) {
    if (family.some((each) => chosen.includes(each))) continue;
    if (next === undefined || family.length < next.length) next = family;
  }
  if (next === undefined) return chosen;
  if (chosen.length === size) return 'none';
  for (const each of next) {
    const found = extend([...chosen, each], families, size, meter);
    if (found !== 'none') return found;
  }
  return 'none';
}
