/** Changes of the text in a quoted scalar, made between the quotes: escapes elsewhere stay as they are. */
import type { EmbeddedText } from '../model/embedded.ts';
import type { TextChange } from '../source/edit/index.ts';
import { yamlQuotedAs } from '../source/edit/print.ts';
import { kindOf, NodeKind } from '../source/tree.ts';

/**
 * Puts changes of the inner text between the quotes.
 *
 * @param changes in order
 * @returns undefined where these quotes cannot hold a change, or the text is folded over several lines
 */
export function inQuotes(
  { outer, node }: EmbeddedText,
  changes: readonly TextChange[],
): TextChange[] | undefined {
  const kind = kindOf(outer, node);
  const quote = kind === NodeKind.Double ? '"' : "'";
  const offsets = changes.flatMap(({ start, end }) => [start, end]);
  const places = placesOf(outer.text, outer.starts[node] ?? 0, outer.ends[node] ?? 0, offsets);
  const made: TextChange[] = [];
  for (const [index, { text, edits }] of changes.entries()) {
    const shown = yamlQuotedAs(text, kind);
    const start = places?.[2 * index];
    const end = places?.[2 * index + 1];
    if (start === undefined || end === undefined || !shown.startsWith(quote)) return undefined;
    made.push({ start, end, text: shown.slice(1, -1), edits });
  }
  return made;
}

/** Where offsets of a quoted text (in order) lie between its quotes; undefined where it goes over several lines. */
function placesOf(
  text: string,
  start: number,
  end: number,
  offsets: readonly number[],
): number[] | undefined {
  const quote = text.charCodeAt(start);
  const places: number[] = [];
  let decoded = 0;
  let at = start + 1;
  for (const offset of offsets) {
    while (decoded < offset && at < end - 1) {
      const code = text.charCodeAt(at);
      if (code === 10 || code === 13) return undefined;
      const length = code === BACKSLASH && quote === DOUBLE ? escapeLength(text, at) : code === quote ? 2 : 1;
      // Only an escape of eight digits stands for two units at once.
      decoded += length === 10 && Number.parseInt(text.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1;
      at += length;
    }
    places.push(at);
  }
  return text.slice(at, end).search(/[\r\n]/) === -1 ? places : undefined;
}

const BACKSLASH = 92;
const DOUBLE = 34;

/** How many signs an escape is long, its backslash included. */
function escapeLength(text: string, at: number): number {
  switch (text[at + 1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}
