/**
 * Near misses: which known name was probably meant by an unknown one. An answer is given only where it is almost
 * certainly right, because it is printed as "did you mean".
 */

/**
 * How many typos separate two words: letters inserted, dropped, replaced, or swapped with their neighbour
 * (Damerau-Levenshtein, restricted to one swap at a place). Answers `limit + 1` as soon as the distance is above
 * `limit`.
 */
export function typos(left: string, right: string, limit: number): number {
  const tooMany = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return tooMany;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? tooMany) + 1,
        (current[column - 1] ?? tooMany) + 1,
        (last[column - 1] ?? tooMany) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? tooMany) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    // Rows never get cheaper, also by a swap: it costs one, and so does the step into the row it skips.
    if (best > limit) return tooMany;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length] ?? tooMany, tooMany);
}

/** The typos forgiven in a word of this length. */
function forgiven(length: number): number {
  if (length >= 12) return 3;
  if (length >= 6) return 2;
  return length >= 3 ? 1 : 0;
}

/** The word without underscores and case: what snake_case and camelCase have in common. */
function folded(word: string): string {
  return word.replaceAll('_', '').toLowerCase();
}

/** Longer names are no typos of anything; the bound keeps the search linear in the input. */
const LONGEST_NAME = 100;

/**
 * The candidates nearest to a name, all at the same distance and in the candidates' order: those that differ only
 * in case and underscores, otherwise those with the fewest typos within what the shorter word's length forgives.
 */
export function nearestAll(name: string, candidates: Iterable<string>): readonly string[] {
  if (name.length > LONGEST_NAME) return [];
  const wanted = folded(name);
  if (wanted === '') return [];
  let least = Number.POSITIVE_INFINITY;
  let found: string[] = [];
  for (const candidate of candidates) {
    const known = folded(candidate);
    const limit = Math.min(forgiven(Math.min(wanted.length, known.length)), least);
    const distance = typos(wanted, known, limit);
    if (distance > limit) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(candidate);
  }
  return found;
}

/** The one candidate that was surely meant, or nothing where none is near or several are equally near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const found = nearestAll(name, candidates);
  return found.length === 1 ? found[0] : undefined;
}

/** More names to choose from would not be read. */
const MAX_MEANT = 4;

/**
 * The candidates that a name may have been a typo of, or short for: the nearest ones, otherwise those of which it
 * begins a word (`shadowed` of `shadowed-route`). None where these are too many to name.
 */
export function meantBy(name: string, candidates: readonly string[]): readonly string[] {
  const near = nearestAll(name, candidates);
  if (near.length > 0 || name.length < 3 || name.length > LONGEST_NAME) return near.slice(0, MAX_MEANT);
  const start = name.toLowerCase();
  const longer = candidates.filter((candidate) => `-${candidate.toLowerCase()}`.includes(`-${start}`));
  return longer.length > MAX_MEANT ? [] : longer;
}
