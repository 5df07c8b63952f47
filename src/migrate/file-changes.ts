/** Brings the changes of a file's documents and embedded texts together into changes of its text. */
import type { EmbeddedText } from '../model/embedded.ts';
import type { OpenableFile, Root } from '../model/open.ts';
import { type BlockLines, blockIndent, blockLines } from '../model/written-span.ts';
import { applyChanges, changesInOrder, type TextChange } from '../source/edit/index.ts';
import { quoted, yamlQuotedAs } from '../source/edit/print.ts';
import { lineBreakBefore, nextLineStart } from '../source/lines.ts';
import { isKey } from '../source/pointer.ts';
import { lastNotAbove } from '../source/sorted.ts';
import { kindOf, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';
import { writtenOffsets } from '../source/written.ts';
import { readAgain } from './prove.ts';

/** A document or embedded text with the changes of its own text. */
interface ChangedRoot {
  readonly root: Root;
  readonly changes: readonly TextChange[];
}

export interface FileChanges {
  /** Of the file's own text, in order. */
  readonly changes: readonly TextChange[];
  /** Embedded texts whose changes are not among these: in no style can the document around them take them. */
  readonly refused: ReadonlySet<EmbeddedText | undefined>;
}

/** Why changes of an embedded text are not made. */
export const NOT_HELD =
  'the document around this text cannot hold it changed, or another of its texts: something would read differently; keep the configuration in a file of its own';

/**
 * All changes as changes of the file's own text. Each embedded text is read out of the edited file again: where it is
 * not what its own changes made of it, or another scalar is not what it was, it is tried once more in double quotes,
 * and then left.
 */
export function fileChanges(file: OpenableFile, parts: readonly ChangedRoot[]): FileChanges {
  const own = parts.filter(({ root }) => root.embedded === undefined).flatMap(({ changes }) => changes);
  const texts = embeddedChanges(parts);
  const rewritten = new Set<EmbeddedText>();
  const refused = new Set<EmbeddedText>();
  for (;;) {
    const made = [...texts].filter(([text]) => !refused.has(text));
    const changes = changesInOrder([
      ...own,
      ...made.flatMap(([text, inner]) => reembed(text, inner, rewritten.has(text))),
    ]);
    const wrong = made.length === 0 ? [] : misread(file, new Map(made), changes);
    if (wrong.length === 0) return { changes, refused };
    for (const text of wrong) (rewritten.has(text) ? refused : rewritten).add(text);
  }
}

/** The changes of each embedded text that has some; those of its documents together, in order. */
function embeddedChanges(parts: readonly ChangedRoot[]): ReadonlyMap<EmbeddedText, readonly TextChange[]> {
  const found = new Map<EmbeddedText, TextChange[]>();
  for (const { root, changes } of parts) {
    if (root.embedded === undefined || changes.length === 0) continue;
    const ofText = found.get(root.embedded) ?? [];
    found.set(root.embedded, ofText);
    for (const change of changes) ofText.push(change);
  }
  for (const [text, changes] of found) found.set(text, changesInOrder(changes));
  return found;
}

/** The texts that an edited file does not hold as it should; all of a document where anything else in it is different. */
function misread(
  file: OpenableFile,
  texts: ReadonlyMap<EmbeddedText, readonly TextChange[]>,
  changes: readonly TextChange[],
): readonly EmbeddedText[] {
  const again = readAgain(applyChanges(file.text, changes), file.trees[0]);
  const byTree = new Map<SourceTree, EmbeddedText[]>();
  for (const text of texts.keys()) {
    const held = byTree.get(text.outer);
    if (held) held.push(text);
    else byTree.set(text.outer, [text]);
  }
  return [...byTree].flatMap(([outer, held]) => {
    const tree = again?.[outer.document];
    const nodes = new Set(held.map(({ node }) => node));
    if (again?.length !== file.trees.length || !tree || !isSameAround(outer, tree, nodes)) return held;
    return held.filter(
      (each) => scalarText(tree, each.node) !== applyChanges(each.text, texts.get(each) ?? []),
    );
  });
}

/** Whether two documents are the same but for some scalars, and for aliases of these where they stand for values. */
function isSameAround(before: SourceTree, after: SourceTree, but: ReadonlySet<number>): boolean {
  if (before.size !== after.size) return false;
  for (let node = 0; node < before.size; node++) {
    if (but.has(node)) continue;
    const kind = kindOf(before, node);
    if (kind !== kindOf(after, node) || before.skips[node] !== after.skips[node]) return false;
    if (kind === NodeKind.Map || kind === NodeKind.List) continue;
    if (kind === NodeKind.Alias && !isKey(before, node)) continue;
    if (scalarText(before, node) !== scalarText(after, node)) return false;
  }
  return true;
}

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
function reembed(
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

// Changes of the text in a literal block (`|`) as changes of the block's lines.

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
function inLiteral({ outer, node, text }: EmbeddedText, changes: readonly TextChange[]): TextChange[] {
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

// Changes of the text in a quoted scalar, made between the quotes: escapes elsewhere stay as they are.

/**
 * Puts changes of the inner text between the quotes.
 *
 * @param changes in order
 * @returns undefined where these quotes cannot hold a change
 */
function inQuotes(
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
