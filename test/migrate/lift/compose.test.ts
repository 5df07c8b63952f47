/** Two steps of changes made one come to the same text. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeChanges } from '../../../src/migrate/lift/compose.ts';
import { applyChanges, type TextChange } from '../../../src/source/edit/index.ts';

/** Changes of a text of a length, in order, none overlapping. */
const changes = (length: number): fc.Arbitrary<TextChange[]> =>
  fc.array(fc.tuple(fc.nat(length), fc.string({ maxLength: 4 })), { maxLength: 6 }).map((drawn) => {
    const sorted = drawn.map(([at]) => at).sort((one, other) => one - other);
    const made: TextChange[] = [];
    for (let index = 0; index + 1 < sorted.length; index += 2)
      made.push({
        start: sorted[index] ?? 0,
        end: sorted[index + 1] ?? 0,
        text: drawn[index]?.[1] ?? '',
        edits: [index],
      });
    return made;
  });

it('16.1 changes of changes', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }).chain((old) =>
        changes(old.length).chain((first) => {
          const middle = applyChanges(old, first);
          return changes(middle.length).map((second) => ({ old, first, middle, second }));
        }),
      ),
      ({ old, first, middle, second }) => {
        const whole = composeChanges(first, second, middle);
        expect(applyChanges(old, whole)).toBe(applyChanges(middle, second));
        for (let index = 1; index < whole.length; index++)
          expect(whole[index]?.start).toBeGreaterThanOrEqual(whole[index - 1]?.end ?? 0);
      },
    ),
    { numRuns: 2000 },
  );
});
