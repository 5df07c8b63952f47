/** Fields and values that a dump shows under hidden names and that no migration of a run takes: they stay, with a reason. */
import { NODE, tableOf } from '../model/bound.ts';
import type { Root } from '../model/open.ts';
import { type Frame, locator, rootFrames, walkInsideOut } from '../model/walk.ts';
import { mayHide, unhidden } from '../schema/hidden.ts';
import type { Deprecation } from '../schema/language.ts';
import type { Edit } from '../source/edit/index.ts';
import { lookup } from '../source/lookup.ts';
import { escapeSegment, pointerOf } from '../source/pointer.ts';
import {
  documentText,
  isPassedOver,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
} from '../source/tree.ts';
import type { DocumentPlan, PlannedLeft } from './plan.ts';

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
  namespace: string,
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
  for (const frame of rootFrames(root)) walkInsideOut(frame, namespace, visit);
  return found;
}

/** The fields and values of one message that are written under hidden names. */
function* hiddenIn(
  tree: SourceTree,
  { message, type }: Frame,
): Generator<{ readonly name: string; readonly deprecated: Deprecation | undefined; readonly key: NodeId }> {
  const at = message[NODE];
  if (at === undefined || kindOf(tree, at) !== NodeKind.Map) return;
  const { bySpelling } = tableOf({ message, type });
  for (const key of keys(tree, at)) {
    const spelling = scalarText(tree, key);
    const field = bySpelling.get(spelling);
    if (field === undefined || isPassedOver(tree, key)) continue;
    if (unhidden(spelling)) yield { name: field.name, deprecated: field.spec.deprecated, key };
    if (field.element.kind !== 'enum') continue;
    const { values } = field.element.spec;
    const value = resolve(tree, key + 1);
    const isScalar = kindOf(tree, value) !== NodeKind.Map && kindOf(tree, value) !== NodeKind.List;
    const hidden = isScalar ? unhidden(scalarText(tree, value))?.name : undefined;
    const meant = hidden === undefined ? undefined : lookup(values, hidden);
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
