/**
 * What the text of a plain scalar means. Numbers with a point or an exponent, infinities and nulls are those of YAML
 * 1.2, which includes JSON's; booleans and whole numbers are what the proxy's reader, one of YAML 1.1, converts
 * (`test/source/scalar.test.ts` holds each to the program).
 */
import { ExactNumber } from './data.ts';

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
/** Each in lower case, in capitals, or with a capital in front. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  ['y', 'yes', 'true', 'on', 'n', 'no', 'false', 'off'].flatMap((namespace, at) =>
    [namespace, namespace.toUpperCase(), `${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}`].map(
      (form) => [form, at < 4] as const,
    ),
  ),
);
const OCTAL = /^[-+]?0[0-7]+$/;
const HEXADECIMAL = /^[-+]?0[xX][0-9a-fA-F]+$/;
const DIGITS = /^[-+]?(?:0|[1-9][0-9]*)$/;
/** Longer ones are no whole number of 64 bits. */
const MAX_TEXT = 26;
const SPECIAL = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

export function isCoreNull(text: string): boolean {
  return text === '' || text === 'null' || text === '~' || text === 'Null' || text === 'NULL';
}

/** The boolean that plain text stands for in YAML of every version. */
export function isCoreBoolean(text: string): boolean | undefined {
  return /^[tf]/i.test(text) ? plainBoolean(text) : undefined;
}

/** The boolean that plain text stands for to the proxy where one is asked for. */
export function plainBoolean(text: string): boolean | undefined {
  return text.length > 5 ? undefined : BOOLEANS.get(text);
}

/** The whole number of 64 bits that plain text stands for to the proxy: `0777` and `0x1FF` are 511. */
export function plainInteger(text: string): bigint | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const bare = text.replace(/^[-+]/, '');
  const size = OCTAL.test(text)
    ? BigInt(`0o${bare.slice(1)}`)
    : HEXADECIMAL.test(text) || DIGITS.test(text)
      ? BigInt(bare.toLowerCase())
      : undefined;
  if (size === undefined) return undefined;
  const value = text.startsWith('-') ? -size : size;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/**
 * What plain text is to the proxy's reader before it knows what should stand there. A number with a point is text to
 * it, and so is a whole one beyond 32 bits, in digits.
 */
export function untypedScalar(text: string): string | number | boolean | null {
  if (isCoreNull(text)) return null;
  const whole = plainInteger(text);
  if (whole === undefined) return plainBoolean(text) ?? text;
  return BigInt.asIntN(32, whole) === whole ? Number(whole) : whole.toString();
}

/** Whether plain text is a whole number in another base than ten. */
export function isBased(text: string): boolean {
  return (OCTAL.test(text) || HEXADECIMAL.test(text)) && plainInteger(text) !== undefined;
}

/** The number a text stands for, an {@link ExactNumber} where a double would change it, else undefined. */
export function numberFromText(text: string): number | ExactNumber | undefined {
  const whole = isBased(text) ? plainInteger(text) : undefined;
  if (whole !== undefined) {
    const value = Number(whole);
    return Number.isSafeInteger(value) ? value : new ExactNumber(whole.toString());
  }
  if (DECIMAL.test(text)) {
    const value = Number(text);
    if (Number.isSafeInteger(value) || !isWhole(text)) return value;
    return exactOf(text, value);
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
