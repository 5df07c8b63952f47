/**
 * Conversions that reach beyond a message: the share that a mirror policy reads from a runtime key is stored in the
 * runtime layers of the same bootstrap, and changes its base with the policy. Resources are compared one by one, so
 * such a bootstrap is converted as a whole before it is taken apart.
 */

import { migrations } from '../../migrations/index.ts';
import type { Configuration } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import { convert } from './convert.ts';

/** A root, converted where a conversion reaches beyond a message. */
export function wholeConversion(frame: Frame, { file, word }: Configuration): Frame {
  const { message, type } = frame;
  if (type !== 'Bootstrap' || (message.layered_runtime ?? message.runtime) === undefined) return frame;
  if (!/mirror_?[pP]olic/.test(file.text) || !/runtime_?[kK]ey/.test(file.text)) return frame;
  return { ...frame, message: convert(frame, migrations, { word, older: false }) };
}
