/** What one set of requests asks for that another does not, as far as it can be told by looking. */
import type { Box } from '../../../routing/all/box.ts';
import type { Language } from '../../../routing/all/language.ts';
import { isPartOf, type Values } from '../../../routing/all/values.ts';

/** The conditions of a box that do not go without saying for requests of another one. */
export function unmodelled(box: Box, other: Box): Box {
  return new Map(
    [...box].flatMap(([dimension, values]) => {
      const known = other.get(dimension);
      if (known === undefined) return [[dimension, values] as const];
      if (isWithinValues(known, values)) return [];
      return [
        [dimension, { ...values, within: values.within.filter((each) => !isImplied(each, known)) }] as const,
      ];
    }),
  );
}

/** The boxes that are in no other one of them. */
export function widest(boxes: readonly Box[]): readonly Box[] {
  return boxes.filter(
    (one, at) =>
      !boxes.some(
        (other, index) => index !== at && isWithin(one, other) && !(at < index && isWithin(other, one)),
      ),
  );
}

/** Whether it is plain that every request of a box is in another. */
function isWithin(box: Box, other: Box): boolean {
  return [...other].every(([dimension, values]) => {
    const own = box.get(dimension);
    return own !== undefined && isWithinValues(own, values);
  });
}

function isWithinValues(values: Values, other: Values): boolean {
  return (
    (!values.absent || other.absent) &&
    (!values.present || other.present) &&
    other.within.every((each) => isImplied(each, values)) &&
    other.without.every(({ key }) => values.without.some((own) => own.key === key))
  );
}

/** Whether it is plain that all of some values are in a language. */
function isImplied(language: Language, { within }: Values): boolean {
  return within.some((own) => own.key === language.key || isPartOf(own, language));
}
