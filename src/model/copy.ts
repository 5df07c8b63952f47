/** Copies of bound messages that keep what these know of themselves: where they were written, where values come from. */
import { setOwn } from '../source/tree.ts';
import { type BoundMessage, isObject, type OpenMessage } from './bound.ts';

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
