/** Lifts a configuration of version 2 to version 3: migrates it, spells it anew, and proves that it says the same. */

import { looksAt } from '../../canonical/concerns.ts';
import type { Migration } from '../../canonical/migration/migration.ts';
import { LIFT } from '../../canonical/version-three/message.ts';
import { successionOf, valueSuccessor } from '../../canonical/version-three/successor.ts';
import { type Configuration, heldTo } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import { readAs } from '../../model/reopen.ts';
import { compiledMessage, isMessage } from '../../schema/compiled.ts';
import { applyChanges } from '../../source/edit/index.ts';
import { ROOT } from '../../source/tree.ts';
import { type Applied, type FileMigration, migrateConfiguration } from '../migrate.ts';
import { assumedNamespace } from '../prove-namespace.ts';
import { composeChanges, keptBeside } from './compose.ts';
import {
  Blocked,
  type BlockedUnit,
  type FoundObstacle,
  type LiftChoice,
  type LiftOptions,
  placeOfRoot,
  type RefusedAnew,
  renameRoot,
} from './found.ts';
import { proveLift, refusedInThree, stillDeprecated } from './prove.ts';
import { appliedOf, isWithin, offeredOf, patchesOf } from './report.ts';
import { rewrite, type Spelled } from './spell.ts';
import { isOfHolder, type Obstacle, type Unit } from './units.ts';

/** With what knows why the proxy refuses a text. */
export type HeldLift = LiftOptions & { readonly refusedAnew: RefusedAnew };

/**
 * Lifts every configuration in a file; nothing is written. A file of which something cannot be lifted stays as it is,
 * unless a part of it was asked for: then what can be lifted is (CONTRACT, Two versions of the API).
 *
 * @param all every migration there is
 */
export function liftConfiguration(
  configuration: Configuration,
  all: readonly Migration[],
  options: HeldLift,
): FileMigration {
  const made = liftAsRead(configuration, all, options);
  return isLiftedOtherwise(configuration, made, (each) => liftAsRead(each, all, options))
    ? { ...made, warnings: [...made.warnings, READ_AS_THREE] }
    : made;
}

const READ_AS_THREE =
  'nothing in it shows which version of the API it is written in, so it is read as version 3; --api v2 lifts it as one of version 2';

/** Whether a configuration of which nothing shows the version would be lifted to something else from version 2. */
function isLiftedOtherwise(
  configuration: Configuration,
  made: FileMigration,
  lift: (configuration: Configuration) => FileMigration,
): boolean {
  if (!configuration.apiIsAssumed) return false;
  const older = lift(readAs(configuration, 'v2'));
  return older.text !== made.text || older.left.length !== made.left.length;
}

function liftAsRead(
  configuration: Configuration,
  all: readonly Migration[],
  options: HeldLift,
): FileMigration {
  const { whole, spelled, left, blocked: inTheWay } = planLift(configuration, all, options);
  if (!whole.equivalent) return whole;
  const { choice } = options;
  const blocked = choice === undefined ? inTheWay : inTheWay.and(notChosen(spelled, whole.applied, choice));
  if (choice === undefined && blocked.isEmpty) return lifted(configuration, whole, spelled, left, blocked);
  if (!options.partial && !inTheWay.isEmpty) return unchanged(configuration, left);
  return liftedInPart(configuration, all, options, { left, blocked });
}

/** Lifts what is not blocked, where what stays is read as it was. */
function liftedInPart(
  configuration: Configuration,
  all: readonly Migration[],
  options: HeldLift,
  { left, blocked }: Pick<LiftPlan, 'left' | 'blocked'>,
): FileMigration {
  const { choice } = options;
  const needed = neededIds(all);
  const isNeeded = (change: Applied): boolean => needed.has(change.migration) && !blocked.holds(change);
  const part = migrateConfiguration(configuration, all, {
    only: [...needed, ...(choice?.only ?? [])],
    older: false,
    accept: (change) => isNeeded(change) || choice?.accept(change) === true,
  });
  if (!part.equivalent) return part;
  const spelled = rewrite(configuration, part, options, blocked);
  const found = lifted(configuration, part, spelled, left, blocked);
  if (!found.equivalent) return found;
  if (!found.changed) return unchanged(configuration, found.left);
  const kept = keptBeside(configuration, spelled, found.text, blocked);
  if (kept.isAll) return unchanged(configuration, [...left, ...kept.left]);
  if (kept.units.length === 0) return found;
  const more = { left: [...left, ...kept.left], blocked: blocked.and(kept.units) };
  return liftedInPart(configuration, all, options, more);
}

/** What a lift would do, resource by resource, and what stands in its way; nothing is proved yet. */
export function offerLift(
  configuration: Configuration,
  all: readonly Migration[],
  refusedAnew: RefusedAnew,
): { readonly resources: readonly Applied[]; readonly left: readonly Applied[] } {
  const options = { partial: true, keepTransport: false, refusedAnew };
  const { whole, spelled, left, blocked } = planLift(configuration, all, options);
  if (!whole.equivalent) return { resources: [], left };
  const parts = spelled.parts.map((part) => {
    const units = part.units.filter((unit) => !blocked.has(part.root, unit.pointer));
    return { ...part, units };
  });
  return { resources: offeredOf(configuration, parts, whole.applied), left };
}

interface LiftPlan {
  /** The file after every migration that the lift needs. */
  readonly whole: FileMigration;
  readonly spelled: Spelled;
  readonly left: readonly Applied[];
  /** What cannot be lifted. */
  readonly blocked: Blocked;
}

function planLift(
  configuration: Configuration,
  all: readonly Migration[],
  options: Pick<HeldLift, 'keepTransport' | 'refusedAnew'>,
): LiftPlan {
  // The proof of the lift replays requests through the original and the lifted text.
  const how = { only: [...neededIds(all)], older: false, isReplayedLater: true } as const;
  const whole = migrateConfiguration(configuration, all, how);
  const spelled = rewrite(configuration, whole, options, new Blocked([]));
  const units = (found: readonly FoundObstacle[]) => new Blocked(found.map(({ unit }) => unit));
  const found = units(spelled.obstacles);
  const obstacles = [
    ...spelled.obstacles,
    ...refusedInThree(configuration, spelled, found, options.refusedAnew),
  ];
  const left = locateObstacles(configuration, obstacles, whole.left, options);
  return { whole, spelled, left, blocked: units(obstacles) };
}

function neededIds(all: readonly Migration[]): ReadonlySet<string> {
  return new Set(neededMigrations(all).map(({ id }) => id));
}

/**
 * The resources that are not chosen; a holder is where something in it is. One that is the same in both versions has
 * nothing to be chosen for, and does not stay behind.
 *
 * @param migrated what the migrations before the lift do
 */
function notChosen(
  { parts }: Spelled,
  migrated: readonly Applied[],
  { lifts }: LiftChoice,
): readonly BlockedUnit[] {
  return parts.flatMap(({ root, units }) => {
    const place = placeOfRoot(root);
    const { document, embedded } = place;
    const before = migrated.filter((each) => each.document === document && each.embedded === embedded);
    const isChosen = ({ pointer }: Unit): boolean => lifts({ ...place, pointer });
    const isSame = (unit: Unit): boolean =>
      unit.edits.length === 0 && !before.some(({ pointer }) => isWithin(pointer, unit));
    return units
      .filter((unit) => !isChosen(unit) && !isSame(unit))
      .filter((unit) => !(isOfHolder(unit) && inside(unit, units).some(isChosen)))
      .map(({ pointer }) => ({ root, pointer }));
  });
}

function inside({ pointer }: Unit, units: readonly Unit[]): readonly Unit[] {
  return units.filter((each) => each.pointer.startsWith(`${pointer}/`));
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
  if (proof.obstacle !== undefined) return unchanged(configuration, [...left, proof.obstacle]);
  let text: string | undefined;
  return {
    file: migrated.file,
    ...heldTo(configuration),
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
        ...assumedNamespace(
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

function unchanged(configuration: Configuration, left: readonly Applied[]): FileMigration {
  const { file } = configuration;
  return {
    file: file.name,
    ...heldTo(configuration),
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

// Which migrations have to come before a document of version 2 can be spelled as version 3.

/**
 * Those that look at a field or an enum value which only version 2 has, and two more: version 3 looks per-route
 * configuration up under the name that the filter chain gives a filter, so both have to have the current one; and it
 * refuses the names of clusters in a source over gRPC. Not among them is `original-dst-flag-to-filter`: version 3 kept
 * the flag.
 */
export function neededMigrations(all: readonly Migration[]): readonly Migration[] {
  return all.filter((migration) => NEEDED.has(migration.id) || endsVersionTwo(migration));
}

const NEEDED: ReadonlySet<string> = new Set(['filter-names-to-current', 'cluster-names-to-grpc-services']);

function endsVersionTwo(migration: Migration): boolean {
  const { messages, fields } = migration;
  if (!looksAt(migration, 'v2')) return false;
  return messages.some((id) => isMessage(id) && fields.some((field) => isOfTwoOnly(id, field)));
}

function isOfTwoOnly(id: string, name: string): boolean {
  const field = compiledMessage(id, 'v2').byName.get(name);
  if (field === undefined) return false;
  const newer = successionOf(id, name)?.successor;
  if (newer === undefined) return true;
  const [older, now] = [field.element, newer.element];
  return (
    older.kind === 'enum' &&
    now.kind === 'enum' &&
    Object.keys(older.spec.values).some((value) => valueSuccessor(older.spec, now.spec, value) === undefined)
  );
}

/** @param left what migrations left, with their reasons */
function locateObstacles(
  configuration: Configuration,
  obstacles: readonly FoundObstacle[],
  left: readonly Applied[],
  options: Pick<LiftOptions, 'keepTransport'>,
): readonly Applied[] {
  if (obstacles.length === 0) return left;
  const known = new Map(left.map((each) => [placeKey(each.document, each.embedded, each.pointer), each]));
  const candidates = configuration.roots.map((root) => {
    const units = new Map<string, Unit>();
    for (const unit of renameRoot(root, configuration.namespace, options).units.all)
      units.set(unit.pointer, unit);
    return units;
  });
  const taken = new Set<Obstacle>();
  const found = obstacles.map(({ obstacle, unit, rootIndex }): Applied => {
    const root = configuration.roots[rootIndex];
    if (root === undefined) throw new Error('the migrated text holds other documents than the one before');
    const before = candidates[rootIndex]?.get(unit.pointer);
    const alike = (before?.obstacles ?? []).filter((each) => each.what === obstacle.what && !taken.has(each));
    const reasoned = (each: Obstacle): Applied | undefined =>
      known.get(placeKey(root.document, embeddedAt(root).embedded, each.pointer));
    const place = alike.find((each) => reasoned(each) !== undefined) ?? alike[0];
    if (place !== undefined) taken.add(place);
    const reason = place && reasoned(place);
    if (reason !== undefined) known.delete(placeKey(reason.document, reason.embedded, reason.pointer));
    return {
      migration: reason?.migration ?? obstacle.migration ?? LIFT,
      pointer: place?.pointer ?? unit.pointer,
      range: configuration.file.lines.range(spanOf(root, place?.node ?? before?.node ?? ROOT)),
      reason: reason?.reason ?? obstacle.reason,
      document: root.document,
      ...embeddedAt(root),
    };
  });
  return [...found, ...known.values()].sort(
    ({ range: { start: one } }, { range: { start: other } }) =>
      one.line - other.line || one.column - other.column,
  );
}

function placeKey(document: number, embedded: string | undefined, pointer: string): string {
  return `${document}\n${embedded ?? ''}\n${pointer}`;
}
