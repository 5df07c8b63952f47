/** What keeps changes from being made, as only the document as a whole shows. */
import { AT, tableOf } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { typeToldBy } from '../model/shape.ts';
import { type Frame, locator, rootFrames, walkInsideOut } from '../model/walk.ts';
import { fieldSpelled } from '../schema/compiled.ts';
import { mayHide, unhidden } from '../schema/hidden.ts';
import type { Deprecation } from '../schema/language.ts';
import type { Edit } from '../source/edit/index.ts';
import { MAX_DEPTH } from '../source/limits.ts';
import { escapeSegment, pointerOf } from '../source/pointer.ts';
import {
  documentText,
  isIgnored,
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
} from '../source/tree.ts';
import type { DocumentPlan, PlannedChange, PlannedLeft } from './plan.ts';

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
  return new Map([...emptying(root, changes), ...twice]);
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

// Fields and values that a dump shows under hidden names and that no migration of a run takes: they stay, with a reason.

/** What stands for the migration of a field that has none. */
const NO_MIGRATION = 'hidden-field';

/**
 * The hidden fields and values of a document that its plan says nothing about; those of a migration that was not
 * wanted are none of them.
 *
 * @param chosen ids of the migrations that were asked
 * @param skipped ids of those that were not wanted
 */
export function hiddenFields(
  root: Root,
  word: string,
  plan: DocumentPlan,
  chosen: ReadonlySet<string>,
  skipped: readonly string[],
): readonly PlannedLeft[] {
  const { tree } = root;
  if (!mayHide(documentText(tree))) return [];
  const places = locator(tree, pointerOf(tree, root.node));
  const taken = new Set(plan.changes.flatMap(({ edits }) => edits.flatMap(placesTaken)));
  const known = new Set(plan.left.map(({ node }) => node));
  const found: PlannedLeft[] = [];
  const visit = (frame: Frame): void => {
    for (const { name, deprecated, key } of hiddenIn(tree, frame)) {
      const pointer = `${places.pointer(frame)}/${escapeSegment(scalarText(tree, key))}`;
      if (taken.has(pointer) || known.has(key + 1)) continue;
      known.add(key + 1);
      const migration = deprecated?.migration ?? NO_MIGRATION;
      if (skipped.includes(migration)) continue;
      const reason = `${name} stays under the name that hides it in dumps: ${remedy(deprecated, chosen)}`;
      found.push({ migration, frame, pointer, node: key + 1, reason });
    }
  };
  for (const frame of rootFrames(root)) walkInsideOut(frame, word, visit);
  return found;
}

/** The fields and values of one message that are written under hidden names. */
function* hiddenIn(
  tree: SourceTree,
  { message, type }: Frame,
): Generator<{ readonly name: string; readonly deprecated: Deprecation | undefined; readonly key: NodeId }> {
  const at = message[AT];
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return;
  const { bySpelling } = tableOf({ message, type });
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const field = bySpelling.get(spelling);
    if (field === undefined || isIgnored(tree, key)) continue;
    if (unhidden(spelling)) yield { name: field.name, deprecated: field.spec.deprecated, key };
    if (field.element.kind !== 'enum') continue;
    const { values } = field.element.spec;
    const value = resolve(tree, key + 1);
    const isScalar = kindOf(tree, value) !== NodeKind.Map && kindOf(tree, value) !== NodeKind.List;
    const hidden = isScalar ? unhidden(scalarText(tree, value))?.name : undefined;
    const meant = hidden !== undefined && Object.hasOwn(values, hidden) ? values[hidden] : undefined;
    if (hidden !== undefined && meant) yield { name: hidden, deprecated: meant.deprecated, key };
  }
}

/** The places whose text an edit takes away. */
function placesTaken(edit: Edit): readonly string[] {
  if (edit.op === 'move') return [edit.from];
  return edit.op === 'add' ? [] : [edit.path];
}

function remedy(deprecated: Deprecation | undefined, chosen: ReadonlySet<string>): string {
  const { migration, use } = deprecated ?? {};
  if (migration !== undefined && !chosen.has(migration)) return `--also ${migration} converts it`;
  return use === undefined
    ? 'nothing replaces it; versions of the proxy without it have no such setting'
    : `it has no certain successor; use ${use} in its place`;
}

// Fields that stand in one message in two spellings, of which either may count.

/** Why a change of such a field is not made. */
export function spelledTwice(field: string): string {
  return `${field} stands there in two spellings, of which only one counts; remove the other`;
}

/** The fields of a message that are written in two spellings. */
export function fieldsTwice(tree: SourceTree, { message, type }: Frame): string[] {
  const at = message[AT];
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return [];
  const { bySpelling } = tableOf({ message, type });
  const spellings = new Map<string, string>();
  const twice: string[] = [];
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const name = bySpelling.get(spelling)?.name ?? spelling;
    if ((spellings.get(name) ?? spelling) !== spelling) twice.push(name);
    spellings.set(name, spelling);
  }
  return twice;
}
