/** Lifts a configuration of version 2 to version 3: migrates it, spells it anew, and proves that it says the same. */

import type { Migration } from '../../canonical/migration/migration.ts';
import type { Configuration } from '../../model/open.ts';
import { applyChanges } from '../../source/edit/index.ts';
import { assumedWord } from '../assumed-word.ts';
import { type Applied, type FileMigration, type MigrateOptions, migrateConfiguration } from '../migrate.ts';
import { composeChanges } from './compose.ts';
import { Blocked, type LiftOptions } from './found.ts';
import { locateObstacles } from './locate.ts';
import { neededMigrations } from './needed.ts';
import { proveLift, refusedInThree, stillDeprecated } from './prove.ts';
import { appliedOf, patchesOf } from './report.ts';
import { type Spelled, spellAnew } from './spell.ts';

/**
 * Lifts every configuration in a file; nothing is written. A file of which something cannot be lifted stays as it is,
 * unless a part of it was asked for: then what can be lifted is (CONTRACT, Two versions of the API).
 *
 * @param all every migration there is
 */
export function liftConfiguration(
  configuration: Configuration,
  all: readonly Migration[],
  options: LiftOptions,
): FileMigration {
  const only = neededMigrations(all).map(({ id }) => id);
  const migrate = (how: Pick<MigrateOptions, 'accept' | 'isReplayedLater'>): FileMigration =>
    migrateConfiguration(configuration, all, { only, older: false, ...how });
  // The proof of the lift replays requests through the original and the lifted text.
  const whole = migrate({ isReplayedLater: true });
  if (!whole.equivalent) return whole;
  const spelled = spellAnew(configuration, whole, options, new Blocked([]));
  const found = new Blocked(spelled.obstacles);
  const obstacles = [...spelled.obstacles, ...refusedInThree(configuration, spelled, found)];
  const left = locateObstacles(configuration, obstacles, whole.left, options);
  const blocked = new Blocked(obstacles);
  if (blocked.isEmpty) return lifted(configuration, whole, spelled, left, blocked);
  if (!options.partial) return unchanged(configuration, left);
  const part = migrate({ accept: (change) => !blocked.holds(change) });
  if (!part.equivalent) return part;
  return lifted(configuration, part, spellAnew(configuration, part, options, blocked), left, blocked);
}

function lifted(
  configuration: Configuration,
  migrated: FileMigration,
  spelled: Spelled,
  left: readonly Applied[],
  blocked: Blocked,
): FileMigration {
  const { middle, parts } = spelled;
  const changes = composeChanges(migrated.changes, spelled.changes, middle.file.text);
  const proof = proveLift(configuration, spelled, blocked);
  if (proof.difference !== undefined)
    return { ...unchanged(configuration, []), equivalent: false, difference: proof.difference };
  let text: string | undefined;
  return {
    file: migrated.file,
    api: migrated.api,
    changed: changes.length > 0,
    get text() {
      text ??= applyChanges(configuration.file.text, changes);
      return text;
    },
    changes,
    applied: [...migrated.applied, ...appliedOf(configuration, parts)],
    left,
    warnings: [
      ...new Set([
        ...assumedWord(
          middle,
          parts.flatMap(({ edits }) => edits),
        ),
        ...migrated.warnings,
        ...spelled.warnings,
        ...proof.warnings,
        ...stillDeprecated(configuration, spelled),
      ]),
    ],
    waiting: 0,
    get patches() {
      return patchesOf(migrated.patches, parts);
    },
    replayed: proof.requests,
    equivalent: true,
  };
}

function unchanged({ file, api }: Configuration, left: readonly Applied[]): FileMigration {
  return {
    file: file.name,
    api,
    changed: false,
    text: file.text,
    changes: [],
    applied: [],
    left,
    warnings: [],
    waiting: 0,
    patches: [],
    equivalent: true,
  };
}
