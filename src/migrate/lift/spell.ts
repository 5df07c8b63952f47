/** Spells the documents of a migrated file as version 3 does, in their own text. */

import { speller } from '../../canonical/migration/spelling.ts';
import { bindEnum } from '../../model/bind-scalar.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { reopened } from '../../model/reopen.ts';
import { type CompiledField, compiledMessage, isApiVersion } from '../../schema/compiled.ts';
import { type Edit, editText, type TextChange } from '../../source/edit/index.ts';
import {
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  scalarText,
  skipOf,
} from '../../source/tree.ts';
import { fileChanges, NOT_HELD } from '../file-changes.ts';
import type { FileMigration } from '../migrate.ts';
import { type Blocked, type FoundObstacle, type LiftOptions, respellRoot } from './found.ts';
import type { Findings, Place } from './report.ts';
import type { Obstacle, Unit } from './units.ts';
import { below, pointerOfWay } from './way.ts';

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
export function spellAnew(
  configuration: Configuration,
  migrated: FileMigration,
  options: Pick<LiftOptions, 'keepTransport'>,
  blocked: Blocked,
): Spelled {
  const middle = migrated.changed ? reopened(configuration, migrated.text) : configuration;
  const obstacles: FoundObstacle[] = [];
  const warnings: string[] = [];
  const parts = middle.roots.map((root, rootIndex): Part => {
    const findings = respellRoot(root, middle.word, options);
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

// Who has to speak which version: `resource_api_version` and `transport_api_version`.

/** A version that is written: `AUTO` meant version 2, and later releases refuse both. */
export function respellApiVersion(
  findings: Findings,
  field: CompiledField,
  map: NodeId,
  node: NodeId,
  at: Place,
): void {
  if (isKept(findings, field)) return;
  if (field.element.kind !== 'enum') return;
  const read = bindEnum(findings.tree, node, field.element);
  if ('problem' in read) {
    findings.unreadable(at, node, field.name, 'AUTO, V2 or V3');
    return;
  }
  if (read.value === 'V3') return;
  findings.push(at, node, { op: 'replace', path: pointerOfWay(at.way), value: 'V3' });
  noteServers(findings, map);
}

/** Versions that are not written, where they would mean version 2. @param set the fields that are */
export function writeApiVersions(
  findings: Findings,
  id: string,
  map: NodeId,
  set: ReadonlySet<string>,
  place: Place,
): void {
  for (const field of compiledMessage(id, 'v3').fields) {
    if (!isApiVersion(field) || set.has(field.key) || isKept(findings, field)) continue;
    const path = pointerOfWay(below(place.way, speller(findings.tree, map, 'v2').name(field.name)));
    findings.push(place, map, { op: 'add', path, value: 'V3' });
    noteServers(findings, map);
  }
}

function isKept({ options }: Findings, field: CompiledField): boolean {
  return options.keepTransport && field.key === 'transport_api_version';
}

/** Keys that name who answers. */
const NAMING: ReadonlySet<string> = new Set([
  'cluster_name',
  'clusterName',
  'cluster_names',
  'clusterNames',
  'target_uri',
  'targetUri',
  'path',
]);

function noteServers({ tree, servers }: Findings, map: NodeId): void {
  for (const name of namesIn(tree, map)) servers.add(name);
}

function* namesIn(tree: SourceTree, map: NodeId): Generator<string> {
  for (const key of keys(tree, map)) {
    const value = resolve(tree, key + 1);
    const isNaming = NAMING.has(scalarText(tree, key));
    for (let node = value; node < skipOf(tree, value); node++) {
      const kind = kindOf(tree, node);
      if (kind === NodeKind.Map && !isNaming) yield* namesIn(tree, node);
      else if (isNaming && kind !== NodeKind.Map && kind !== NodeKind.List) yield scalarText(tree, node);
      if (kind === NodeKind.Map) node = skipOf(tree, node) - 1;
    }
  }
}
