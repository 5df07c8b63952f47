/** Pairs equal entries of two lists, in order, so that what is searched is little. */

export interface Pairing {
  /** For each entry of the first list the position of its partner in the second; −1 without one. */
  readonly forward: Int32Array;
  readonly backward: Int32Array;
}

/**
 * Pairs as many equal entries as can stand in the same order in both lists (equal ones among themselves in order).
 * n log n.
 *
 * @param before texts; equal texts are equal entries
 */
export function pairInOrder(before: readonly string[], after: readonly string[]): Pairing {
  const forward = new Int32Array(before.length).fill(-1);
  const backward = new Int32Array(after.length).fill(-1);
  const equal = partners(before, after);
  const kept = longestIncreasing(equal.map(([, second]) => second));
  for (const at of kept) {
    const [first = -1, second = -1] = equal[at] ?? [];
    forward[first] = second;
    backward[second] = first;
  }
  return { forward, backward };
}

/** The n-th entry with a text belongs to the n-th with the same text on the other side. */
function partners(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const waiting = new Map<string, { readonly places: number[]; next: number }>();
  for (const [place, text] of after.entries()) {
    const known = waiting.get(text);
    if (known) known.places.push(place);
    else waiting.set(text, { places: [place], next: 0 });
  }
  const found: (readonly [number, number])[] = [];
  for (const [place, text] of before.entries()) {
    const known = waiting.get(text);
    const other = known?.places[known.next];
    if (known === undefined || other === undefined) continue;
    known.next++;
    found.push([place, other]);
  }
  return found;
}

/** Positions of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): readonly number[] {
  /** For each length the position of the smallest value that ends such a sequence. */
  const ends: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] ?? -1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const kept: number[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) kept.push(at);
  return kept.reverse();
}
