/** Copies of bound messages that keep what these know of themselves: where they were written, where values come from. */
import { setOwn } from '../source/tree.ts';
import { type BoundMessage, isObject, type OpenMessage } from './bound.ts';
import type { Frame } from './walk.ts';

/** A message without fields that knows of itself what another one does. */
export function emptyLike(message: BoundMessage): OpenMessage {
  const made: { [key: string | symbol]: unknown } = {};
  for (const symbol of Object.getOwnPropertySymbols(message))
    made[symbol] = (message as { readonly [key: symbol]: unknown })[symbol];
  return made;
}

/** A copy all the way down, which may be changed. @param text what becomes of each text and key; itself where absent */
export function deepCopy(value: unknown, text: (text: string) => string = (each) => each): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((item) => deepCopy(item, text));
  if (!isObject(value)) return value;
  const made = emptyLike(value);
  for (const [key, item] of Object.entries(value)) setOwn<unknown>(made, text(key), deepCopy(item, text));
  return made;
}

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
