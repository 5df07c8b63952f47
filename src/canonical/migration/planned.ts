/**
 * What a migration makes of a message, without what would write over, or take away, a value that nobody could read, or
 * lead from one version of the API into another.
 */
import { INVALID, isObject, type Typed, tableOf, versionOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import { hasUnreadField } from '../../model/unknown-fields.ts';
import { typedIn } from '../../model/walk.ts';
import type { Release } from '../../schema/release.ts';
import type { Edit } from '../../source/edit/index.ts';
import { segmentsOf } from '../../source/pointer.ts';
import { isWritten, type MessageView, type Migration, type MigrationOutcome } from './migration.ts';
import { newerThan } from './newer-fields.ts';

/**
 * The outcomes of a migration; edits that would lose what somebody wrote are an obstacle instead, and so are those that
 * write what a release does not have.
 *
 * @param release the one that has to take the result, where one does
 */
export function planned(
  migration: Migration,
  view: MessageView,
  release?: Release,
): readonly MigrationOutcome[] {
  return migration.plan(view).map((outcome) => {
    if (outcome.kind === 'left') return outcome;
    const met = outcome.edits.map((edit) => obstacleTo(edit, view)).find((each) => each !== undefined);
    if (met === undefined) return inItsRelease(outcome, migration, view, release);
    const field = migration.fields.find((each) => each !== met.field && isWritten(view, each)) ?? met.field;
    return { kind: 'left', field, reason: met.reason };
  });
}

/** Edits that write what the release in force does not have are an obstacle: it would refuse the result. */
function inItsRelease(
  outcome: MigrationOutcome & { readonly kind: 'edits' },
  { fields }: Migration,
  view: MessageView,
  release: Release | undefined,
): MigrationOutcome {
  if (release === undefined) return outcome;
  const why = newerThan(release, { type: view.type, message: view.value }, outcome.edits);
  const field = fields.find((each) => isWritten(view, each));
  return why === undefined || field === undefined ? outcome : { kind: 'left', field, reason: why };
}

interface Obstacle {
  readonly field: string;
  readonly reason: string;
}

/** Why an edit may not be made: it would take the place of what nobody could read, or lead into another version. */
function obstacleTo({ op, path }: Edit, { type, value }: MessageView): Obstacle | undefined {
  const way = segmentsOf(path) ?? [];
  let held: Typed = { type, message: value };
  for (let at = 0; at < way.length; at++) {
    const field = tableOf(held).bySpelling.get(way[at] ?? '');
    if (field === undefined) return undefined;
    let inner = held.message[field.name];
    const isWhole = at === way.length - 1 || inner === undefined;
    if (isWhole && held.message[INVALID]?.[field.name] !== undefined) return unreadable(field.name);
    const { name: table } = field.element.kind === 'message' ? field.element : { name: undefined };
    if (op === 'remove' && at === way.length - 1 && table !== undefined && hasUnreadField(table, inner))
      return unreadable(field.name);
    if (field.shape !== 'one') inner = isHolder(inner) ? inner[way[++at] ?? ''] : undefined;
    const next = typedIn(field, inner);
    if (next === undefined) return undefined;
    if (versionOf(next.message) !== versionOf(value) && op !== 'remove')
      return {
        field: field.name,
        reason: `it would have to go into ${shortName(next.type)}, which is of another version of the API; lift that first (cfgtool migrate --to v3)`,
      };
    held = next;
  }
  return undefined;
}

function unreadable(field: string): Obstacle {
  const reason = `the value of ${field}, which would have to go, cannot be read as a whole; correct it first`;
  return { field, reason };
}

function isHolder(value: unknown): value is { readonly [key: string]: unknown } {
  return isObject(value) || Array.isArray(value);
}
