/** Compares free-form data: key by key, lists by position after what they have in common at both ends. */
import { contentKey, sameContent } from '../../model/content.ts';
import { isMap } from '../../source/data.ts';
import { lookup } from '../../source/lookup.ts';
import { align } from './align.ts';
import { type Comparison, differSpots } from './compare.ts';
import { movedBetween, type Step } from './fact.ts';
import type { Location } from './side.ts';

/** Deeper than this, data is compared as a whole. */
const DEEPEST = 60;

export function compareData(
  comparison: Comparison,
  before: Location,
  after: Location,
  step: Step,
  depth = 0,
): void {
  const { value: one } = before;
  const { value: two } = after;
  if (sameContent(one, two)) return;
  const into = (spot: Location, key: string | number, value: unknown): Location => ({
    ...spot,
    inside: [...spot.inside, key],
    value,
  });
  if (depth < DEEPEST && isMap(one) && isMap(two)) {
    for (const key of [...new Set([...Object.keys(one), ...Object.keys(two)])].sort()) {
      const next: Step = { up: step, type: '', kind: isPlainKey(key) ? 'field' : 'entry', name: key };
      compareData(
        comparison,
        into(before, key, lookup(one, key)),
        into(after, key, lookup(two, key)),
        next,
        depth + 1,
      );
    }
    return;
  }
  if (depth < DEEPEST && Array.isArray(one) && Array.isArray(two)) {
    compareDataLists(comparison, before, after, step, depth, one, two, into);
    return;
  }
  differSpots(comparison, step, before, after);
}

function compareDataLists(
  comparison: Comparison,
  before: Location,
  after: Location,
  step: Step,
  depth: number,
  one: readonly unknown[],
  two: readonly unknown[],
  into: (spot: Location, key: number, value: unknown) => Location,
): void {
  const lists = [one, two] as const;
  const { pairs, moved, removed, added } = align({
    counts: [one.length, two.length],
    same: (left, right) => sameContent(one[left], two[right]),
    keys: [(side, index) => contentKey(lists[side][index])],
    nearby: () => '',
  });
  const spotAt = (side: 0 | 1, index: number): Location | undefined =>
    index in lists[side] ? into([before, after][side] ?? before, index, lists[side][index]) : undefined;
  const at = (name: number, other?: number): Step => ({
    up: step,
    type: '',
    kind: 'entry',
    name: String(name),
    ...(other === undefined || other === name ? {} : { before: String(other) }),
  });
  for (const left of removed)
    differSpots(comparison, at(left), into(before, left, one[left]), into(after, left, undefined));
  for (const right of added)
    differSpots(comparison, at(right), into(before, right, undefined), into(after, right, two[right]));
  for (const pair of pairs) {
    const [left, right] = pair;
    const [first, second] = [into(before, left, one[left]), into(after, right, two[right])];
    if (moved.has(pair))
      comparison.fact({
        kind: 'moved',
        step,
        before: first,
        after: second,
        moved: movedBetween(pair, spotAt),
      });
    else compareData(comparison, first, second, at(right, left), depth + 1);
  }
}

/** Whether a key of data can stand after a dot. */
function isPlainKey(key: string): boolean {
  return /^[A-Za-z_@][\w-]*$/.test(key);
}
