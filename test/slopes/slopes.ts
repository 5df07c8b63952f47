/**
 * Whether what a command costs grows no faster than its input (docs/reliability.md). Each row is a command over a shape
 * at three sizes, one to three to nine; its slopes are those between the second and the third, the cost of starting
 * taken off. What grows too fast is measured again before it is called so: the least of the runs counts, since nothing
 * makes a run cheaper than it is.
 */
import { type Cost, type Measured, measure, type Place } from './measure.ts';
import type { Shape, SlopeCommand } from './shape.ts';

/** Sizes, as parts of the largest. */
const PARTS = [9, 3, 1] as const;
const STEP = 3;
/** A step of n log n costs up to 3.4; the rest is noise. */
const MAX_SLOPE = 5;
/** Under this the start of the program, its compiler and its garbage collector are what is measured. */
const SMALL = { cpu: 1500, peak: 300e6 } as const;
/** Times that what seems to grow too fast is measured again. */
const AGAIN = 2;
/** No run may take longer, whatever its size: searches state 20 s, and reading and writing come to it. */
const LONGEST = 40_000;

export interface SlopeRow {
  readonly shape: Shape;
  readonly command: SlopeCommand;
  /** Of the largest file; absent where a run was ended. */
  readonly largest:
    | { readonly count: number; readonly size: number; readonly cpu: number; readonly peak: number }
    | undefined;
  /** How many times as much the last step costs, of which the size grows by three; absent where it is small. */
  readonly time: number | undefined;
  readonly memory: number | undefined;
  /** What is wrong; undefined where all holds. */
  readonly fault: string | undefined;
}

/** @param start what the command costs over hardly anything */
export function slopeOf(
  place: Place,
  shape: Shape,
  command: SlopeCommand,
  start: { readonly cpu: number; readonly peak: number },
): SlopeRow {
  const counts = PARTS.map((part) => Math.max(1, Math.round(shape.most / part)));
  let least: (Measured | undefined)[] = counts.map(() => undefined);
  for (let round = 0; ; round++) {
    least = counts.map((count, at) => {
      const known = least[at];
      // A run that was ended is not cheaper the next time, and larger ones are not either.
      if (known !== undefined && 'ended' in known) return known;
      const before = least[at - 1];
      if (round === 0 && before !== undefined && 'ended' in before) return before;
      return lesser(known, measure(place, shape, command, count));
    });
    const row = rowOf(shape, command, counts, least, start);
    if (row.fault === undefined || row.largest === undefined || round === AGAIN) return row;
  }
}

function lesser(one: Measured | undefined, other: Measured): Measured {
  if (one === undefined || 'ended' in one || 'ended' in other) return other;
  return { ...other, cpu: Math.min(one.cpu, other.cpu), peak: Math.min(one.peak, other.peak) };
}

function rowOf(
  shape: Shape,
  command: SlopeCommand,
  counts: readonly number[],
  costs: readonly (Measured | undefined)[],
  start: { readonly cpu: number; readonly peak: number },
): SlopeRow {
  const row = { shape, command, largest: undefined, time: undefined, memory: undefined };
  const ended = costs.find((cost) => cost !== undefined && 'ended' in cost);
  if (ended !== undefined && 'ended' in ended) {
    const count = counts[costs.indexOf(ended)];
    return { ...row, fault: `${ended.ended}, with ${count} ${shape.about}` };
  }
  const [first, middle, last] = costs;
  if (first === undefined || middle === undefined || last === undefined)
    throw new Error('three sizes were measured');
  if ('ended' in first || 'ended' in middle || 'ended' in last) throw new Error('none of them was ended');
  const { time, memory, faults } = judged([first, middle, last], start);
  const largest = { count: counts[2] ?? 0, size: last.size, cpu: last.cpu, peak: last.peak };
  return {
    ...row,
    largest,
    time,
    memory,
    fault: faults.length === 0 ? undefined : `${faults.join(', ')} with three times the input`,
  };
}

/** What three costs say, without what starting costs. */
export function judged(
  [, middle, last]: readonly [Cost, Cost, Cost],
  start: { readonly cpu: number; readonly peak: number },
): {
  readonly time: number | undefined;
  readonly memory: number | undefined;
  readonly faults: readonly string[];
} {
  const slope = (of: 'cpu' | 'peak'): number | undefined =>
    last[of] < SMALL[of] + start[of]
      ? undefined
      : (last[of] - start[of]) / Math.max(middle[of] - start[of], SMALL[of] / STEP / 2);
  const [time, memory] = [slope('cpu'), slope('peak')];
  const faults = [
    ...(time !== undefined && time > MAX_SLOPE ? [`time grows ${time.toFixed(1)} times`] : []),
    ...(memory !== undefined && memory > MAX_SLOPE ? [`memory grows ${memory.toFixed(1)} times`] : []),
    ...(last.cpu > LONGEST ? [`it takes ${(last.cpu / 1000).toFixed(0)} s`] : []),
  ];
  return { time, memory, faults };
}
