/** Changes of the text in a literal block (`|`) as changes of the block's lines. */
import { type BlockLines, blockLines } from '../model/block-lines.ts';
import type { EmbeddedText } from '../model/embedded.ts';
import { applyChanges, type TextChange } from '../source/edit/index.ts';
import { lineBreakBefore, nextLineStart } from '../source/lines.ts';
import { lastNotAbove } from '../source/sorted.ts';

/** Changes of neighbouring lines, from one line of the inner text up to but without another. */
interface Group {
  readonly first: number;
  until: number;
  readonly changes: TextChange[];
}

/**
 * Puts changes of the inner text into the block: lines that say the same stay as they are.
 *
 * @param changes in order
 */
export function inLiteral({ outer, node, text }: EmbeddedText, changes: readonly TextChange[]): TextChange[] {
  const lines = blockLines(outer, node);
  return groups(changes, lines.inner).flatMap((group) => placed(outer.text, lines, text, group));
}

function groups(changes: readonly TextChange[], starts: readonly number[]): Group[] {
  const found: Group[] = [];
  for (const change of changes) {
    const first = lastNotAbove(starts, change.start);
    const last = lastNotAbove(starts, change.end);
    const isWhole =
      starts[last] === change.end &&
      (change.text === '' ? starts[first] === change.start : change.text.endsWith('\n'));
    const until = isWhole ? last : last + 1;
    const before = found[found.length - 1];
    if (before && first < before.until) {
      before.changes.push(change);
      before.until = Math.max(before.until, until);
    } else found.push({ first, until, changes: [change] });
  }
  return found;
}

/** What a group comes to in the outer text: nothing where its lines say what they said. */
function placed(
  whole: string,
  { inner, outer, indent }: BlockLines,
  text: string,
  group: Group,
): TextChange[] {
  const from = inner[group.first] ?? text.length;
  const to = inner[group.until] ?? text.length;
  const isEnded = group.until < inner.length;
  const old = linesOf(text.slice(from, to), isEnded);
  const shifted = group.changes.map((each) => ({ ...each, start: each.start - from, end: each.end - from }));
  const now = linesOf(applyChanges(text.slice(from, to), shifted), isEnded);
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same++;
  let sameEnd = 0;
  const most = Math.min(old.length, now.length) - same;
  while (sameEnd < most && old[old.length - 1 - sameEnd] === now[now.length - 1 - sameEnd]) sameEnd++;
  const startOf = (line: number): number => outer[line] ?? nextLineStart(whole, outer[outer.length - 1] ?? 0);
  const start = startOf(group.first + same);
  const end = startOf(group.first + old.length - sameEnd);
  const shown = now
    .slice(same, now.length - sameEnd)
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  const made = replaced(whole, start, end, shown, lineBreakBefore(whole, outer[0] ?? 0));
  if (whole.slice(made.start, end) === made.text) return [];
  return [{ ...made, end, edits: [...new Set(group.changes.flatMap(({ edits }) => edits))] }];
}

/** Lines without their line breaks; what is ended has no further line after its last line break. */
function linesOf(text: string, isEnded: boolean): string[] {
  const lines = text.split('\n');
  return isEnded ? lines.slice(0, -1) : lines;
}

/** Lines in the place of others, with the line break that the one before them has. */
function replaced(
  whole: string,
  start: number,
  end: number,
  lines: readonly string[],
  usual: string,
): { readonly start: number; readonly text: string } {
  const isOpen = end === whole.length && lineBreakBefore(whole, end) === '';
  if (isOpen) {
    // A file whose last line is not ended is none afterwards either.
    if (start === end) return { start, text: usual + lines.join(usual) };
    const before = lineBreakBefore(whole, start);
    return lines.length === 0
      ? { start: start - before.length, text: '' }
      : { start, text: lines.join(before) };
  }
  const eol = lineBreakBefore(whole, start);
  // Whatever the lines above have, what follows the last one stands behind the line break that was there.
  const last = start < end ? lineBreakBefore(whole, end) : eol;
  const text = lines.length === 0 ? '' : lines.join(eol) + last;
  // A line break that ends in a carriage return must not become one with a line feed that was one of its own.
  const isMerged = whole[end] === '\n' && (text === '' ? whole[start - 1] : text[text.length - 1]) === '\r';
  return { start, text: isMerged ? `${text}\n` : text };
}
