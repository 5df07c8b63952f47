/** Spells the documents of a migrated file as version 3 does, in their own text. */
import type { Configuration, Root } from '../../model/open.ts';
import { reopened } from '../../model/reopen.ts';
import { type Edit, editText, type TextChange } from '../../source/edit/index.ts';
import { fileChanges, NOT_HELD } from '../file-changes.ts';
import type { FileMigration } from '../migrate.ts';
import { type Blocked, type FoundObstacle, type LiftOptions, renameRoot } from './found.ts';
import type { Obstacle, Unit } from './units.ts';

/** What of one document is spelled anew. */
export interface Part {
  readonly root: Root;
  readonly units: readonly Unit[];
  readonly edits: readonly Edit[];
  readonly changes: readonly TextChange[];
}

export interface Spelled {
  /** The migrated file, still of version 2. */
  readonly middle: Configuration;
  readonly parts: readonly Part[];
  /** Of the text of the migrated file. */
  readonly changes: readonly TextChange[];
  readonly obstacles: readonly FoundObstacle[];
  readonly warnings: readonly string[];
}

/** @param blocked resources that stay as they are */
export function rewrite(
  configuration: Configuration,
  migrated: FileMigration,
  options: Pick<LiftOptions, 'keepTransport'>,
  blocked: Blocked,
): Spelled {
  const middle = migrated.changed ? reopened(configuration, migrated.text) : configuration;
  const obstacles: FoundObstacle[] = [];
  const warnings: string[] = [];
  const parts = middle.roots.map((root, rootIndex): Part => {
    const findings = renameRoot(root, middle.namespace, options);
    warnings.push(...findings.warnings, ...serverWarning(findings.servers));
    const units = findings.units.all.filter(({ pointer }) => !blocked.has(root, pointer));
    const { edits, changes, refused } = editUnits(root, units);
    for (const unit of units)
      for (const obstacle of [...unit.obstacles, ...(refused.get(unit) ?? [])])
        obstacles.push({ obstacle, unit: { root, pointer: unit.pointer }, rootIndex });
    return { root, units, edits, changes };
  });
  const made = fileChanges(middle.file, parts);
  for (const [rootIndex, { root }] of parts.entries()) {
    if (root.embedded === undefined || !made.refused.has(root.embedded)) continue;
    const obstacle = { node: 0, pointer: '', what: 'embedded', reason: NOT_HELD };
    obstacles.push({ obstacle, unit: { root, pointer: '' }, rootIndex });
  }
  return { middle, parts, changes: made.changes, obstacles, warnings };
}

function serverWarning(servers: ReadonlySet<string>): string[] {
  if (servers.size === 0) return [];
  return [
    `${[...servers].join(', ')}: whoever answers there is asked for version 3 from now on and has to speak it`,
  ];
}

/** All edits of a document at once; where the text refuses some, it says which units they are of. */
function editUnits(
  { tree }: Root,
  units: readonly Unit[],
): {
  readonly edits: readonly Edit[];
  readonly changes: readonly TextChange[];
  readonly refused: ReadonlyMap<Unit, readonly Obstacle[]>;
} {
  const edits = units.flatMap((unit) => unit.edits);
  const whole = editText(tree, edits);
  if (whole.ok) return { edits, changes: whole.changes, refused: new Map() };
  const refused = new Map<Unit, readonly Obstacle[]>();
  const note = (unit: Unit, reason: string): void => {
    const { node, pointer, type } = unit;
    refused.set(unit, [{ node, pointer, what: type, reason: `the text cannot be edited: ${reason}` }]);
  };
  for (const unit of units) {
    const alone = editText(tree, unit.edits);
    if (!alone.ok) note(unit, alone.reason);
  }
  // What goes alone and not together shares an anchor: nothing tells which is at fault.
  if (refused.size === 0) for (const unit of units) if (unit.edits.length > 0) note(unit, whole.reason);
  return { edits: [], changes: [], refused };
}
