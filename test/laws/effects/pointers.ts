/** Plain values without a part of them. */
import type { Data } from '../../../src/source/data.ts';
import { segmentsOf } from '../../../src/source/pointer.ts';

/** A copy without what an RFC 6901 pointer points at. */
export function withoutPointer(value: Data, pointer: string): Data {
  return without(value, segmentsOf(pointer) ?? []);
}

function without(value: Data, [segment, ...rest]: readonly string[]): Data {
  if (segment === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list: readonly Data[] = value;
    const at = Number(segment);
    if (rest.length === 0) return list.filter((_, index) => index !== at);
    return list.map((item, index) => (index === at ? without(item, rest) : item));
  }
  const entries = Object.entries(value as { readonly [key: string]: Data });
  return Object.fromEntries(
    entries.flatMap(([key, item]): [string, Data][] => {
      if (key !== segment) return [[key, item]];
      return rest.length === 0 ? [] : [[key, without(item, rest)]];
    }),
  );
}
