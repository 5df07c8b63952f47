/** Aligning lists: nothing is lost, as little as possible moves, and neither side is the first. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from '../../../src/diff/facts/align.ts';

function aligned(one: readonly string[], two: readonly string[], nearby = false) {
  const sides = [one, two] as const;
  return align({
    counts: [one.length, two.length],
    same: (left, right) => one[left] === two[right],
    keys: [(side, index) => sides[side][index]],
    ...(nearby ? { nearby: () => '' } : {}),
  });
}

const list = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 12 });

test('every entry is paired, removed or added, once', () => {
  fc.assert(
    fc.property(list, list, fc.boolean(), (one, two, nearby) => {
      const { pairs, removed, added } = aligned(one, two, nearby);
      const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
      expect(sorted([...pairs.map(([left]) => left), ...removed])).toEqual([...one.keys()]);
      expect(sorted([...pairs.map(([, right]) => right), ...added])).toEqual([...two.keys()]);
      if (!nearby) for (const [left, right] of pairs) expect(one[left]).toBe(two[right]);
    }),
  );
});

test('what has not moved stands in order, and nothing more could stay', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(20), { maxLength: 7 }), fc.nat(), (values, seed) => {
      const one = values.map(String);
      const two = [...one].sort(
        (a, b) => ((Number(a) * 7919 + seed) % 23) - ((Number(b) * 7919 + seed) % 23),
      );
      const { pairs, moved } = aligned(one, two);
      const kept = pairs.filter((pair) => !moved.has(pair)).map(([, right]) => right);
      expect(kept).toEqual([...kept].sort((a, b) => a - b));
      expect(kept.length).toBe(longest(pairs.map(([, right]) => right)));
    }),
  );
});

/** The length of the longest increasing subsequence, by trying all. */
function longest(values: readonly number[]): number {
  let best = 0;
  for (let set = 0; set < 2 ** values.length; set++) {
    const chosen = values.filter((_, index) => (set >> index) % 2 === 1);
    const isIncreasing = chosen.every((value, index) => index === 0 || (chosen[index - 1] ?? 0) < value);
    if (isIncreasing) best = Math.max(best, chosen.length);
  }
  return best;
}

test('it is the same alignment from the other side', () => {
  fc.assert(
    fc.property(list, list, fc.boolean(), (one, two, nearby) => {
      const there = aligned(one, two, nearby);
      const back = aligned(two, one, nearby);
      const flat = (pairs: Iterable<readonly [number, number]>, swap: boolean): string[] =>
        [...pairs].map(([a, b]) => (swap ? `${b}-${a}` : `${a}-${b}`)).sort();
      expect(flat(back.pairs, true)).toEqual(flat(there.pairs, false));
      expect(flat(back.moved, true)).toEqual(flat(there.moved, false));
      expect(back.removed).toEqual(there.added);
      expect(back.added).toEqual(there.removed);
    }),
  );
});
