/** What the text of a plain scalar means under the core schema of YAML 1.2, which includes JSON's. */
import { ExactNumber } from './data.ts';

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const BASED = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const SPECIAL = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

export function isCoreNull(text: string): boolean {
  return text === '' || text === 'null' || text === '~' || text === 'Null' || text === 'NULL';
}

export function isCoreBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === 'True' || text === 'TRUE') return true;
  if (text === 'false' || text === 'False' || text === 'FALSE') return false;
  return undefined;
}

/** The number a text stands for, an {@link ExactNumber} where a double would change it, else undefined. */
export function numberFromText(text: string): number | ExactNumber | undefined {
  if (DECIMAL.test(text)) {
    const value = Number(text);
    if (Number.isSafeInteger(value) || !isWhole(text)) return value;
    return exactOf(text, value);
  }
  if (BASED.test(text)) {
    const value = Number(text);
    // Beyond what a double holds the digits are of no use, and a million of them take long to convert.
    return Number.isSafeInteger(value) || !Number.isFinite(value)
      ? value
      : new ExactNumber(BigInt(text).toString());
  }
  if (SPECIAL.test(text))
    return text.endsWith('n') || text.endsWith('N')
      ? Number.NaN
      : text.startsWith('-')
        ? -Infinity
        : Infinity;
  return undefined;
}

function isWhole(text: string): boolean {
  return /^[-+]?\d+$/.test(text);
}

function exactOf(text: string, value: number): number | ExactNumber {
  // As JSON has it: no plus sign, no zeros in front.
  const digits = text.replace(/^\+?(-?)0*(?=\d)/, '$1');
  return value.toString() === digits ? value : new ExactNumber(digits);
}
