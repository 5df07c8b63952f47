/** Results cut loose from what they were made from, so that nothing of a file stays in memory once it was worked. */
import { type Data, ExactNumber } from '../source/data.ts';
import { ownText } from '../source/own-text.ts';
import { setOwn } from '../source/tree.ts';
import type { Redact } from './secrets/redact.ts';

/** Redacted texts of their own, by what they were made of: names and words that many results share are kept once. */
export type OwnTexts = Map<string, string>;

/**
 * A copy of a result whose texts are redacted and belong to nobody else. What JSON has no word for (symbols, functions,
 * undefined) is left out.
 *
 * @param texts of other results that were made with the same `redact`
 */
export function detached<T>(value: T, redact: Redact, texts: OwnTexts = new Map()): T {
  const shown = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const own = ownText(redact(text));
    texts.set(text, own);
    return own;
  };
  return copied(value, shown, ownText) as T;
}

/** The part of a value that JSON has words for, every text redacted. */
export function plainData(value: unknown, redact: Redact): Data {
  return copied(value, redact, (text) => text);
}

/** @param shown what becomes of a text @param kept of a key, or the digits of a number */
function copied(value: unknown, shown: Redact, kept: (text: string) => string): Data {
  switch (typeof value) {
    case 'string':
      return shown(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      if (value instanceof ExactNumber) return new ExactNumber(kept(value.text));
      if (Array.isArray(value)) return value.map((item) => copied(item, shown, kept));
      const object: { [key: string]: Data } = {};
      for (const [key, item] of Object.entries(value))
        if (item !== undefined) setOwn(object, kept(key), copied(item, shown, kept));
      return object;
    }
    default:
      return null;
  }
}
