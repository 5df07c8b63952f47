/** Brings the changes of a file's documents and embedded texts together into changes of its text. */
import type { EmbeddedText } from '../model/embedded.ts';
import type { OpenableFile, Root } from '../model/open.ts';
import { applyChanges, changesInOrder, type TextChange } from '../source/edit/index.ts';
import { isKey } from '../source/pointer.ts';
import { kindOf, NodeKind, type SourceTree, scalarText } from '../source/tree.ts';
import { reembed } from './embedded-text.ts';
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
