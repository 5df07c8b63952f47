/** The place that is told from a text beside the one that its tree knows. */
import { stepsOf } from '../../../src/lsp/context/place.ts';
import { placeAt } from '../../../src/lsp/document.ts';
import { escapeSegment, isKey, pointerOf } from '../../../src/source/pointer.ts';
import {
  endOf,
  kindOf,
  type NodeId,
  NodeKind,
  parentOf,
  type SourceTree,
  startOf,
} from '../../../src/source/tree.ts';

/** Nodes that a position can be in: keys and scalars. */
function isToken(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, node);
  return (
    kind !== NodeKind.Map &&
    kind !== NodeKind.List &&
    kind !== NodeKind.Empty &&
    kind !== NodeKind.Literal &&
    kind !== NodeKind.Folded
  );
}

/** What is told otherwise than the tree has it, a line for each. */
export function differences(
  text: string,
  trees: readonly SourceTree[],
  step = 1,
  most = 5,
): readonly string[] {
  const found: string[] = [];
  for (const tree of trees) {
    for (let node = 0; node < tree.size && found.length < most; node += step) {
      if (!isToken(tree, node)) continue;
      const isOfKey = node > 0 && isKey(tree, node);
      const wanted = `${isOfKey ? 'key' : 'value'} ${pointerOf(tree, isOfKey ? parentOf(tree, node) : node)}`;
      const start = startOf(tree, node);
      const place = placeAt(text, start);
      const steps =
        place === undefined
          ? undefined
          : stepsOf(place)
              .map((each) => `/${escapeSegment(String(each))}`)
              .join('');
      const told = `${place?.at} ${steps}`;
      const end = place?.namespace.end;
      if (told !== wanted) found.push(`at ${start}: ${told}, not ${wanted}`);
      else if (place?.document !== tree.document)
        found.push(`at ${start}: document ${place?.document}, not ${tree.document}`);
      else if (end !== endOf(tree, node) && !text.slice(start, endOf(tree, node)).includes('\n'))
        found.push(`at ${start}: ends at ${end}, not ${endOf(tree, node)}`);
    }
  }
  return found;
}
