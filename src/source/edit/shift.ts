/** Moves lines to another indentation. */

/** Shifts a line by a number of columns; one that is less indented than that goes to the margin. */
export function shiftLine(line: string, by: number): string {
  if (line === '' || by === 0) return line;
  if (by > 0) return ' '.repeat(by) + line;
  let blanks = 0;
  while (blanks < -by && line.charCodeAt(blanks) === 32) blanks++;
  return line.slice(blanks);
}

/** Number of spaces that a line begins with; undefined for one that holds nothing else. */
export function indentOf(line: string): number | undefined {
  const visible = line.search(/[^ ]/);
  return visible === -1 ? undefined : visible;
}

/**
 * Shifts the further lines of a value in quotes or brackets, and further than asked for where one of them would not
 * stand deeper than the key: YAML takes it for the end of the value then.
 */
export function shiftDeeper(lines: readonly string[], by: number, least: number, step: number): string[] {
  const indents = lines.map(indentOf).filter((indent) => indent !== undefined);
  const lowest = Math.min(...indents.slice(0, 10_000));
  const more = Number.isFinite(lowest) && lowest + by < least ? least - 1 + step - (lowest + by) : 0;
  return lines.map((line) => shiftLine(line, by + more));
}
