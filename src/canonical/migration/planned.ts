/** What a migration makes of a message, without what would write over, or take away, a value that nobody could read. */
import { isObject, type Typed, tableOf, UNREADABLE } from '../../model/bound.ts';
import { hasUnreadField } from '../../model/unknown-fields.ts';
import { typedIn } from '../../model/walk.ts';
import type { Edit } from '../../source/edit/index.ts';
import { segmentsOf } from '../../source/pointer.ts';
import { isWritten, type MessageView, type Migration, type MigrationOutcome } from './migration.ts';

/** The outcomes of a migration; edits that would lose what somebody wrote are an obstacle instead. */
export function planned(migration: Migration, view: MessageView): readonly MigrationOutcome[] {
  return migration.plan(view).map((outcome) => {
    if (outcome.kind === 'left') return outcome;
    const lost = outcome.edits.map((edit) => lostBy(edit, view)).find((field) => field !== undefined);
    if (lost === undefined) return outcome;
    const field = migration.fields.find((each) => each !== lost && isWritten(view, each)) ?? lost;
    const reason = `the value of ${lost}, which would have to go, cannot be read as a whole; correct it first`;
    return { kind: 'left', field, reason };
  });
}

/** The field whose unreadable value an edit would put something in the place of. */
function lostBy({ op, path }: Edit, { type, value }: MessageView): string | undefined {
  const way = segmentsOf(path) ?? [];
  let held: Typed = { type, message: value };
  for (let at = 0; at < way.length; at++) {
    const field = tableOf(held).bySpelling.get(way[at] ?? '');
    if (field === undefined) return undefined;
    let inner = held.message[field.name];
    const isWhole = at === way.length - 1 || inner === undefined;
    if (isWhole && held.message[UNREADABLE]?.[field.name] !== undefined) return field.name;
    const { name: table } = field.element.kind === 'message' ? field.element : { name: undefined };
    if (op === 'remove' && at === way.length - 1 && table !== undefined && hasUnreadField(table, inner))
      return field.name;
    if (field.shape !== 'one') inner = isHolder(inner) ? inner[way[++at] ?? ''] : undefined;
    const next = typedIn(field, inner);
    if (next === undefined) return undefined;
    held = next;
  }
  return undefined;
}

function isHolder(value: unknown): value is { readonly [key: string]: unknown } {
  return isObject(value) || Array.isArray(value);
}
