/**
 * cfgtool as a library: open a configuration, see what is wrong with it, normalize it, migrate it.
 *
 * ```ts
 * import { migrate, normalize, open } from 'cfgtool';
 *
 * const configuration = open('clusters: [{name: shop, hosts: {pipe: {path: /run/shop}}}]');
 * configuration.problems; // rule, level, message, place
 * migrate(configuration).text; // with load_assignment
 * normalize(configuration)[0]?.value; // every default filled in
 * ```
 */

import type { NormalizedDocument, NormalizeOptions } from './migrate/index.ts';
import {
  type FileMigration,
  type MigrateOptions,
  migrateConfiguration,
  normalizeConfiguration,
} from './migrate/index.ts';
import { type Configuration, type OpenOptions, openConfiguration } from './model/index.ts';
import { sourceFile } from './source/load.ts';

export {
  type Applied,
  type FileMigration,
  type MigrateOptions,
  migrations,
  type NormalizedDocument,
} from './migrate/index.ts';
export { type Configuration, type OpenOptions, type Problem, rules } from './model/index.ts';
export { InputError } from './source/errors.ts';

/**
 * Opens the text of a configuration, YAML or JSON, in any shape that the command line reads (CONTRACT, Inputs).
 *
 * @param name what messages call it
 * @throws InputError where it cannot be read or understood
 */
export function open(text: string, options: OpenOptions & { readonly name?: string } = {}): Configuration {
  return openConfiguration(sourceFile(options.name ?? '<text>', text, 'named'), options);
}

/** The migrated text with what was converted, left and why; nothing is written (CONTRACT, migrate). */
export function migrate(configuration: Configuration, options: Partial<MigrateOptions> = {}): FileMigration {
  return migrateConfiguration(configuration, { older: false, ...options });
}

/** The canonical form of every document, in its own container shape (CONTRACT, normalize). */
export function normalize(
  configuration: Configuration,
  options: Partial<NormalizeOptions> = {},
): readonly NormalizedDocument[] {
  return normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: false, ...options });
}
