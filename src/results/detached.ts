/** Results cut loose from what they were made from, so that nothing of a file stays in memory once it was worked. */
import { type Data, ExactNumber } from '../source/data.ts';
import { ownText } from '../source/own-text.ts';
import { isNoSecret } from '../source/secret-looks.ts';
import { secretly } from '../source/secret-marks.ts';
import { isCredentialHeader } from '../source/secret-names.ts';
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
      const isNamed = 'key' in value && typeof value.key === 'string' && isCredentialHeader(value.key);
      for (const [key, item] of Object.entries(value)) {
        if (item === undefined) continue;
        const known =
          isNamed && key === 'value' ? marked(item) : HEADERS.test(key) ? markedHeaders(item) : item;
        setOwn(object, kept(key), copied(known, shown, kept));
      }
      return object;
    }
    default:
      return null;
  }
}

/** What of a request has the names of headers as its keys, or those of runtime values. */
const HEADERS = /^(?:headers|repeated|runtime)$/;

/** Headers by their names, those that carry a credential marked as secret. */
function markedHeaders(headers: unknown): unknown {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isCredentialHeader(name) ? marked(value) : value]),
  );
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  return typeof value === 'string' && !isNoSecret(value) ? secretly(value) : value;
}
