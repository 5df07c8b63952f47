/**
 * What is left of some boxes outside others. What was taken away stays so while the next question takes away the same
 * and more, as a search led by counter-examples mostly does.
 */
import type { Meter } from '../regex/meter.ts';
import { type Box, type BoxMember, contains, pointOf, subtraction } from './box.ts';
import type { Finder } from './finder.ts';

export interface Remainder {
  /**
   * A request in one of the boxes, the first where it can be, and in none of those taken away, which are known by
   * identity.
   */
  readonly outside: (taken: readonly Box[]) => BoxMember;
}

interface Part {
  readonly box: Box;
  /** Still to be taken away, */
  readonly others: readonly Box[];
  /** and so are those added later than these. */
  readonly since: number;
  /** A request in the box, once it was looked for. */
  found?: BoxMember;
}

export function remainderOf(boxes: readonly Box[], finder: Finder, meter: Meter): Remainder {
  const starts = boxes.map((box): Part => ({ box, others: [], since: 0 })).reverse();
  let known: ReadonlySet<Box> = new Set();
  let added: Box[] = [];
  let waiting = [...starts];
  /** Nothing is left to be taken away from these, and whether they are empty is open. */
  let open: Part[] = [];

  function take(taken: readonly Box[]): void {
    const wanted = new Set(taken);
    for (const box of known)
      if (!wanted.has(box)) {
        known = new Set();
        added = [];
        waiting = [...starts];
        open = [];
        break;
      }
    const more = taken.filter((box) => !known.has(box));
    known = wanted;
    if (more.length === 0) return;
    added = [...added, ...more];
    waiting = [...waiting, ...open];
    open = [];
  }

  return {
    outside: (taken) => {
      take(taken);
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { box, since } = next;
        const others = since === added.length ? next.others : [...next.others, ...added.slice(since)];
        if (!meter.spend(1 + others.length)) {
          waiting.push(next);
          return { kind: 'undecided', reason: meter.exhausted() ?? 'the budget ended' };
        }
        next.found ??= pointOf(box, finder, meter);
        const { found } = next;
        if (found.kind === 'none') continue;
        // What takes the request found is taken away first, so that boxes which do not matter are hardly looked at.
        const taker =
          found.kind === 'point' ? others.find((other) => contains(other, found.point) !== false) : others[0];
        if (taker !== undefined) {
          const rest = others.filter((other) => other !== taker);
          for (const part of subtraction(box, taker))
            waiting.push({ box: part, others: rest, since: added.length });
        } else if (found.kind === 'point') {
          waiting.push(next);
          return found;
        } else open.push(next);
      }
      const reason = open[0]?.found;
      return reason?.kind === 'undecided' ? reason : { kind: 'none' };
    },
  };
}
