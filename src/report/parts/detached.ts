/** Results cut loose from what they were made from, so that nothing of a file stays in memory once it was worked. */
import { type Data, ExactNumber } from '../../source/data.ts';
import { setOwn } from '../../source/tree.ts';
import type { Redact } from '../redact.ts';

/** V8 copies shorter parts of a text at once; longer ones keep the whole text alive. */
const COPIED_ANYWAY = 13;

/** A text of its own, with the same characters. */
export function ownText(text: string): string {
  // Printing and reading again is the way that keeps lone surrogates.
  return text.length < COPIED_ANYWAY ? text : String(JSON.parse(JSON.stringify(text)));
}

/** Redacted texts of their own, by what they were made of: names and words that many results share are kept once. */
export type OwnTexts = Map<string, string>;

/**
 * A copy of plain data whose texts are redacted and belong to nobody else. What JSON has no word for (symbols,
 * functions, undefined) is left out.
 *
 * @param texts of other data that was made with the same `redact`
 */
export function detached(value: unknown, redact: Redact, texts: OwnTexts = new Map()): Data {
  switch (typeof value) {
    case 'string': {
      const own = texts.get(value) ?? ownText(redact(value));
      texts.set(value, own);
      return own;
    }
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      if (value instanceof ExactNumber) return new ExactNumber(ownText(value.text));
      if (Array.isArray(value)) return value.map((item) => detached(item, redact, texts));
      const object: { [key: string]: Data } = {};
      for (const [key, item] of Object.entries(value))
        if (item !== undefined) setOwn(object, ownText(key), detached(item, redact, texts));
      return object;
    }
    default:
      return null;
  }
}
