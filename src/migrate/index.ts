/** The stage that migrates and normalizes, with every migration at hand. */
import { migrations } from '../../migrations/index.ts';
import type { Configuration, Root } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import { printJson, printYaml } from '../source/edit/print.ts';
import type { RefusedAnew } from './lift/found.ts';
import { type HeldLift, liftConfiguration, offerLift } from './lift/lift.ts';
import {
  type Applied,
  type FileMigration,
  type MigrateOptions,
  migrateConfiguration as migrateWith,
} from './migrate.ts';
import {
  type NormalizedDocument,
  type NormalizedMessage,
  type NormalizeOptions,
  normalizeFrame,
  normalizeConfiguration as normalizeWith,
} from './normalize.ts';

export { versionsOf } from '../canonical/concerns.ts';
export { LIFT } from '../canonical/version-three/message.ts';
export type { LiftChoice, LiftOptions } from './lift/found.ts';
export type { Applied, FileMigration, Left, MigrateOptions } from './migrate.ts';
export type { NormalizedDocument, NormalizedMessage, NormalizeOptions, Origin } from './normalize.ts';
export { migrations };

/** Migrates every configuration in a file; nothing is written (CONTRACT, migrate). */
export function migrateConfiguration(configuration: Configuration, options: MigrateOptions): FileMigration {
  return migrateWith(configuration, migrations, options);
}

/** Lifts every configuration in a file to version 3; nothing is written. `engine/lift` says what the proxy refuses. */
export function liftWith(configuration: Configuration, options: HeldLift): FileMigration {
  return liftConfiguration(configuration, migrations, options);
}

/** What a lift would do, resource by resource, and what stands in its way; nothing is proved yet. */
export function offerWith(
  configuration: Configuration,
  refusedAnew: RefusedAnew,
): {
  readonly resources: readonly Applied[];
  readonly left: readonly Applied[];
} {
  return offerLift(configuration, migrations, refusedAnew);
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

/** The normalized form of one message in its place. @param namespace the namespace of its file */
export function normalizeMessageAt(
  { tree, release }: Root,
  frame: Frame,
  namespace: string,
  options: NormalizeOptions,
): NormalizedMessage {
  return normalizeFrame(tree, frame, namespace, migrations, { ...options, release });
}
