/** Lines of both files beside each other: which of the removed lines became which of the added ones. */
import { commonLines } from './common-lines.ts';
import { type MovedLines, movedLines } from './moved-lines.ts';

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
