/**
 * Aligns two lists: which entry of one is which of the other, and which of them moved. In n log n; the same whichever
 * list is called the first.
 */

export interface Alignment {
  /** Positions of entries that are the same thing, in the order of the first list. */
  readonly pairs: readonly (readonly [before: number, after: number])[];
  /** Those of the pairs that stand elsewhere; as few as can be. */
  readonly moved: ReadonlySet<readonly [before: number, after: number]>;
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Two lists as aligning sees them; side 0 is the first. */
export interface Lists {
  readonly counts: readonly [number, number];
  /** Whether two entries are equal; asked about beginnings and ends only. */
  readonly same: (before: number, after: number) => boolean;
  /** Texts by which entries are paired, the surest first; an entry without one is not paired by it. */
  readonly keys: readonly ((side: 0 | 1, index: number) => string | undefined)[];
  /** Texts by which entries that stand between the same neighbours are paired; none are where absent. */
  readonly nearby?: (side: 0 | 1, index: number) => string;
}

interface Pair {
  readonly places: readonly [number, number];
  /** The same for the pair whichever list is the first. */
  readonly tag: string;
}

export function align({ counts: [n, m], same, keys, nearby }: Lists): Alignment {
  let head = 0;
  while (head < n && head < m && same(head, head)) head++;
  let tail = 0;
  while (tail < n - head && tail < m - head && same(n - 1 - tail, m - 1 - tail)) tail++;
  let lefts = range(head, n - tail);
  let rights = range(head, m - tail);
  const found: Pair[] = [];
  for (const [round, key] of keys.entries()) {
    if (lefts.length === 0 || rights.length === 0) break;
    const waiting = new Map<string, number[]>();
    for (const right of rights) push(waiting, key(1, right), right);
    for (const queue of waiting.values()) queue.reverse();
    const times = new Map<string, number>();
    lefts = lefts.filter((left) => {
      const text = key(0, left);
      const right = text === undefined ? undefined : waiting.get(text)?.pop();
      if (text === undefined || right === undefined) return true;
      const time = times.get(text) ?? 0;
      times.set(text, time + 1);
      found.push({ places: [left, right], tag: `${round}:${text}#${time}` });
      return false;
    });
    const taken = new Set(found.map(({ places }) => places[1]));
    rights = rights.filter((right) => !taken.has(right));
  }
  const kept = unmoved(found);
  if (nearby && lefts.length > 0 && rights.length > 0)
    [lefts, rights] = pairInGaps(lefts, rights, kept, found, nearby);
  const pairs = [
    ...range(0, head).map((at) => [at, at] as const),
    ...found.map(({ places }) => places).sort((one, other) => one[0] - other[0]),
    ...range(0, tail).map((at) => [n - tail + at, m - tail + at] as const),
  ];
  const moved = new Set(pairs.slice(head, pairs.length - tail).filter((pair) => !kept.has(pair)));
  return { pairs, moved, removed: lefts, added: rights };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function push(map: Map<string, number[]>, key: string | undefined, value: number): void {
  if (key === undefined) return;
  const queue = map.get(key);
  if (queue) queue.push(value);
  else map.set(key, [value]);
}

/** The pairs that need not move: a longest increasing subsequence, found in a direction that both sides agree on. */
function unmoved(found: readonly Pair[]): Set<readonly [number, number]> {
  const byFirst = [...found].sort((one, other) => one.places[0] - other.places[0]);
  if (byFirst.every(({ places }, at) => at === 0 || (byFirst[at - 1]?.places[1] ?? 0) < places[1]))
    return new Set(found.map(({ places }) => places));
  const bySecond = [...found].sort((one, other) => one.places[1] - other.places[1]);
  const at = byFirst.findIndex(({ tag }, index) => tag !== bySecond[index]?.tag);
  const forward = (byFirst[at]?.tag ?? '') < (bySecond[at]?.tag ?? '');
  const [order, side] = forward ? [byFirst, 1] : [bySecond, 0];
  const kept = increasing(order.map(({ places }) => places[side as 0 | 1]));
  return new Set(kept.flatMap((index) => (order[index] ? [order[index].places] : [])));
}

/** Indexes of a longest increasing subsequence. */
function increasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const kept: number[] = [];
  for (let at = tails[tails.length - 1] ?? -1; at !== -1; at = before[at] ?? -1) kept.push(at);
  return kept.reverse();
}

/** Pairs what is left between the same two unmoved neighbours; answers with what is left then. */
function pairInGaps(
  lefts: readonly number[],
  rights: readonly number[],
  kept: Set<readonly [number, number]>,
  found: Pair[],
  nearby: (side: 0 | 1, index: number) => string,
): [number[], number[]] {
  const anchors = [...kept].sort((one, other) => one[0] - other[0]);
  const restLeft: number[] = [];
  const restRight: number[] = [];
  let left = 0;
  let right = 0;
  for (let gap = 0; gap <= anchors.length; gap++) {
    const [endLeft, endRight] = anchors[gap] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const waiting = new Map<string, number[]>();
    const there: number[] = [];
    for (; right < rights.length && (rights[right] ?? 0) < endRight; right++) there.push(rights[right] ?? 0);
    for (const each of there) push(waiting, nearby(1, each), each);
    for (const queue of waiting.values()) queue.reverse();
    const taken = new Set<number>();
    for (; left < lefts.length && (lefts[left] ?? 0) < endLeft; left++) {
      const one = lefts[left] ?? 0;
      const other = there.length === 0 ? undefined : waiting.get(nearby(0, one))?.pop();
      if (other === undefined) {
        restLeft.push(one);
        continue;
      }
      const places = [one, other] as const;
      found.push({ places, tag: '' });
      kept.add(places);
      taken.add(other);
    }
    for (const each of there) if (!taken.has(each)) restRight.push(each);
  }
  return [restLeft, restRight];
}
