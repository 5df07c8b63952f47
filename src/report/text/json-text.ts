/** Values as JSON text, numbers with all the digits they were written with. */
import { type Data, ExactNumber } from '../../source/data.ts';
import { printJson } from '../../source/edit/print.ts';
import { setOwn } from '../../source/tree.ts';
import { type Redact, showAll } from '../redact.ts';
import { escapedUnsafe } from './safe-text.ts';

/** JSON in two-space indentation, with a line break at the end. `redact` is applied to every text value. */
export function jsonText(value: unknown, redact: Redact = showAll): string {
  return `${escapedUnsafe(printJson(dataOf(value, redact), '  '))}\n`;
}

/** The part of a value that JSON has words for, every text redacted. */
export function dataOf(value: unknown, redact: Redact): Data {
  switch (typeof value) {
    case 'string':
      return redact(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null || value instanceof ExactNumber) return value;
      if (Array.isArray(value)) return value.map((item) => dataOf(item, redact));
      const object: { [key: string]: Data } = {};
      for (const [key, item] of Object.entries(value)) {
        if (item !== undefined) setOwn(object, key, dataOf(item, redact));
      }
      return object;
    }
    default:
      return null;
  }
}
