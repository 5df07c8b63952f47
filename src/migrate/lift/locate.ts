/**
 * Says where in the text before any migration the obstacles of the migrated one stand: the same walk over that text
 * finds them too, among others that migrations end.
 */

import { LIFT } from '../../canonical/version-three/message.ts';
import type { Configuration } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import { ROOT } from '../../source/tree.ts';
import type { Applied } from '../migrate.ts';
import { type FoundObstacle, type LiftOptions, renameRoot } from './found.ts';
import type { Obstacle, Unit } from './units.ts';

/** @param left what migrations left, with their reasons */
export function locateObstacles(
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
