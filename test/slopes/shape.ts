/** What a shape of input is: a way to make files as large as wanted, and the commands that are run over them. */

export const slopeCommands = [
  'analyze',
  'validate',
  'diff',
  'migrate',
  'normalize',
  'trace',
  'test',
  'report',
  'prove',
] as const;
export type SlopeCommand = (typeof slopeCommands)[number];

export interface Shape {
  readonly id: string;
  /** What there is very much of, in words for the table. */
  readonly about: string;
  /** How many there are in the largest of the three files; the others have a third and a ninth. */
  readonly most: number;
  /** The file; for `diff` the one before. */
  text(count: number): string;
  /** For `diff` the one after; otherwise the same file with another comment at its end, or another blank. */
  changed?(count: number): string;
  /** Those that are run; each of them is a row of its own. */
  readonly commands: readonly SlopeCommand[];
  /** What `trace` is asked for. */
  url?(count: number): string;
  /** The file of expectations of `test`; without one it suggests some. */
  tests?(count: number): string;
  /** JSON, so that the file has that name. */
  readonly isJson?: boolean;
}

export function lines(count: number, line: (at: number) => string): string {
  const all: string[] = [];
  for (let at = 0; at < count; at++) all.push(line(at));
  return all.join('');
}

/** Items of a list in brackets. */
export function items(count: number, item: (at: number) => string): string {
  const all: string[] = [];
  for (let at = 0; at < count; at++) all.push(item(at));
  return all.join(', ');
}
