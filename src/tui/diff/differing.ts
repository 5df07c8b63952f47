/** Which lines of two places differ, so that what both sides have is not marked as changed. */
import { differingRuns } from '../../report/text/line-runs.ts';
import { lastLine } from '../../source/lines.ts';
import type { SourceFile } from '../../source/load.ts';
import type { SidePlace } from '../jobs/comparison.ts';

/** A place in its file. */
export interface Spot {
  readonly file: SourceFile;
  readonly place: SidePlace;
}

export interface Differing {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Longer places are marked as a whole: nobody sees more at once. */
const MAX_LINES = 2000;

/** The numbers of lines that differ between two places, from 1; indentation that a whole place shares does not count. */
export function differingLines(before: Spot | undefined, after: Spot | undefined): Differing {
  const [left, right] = [numbers(before), numbers(after)];
  const whole = { before: new Set(left), after: new Set(right) };
  if (before === undefined || after === undefined || Math.max(left.length, right.length) > MAX_LINES)
    return whole;
  const [one, two] = [textsOf(before, left), textsOf(after, right)];
  const found = { before: new Set<number>(), after: new Set<number>() };
  // Lines that both have shift those of the later side.
  let shift = 0;
  for (const { start, removed, added } of differingRuns(0, one, two)) {
    for (let at = 0; at < removed.length; at++) found.before.add((left[0] ?? 1) + start + at);
    for (let at = 0; at < added.length; at++) found.after.add((right[0] ?? 1) + start + shift + at);
    shift += added.length - removed.length;
  }
  // A move alone: the same lines on both sides are what moved.
  return found.before.size + found.after.size === 0 ? whole : found;
}

function numbers(spot: Spot | undefined): readonly number[] {
  if (spot === undefined) return [];
  const { start } = spot.place.range;
  const last = lastLine(spot.place.range);
  return Array.from({ length: Math.max(0, last - start.line + 1) }, (_, at) => start.line + at);
}

function textsOf({ file: { lines } }: Spot, which: readonly number[]): readonly string[] {
  const texts = which.map((line) => (line <= lines.count ? lines.line(line) : ''));
  const indents = texts
    .filter((text) => text.trim() !== '')
    .map((text) => text.length - text.trimStart().length);
  const shared = Math.min(...indents.slice(1), indents[0] ?? 0);
  return texts.map((text) => text.slice(shared).trimEnd());
}
