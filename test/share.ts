/**
 * What CI takes of a long list, so that it ends in time: every third entry, for the next question the ones behind those,
 * so that each entry is asked about by a third of the questions. Elsewhere all of it.
 *
 * @param turn the position of the question
 */
export function shareOf<T>(list: readonly T[], turn: number): readonly T[] {
  return process.env.CI === undefined ? list : list.filter((_, at) => (at + turn) % 3 === 0);
}

/** How many runs or rows are tried: fewer in CI. */
export function inTime(all: number, ci: number): number {
  return process.env.CI === undefined ? all : ci;
}
