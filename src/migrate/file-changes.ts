/** Brings the changes of a file's documents and embedded texts together into changes of its text. */
import type { EmbeddedText } from '../model/embedded.ts';
import type { OpenableFile, Root } from '../model/open.ts';
import { applyChanges, changesInOrder, type TextChange } from '../source/edit/index.ts';
import { nodeAt, pointerOf } from '../source/pointer.ts';
import { scalarText } from '../source/tree.ts';
import { reembed } from './embedded-text.ts';
import { readAgain } from './prove.ts';

/** A document or embedded text with the changes of its own text. */
interface ChangedRoot {
  readonly root: Root;
  readonly changes: readonly TextChange[];
}

/** All changes as changes of the file's own text; those of one embedded text together. */
export function changesOf(parts: readonly ChangedRoot[]): TextChange[] {
  const own = parts.filter(({ root }) => root.embedded === undefined).flatMap(({ changes }) => changes);
  const embedded = [...embeddedChanges(parts)].flatMap(([text, changes]) => reembed(text, changes));
  return [...own, ...embedded];
}

function embeddedChanges(parts: readonly ChangedRoot[]): ReadonlyMap<EmbeddedText, readonly TextChange[]> {
  const found = new Map<EmbeddedText, TextChange[]>();
  for (const { root, changes } of parts) {
    if (root.embedded)
      found.set(root.embedded, changesInOrder([...(found.get(root.embedded) ?? []), ...changes]));
  }
  return found;
}

/** Whether each embedded text, read out of the edited file again, is what its own edits made of it. */
export function embeddedDifference(
  file: OpenableFile,
  parts: readonly ChangedRoot[],
  changes: readonly TextChange[],
): string | undefined {
  const texts = embeddedChanges(parts);
  if (texts.size === 0 || changes.length === 0) return undefined;
  const again = readAgain(applyChanges(file.text, changes), file.trees[0]?.format ?? 'yaml');
  for (const [{ outer, node, text }, inner] of texts) {
    const pointer = pointerOf(outer, node);
    const tree = again?.[outer.document];
    const found = tree && nodeAt(tree, pointer);
    if (tree === undefined || found === undefined || scalarText(tree, found) !== applyChanges(text, inner)) {
      return `${pointer}: the embedded text reads differently after the edit`;
    }
  }
  return undefined;
}
