/** Lifts, held to what the proxy refuses: migrating knows how a text is changed, and not what is wrong in it. */
import { startFindingRefusals } from '../analyze/refusals.ts';
import { compareRefusals } from '../diff/index.ts';
import { type Applied, type FileMigration, type LiftOptions, liftWith, offerWith } from '../migrate/index.ts';
import type { Configuration } from '../model/open.ts';

/** Lifts every configuration in a file to version 3; nothing is written (CONTRACT, Two versions of the API). */
export function liftConfiguration(configuration: Configuration, options: LiftOptions): FileMigration {
  return liftWith(configuration, { ...options, refusedAnew });
}

/** What a lift would do, resource by resource, and what stands in its way; nothing is proved yet. */
export function offerLift(configuration: Configuration): {
  readonly resources: readonly Applied[];
  readonly left: readonly Applied[];
} {
  return offerWith(configuration, refusedAnew);
}

/** The errors of a text that the one before does not have. */
function refusedAnew(before: Configuration, after: Configuration) {
  const find = startFindingRefusals();
  const found = find([after]);
  if (found.length === 0) return [];
  const refusals = { before: find([before]), after: found };
  return compareRefusals([before], [after], refusals).added.map(({ finding }) => finding);
}
