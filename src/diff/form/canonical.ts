/**
 * The form in which messages are compared: every migration applied, the optional ones too, what else the model has
 * two words for brought to one of them, then defaults filled in.
 */

import { migrations } from '../../../migrations/index.ts';
import { convert } from '../../migrate/convert.ts';
import { inVersionThree } from '../../migrate/lift/form.ts';
import type { BoundMessage, OpenMessage } from '../../model/bound.ts';
import { fill } from '../../model/fill.ts';
import type { Frame } from '../../model/walk.ts';
import { walkInsideOut } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { SourceTree } from '../../source/tree.ts';
import { oneWord, respelledTypes } from './one-word.ts';

/** What is to be had in version 3. */
export interface InThree {
  /** Where it was written, as far as that is known. */
  readonly tree?: SourceTree;
}

let paths: Paths | undefined;

/**
 * A message in its place, in the form for comparing; the input is not changed.
 *
 * @param word the reserved word of its file
 * @param inThree asks for the form of version 3, in which messages of both versions can be compared
 */
export function canonicalForm(frame: Frame, word: string, inThree?: InThree): BoundMessage {
  if (frame.type === '') return frame.message;
  const message = converted(frame, word, inThree);
  paths ??= pathsTo(respelledTypes());
  walkInsideOut(
    { ...frame, message },
    word,
    (each) => oneWord(each, each.message as OpenMessage, word),
    paths,
  );
  return fill({ ...frame, message }, { word, onlyWritten: false });
}

/** Current forms in place of deprecated ones: those of version 2, then, where it is asked for, those of version 3. */
function converted(frame: Frame, word: string, inThree: InThree | undefined): BoundMessage {
  const options = { word, older: false };
  const message = convert(frame, migrations, options);
  if (inThree === undefined) return message;
  const lifted = inVersionThree({ ...frame, message }, { word, tree: inThree.tree });
  return convert({ ...frame, message: lifted }, migrations, options);
}
