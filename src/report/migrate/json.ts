/** A migration as the JSON report of the contract; its schema is docs/schemas/migrate.schema.json. */

import { type MigratedFile, migratedObject } from '../../results/migration.ts';
import { type RunFacts, runObject } from '../../results/run.ts';
import { partialMark } from '../partial.ts';
import { jsonText } from '../text/json-text.ts';

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
