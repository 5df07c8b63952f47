import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstIndex, lastNotAbove } from '../../src/source/sorted.ts';

const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 12 });

it('finds what looking at each of them finds', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: -6, max: 6 }), (list, value) => {
      const sorted = list.toSorted((left, right) => left - right);
      const above = sorted.findIndex((each) => each > value);
      const first = above === -1 ? sorted.length : above;
      expect(firstIndex(sorted.length, (index) => (sorted[index] ?? 0) > value)).toBe(first);
      expect(lastNotAbove(sorted, value)).toBe(Math.max(0, first - 1));
    }),
  );
});
