/** Signs beside items that something was found about. */

import type { Level } from '../../model/problem.ts';
import type { ExploredAnalysis } from '../jobs/analysis.ts';
import type { Session } from '../session.ts';
import { type ItemId, parentOfItem } from './items.ts';
import { placesOf } from './places.ts';

export interface Badges {
  /** Findings at an item itself, by their positions in the analysis. */
  at(item: ItemId): readonly number[];
  /** The worst level of what was found at an item or inside it. */
  worst(item: ItemId): Level | undefined;
  /** No request comes to this route. */
  isDead(item: ItemId): boolean;
  /** Items with findings, ascending. */
  readonly items: Int32Array;
}

const RANK: { readonly [level in Level]: number } = { info: 1, warning: 2, error: 3 };
const LEVELS: readonly (Level | undefined)[] = [undefined, 'info', 'warning', 'error'];
/** Findings about a route that say that no request comes to it. */
const DEAD = new Set(['shadowed-route', 'impossible-match']);

const NONE: Badges = { at: () => [], worst: () => undefined, isDead: () => false, items: new Int32Array() };
const made = new WeakMap<ExploredAnalysis, Badges>();

/** Made once for an analysis; linear in the number of findings. */
export function badgesOf({ side, analysis }: Session): Badges {
  if (analysis === undefined) return NONE;
  const known = made.get(analysis);
  if (known !== undefined) return known;
  const places = placesOf(side);
  const at = new Map<ItemId, number[]>();
  const worst = new Map<ItemId, number>();
  const dead = new Set<ItemId>();
  analysis.findings.forEach(({ root, node, level, rule }, index) => {
    const item = places.itemAt(root, node);
    if (item === -1) return;
    const found = at.get(item);
    if (found === undefined) at.set(item, [index]);
    else found.push(index);
    if (DEAD.has(rule) && level !== 'info') dead.add(item);
    const rank = RANK[level];
    for (let each = item; each !== -1 && (worst.get(each) ?? 0) < rank; each = parentOfItem(side.items, each))
      worst.set(each, rank);
  });
  const badges: Badges = {
    at: (item) => at.get(item) ?? [],
    worst: (item) => LEVELS[worst.get(item) ?? 0],
    isDead: (item) => dead.has(item),
    items: Int32Array.from([...at.keys()].sort((left, right) => left - right)),
  };
  made.set(analysis, badges);
  return badges;
}
