import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotsOf } from '../../../../src/report/html/picture.ts';
import type { Picture } from '../../../../src/results/picture/picture.ts';

const counts = fc.array(fc.nat(12), { minLength: 3, maxLength: 4 });
const links = fc.array(fc.tuple(fc.nat(3), fc.nat(12), fc.nat(3), fc.nat(12)), { maxLength: 30 });

/** A picture with links between nodes that exist. */
function pictureOf(sizes: readonly number[], wanted: readonly (readonly number[])[]): Picture {
  return {
    columns: sizes.map((size) => ({
      heading: 'things',
      nodes: Array.from({ length: size }, (_, index) => ({ title: String(index), note: '' })),
      total: size,
    })),
    links: wanted.flatMap(([from = 0, one = 0, to = 0, other = 0]) =>
      from < to && one < (sizes[from] ?? 0) && other < (sizes[to] ?? 0)
        ? [{ from: [from, one] as const, to: [to, other] as const, kind: 'live' as const }]
        : [],
    ),
    remarks: [],
  };
}

test('each node has a row of its own within the height, in the order in which they stand', () => {
  fc.assert(
    fc.property(counts, links, (sizes, wanted) => {
      const { rows, order, height } = slotsOf(pictureOf(sizes, wanted));
      expect(height).toBe(Math.max(1, ...sizes));
      for (const [column, size] of sizes.entries()) {
        const sorted = (order[column] ?? []).map((index) => rows[column]?.[index] ?? -1);
        expect(sorted).toHaveLength(size);
        expect(new Set(sorted).size).toBe(size);
        expect(sorted).toEqual(sorted.toSorted((left, right) => left - right));
        for (const row of sorted) expect(row >= 0 && row < height).toBe(true);
      }
    }),
  );
});

test('a node stands beside what it is linked with', () => {
  const { rows } = slotsOf(
    pictureOf(
      [1, 5, 1],
      [
        [0, 0, 1, 3],
        [1, 3, 2, 0],
      ],
    ),
  );
  expect(rows).toEqual([[3], [0, 1, 2, 3, 4], [3]]);
});
