/** Data that no table describes has no order of fields: its keys are put into the order of their texts. */

import { setOwn } from '../source/tree.ts';
import { isObject } from './bound.ts';
import { emptyLike } from './copy.ts';

/** The same data with the keys of every map in order, `@type` first; what is in order already is not copied. */
export function orderedData(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = value.map(orderedData);
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  if (!isObject(value) || 'toJSON' in value) return value;
  const entries = Object.entries(value);
  let isSame = true;
  const ordered = entries.map(([key, item], index): readonly [string, unknown] => {
    const inner = orderedData(item);
    const [before] = entries[index - 1] ?? [];
    if (inner !== item || (before !== undefined && compareKeys(before, key) > 0)) isSame = false;
    return [key, inner];
  });
  if (isSame) return value;
  const made = emptyLike(value);
  for (const [key, item] of ordered.toSorted(([one], [other]) => compareKeys(one, other)))
    setOwn<unknown>(made, key, item);
  return made;
}

/** Negative where the first key comes first. */
export function compareKeys(one: string, other: string): number {
  if (one === other) return 0;
  if (one === '@type') return -1;
  if (other === '@type') return 1;
  return one < other ? -1 : 1;
}
