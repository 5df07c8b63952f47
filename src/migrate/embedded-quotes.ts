/** Changes of the text in a quoted scalar, made between the quotes: escapes elsewhere stay as they are. */
import type { EmbeddedText } from '../model/embedded.ts';
import type { TextChange } from '../source/edit/index.ts';
import { yamlQuotedAs } from '../source/edit/print.ts';
import { kindOf, NodeKind } from '../source/tree.ts';
import { writtenOffsets } from '../source/written.ts';

/**
 * Puts changes of the inner text between the quotes.
 *
 * @param changes in order
 * @returns undefined where these quotes cannot hold a change
 */
export function inQuotes(
  { outer, node, text: inner }: EmbeddedText,
  changes: readonly TextChange[],
): TextChange[] | undefined {
  const kind = kindOf(outer, node);
  const quote = kind === NodeKind.Double ? '"' : "'";
  const from = outer.starts[node] ?? 0;
  const written = outer.text.slice(from, outer.ends[node]);
  const offsets = written.startsWith(quote) ? writtenOffsets(written, inner.length) : undefined;
  if (offsets === undefined) return undefined;
  const made: TextChange[] = [];
  for (const { start, end, text, edits } of changes) {
    const shown = yamlQuotedAs(text, kind);
    if (!shown.startsWith(quote)) return undefined;
    made.push({
      start: from + (offsets[start] ?? 0),
      end: from + (offsets[end] ?? 0),
      text: shown.slice(1, -1),
      edits,
    });
  }
  return made;
}
