import { migrateConfiguration, normalizeConfiguration } from '../migrate/index.ts';
import { migratedObject, migratedText } from '../results/migration.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { opened, plain } from './input.ts';
import type { Input, Migrated, Normalized, ReadOptions } from './types.ts';

export interface MigrateOptions extends ReadOptions {
  /** Ids of the migrations to run, instead of all that are not optional. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Optional migrations to run too, or `all`. */
  readonly also?: readonly string[];
  /** Leave alone what would need fields that the older form of the data model lacks. */
  readonly older?: boolean;
}

/**
 * The text in current forms, with what was converted, what was left and why. Layout and comments stay as they are.
 * Secrets are hidden in what is said about the text, not in the text.
 *
 * @throws InputError where the input cannot be read or understood
 */
export function migrate(input: Input, options: MigrateOptions = {}): Migrated {
  const { only, skip, also, older = false } = options;
  const configurations = opened(input, options);
  const [configuration] = configurations;
  if (configuration === undefined) throw new RangeError('there is no input');
  const migration = migrateConfiguration(configuration, {
    older,
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
    ...(also === undefined ? {} : { also }),
  });
  const { redact } = redactionOf(configurations, options.showSecrets);
  const { file: _, ...told } = migratedObject(migratedText(configuration.file, migration));
  return { text: migration.text, ...plain<Omit<Migrated, 'text'>>(told, redact) };
}

export interface NormalizeOptions extends ReadOptions {
  /** Leave defaults out. */
  readonly onlyWritten?: boolean;
}

/**
 * The canonical form: defaults filled in, deprecated forms converted. Two configurations that mean the same have the
 * same. It has the shape of the input. Integers beyond 2^53 lose digits, as in every JSON parser.
 *
 * @returns the value of each document of the input, most often of one
 * @throws InputError where the input cannot be read or understood
 */
export function normalize(input: Input, options: NormalizeOptions = {}): Normalized {
  const { onlyWritten = false, showSecrets = false } = options;
  return opened(input, options)
    .flatMap((configuration) => normalizeConfiguration(configuration, { onlyWritten, showSecrets }))
    .map(({ value }) => plain(value));
}
