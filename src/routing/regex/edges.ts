import { IS_WORD } from './ranges.ts';
import type { Edge } from './syntax.ts';

/** In place of a byte: there is none, for the text begins or ends here. */
export const OUTSIDE = -1;
/** In place of the next byte: it is not known yet. */
export const UNKNOWN = -2;

const NEWLINE = 0x0a;

/** Whether an edge holds between two bytes; undefined when that hangs on a next byte that is not known. */
export function edgeHolds(at: Edge, previous: number, next: number): boolean | undefined {
  switch (at) {
    case 'start':
      return previous === OUTSIDE;
    case 'line-start':
      return previous === OUTSIDE || previous === NEWLINE;
    case 'end':
      return next === UNKNOWN ? undefined : next === OUTSIDE;
    case 'line-end':
      return next === UNKNOWN ? undefined : next === OUTSIDE || next === NEWLINE;
    case 'word':
    case 'no-word':
      if (next === UNKNOWN) return undefined;
      return (isWord(previous) !== isWord(next)) === (at === 'word');
  }
}

function isWord(byte: number): boolean {
  return byte >= 0 && IS_WORD[byte] === 1;
}
