/**
 * The form in which messages are compared: every migration applied, the optional ones too, what else the model has
 * two words for brought to one of them, then defaults filled in.
 */

import { migrations } from '../../../migrations/index.ts';
import { convert } from '../../migrate/convert.ts';
import type { BoundMessage, OpenMessage } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Frame } from '../../model/walk.ts';
import { walkInsideOut } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { oneWord, respelledTypes } from './one-word.ts';

let paths: Paths | undefined;

/**
 * A message in its place, in the form for comparing; the input is not changed.
 *
 * @param word the reserved word of its file
 */
export function canonicalForm(frame: Frame, word: string): BoundMessage {
  if (frame.type === '') return frame.message;
  const message = convert(frame, migrations, { word, older: false });
  paths ??= pathsTo(respelledTypes());
  walkInsideOut(
    { ...frame, message },
    word,
    (each) => oneWord(each, each.message as OpenMessage, word),
    paths,
  );
  return fill({ ...frame, message }, { word, onlyWritten: false });
}
