/** The stage that migrates and normalizes, with every migration at hand. */
import { migrations } from '../../migrations/index.ts';
import type { Configuration } from '../model/open.ts';
import { printJson, printYaml } from '../source/edit/print.ts';
import { type FileMigration, type MigrateOptions, migrateConfiguration as migrateWith } from './migrate.ts';
import {
  type NormalizedDocument,
  type NormalizeOptions,
  normalizeConfiguration as normalizeWith,
} from './normalize.ts';

export type { Applied, FileMigration, Left, MigrateOptions } from './migrate.ts';
export type { NormalizedDocument, NormalizeOptions, Origin } from './normalize.ts';
export { migrations };

/** Migrates every configuration in a file; nothing is written (CONTRACT, migrate). */
export function migrateConfiguration(configuration: Configuration, options: MigrateOptions): FileMigration {
  return migrateWith(configuration, migrations, options);
}

/** The normalized form of every document of a file, in its own container shape (CONTRACT, normalize). */
export function normalizeConfiguration(
  configuration: Configuration,
  options: NormalizeOptions,
): readonly NormalizedDocument[] {
  return normalizeWith(configuration, migrations, options, (value, format) =>
    format === 'json' ? `${printJson(value, '  ')}\n` : printYaml(value, { indent: 0, step: 2 }),
  );
}
