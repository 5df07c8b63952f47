/** Puts another value where a message inside a message stood, in a copy of the one around it. */
import { type BoundMessage, isObject, type OpenMessage } from './bound.ts';
import type { Frame } from './walk.ts';

/**
 * @param made a shallow copy of `original`; lists and maps of it are copied when something in them is replaced
 */
export function replaceIn(
  made: OpenMessage,
  original: BoundMessage,
  { field, index, inStruct }: Frame,
  value: BoundMessage,
): void {
  if (field === undefined) return;
  const { name } = field;
  if (index === undefined) {
    made[name] = inStruct && isObject(made[name]) ? { ...made[name], value } : value;
    return;
  }
  if (made[name] === original[name])
    made[name] = Array.isArray(made[name]) ? [...(made[name] as unknown[])] : { ...(made[name] as object) };
  (made[name] as { [key: string | number]: unknown })[index] = value;
}
