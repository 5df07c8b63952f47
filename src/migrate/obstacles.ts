/** What keeps changes from being made, as only the document as a whole shows. */
import { AT } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import { compiledMessage } from '../schema/compiled.ts';
import { MAX_DEPTH } from '../source/limits.ts';
import { keys, kindOf, NodeKind, ROOT, type SourceTree, scalarText } from '../source/tree.ts';
import type { PlannedChange } from './plan.ts';

/** Changes that cannot be made, with the reason of each. */
export type Obstacles = ReadonlyMap<PlannedChange, string>;

const NONE: Obstacles = new Map();

/** Why changes came to a text that means something else; none where that is a mistake of the migrations themselves. */
export function obstaclesOf({ tree }: Root, changes: readonly PlannedChange[]): Obstacles {
  if (isNearLimit(tree)) return new Map(changes.map((change) => [change, TOO_DEEP]));
  const found = new Map<PlannedChange, string>();
  for (const change of changes) {
    const field = writtenTwice(tree, change.frame);
    if (field !== undefined)
      found.set(
        change,
        `${field} stands there in two spellings, and only the last one counts; remove the other`,
      );
  }
  return found;
}

/** Levels that a migration may add at most, with room to spare. */
const ADDED = 16;
const TOO_DEEP = `the file nests nearly as deep as cfgtool reads (${MAX_DEPTH} levels), and the current form nests deeper; make it flatter first`;

/** Whether a text nests so deep that what migrations make of it may no longer be read. */
export function isNearLimit({ height }: SourceTree): boolean {
  return height > MAX_DEPTH - ADDED;
}

/** A field of a message that is written in two spellings: what removes one of them brings the other to life. */
function writtenTwice(tree: SourceTree, { message, type }: Frame): string | undefined {
  const at = message[AT];
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return undefined;
  const { bySpelling } = compiledMessage(type);
  const spellings = new Map<string, string>();
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const name = bySpelling.get(spelling)?.name ?? spelling;
    if ((spellings.get(name) ?? spelling) !== spelling) return name;
    spellings.set(name, spelling);
  }
  return undefined;
}

const LEAVES_NOTHING =
  'nothing would be left of the file that tells what it is; remove the file, or write what it is for';

/** Changes that would leave an empty map of a whole document. */
export function emptying({ tree, many }: Root, changes: readonly PlannedChange[]): Obstacles {
  if (many || kindOf(tree, ROOT) !== NodeKind.Map || changes.length === 0) return NONE;
  const left = new Set<string>();
  for (const key of keys(tree, ROOT)) {
    left.add(scalarText(tree, key));
    // A document of many fields is none of these.
    if (left.size > changes.length * 2) return NONE;
  }
  for (const { op, path } of changes.flatMap(({ edits }) => edits)) {
    if (op === 'remove') left.delete(path.slice(1));
    else left.add(path.slice(1));
  }
  return left.size > 0 ? NONE : new Map(changes.map((change) => [change, LEAVES_NOTHING]));
}
