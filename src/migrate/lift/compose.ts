/** Two steps of changes as one: those of a text and those of what they made of it become changes of the first text. */
import type { TextChange } from '../../source/edit/index.ts';

/** A change with the stretch of the middle text that it made. */
interface Placed {
  readonly change: TextChange;
  readonly start: number;
  readonly end: number;
}

/**
 * @param first changes of the old text, in order
 * @param second changes of the text that these make, in order
 * @param middle that text
 */
export function composeChanges(
  first: readonly TextChange[],
  second: readonly TextChange[],
  middle: string,
): TextChange[] {
  if (first.length === 0) return [...second];
  if (second.length === 0) return [...first];
  const earlier = placed(first);
  const offset = 1 + Math.max(-1, ...first.map(({ edits }) => edits.reduce((a, b) => Math.max(a, b), -1)));
  const made: TextChange[] = [];
  let [left, right, shift] = [0, 0, 0];
  while (left < earlier.length || right < second.length) {
    const group = { before: [] as Placed[], after: [] as TextChange[], start: 0, end: -1 };
    // Everything that touches what is in the group already belongs to it.
    for (;;) {
      const before = earlier[left];
      const after = second[right];
      const isNext = before !== undefined && (after === undefined || before.start <= after.start);
      const next = isNext ? before : after;
      if (next === undefined || (group.end !== -1 && next.start > group.end)) break;
      if (group.end === -1) group.start = next.start;
      group.end = Math.max(group.end, next.end);
      if (isNext) {
        group.before.push(before);
        left++;
      } else if (after !== undefined) {
        group.after.push(after);
        right++;
      }
    }
    const start = group.start - shift;
    for (const { change, start: from, end } of group.before)
      shift += end - from - (change.end - change.start);
    made.push({
      start,
      end: group.end - shift,
      text: withChanges(middle, group.start, group.end, group.after),
      edits: [
        ...group.before.flatMap(({ change }) => change.edits),
        ...group.after.flatMap(({ edits }) => edits.map((edit) => edit + offset)),
      ],
    });
  }
  return made;
}

/** Where the text of each change stands in the text that they make. */
function placed(changes: readonly TextChange[]): readonly Placed[] {
  let shift = 0;
  return changes.map((change) => {
    const start = change.start + shift;
    const end = start + change.text.length;
    shift = end - change.end;
    return { change, start, end };
  });
}

function withChanges(text: string, start: number, end: number, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let cursor = start;
  for (const change of changes) {
    pieces.push(text.slice(cursor, change.start), change.text);
    cursor = change.end;
  }
  pieces.push(text.slice(cursor, end));
  return pieces.join('');
}
