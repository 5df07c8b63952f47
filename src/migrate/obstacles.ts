/** What keeps changes from being made, as only the document as a whole shows. */
import { tableOf, versionOf } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { typeToldBy } from '../model/shape.ts';
import type { Frame } from '../model/walk.ts';
import { compiledMessage, fieldSpelled } from '../schema/compiled.ts';
import { MAX_DEPTH } from '../source/limits.ts';
import { nodeFinder, segmentsOf } from '../source/pointer.ts';
import { firstIndex } from '../source/sorted.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
} from '../source/tree.ts';
import { fieldsTwice, type PlannedChange, spelledTwice } from './plan.ts';

/** Changes that cannot be made, with the reason of each. */
type Obstacles = ReadonlyMap<PlannedChange, string>;

const NONE: Obstacles = new Map();

/** Why changes came to a text that means something else; none where that is a mistake of the migrations themselves. */
export function obstaclesOf({ tree }: Root, changes: readonly PlannedChange[]): Obstacles {
  if (isNearLimit(tree)) return new Map(changes.map((change) => [change, TOO_DEEP]));
  return writtenTwice(tree, changes, () => true);
}

/**
 * Why changes are not made although the text would mean the same: they would leave nothing of the document, or the
 * earlier one of two spellings of a deprecated field, which a second run would find.
 */
export function obstaclesAllTheSame(root: Root, changes: readonly PlannedChange[]): Obstacles {
  const twice = writtenTwice(root.tree, changes, (field, frame) => {
    return tableOf(frame).byName.get(field)?.spec.deprecated !== undefined;
  });
  return new Map([...emptying(root, changes), ...twice, ...withKeysTwice(root.tree, changes)]);
}

/**
 * Changes that move something in which a key stands twice into a map, or beside a type: of JSON, the proxy refuses that
 * there, which it takes elsewhere.
 */
function withKeysTwice(tree: SourceTree, changes: readonly PlannedChange[]): Obstacles {
  const twice =
    tree.readAs === 'json'
      ? tree.notices.flatMap(({ rule, node }) => (rule === KEY_TWICE ? [node] : []))
      : [];
  if (twice.length === 0) return NONE;
  const find = nodeFinder(tree);
  const keyIn = (pointer: string): NodeId | undefined => {
    const node = find(pointer);
    if (node === undefined) return undefined;
    const key = twice[firstIndex(twice.length, (index) => (twice[index] ?? 0) > node)];
    return key !== undefined && key < skipOf(tree, node) ? key : undefined;
  };
  return new Map(
    changes.flatMap((change) => {
      const keys = change.edits.flatMap((edit) =>
        edit.op === 'move' && leadsIntoMap(change, edit.path) ? (keyIn(edit.from) ?? []) : [],
      );
      return keys.slice(0, 1).map((key) => [change, keyTwice(scalarText(tree, key))] as const);
    }),
  );
}

/** Whether a pointer leads from the message of a change through a map, or a message with its type beside it. */
function leadsIntoMap({ frame, pointer }: PlannedChange, path: string): boolean {
  const version = versionOf(frame.message);
  let type: string | undefined = frame.type;
  const way = segmentsOf(path.slice(pointer.length)) ?? [];
  for (let at = 0; at < way.length && type !== undefined; at++) {
    const field = compiledMessage(type, version).bySpelling.get(way[at] ?? '');
    if (field === undefined) return false;
    if (field.shape === 'map' || field.element.kind === 'any') return true;
    if (field.shape === 'list') at++;
    type = field.element.kind === 'message' ? field.element.name : undefined;
  }
  return false;
}

const KEY_TWICE = 'duplicate-key';

function keyTwice(key: string): string {
  return `${key} stands twice in what would move, which the proxy takes of JSON where it stands and refuses where it would go; remove one of them`;
}

/** Levels that a migration may add at most, with room to spare. */
const ADDED = 16;
const TOO_DEEP = `the file nests nearly as deep as cfgtool reads (${MAX_DEPTH} levels), and the current form nests deeper; make it flatter first`;

/** Whether a text nests so deep that what migrations make of it may no longer be read. */
export function isNearLimit({ height }: SourceTree): boolean {
  return height > MAX_DEPTH - ADDED;
}

/** Changes of messages in which a field stands in two spellings: what removes one of them brings the other to life. */
function writtenTwice(
  tree: SourceTree,
  changes: readonly PlannedChange[],
  counts: (field: string, frame: Frame) => boolean,
): Obstacles {
  const found = new Map<PlannedChange, string>();
  for (const change of changes) {
    const field = fieldsTwice(tree, change.frame).find((name) => counts(name, change.frame));
    if (field === undefined) continue;
    found.set(change, spelledTwice(field));
  }
  return found;
}

const LEAVES_NOTHING =
  'nothing would be left of the file that tells what it is; remove the file, or write what it is for';

const LEAVES_LITTLE =
  'too little would be left of the file to tell what it is, beside keys that are no fields of it; remove those first';

/** Changes that would leave too little in a whole document by which it was recognised. */
function emptying({ tree, node, many, type }: Root, changes: readonly PlannedChange[]): Obstacles {
  // What is around a part says what it is.
  if (changes.length === 0 || node !== ROOT) return NONE;
  // A list is what its first entry is.
  const entries = many ? [...items(tree, ROOT)] : [ROOT];
  const index = entries.findIndex((each) => !isNull(tree, each));
  const map = resolve(tree, entries[index] ?? ROOT);
  if (kindOf(tree, map) !== NodeKind.Map) return NONE;
  const above = many ? `/${index}/` : '/';
  // A key that stands twice counts twice where a document is recognised.
  const written = [...keys(tree, map)].map((key) => scalarText(tree, key));
  const wasSeen = typeToldBy(written) === type;
  const keyAt = (path: string): string => (path.startsWith(above) ? path.slice(above.length) : '');
  const gone = new Set<string>();
  const added = new Set<string>();
  for (const edit of changes.flatMap(({ edits }) => edits)) {
    const key = keyAt(edit.path);
    const from = edit.op === 'move' ? keyAt(edit.from) : edit.op === 'remove' ? key : '';
    if (edit.op !== 'remove' && /^[^/]+$/.test(key)) added.add(key);
    gone.add(from);
    added.delete(from);
  }
  const left = [...written.filter((key) => !gone.has(key) && !added.has(key)), ...added];
  const isLeft = wasSeen && !left.includes('@type') ? typeToldBy(left) === type : left.length > 0;
  if (isLeft) return NONE;
  const known = left.filter((key) => fieldSpelled(type, key) !== undefined);
  const isMixed = known.length > 0 && known.length < left.length;
  return new Map(changes.map((change) => [change, isMixed ? LEAVES_LITTLE : LEAVES_NOTHING]));
}
