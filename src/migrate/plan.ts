/** Plans the edits of a document: asks each migration about each message it looks at, inside before outside. */

import { concerns, questionsOf } from '../canonical/concerns.ts';
import type { MessageView, Migration, MigrationOutcome, Together } from '../canonical/migration/migration.ts';
import { planned } from '../canonical/migration/planned.ts';
import { TextView, type ViewOptions } from '../canonical/migration/view.ts';
import { INVALID, keyNodeOf, NODE, tableOf } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { type Frame, type Locator, locator, rootFrames, walkInsideOut } from '../model/walk.ts';
import type { Edit } from '../source/edit/index.ts';
import { pointerOf } from '../source/pointer.ts';
import { keys, kindOf, type NodeId, NodeKind, ROOT, type SourceTree, scalarText } from '../source/tree.ts';

/** Edits of one migration on one message. */
export interface PlannedChange {
  readonly migration: string;
  readonly frame: Frame;
  /** The message, from the document's root, in the file's own spelling. */
  readonly pointer: string;
  /** With pointers from the document's root. */
  readonly edits: readonly Edit[];
  readonly elsewhere: readonly Edit[];
  readonly reason: string;
  readonly warning?: string;
  readonly together?: Together;
}

/** A deprecated form that stays, and why. */
export interface PlannedLeft {
  readonly migration: string;
  readonly frame: Frame;
  /** The field, from the document's root. */
  readonly pointer: string;
  readonly node: NodeId;
  readonly reason: string;
}

export interface DocumentPlan {
  readonly changes: readonly PlannedChange[];
  readonly left: readonly PlannedLeft[];
}

export function planDocument(
  root: Root,
  migrations: readonly Migration[],
  given: Omit<ViewOptions, 'migrations'>,
): DocumentPlan {
  const options: ViewOptions = { ...given, migrations };
  const asked = questionsOf(migrations);
  const changes: PlannedChange[] = [];
  const left: PlannedLeft[] = [];
  const places = locator(root.tree, pointerOf(root.tree, root.node));
  const visit = (frame: Frame): void => {
    const some = asked.of(frame);
    if (some.length > 0) planMessage(frame, root, places, some, options, changes, left);
  };
  // Most fields can hold nothing that is asked about; they are not walked into.
  for (const frame of rootFrames(root)) walkInsideOut(frame, options.namespace, visit, asked.paths);
  return { changes, left };
}

function planMessage(
  frame: Frame,
  { tree, release }: Root,
  places: Locator,
  asked: readonly Migration[],
  options: ViewOptions,
  changes: PlannedChange[],
  left: PlannedLeft[],
): void {
  const moved: { from: string; to: string }[] = [];
  let base: string | undefined;
  let view: MessageView | undefined;
  for (const migration of asked) {
    if (!concerns(migration, frame)) continue;
    view ??= new TextView(frame, tree, places, moved, options);
    base ??= places.pointer(frame);
    for (const field of unreadableFields(migration, frame)) {
      const reason = fieldsTwice(tree, frame).includes(field)
        ? spelledTwice(field)
        : `the value of ${field} cannot be read as its type; correct it first`;
      left.push(leftAt(migration.id, frame, tree, base + view.at(field), field, reason));
    }
    for (const outcome of planned(migration, view, release)) {
      if (outcome.kind === 'left') {
        left.push(
          leftAt(migration.id, frame, tree, base + view.at(outcome.field), outcome.field, outcome.reason),
        );
        continue;
      }
      for (const edit of outcome.edits)
        if (edit.op === 'move') moved.push({ from: edit.from, to: edit.path });
      changes.push(placed(migration.id, frame, base, outcome));
    }
  }
}

/** The deprecated fields of a migration whose values are written but cannot be read. */
function unreadableFields(migration: Migration, { message, type }: Frame): readonly string[] {
  const unreadable = message[INVALID];
  if (unreadable === undefined) return [];
  const fields = tableOf({ message, type }).byName;
  return migration.fields.filter(
    (field) =>
      unreadable[field] !== undefined && message[field] === undefined && fields.get(field)?.spec.deprecated,
  );
}

function leftAt(
  migration: string,
  frame: Frame,
  tree: SourceTree,
  pointer: string,
  field: string,
  reason: string,
): PlannedLeft {
  const key = keyNodeOf(tree, frame.type, frame.message, field);
  return { migration, frame, pointer, node: key === -1 ? (frame.message[NODE] ?? ROOT) : key + 1, reason };
}

function placed(
  migration: string,
  frame: Frame,
  base: string,
  outcome: MigrationOutcome & { readonly kind: 'edits' },
): PlannedChange {
  return {
    migration,
    frame,
    pointer: base,
    edits: outcome.edits.map((edit) => below(base, edit)),
    elsewhere: outcome.elsewhere ?? [],
    reason: outcome.reason,
    ...(outcome.warning === undefined ? {} : { warning: outcome.warning }),
    ...(outcome.together === undefined ? {} : { together: outcome.together }),
  };
}

/** An edit on a message as an edit on its document. */
export function below(base: string, edit: Edit): Edit {
  const path = base + edit.path;
  switch (edit.op) {
    case 'move':
      return {
        ...edit,
        path,
        from: base + edit.from,
        ...(edit.inPlaceOf === undefined ? {} : { inPlaceOf: base + edit.inPlaceOf }),
      };
    case 'add':
      return { ...edit, path, ...(edit.inPlaceOf === undefined ? {} : { inPlaceOf: base + edit.inPlaceOf }) };
    default:
      return { ...edit, path };
  }
}

/** Why a change of such a field is not made. */
export function spelledTwice(field: string): string {
  return `${field} stands there in two spellings, of which only one counts; remove the other`;
}

/** The fields of a message that are written in two spellings. */
export function fieldsTwice(tree: SourceTree, { message, type }: Frame): string[] {
  const at = message[NODE];
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
