/** Carries changes of an embedded text into the document around it. */
import { blockIndent } from '../model/block-lines.ts';
import type { EmbeddedText } from '../model/embedded.ts';
import { applyChanges, type TextChange } from '../source/edit/index.ts';
import { quoted, yamlQuotedAs } from '../source/edit/print.ts';
import { lineBreakBefore, nextLineStart } from '../source/lines.ts';
import { kindOf, NodeKind, type SourceTree } from '../source/tree.ts';
import { inLiteral } from './embedded-lines.ts';
import { inQuotes } from './embedded-quotes.ts';

/**
 * Changes of the outer text that make the inner text what it should be. In a literal block only the lines that
 * changed are touched, in quotes only the signs; a folded block becomes a literal one. What the style of the scalar
 * cannot hold stands in double quotes afterwards.
 *
 * Whether the outer text then says so has to be read out of it ({@link ./file-changes.ts}).
 *
 * @param changes of the inner text, in order
 * @param rewritten whether the text is to stand in double quotes, whatever held it
 */
export function reembed(
  embedded: EmbeddedText,
  changes: readonly TextChange[],
  rewritten: boolean,
): readonly TextChange[] {
  if (changes.length === 0) return [];
  const kind = kindOf(embedded.outer, embedded.node);
  if (!rewritten && kind === NodeKind.Literal) return inLiteral(embedded, changes);
  const between = rewritten || kind === NodeKind.Folded ? undefined : inQuotes(embedded, changes);
  if (between) return between;
  const edits = [...new Set(changes.flatMap((change) => change.edits))];
  return [{ ...inWhole(embedded, applyChanges(embedded.text, changes), rewritten), edits }];
}

type Replacement = Omit<TextChange, 'edits'>;

/** A whole text in the place of the scalar that held it. */
function inWhole(embedded: EmbeddedText, wanted: string, rewritten: boolean): Replacement {
  const { outer, node } = embedded;
  const start = outer.starts[node] ?? 0;
  const kind = kindOf(outer, node);
  if (kind !== NodeKind.Literal && kind !== NodeKind.Folded) {
    return {
      start,
      end: outer.ends[node] ?? 0,
      text: rewritten ? quoted(wanted) : yamlQuotedAs(wanted, kind),
    };
  }
  const literal = rewritten ? undefined : literalFor(embedded, wanted);
  const text = literal ?? quoted(wanted) + headerComment(outer, node);
  return { start, end: contentEnd(outer, node), text };
}

/** A text as a literal block in the place of a folded one; undefined where it would not be read as it is. */
function literalFor({ outer, node, text }: EmbeddedText, wanted: string): string | undefined {
  const start = outer.starts[node] ?? 0;
  const header = /^>([-+1-9]*)/.exec(outer.text.slice(start, start + 3))?.[1] ?? '';
  const isEnded = wanted.endsWith('\n');
  // Line breaks at the end stand where they are, or are made or left out by the header.
  const chomping = header.includes('+') ? '+' : isEnded ? '' : '-';
  const breaks = chomping === '+' ? breaksAtEnd(text) : isEnded ? 1 : 0;
  if (breaksAtEnd(wanted) !== breaks || wanted.length === breaks) return undefined;
  const eol = lineBreakBefore(outer.text, nextLineStart(outer.text, start));
  const indent = ' '.repeat(blockIndent(outer, node));
  const lines = wanted.slice(0, wanted.length - breaks).split('\n');
  const body = lines.map((line) => (line === '' ? '' : indent + line)).join(eol);
  return `|${header.replace(/[-+]/, '')}${chomping}${headerComment(outer, node)}${eol}${body}`;
}

/** The comment behind the header of a block scalar, with the blanks before it. */
function headerComment({ text, starts }: SourceTree, node: number): string {
  const start = starts[node] ?? 0;
  const header = text.slice(start, nextLineStart(text, start));
  return /^[|>][-+1-9]*([ \t]+#.*)/.exec(header)?.[1]?.trimEnd() ?? '';
}

/** Where the last line of a block scalar ends that has something to see; blank lines below may stay where they are. */
function contentEnd({ text, starts, ends }: SourceTree, node: number): number {
  const start = starts[node] ?? 0;
  let at = ends[node] ?? 0;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  const next = nextLineStart(text, at);
  return next - lineBreakBefore(text, next).length;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function breaksAtEnd(text: string): number {
  let at = text.length;
  while (text[at - 1] === '\n') at--;
  return text.length - at;
}
