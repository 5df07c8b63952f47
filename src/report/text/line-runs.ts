/** Which lines of two short texts differ. */

/** Lines removed at a place, and the lines that stand there instead. */
export interface LineRun {
  /** Index (from 0) of the first removed line, or of the line that the added ones come before. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Beyond this many comparisons a run is shown as removed and added whole. */
const MAX_COMPARISONS = 1_000_000;

/** The shortest differences between two lists of lines; `offset` is the index of the first old line. */
export function differingRuns(
  offset: number,
  before: readonly string[],
  after: readonly string[],
): LineRun[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const start = offset + head;
  if (removed.length === 0 && added.length === 0) return [];
  if (removed.length * added.length > MAX_COMPARISONS) return [{ start, removed, added }];
  return byCommonLines(start, removed, added);
}

/** Splits a difference at the longest common subsequence of its lines. */
function byCommonLines(offset: number, before: readonly string[], after: readonly string[]): LineRun[] {
  const width = after.length + 1;
  // lengths[i * width + j]: common lines of before from i and after from j.
  const lengths = new Int32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const runs: LineRun[] = [];
  let [i, j, fromI, fromJ] = [0, 0, 0, 0];
  const close = (): void => {
    if (i === fromI && j === fromJ) return;
    runs.push({ start: offset + fromI, removed: before.slice(fromI, i), added: after.slice(fromJ, j) });
  };
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      close();
      i++;
      j++;
      [fromI, fromJ] = [i, j];
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [before.length, after.length];
  close();
  return runs;
}
