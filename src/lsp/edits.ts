/** Changes of texts, file by file, as an editor makes them all at once. */

import { fileChanges, NOT_HELD } from '../migrate/file-changes.ts';
import type { Configuration, Root } from '../model/open.ts';
import { type Edit, editText, type TextChange } from '../source/edit/index.ts';

export interface FileEdits {
  /** The file as findings call it. */
  readonly file: string;
  /** In the order of the text, not overlapping. */
  readonly changes: readonly TextChange[];
}

/** Why something that was asked for is not done; nothing is half-done. */
export class Refused extends Error {}

/** Edits of documents of one file as changes of its text. @throws Refused where one of them cannot be made */
export function changesOf(
  { file }: Configuration,
  edits: ReadonlyMap<Root, readonly Edit[]>,
): readonly TextChange[] {
  const parts = [...edits].map(([root, all]) => {
    const result = editText(root.tree, all);
    if (!result.ok) throw new Refused(result.reason);
    return { root, changes: result.changes };
  });
  const { changes, refused } = fileChanges(file, parts);
  if (refused.size > 0) throw new Refused(NOT_HELD);
  return changes;
}
