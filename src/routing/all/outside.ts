/**
 * A search led by counter-examples: a request in some boxes that none of some routes takes. Each request found is
 * asked who takes it; the smallest set of those that meets every such family is taken away before the next search.
 */
import type { Meter } from '../regex/meter.ts';
import type { Request } from '../request.ts';
import type { Box } from './box.ts';
import type { Finder } from './finder.ts';
import { smallestHittingSet } from './hitting-set.ts';
import { remainderOf } from './remainder.ts';
import { requestAt } from './witness.ts';

export interface OutsideQuestion {
  readonly boxes: readonly Box[];
  /** Taken away from the start. */
  readonly never: readonly Box[];
  /** All routes, of those that must not, which take the request for certain; or why it cannot be said. */
  readonly takers: (request: Request) => readonly number[] | { readonly why: string };
  readonly boxOf: (route: number) => Box;
  readonly finder: Finder;
  readonly meter: Meter;
}

export type Outside =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided'; readonly why: string };

export function requestOutside(question: OutsideQuestion): Outside {
  const { boxes, never, takers, boxOf, finder, meter } = question;
  const families: (readonly number[])[] = [];
  const left = remainderOf(boxes, finder, meter);
  const boxesOfTakers = new Map<number, Box>();
  const takenBy = (taker: number): Box => {
    const box = boxesOfTakers.get(taker) ?? boxOf(taker);
    boxesOfTakers.set(taker, box);
    return box;
  };
  for (;;) {
    const hitting = smallestHittingSet(families, meter);
    if (hitting === undefined)
      return { kind: 'undecided', why: meter.exhausted() ?? 'the routes before it cannot be told apart' };
    const found = left.outside([...never, ...hitting.map(takenBy)]);
    if (found.kind === 'none') return { kind: 'none' };
    if (found.kind === 'undecided') return { kind: 'undecided', why: found.reason };
    const request = requestAt(found.point);
    const taking = takers(request);
    if ('why' in taking) return { kind: 'undecided', why: taking.why };
    if (taking.length === 0) return { kind: 'request', request };
    if (taking.some((each) => hitting.includes(each)))
      return { kind: 'undecided', why: 'the two ways of matching disagree about a request' };
    families.push(taking);
  }
}
