/** A migration as the JSON report of the contract; its schema is docs/schemas/migrate.schema.json. */
import type { Applied, FileMigration, Left } from '../../migrate/index.ts';
import { partialMark } from '../partial.ts';
import { type RunFacts, runObject } from '../parts/part.ts';
import { jsonText } from '../text/json-text.ts';
import type { MigratedFile } from './migrated-file.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

/** @param orders positions of the files among all inputs, for a share of them */
export function migrateJson(
  files: readonly MigratedFile[],
  version: string,
  redact: (text: string) => string,
  run?: RunFacts,
  orders: readonly number[] = [],
): string {
  const sharded = run?.shard !== undefined;
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      ...partialMark(run),
      files: files.map((file, at) => ({
        ...migratedObject(file),
        ...(sharded ? { order: orders[at] ?? at } : {}),
      })),
      ...(run === undefined ? {} : { run: runObject(run) }),
    },
    redact,
  );
}

/** What became of one file, as the contract has it. */
export function migratedObject({ name, documents, migration }: MigratedFile): object {
  const { changed, applied, left, warnings, waiting, equivalent, difference } = migration;
  const change = (one: Applied | Left) => changeOf(one, documents);
  return {
    file: name,
    changed,
    applied: applied.map(change),
    left: left.map(change),
    warnings: [...warnings],
    waiting,
    ...patchesOf(migration, documents),
    equivalent,
    ...(difference === undefined ? {} : { difference }),
  };
}

function changeOf(
  { migration, pointer, range, reason, document, embedded }: Applied | Left,
  documents: number,
): object {
  const place = { migration, pointer, range, reason };
  return {
    ...place,
    ...(documents > 1 ? { document } : {}),
    ...(embedded === undefined ? {} : { embedded }),
  };
}

/** `patch` is that of a lone document; where there are several, or embedded ones, `patches` tells them apart. */
function patchesOf({ patches }: FileMigration, documents: number): object {
  const plain = documents <= 1 && patches.every(({ embedded }) => embedded === undefined);
  if (plain) return { patch: patches.flatMap(({ patch }) => patch) };
  return {
    patch: [],
    patches: patches.map(({ document, embedded, patch }) => ({
      document,
      ...(embedded === undefined ? {} : { embedded }),
      patch,
    })),
  };
}
