/**
 * Conversions that reach beyond a message: the share that a mirror policy reads from a runtime key is stored in the
 * runtime layers of the same bootstrap, and changes its base with the policy; in version 3 a
 * bootstrap's tracer moves to its connection managers. Resources are compared one by one, so such a bootstrap is
 * converted as a whole before it is taken apart.
 */

import { migrations } from '../../migrations/index.ts';
import { versionOf } from '../model/bound.ts';
import type { Configuration } from '../model/open.ts';
import type { Frame } from '../model/walk.ts';
import { convert } from './convert.ts';

/** A root, converted where a conversion reaches beyond a message. */
export function wholeConversion(frame: Frame, { file, word }: Configuration): Frame {
  const { message, type } = frame;
  const reaches =
    versionOf(message) === 'v2'
      ? sharesRuntime(frame, file.text)
      : type === 'Bootstrap' && message.tracing !== undefined;
  return reaches ? { ...frame, message: convert(frame, migrations, { word, older: false }) } : frame;
}

function sharesRuntime({ message, type }: Frame, text: string): boolean {
  if (type !== 'Bootstrap' || (message.layered_runtime ?? message.runtime) === undefined) return false;
  return /mirror_?[pP]olic/.test(text) && /runtime_?[kK]ey/.test(text);
}
