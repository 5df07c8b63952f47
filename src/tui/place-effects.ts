/** What leaves the screen from a place in a file: its pointer to the clipboard, the place itself to the editor. */

import type { Position } from '../source/lines.ts';
import type { SourceFile } from '../source/load.ts';
import type { Effect } from './effect.ts';
import { note } from './notice.ts';
import type { ViewStep } from './view.ts';

/** @param embedded the pointer of the text that the pointer counts in, where it is not the document itself */
export function copyOfPointer({
  pointer,
  embedded,
}: {
  readonly pointer: string;
  readonly embedded?: string | undefined;
}): Effect {
  const text = embedded === undefined ? pointer : `${embedded}#${pointer}`;
  return { kind: 'copy', text, what: `the pointer ${text === '' ? '(the root)' : text}` };
}

/** Opens a file where something begins; what came from no file on disk is told. @param start the first line where absent */
export function editing<Slice>(
  slice: Slice,
  { name, path }: Pick<SourceFile, 'name' | 'path'>,
  start: Position = { line: 1, column: 1 },
): ViewStep<Slice> {
  if (path === undefined) return { slice, notice: note(`${name} is no file that could be edited`) };
  const { line, column } = start;
  return { slice, effects: [{ kind: 'edit', file: path, line, column }] };
}
