/** Current forms nest deeper than the deprecated ones: a file near the limit of nesting cannot take them. */
import { MAX_DEPTH } from '../source/limits.ts';
import { parentOf, type SourceTree } from '../source/tree.ts';

/** Levels that a migration may add at most, with room to spare. */
const ADDED = 16;

/** Whether a text nests so deep that what migrations make of it may no longer be read. Aliases count as one level. */
export function isNearLimit(tree: SourceTree): boolean {
  const depths = new Uint16Array(tree.size);
  let deepest = 0;
  for (let node = 1; node < tree.size; node++) {
    const depth = (depths[parentOf(tree, node)] ?? 0) + 1;
    depths[node] = depth;
    if (depth > deepest) deepest = depth;
  }
  return deepest > MAX_DEPTH - ADDED;
}

export const TOO_DEEP = `the file nests nearly as deep as cfgtool reads (${MAX_DEPTH} levels), and the current form nests deeper; make it flatter first`;
