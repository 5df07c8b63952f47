/** Two lists of changes, one after the other, as one list. */
import { applyChanges, type TextChange } from '../../source/edit/index.ts';

/** A change of the first list, with the stretch of the middle text that it made. */
interface Made {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Changes of the first text that have the effect of both lists.
 *
 * @param first changes of the first text, in its order
 * @param second changes of the middle text, in its order
 * @param middle the text between them
 */
export function composed(
  first: readonly TextChange[],
  second: readonly TextChange[],
  middle: string,
): readonly TextChange[] {
  const made = placesIn(first);
  const found: TextChange[] = [];
  let [one, two] = [0, 0];
  /** How far the middle text is ahead of the first one after the changes that were passed. */
  let shift = 0;
  while (one < made.length || two < second.length) {
    let [from, to] = [made[one]?.from ?? Number.POSITIVE_INFINITY, -1];
    from = Math.min(from, second[two]?.start ?? Number.POSITIVE_INFINITY);
    to = from;
    const before = shift;
    const inner: TextChange[] = [];
    for (;;) {
      const [next, other] = [made[one], second[two]];
      if (next !== undefined && next.from <= to) {
        to = Math.max(to, next.to);
        shift += next.to - next.from - (next.end - next.start);
        one++;
      } else if (other !== undefined && other.start <= to) {
        to = Math.max(to, other.end);
        inner.push({ ...other, start: other.start - from, end: other.end - from });
        two++;
      } else break;
    }
    found.push({
      start: from - before,
      end: to - shift,
      text: applyChanges(middle.slice(from, to), inner),
      edits: [],
    });
  }
  return found;
}

function placesIn(changes: readonly TextChange[]): Made[] {
  let shift = 0;
  return changes.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    return { start, end, from, to: from + text.length };
  });
}
