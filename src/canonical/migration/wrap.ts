/** Edits that put something around an entry of a list. */
import type { Data } from '../../source/data.ts';
import type { Edit } from '../../source/edit/index.ts';

/**
 * An entry of a list becomes part of a new value that stands where it stood, so that comments, blank lines and the
 * entries around it stay.
 *
 * @param path the entry
 * @param around the new value
 * @param inside pointer into the new value of where the entry goes
 */
export function wrapEntry(path: string, around: Data, inside: string): Edit[] {
  const index = path.lastIndexOf('/') + 1;
  const pushed = `${path.slice(0, index)}${Number(path.slice(index)) + 1}`;
  return [
    { op: 'add', path, value: around, inPlaceOf: path },
    { op: 'move', from: pushed, path: path + inside },
  ];
}
