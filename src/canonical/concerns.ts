/** Which messages a migration has to be asked about. */
import { type Typed, tableOf, UNREADABLE, versionOf } from '../model/bound.ts';
import type { ApiVersion } from '../schema/version.ts';
import type { Migration } from './migration/migration.ts';

/** Whether a message has anything that a migration looks at; most have not, and cost no more than this. */
export function concerns(migration: Migration, { type, message }: Typed): boolean {
  const unreadable = message[UNREADABLE];
  const isSet = (field: string): boolean => message[field] !== undefined || unreadable?.[field] !== undefined;
  if (!migration.fields.some(isSet)) return false;
  if ((migration.versions ?? SECOND).includes(versionOf(message))) return true;
  // A field that only version 2 has may stand in a dump of a proxy between the versions.
  const { byName } = tableOf({ type, message });
  return migration.fields.some((field) => byName.get(field)?.gone === true && isSet(field));
}

const SECOND: readonly ApiVersion[] = ['v2'];
