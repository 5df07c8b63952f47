/** The namespace that a file shows in its values: an escaped one counts, and a remark does not. */
import { isKey } from '../source/pointer.ts';
import { firstIndex } from '../source/sorted.ts';
import { endOf, kindOf, type NodeId, NodeKind, ROOT, type SourceTree, startOf } from '../source/tree.ts';
import { type WordSource, wordIn } from './word.ts';

/**
 * The word in the names and type URLs of a file; undefined where it shows none.
 *
 * @param held the documents and embedded texts that are configurations
 */
export function shownWord(
  file: { readonly text: string; readonly trees: readonly SourceTree[] },
  held: readonly { readonly tree: SourceTree }[],
): string | undefined {
  const trees = new Set([...file.trees, ...held.map(({ tree }) => tree)]);
  const escaped = [...trees].flatMap(escapedTexts).join('\n');
  const written: WordSource = { text: file.text, counts: (offset) => isSaid(file.trees, offset) };
  return wordIn(escaped === '' ? [written] : [written, { text: escaped }]);
}

/** Values that the text shows in another form only: with escapes, or folded. */
function escapedTexts(tree: SourceTree): readonly string[] {
  const texts: string[] = [];
  for (const [node, text] of tree.decoded) {
    const kind = kindOf(tree, node);
    // The lines of a block say what they are.
    if (kind !== NodeKind.Literal && kind !== NodeKind.Folded)
      texts.push(isKey(tree, node) ? `${text}: ` : text);
  }
  return texts;
}

/** Whether an offset of a file's text lies in a key or value, and in no comment. */
function isSaid(trees: readonly SourceTree[], offset: number): boolean {
  const tree = trees[firstIndex(trees.length, (index) => startsAfter(trees[index], ROOT, offset)) - 1];
  if (tree === undefined) return false;
  const node = firstIndex(tree.size, (index) => startsAfter(tree, index, offset)) - 1;
  const kind = kindOf(tree, node);
  return kind !== NodeKind.Map && kind !== NodeKind.List && offset < endOf(tree, node);
}

function startsAfter(tree: SourceTree | undefined, node: NodeId, offset: number): boolean {
  return tree === undefined || startOf(tree, node) > offset;
}
