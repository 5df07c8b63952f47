import type { LineIndex } from '../../source/lines.ts';

/** How many blanks all of some lines begin with (lines from 1); on the screen they would only take room. */
export function sharedIndent(lines: LineIndex, from: number, to: number): number {
  let shared = Number.POSITIVE_INFINITY;
  for (let line = from; line <= Math.min(to, lines.count); line++) {
    const blanks = /^ */.exec(lines.line(line))?.[0].length ?? 0;
    if (blanks < lines.line(line).length) shared = Math.min(shared, blanks);
  }
  return Number.isFinite(shared) ? shared : 0;
}
