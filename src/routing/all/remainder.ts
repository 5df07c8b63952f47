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
  outside(taken: readonly Box[]): BoxMember;
}

interface Part {
  readonly box: Box;
  /** Still to be taken away, */
  readonly others: readonly Box[];
  /** and so are those added later than these. */
  readonly since: number;
  /** A request in the box, once it was looked for. */
  found: BoxMember | undefined;
}

/** @param first what `pointOf` says about the first box, where that was asked already */
export function remainderOf(
  boxes: readonly Box[],
  finder: Finder,
  meter: Meter,
  first?: BoxMember,
): Remainder {
  return new Parts(boxes, finder, meter, first);
}

const NOTHING: readonly never[] = [];

class Parts implements Remainder {
  readonly #finder: Finder;
  readonly #meter: Meter;
  /** The first box last, as it is popped first. */
  readonly #starts: readonly Part[];
  #added: readonly Box[] = NOTHING;
  #waiting: Part[];
  /** Nothing is left to be taken away from these, and whether they are empty is open. */
  #open: Part[] = [];

  constructor(boxes: readonly Box[], finder: Finder, meter: Meter, first: BoxMember | undefined) {
    this.#finder = finder;
    this.#meter = meter;
    this.#starts = boxes
      .map((box, at): Part => ({ box, others: NOTHING, since: 0, found: at === 0 ? first : undefined }))
      .reverse();
    this.#waiting = [...this.#starts];
  }

  outside(taken: readonly Box[]): BoxMember {
    this.#take(taken);
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { box, since } = next;
      const others =
        since === this.#added.length ? next.others : [...next.others, ...this.#added.slice(since)];
      if (!this.#meter.spend(1 + others.length)) {
        this.#waiting.push(next);
        return { kind: 'undecided', reason: this.#meter.exhausted() ?? 'the budget ended' };
      }
      next.found ??= pointOf(box, this.#finder, this.#meter);
      const { found } = next;
      if (found.kind === 'none') continue;
      // What takes the request found is taken away first, so that boxes which do not matter are hardly looked at.
      const taker =
        found.kind === 'point' ? others.find((other) => contains(other, found.point) !== false) : others[0];
      if (taker !== undefined) {
        const rest = others.length === 1 ? NOTHING : others.filter((other) => other !== taker);
        for (const part of subtraction(box, taker))
          this.#waiting.push({ box: part, others: rest, since: this.#added.length, found: undefined });
      } else if (found.kind === 'point') {
        this.#waiting.push(next);
        return found;
      } else this.#open.push(next);
    }
    const reason = this.#open[0]?.found;
    return reason?.kind === 'undecided' ? reason : { kind: 'none' };
  }

  /** Starts again where something taken away before is not among these. */
  #take(taken: readonly Box[]): void {
    const wanted = new Set(taken);
    if (!this.#added.every((box) => wanted.has(box))) {
      this.#added = NOTHING;
      this.#waiting = [...this.#starts];
      this.#open = [];
    }
    for (const box of this.#added) wanted.delete(box);
    if (wanted.size === 0) return;
    this.#added = [...this.#added, ...wanted];
    if (this.#open.length === 0) return;
    this.#waiting = [...this.#waiting, ...this.#open];
    this.#open = [];
  }
}
