/** Which messages a migration has to be asked about. */
import { INVALID, type Typed, tableOf, versionOf } from '../model/bound.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import type { ApiVersion } from '../schema/version.ts';
import type { Migration } from './migration/migration.ts';

/** Whether a message has anything that a migration looks at; most have not, and cost no more than this. */
export function concerns(migration: Migration, { type, message }: Typed): boolean {
  const unreadable = message[INVALID];
  const isSet = (field: string): boolean => message[field] !== undefined || unreadable?.[field] !== undefined;
  if (!migration.fields.some(isSet)) return false;
  if (looksAt(migration, versionOf(message))) return true;
  // A field that only version 2 has may stand in a dump of a proxy between the versions.
  const { byName } = tableOf({ type, message });
  return migration.fields.some((field) => byName.get(field)?.gone === true && isSet(field));
}

/** Whether a migration is for messages of a version. */
export function looksAt({ versions }: Pick<Migration, 'versions'>, version: ApiVersion): boolean {
  return versions === undefined ? version === 'v2' : versions.includes(version);
}

/** The versions that a migration is for, in words. */
export function versionsOf(migration: Pick<Migration, 'versions'>): string {
  const found = (['v2', 'v3'] as const).filter((version) => looksAt(migration, version));
  return found.length > 1 ? 'versions 2 and 3' : found[0] === 'v3' ? 'version 3' : 'version 2';
}

/** Which of some migrations look at a type, and the ways to those types. */
export interface Questions {
  /** Those that look at messages of a type, in their order. */
  of(message: Pick<Typed, 'type'>): readonly Migration[];
  readonly paths: Paths;
}

const known = new WeakMap<readonly Migration[], Questions>();

/** What is asked of messages; remembered, since every message of a run asks with the same list. */
export function questionsOf(migrations: readonly Migration[]): Questions {
  const before = known.get(migrations);
  if (before !== undefined) return before;
  const byType = new Map<string, Migration[]>();
  for (const migration of migrations) {
    for (const type of migration.messages) {
      const list = byType.get(type);
      if (list === undefined) byType.set(type, [migration]);
      else list.push(migration);
    }
  }
  const none: readonly Migration[] = [];
  const made: Questions = { of: ({ type }) => byType.get(type) ?? none, paths: waysTo(migrations) };
  known.set(migrations, made);
  return made;
}

/** A message of version 2 is not searched for what only version 3 deprecates; what is gone since stands in dumps of it. */
function waysTo(migrations: readonly Migration[]): Paths {
  const older = migrations.filter((migration) => looksAt(migration, 'v2'));
  const paths = {
    v2: pathsTo(new Set(older.flatMap(({ messages }) => messages))),
    v3: pathsTo(new Set(migrations.flatMap(({ messages }) => messages))),
  };
  return { get: (type, version = 'v2') => paths[version].get(type, version) };
}
