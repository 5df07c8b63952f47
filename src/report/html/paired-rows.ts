/**
 * Which lines two files have in common, in order. Lines that stand once on both sides are the anchors; what lies between
 * them is compared line by line where it is short. Time grows with the files, whatever they hold.
 */

import { firstIndex } from '../../source/sorted.ts';
import { differingRuns } from '../text-diff.ts';

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

/** One row; lines count from 1, and are absent where a side has nothing there. */
export interface Row {
  readonly before?: number;
  readonly after?: number;
  readonly isSame: boolean;
  /** The line on the other side that it was moved to or came from. */
  readonly movedTo?: number;
  readonly movedFrom?: number;
}

/** Beyond this many pairs of lines they are put beside each other in order. */
const MAX_PAIRS = 4000;

/** All rows in order. */
export function pairedRows(before: readonly string[], after: readonly string[]): readonly Row[] {
  const stretches = [...commonLines(before, after), { before: before.length, after: after.length, count: 0 }];
  const removed: number[] = [];
  const added: number[] = [];
  let [one, other] = [0, 0];
  for (const stretch of stretches) {
    for (; one < stretch.before; one++) removed.push(one);
    for (; other < stretch.after; other++) added.push(other);
    one += stretch.count;
    other += stretch.count;
  }
  const moved = movedLines(before, after, removed, added);
  const rows: Row[] = [];
  [one, other] = [0, 0];
  for (const stretch of stretches) {
    gapRows(before, after, [one, stretch.before], [other, stretch.after], moved, rows);
    for (let at = 0; at < stretch.count; at++)
      rows.push({ before: stretch.before + at + 1, after: stretch.after + at + 1, isSame: true });
    one = stretch.before + stretch.count;
    other = stretch.after + stretch.count;
  }
  return rows;
}

type Span = readonly [from: number, to: number];

function gapRows(
  before: readonly string[],
  after: readonly string[],
  [one, oneEnd]: Span,
  [other, otherEnd]: Span,
  moved: MovedLines,
  rows: Row[],
): void {
  const [height, width] = [oneEnd - one, otherEnd - other];
  const pairs = becomes(before, after, [one, oneEnd], [other, otherEnd], moved);
  let [left, right] = [one, other];
  const leftRow = (): void => {
    const to = moved.to.get(left);
    rows.push({ before: ++left, isSame: false, ...(to === undefined ? {} : { movedTo: to + 1 }) });
  };
  const rightRow = (): void => {
    const from = moved.from.get(right);
    rows.push({ after: ++right, isSame: false, ...(from === undefined ? {} : { movedFrom: from + 1 }) });
  };
  for (const [first, second] of [...pairs, [one + height, other + width] as const]) {
    while (left < first) leftRow();
    while (right < second) rightRow();
    if (first < oneEnd && second < otherEnd) rows.push({ before: ++left, after: ++right, isSame: false });
  }
}

/** The pairs of lines that are alike, in order, as many and as alike as can be. */
function becomes(
  before: readonly string[],
  after: readonly string[],
  [one, oneEnd]: Span,
  [other, otherEnd]: Span,
  moved: MovedLines,
): readonly (readonly [number, number])[] {
  const [height, width] = [oneEnd - one, otherEnd - other];
  if (height === 0 || width === 0 || height * width > MAX_PAIRS) return [];
  const score = new Float64Array((height + 1) * (width + 1));
  const like = new Float64Array(height * width);
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--) {
      const isMoved = moved.to.has(one + i) || moved.from.has(other + j);
      const own = isMoved ? 0 : likeness(before[one + i] ?? '', after[other + j] ?? '');
      like[i * width + j] = own;
      const skip = Math.max(score[(i + 1) * (width + 1) + j] ?? 0, score[i * (width + 1) + j + 1] ?? 0);
      score[i * (width + 1) + j] = Math.max(
        skip,
        own > 0 ? own + (score[(i + 1) * (width + 1) + j + 1] ?? 0) : 0,
      );
    }
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < height && j < width) {
    const here = score[i * (width + 1) + j] ?? 0;
    const own = like[i * width + j] ?? 0;
    if (own > 0 && here === own + (score[(i + 1) * (width + 1) + j + 1] ?? 0))
      pairs.push([one + i++, other + j++]);
    else if (here === (score[(i + 1) * (width + 1) + j] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

/** So many characters tell how alike two lines are. */
const LOOKED_AT = 1000;

/** From 0 (another line) to 1. */
function likeness(left: string, right: string): number {
  const [one, other] = [left.slice(0, LOOKED_AT).trim(), right.slice(0, LOOKED_AT).trim()];
  if (one === '' || other === '') return 0;
  const { head, tail } = commonEnds(one, other);
  const share = (head + tail) / Math.max(one.length, other.length);
  const key = keyOf(one);
  const isSameKey = key !== '' && key === keyOf(other);
  return isSameKey ? 0.5 + share / 2 : share >= 0.6 ? share : 0;
}

function keyOf(text: string): string {
  const colon = text.indexOf(':');
  return colon < 1 || colon > 60 ? '' : text.slice(0, colon);
}

/** How many characters two texts begin and end with alike; the two do not overlap. */
export function commonEnds(one: string, other: string): { readonly head: number; readonly tail: number } {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return { head, tail };
}
