/** Sizes that a picture's lines and the style sheet have to agree on: no element has a style of its own. */

/** Pixels of a row, and of the room below its node. */
export const ROW = 56;
export const BELOW = 8;

/** Room between columns in hundredths of the width, by how many columns there are. */
export function roomBetween(columns: number): number {
  return columns === 4 ? 6 : 10;
}
