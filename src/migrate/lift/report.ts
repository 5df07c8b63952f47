/** What a lift did, resource by resource, and as patches. */

import { operationOf } from '../../canonical/convert.ts';
import { LIFT } from '../../canonical/version-three/message.ts';
import type { Configuration } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import type { Edit } from '../../source/edit/index.ts';
import { nodeFinder } from '../../source/pointer.ts';
import { ROOT } from '../../source/tree.ts';
import type { Applied, DocumentPatch } from '../migrate.ts';
import { placeOfRoot } from './found.ts';
import type { Part } from './spell.ts';
import { isOfHolder, type Unit } from './units.ts';

/** @param configuration the file before, where its resources have their places */
export function appliedOf(configuration: Configuration, parts: readonly Part[]): readonly Applied[] {
  return parts.flatMap(({ units, changes }, index) => {
    if (changes.length === 0) return [];
    const at = placesIn(configuration, index);
    return units
      .filter(({ edits }) => edits.length > 0)
      .map((unit) => ({ ...at(unit), reason: `${unit.type} became version 3: ${counted(unit.edits)}` }));
  });
}

/**
 * The resources that a lift would change, by what is spelled anew in them and by migrations that come before; what a
 * holder says of itself is no piece of its own where something that it holds is one.
 *
 * @param migrated what those migrations do
 */
export function offeredOf(
  configuration: Configuration,
  parts: readonly Part[],
  migrated: readonly Applied[],
): readonly Applied[] {
  return parts.flatMap(({ root, units }, index) => {
    const at = placesIn(configuration, index);
    const { document, embedded } = placeOfRoot(root);
    const before = migrated.filter((each) => each.document === document && each.embedded === embedded);
    const pieces = units
      .map((unit) => ({ unit, first: before.filter(({ pointer }) => isWithin(pointer, unit)).length }))
      .filter(({ unit, first }) => unit.edits.length > 0 || (first > 0 && !isOfHolder(unit)));
    const isAlone = (unit: Unit): boolean =>
      !pieces.some((other) => other.unit !== unit && isWithin(other.unit.pointer, unit));
    return pieces
      .filter(({ unit }) => !isOfHolder(unit) || isAlone(unit))
      .map(({ unit, first }) => {
        const what = [...worded(first, 'migration'), ...(unit.edits.length > 0 ? [counted(unit.edits)] : [])];
        return { ...at(unit), reason: `${unit.type} becomes version 3: ${what.join(', ')}` };
      });
  });
}

/** Whether a pointer leads to a resource or into it. */
export function isWithin(pointer: string, unit: Pick<Unit, 'pointer'>): boolean {
  return pointer === unit.pointer || pointer.startsWith(`${unit.pointer}/`);
}

/** Where the resources of a document stand in the file before any change. @param index of its root */
function placesIn({ file, roots }: Configuration, index: number) {
  const root = roots[index];
  if (root === undefined) throw new Error('the lifted text holds other documents than the one before');
  const find = nodeFinder(root.tree);
  return ({ pointer }: Unit): Omit<Applied, 'reason'> => ({
    migration: LIFT,
    pointer,
    range: file.lines.range(spanOf(root, find(pointer) ?? ROOT)),
    ...placeOfRoot(root),
  });
}

/** What the edits of a resource do, in words. */
function counted(edits: readonly Edit[]): string {
  const types = edits.filter(({ path }) => path.endsWith('/@type')).length;
  const names = edits.filter(({ op }) => op === 'move').length;
  const others = edits.length - types - names;
  return [...worded(types, 'type'), ...worded(names, 'name'), ...worded(others, 'value')].join(', ');
}

function worded(count: number, one: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
}

/** The patches of both steps, those of one document together. */
export function patchesOf(first: readonly DocumentPatch[], parts: readonly Part[]): readonly DocumentPatch[] {
  const second = parts.flatMap(({ root, edits }) =>
    edits.length === 0
      ? []
      : [{ document: root.document, ...embeddedAt(root), patch: edits.map(operationOf) }],
  );
  const isSame = (one: DocumentPatch, other: DocumentPatch): boolean =>
    one.document === other.document && one.embedded === other.embedded;
  const joined = first.map((one) => ({
    ...one,
    patch: [...one.patch, ...second.filter((other) => isSame(one, other)).flatMap(({ patch }) => patch)],
  }));
  return [...joined, ...second.filter((one) => !first.some((other) => isSame(one, other)))];
}
