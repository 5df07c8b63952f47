/** Defaults of what is not set, beside what is: for those who read a configuration, as inlay hints. */
import { AT, tableAt } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Configuration } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import { type Frame, rootFrames, walkInsideOut } from '../../model/walk.ts';
import { safeLine } from '../../report/text/safe-text.ts';
import type { Release } from '../../schema/release.ts';
import type { Position } from '../../source/lines.ts';

/** What is not set in a message, behind its first line. */
export interface DefaultsHint {
  readonly position: Position;
  /** `lb_policy: ROUND_ROBIN`, in the order of the table. */
  readonly fields: readonly string[];
}

/** Of the messages that begin in some lines of a file (from 1, both included); those of one line say enough. */
export function hintsIn(
  { roots, word, file }: Configuration,
  lines: { readonly first: number; readonly last: number },
): readonly DefaultsHint[] {
  const hints: DefaultsHint[] = [];
  for (const root of roots)
    for (const rootFrame of rootFrames(root))
      walkInsideOut(rootFrame, word, (frame) => {
        const at = frame.message[AT];
        if (at === undefined) return;
        const { start, end } = file.lines.range(spanOf(root, at));
        if (start.line < lines.first || start.line > lines.last || start.line === end.line) return;
        const fields = defaultsOf(frame, word, root.release);
        const column = file.lines.line(start.line).replace(/\r?\n?$/, '').length + 1;
        if (fields.length > 0) hints.push({ position: { line: start.line, column }, fields });
      });
  return hints.toSorted((one, other) => one.position.line - other.position.line);
}

/** Values that the specification states, where they are something: what is off or empty goes without saying. */
function defaultsOf(frame: Frame, word: string, release: Release | undefined): readonly string[] {
  const filled = fill(frame, { word, onlyWritten: false, release });
  return tableAt(frame, release).fields.flatMap(({ name, spec, element }) => {
    const value = filled[name];
    const isStated = spec.default !== undefined || element.kind === 'enum';
    if (!isStated || spec.deprecated !== undefined || frame.message[name] !== undefined) return [];
    if (typeof value !== 'string' && typeof value !== 'number' && value !== true) return [];
    return value === '' || value === 0 ? [] : [`${name}: ${safeLine(String(value))}`];
  });
}
