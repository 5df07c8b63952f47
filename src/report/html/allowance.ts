/** How much room a page has left for lines of files; what does not fit is counted and said. */
export interface Allowance {
  lines: number;
  characters: number;
}

/** Enough for any file that a person reads through; a page stays within a few megabytes. */
export function startAllowance(): Allowance {
  return { lines: 8000, characters: 1_200_000 };
}

/** Whether there is room for a line of so many characters; it is taken where there is. */
export function takeLine(allowance: Allowance, characters: number): boolean {
  if (allowance.lines < 1 || allowance.characters < characters) return false;
  allowance.lines--;
  allowance.characters -= characters;
  return true;
}
