/** Which migrations have to come before a document of version 2 can be spelled as version 3. */

import { looksAt } from '../../canonical/concerns.ts';
import type { Migration } from '../../canonical/migration/migration.ts';
import { successionOf, valueSuccessor } from '../../canonical/version-three/successor.ts';
import { compiledMessage, isMessage } from '../../schema/compiled.ts';

/**
 * Those that look at a field or an enum value which only version 2 has, and two more: version 3 looks per-route
 * configuration up under the name that the filter chain gives a filter, so both have to have the current one; and it
 * refuses the names of clusters in a source over gRPC. Not among them is `original-dst-flag-to-filter`: version 3 kept
 * the flag.
 */
export function neededMigrations(all: readonly Migration[]): readonly Migration[] {
  return all.filter((migration) => NEEDED.has(migration.id) || endsVersionTwo(migration));
}

const NEEDED: ReadonlySet<string> = new Set(['filter-names-to-current', 'cluster-names-to-grpc-services']);

function endsVersionTwo(migration: Migration): boolean {
  const { messages, fields } = migration;
  if (!looksAt(migration, 'v2')) return false;
  return messages.some((id) => isMessage(id) && fields.some((field) => isOfTwoOnly(id, field)));
}

function isOfTwoOnly(id: string, name: string): boolean {
  const field = compiledMessage(id, 'v2').byName.get(name);
  if (field === undefined) return false;
  const newer = successionOf(id, name)?.successor;
  if (newer === undefined) return true;
  const [older, now] = [field.element, newer.element];
  return (
    older.kind === 'enum' &&
    now.kind === 'enum' &&
    Object.keys(older.spec.values).some((value) => valueSuccessor(older.spec, now.spec, value) === undefined)
  );
}
