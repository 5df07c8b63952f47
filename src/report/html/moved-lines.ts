/** Lines that stand elsewhere on the other side, such as a route that was moved. */

/** For lines that are gone where they now stand, and the other way round; positions from 0. */
export interface MovedLines {
  readonly to: ReadonlyMap<number, number>;
  readonly from: ReadonlyMap<number, number>;
}

/** A block counts from so many characters on; shorter ones (`- match:`) stand anywhere by chance. */
const LEAST = 20;

/**
 * @param removed positions of the lines that are only on the first side, in order
 * @param added of those that are only on the second
 */
export function movedLines(
  before: readonly string[],
  after: readonly string[],
  removed: readonly number[],
  added: readonly number[],
): MovedLines {
  const [gone, fresh] = [new Set(removed), new Set(added)];
  const [once, others] = [singles(before, removed), singles(after, added)];
  const to = new Map<number, number>();
  const from = new Map<number, number>();
  const isSame = (one: number, other: number): boolean =>
    gone.has(one) &&
    fresh.has(other) &&
    !to.has(one) &&
    !from.has(other) &&
    before[one]?.trim() === after[other]?.trim();
  for (const [text, one] of once) {
    const other = others.get(text);
    if (one === -1 || other === undefined || other === -1 || !isSame(one, other)) continue;
    let [start, count] = [0, 1];
    while (isSame(one + start - 1, other + start - 1)) start--;
    while (isSame(one + count, other + count)) count++;
    let characters = 0;
    for (let at = start; at < count; at++) characters += before[one + at]?.trim().length ?? 0;
    if (characters < LEAST) continue;
    for (let at = start; at < count; at++) {
      to.set(one + at, other + at);
      from.set(other + at, one + at);
    }
  }
  return { to, from };
}

function singles(lines: readonly string[], positions: readonly number[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const at of positions) {
    const text = lines[at]?.trim() ?? '';
    if (text.length >= 6) found.set(text, found.has(text) ? -1 : at);
  }
  return found;
}
