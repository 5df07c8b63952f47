/** Plans the edits of a document: asks each migration about each message it looks at, inside before outside. */
import { UNREADABLE } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { type Frame, type Locator, locator, rootFrames, walkInsideOut } from '../model/walk.ts';
import type { Edit } from '../source/edit/index.ts';
import type { SourceTree } from '../source/tree.ts';
import type { Migration, MigrationOutcome } from './migration.ts';
import { type Moved, textView } from './view.ts';

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
}

/** A deprecated form that stays, and why. */
export interface PlannedLeft {
  readonly migration: string;
  readonly frame: Frame;
  /** The field, from the document's root. */
  readonly pointer: string;
  readonly reason: string;
}

export interface DocumentPlan {
  readonly changes: readonly PlannedChange[];
  readonly left: readonly PlannedLeft[];
}

export interface PlanOptions {
  readonly word: string;
  readonly older: boolean;
}

export function planDocument(
  root: Root,
  migrations: readonly Migration[],
  options: PlanOptions,
): DocumentPlan {
  const byType = new Map<string, Migration[]>();
  for (const migration of migrations) {
    for (const type of migration.messages) {
      const list = byType.get(type);
      if (list) list.push(migration);
      else byType.set(type, [migration]);
    }
  }
  const changes: PlannedChange[] = [];
  const left: PlannedLeft[] = [];
  const places = locator(root.tree);
  const visit = (frame: Frame): void => {
    const asked = byType.get(frame.type);
    if (asked) planMessage(frame, root.tree, places, asked, options, changes, left);
  };
  for (const frame of rootFrames(root)) walkInsideOut(frame, options.word, visit);
  return { changes, left };
}

function planMessage(
  frame: Frame,
  tree: SourceTree,
  places: Locator,
  asked: readonly Migration[],
  options: PlanOptions,
  changes: PlannedChange[],
  left: PlannedLeft[],
): void {
  const moved: { from: string; to: string }[] = [];
  let base: string | undefined;
  for (const migration of asked) {
    const view = textView(frame, tree, places, moved as Moved, options);
    for (const field of migration.fields) {
      if (frame.message[UNREADABLE]?.[field] === undefined || frame.message[field] !== undefined) continue;
      base ??= places.pointer(frame);
      const reason = `the value of ${field} cannot be read as its type; mend it first`;
      left.push({ migration: migration.id, frame, pointer: base + view.at(field), reason });
    }
    for (const outcome of migration.plan(view)) {
      base ??= places.pointer(frame);
      if (outcome.kind === 'left') {
        left.push({
          migration: migration.id,
          frame,
          pointer: base + view.at(outcome.field),
          reason: outcome.reason,
        });
        continue;
      }
      for (const edit of outcome.edits)
        if (edit.op === 'move') moved.push({ from: edit.from, to: edit.path });
      changes.push(placed(migration.id, frame, base, outcome));
    }
  }
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
