/**
 * Which lines two files have in common, in order. Lines that stand once on both sides are the anchors; what lies between
 * them is compared line by line where it is short. Time grows with the files, whatever they hold.
 */
import { firstIndex } from '../../source/sorted.ts';
import { differingRuns } from '../text/line-runs.ts';

/** Lines that are the same on both sides; positions from 0. */
export interface Stretch {
  readonly before: number;
  readonly after: number;
  readonly count: number;
}

interface Part {
  readonly from: readonly [before: number, after: number];
  readonly to: readonly [before: number, after: number];
  readonly depth: number;
}

/** Beyond this many comparisons a part is split at anchors first. */
const MAX_COMPARISONS = 200_000;
const MAX_DEPTH = 12;

export function commonLines(first: readonly string[], second: readonly string[]): readonly Stretch[] {
  // Short names for lines: comparing two never costs more than that, however long the lines are.
  const names = new Map<string, string>();
  const named = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => {
      const known = names.get(line) ?? String(names.size);
      names.set(line, known);
      return known;
    });
  const [before, after] = [named(first), named(second)];
  const found: Stretch[] = [];
  const open: Part[] = [{ from: [0, 0], to: [before.length, after.length], depth: 0 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const inner = trimmed(part, before, after, found);
    const [height, width] = [inner.to[0] - inner.from[0], inner.to[1] - inner.from[1]];
    if (height === 0 || width === 0) continue;
    if (height * width <= MAX_COMPARISONS) found.push(...compared(inner, before, after));
    else if (inner.depth < MAX_DEPTH)
      for (const each of splitAtAnchors(inner, before, after)) open.push(each);
  }
  return joined(found.sort((left, right) => left.before - right.before));
}

/** Takes what both sides begin and end with. */
function trimmed(
  { from, to, depth }: Part,
  before: readonly string[],
  after: readonly string[],
  found: Stretch[],
): Part {
  let [one, other] = from;
  let [last, second] = to;
  while (one < last && other < second && before[one] === after[other]) {
    one++;
    other++;
  }
  if (one > from[0]) found.push({ before: from[0], after: from[1], count: one - from[0] });
  while (last > one && second > other && before[last - 1] === after[second - 1]) {
    last--;
    second--;
  }
  if (last < to[0]) found.push({ before: last, after: second, count: to[0] - last });
  return { from: [one, other], to: [last, second], depth };
}

function compared({ from, to }: Part, before: readonly string[], after: readonly string[]): Stretch[] {
  const runs = differingRuns(from[0], before.slice(from[0], to[0]), after.slice(from[1], to[1]));
  const found: Stretch[] = [];
  let [one, other] = from;
  for (const { start, removed, added } of runs) {
    if (start > one) found.push({ before: one, after: other, count: start - one });
    other += start - one + added.length;
    one = start + removed.length;
  }
  if (to[0] > one) found.push({ before: one, after: other, count: to[0] - one });
  return found;
}

/** The parts between lines that stand once on each side, as far as their order is the same. */
function splitAtAnchors(
  { from, to, depth }: Part,
  before: readonly string[],
  after: readonly string[],
): Part[] {
  const once = positionsOfSingles(before, from[0], to[0]);
  const others = positionsOfSingles(after, from[1], to[1]);
  const pairs: [number, number][] = [];
  for (const [text, at] of once) {
    const other = others.get(text);
    if (at !== -1 && other !== undefined && other !== -1) pairs.push([at, other]);
  }
  const parts: Part[] = [];
  let start = from;
  for (const anchor of longestRising(pairs)) {
    if (anchor[0] < start[0] || anchor[1] < start[1]) continue;
    parts.push({ from: start, to: [anchor[0] + 1, anchor[1] + 1], depth: depth + 1 });
    start = [anchor[0] + 1, anchor[1] + 1];
  }
  // Without an anchor nothing more is known.
  if (parts.length > 0) parts.push({ from: start, to, depth: depth + 1 });
  return parts;
}

/** Where each line stands; -1 where it stands more than once. In the order of the lines. */
function positionsOfSingles(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const text = lines[at] ?? '';
    found.set(text, found.has(text) ? -1 : at);
  }
  return found;
}

/** The longest list of pairs that grows on both sides; `pairs` grow on the first. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    const place = firstIndex(ends.length, (end) => (pairs[ends[end] ?? 0]?.[1] ?? 0) >= value);
    previous[index] = ends[place - 1] ?? -1;
    ends[place] = index;
  }
  const found: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) found.push(pair);
  }
  return found.reverse();
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const found: { before: number; after: number; count: number }[] = [];
  for (const each of stretches) {
    const last = found.at(-1);
    if (last && last.before + last.count === each.before && last.after + last.count === each.after)
      last.count += each.count;
    else found.push({ ...each });
  }
  return found;
}
