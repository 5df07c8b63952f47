/** Carries changes of an embedded text into the document around it. */
import { type EmbeddedText, literalIndent } from '../model/embedded.ts';
import { applyChanges, type TextChange } from '../source/edit/index.ts';
import { quoted, yamlQuotedAs } from '../source/edit/print.ts';
import { lastNotAbove } from '../source/sorted.ts';
import { kindOf, NodeKind, type SourceTree } from '../source/tree.ts';

/**
 * Changes of the outer text that make the inner text what it should be. In a literal block only the lines that
 * changed are touched; a folded one becomes a literal one, and anything else is written anew in its quotes.
 */
export function reembed(embedded: EmbeddedText, changes: readonly TextChange[]): TextChange[] {
  if (changes.length === 0) return [];
  const { outer, node, text } = embedded;
  const start = outer.starts[node] ?? 0;
  const end = outer.ends[node] ?? 0;
  const edits = [...new Set(changes.flatMap((change) => change.edits))];
  if (kindOf(outer, node) !== NodeKind.Literal) {
    return [{ start, end, text: written(embedded, applyChanges(text, changes)), edits }];
  }
  const indent = ' '.repeat(literalIndent(outer, node));
  const crlf = outer.text.includes('\r\n');
  const offsets = outerLines(outer, node, text);
  const place = (offset: number): number => {
    const line = lastNotAbove(offsets.inner, offset);
    const column = offset - (offsets.inner[line] ?? 0);
    const at = offsets.outer[line] ?? end;
    // Empty lines may stand in the block without its indentation.
    return column === 0 && isBlankLine(text, offset) ? at : at + indent.length + column;
  };
  return changes.map((change) => {
    const startsLine = change.start === 0 || text[change.start - 1] === '\n';
    // A text that ends without a line break (`|-`) ends inside its last line.
    const endsText = change.end === text.length && !text.endsWith('\n');
    const whole = startsLine && (endsText || change.end === text.length || text[change.end - 1] === '\n');
    const lines = change.text.split('\n');
    const shown = lines.map((line, index) => (line !== '' && (whole || index > 0) ? indent + line : line));
    const lineStart = (offset: number): number => offsets.outer[lastNotAbove(offsets.inner, offset)] ?? end;
    return {
      ...change,
      start: whole ? lineStart(change.start) : place(change.start),
      end: whole && !endsText ? lineStart(change.end) : place(change.end),
      text: shown.join(crlf ? '\r\n' : '\n'),
    };
  });
}

/** A whole text in the style of the scalar that holds it, as far as that can hold it. */
function written({ outer, node }: EmbeddedText, text: string): string {
  const kind = kindOf(outer, node);
  if (kind === NodeKind.Folded) return literal(outer, node, text) ?? quoted(text);
  return kind === NodeKind.Single && !text.includes('\n') ? yamlQuotedAs(text, kind) : quoted(text);
}

/** A text as a literal block in the place of a folded one; undefined where it would not be read as it is. */
function literal(outer: SourceTree, node: number, text: string): string | undefined {
  const old = outer.text.slice(outer.starts[node] ?? 0, outer.ends[node] ?? 0);
  const header = /^>([-+]?)([ \t]+#[^\r\n]*|[ \t]*)(?=\r?\n)/.exec(old);
  if (!header || !/^[^\s][^\r\t]*[^\s]\n?$/.test(text)) return undefined;
  const eol = outer.text.includes('\r\n') ? '\r\n' : '\n';
  const indent = ' '.repeat(literalIndent(outer, node));
  const isEnded = text.endsWith('\n');
  const lines = text.replace(/\n$/, '').split('\n');
  const body = lines.map((line) => (line === '' ? '' : indent + line)).join(eol);
  return `|${isEnded ? '' : '-'}${header[2] ?? ''}${eol}${body}${old.endsWith('\n') ? eol : ''}`;
}

function isBlankLine(text: string, lineStart: number): boolean {
  return text[lineStart] === '\n' || lineStart >= text.length;
}

/** Where each line of the inner text begins, inside and outside. */
function outerLines(
  outer: SourceTree,
  node: number,
  text: string,
): { readonly inner: readonly number[]; readonly outer: readonly number[] } {
  const inner = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) inner.push(at + 1);
  const found: number[] = [];
  let at = outer.text.indexOf('\n', outer.starts[node] ?? 0) + 1;
  for (let line = 0; line < inner.length; line++) {
    found.push(at);
    const next = outer.text.indexOf('\n', at);
    at = next === -1 ? outer.text.length : next + 1;
  }
  return { inner, outer: found };
}
