/** What a lift did, resource by resource, and as patches. */

import { operationOf } from '../../canonical/convert.ts';
import { LIFT } from '../../canonical/version-three/message.ts';
import type { Configuration } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import type { Edit } from '../../source/edit/index.ts';
import { nodeFinder } from '../../source/pointer.ts';
import { ROOT } from '../../source/tree.ts';
import type { Applied, DocumentPatch } from '../migrate.ts';
import type { Part } from './spell.ts';

/** @param configuration the file before, where its resources have their places */
export function appliedOf({ file, roots }: Configuration, parts: readonly Part[]): readonly Applied[] {
  return parts.flatMap(({ units, changes }, index) => {
    const root = roots[index];
    if (root === undefined || changes.length === 0) return [];
    const find = nodeFinder(root.tree);
    return units
      .filter(({ edits }) => edits.length > 0)
      .map(({ pointer, type, edits }) => ({
        migration: LIFT,
        pointer,
        range: file.lines.range(spanOf(root, find(pointer) ?? ROOT)),
        reason: `${type} became version 3: ${counted(edits)}`,
        document: root.document,
        ...embeddedAt(root),
      }));
  });
}

/** What the edits of a resource do, in words. */
function counted(edits: readonly Edit[]): string {
  const types = edits.filter(({ path }) => path.endsWith('/@type')).length;
  const names = edits.filter(({ op }) => op === 'move').length;
  const word = (count: number, one: string): string[] =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
  const others = edits.length - types - names;
  return [...word(types, 'type'), ...word(names, 'name'), ...word(others, 'value')].join(', ');
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
