/**
 * Canonical values from what people write: integers, doubles, booleans, durations, bytes, as the proxy's JSON form
 * reads them (routing-facts 64).
 */

import { lookup } from '../source/lookup.ts';
import { isBased, plainBoolean, plainInteger } from '../source/scalar.ts';

/** A value, and in what looser way than the canonical one it was written, if any. */
export interface Read<T> {
  readonly value: T;
  readonly loose?: string;
}

/** Why a text is not of the type; `range` where it is a number outside the type. */
export interface Unreadable {
  readonly problem: string;
  readonly range?: true;
  /** A number where an enum stands. */
  readonly isNumber?: true;
  /** What was certainly meant. */
  readonly meant?: string;
}

type Result<T> = Read<T> | Unreadable;

const INTEGER_RANGES = {
  uint32: [0n, 4294967295n],
  int32: [-2147483648n, 2147483647n],
  uint64: [0n, 18446744073709551615n],
  int64: [-9223372036854775808n, 9223372036854775807n],
} as const;
export type IntegerType = keyof typeof INTEGER_RANGES;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const PLAIN_INTEGER = /^[-+]?\d{1,15}$/;

/** An integer; beyond 2^53 its decimal digits as text, so that it stays exact. */
export function readInteger(text: string, type: IntegerType, quoted = true): Result<number | string> {
  if (!quoted && isBased(text)) {
    const decimal = String(plainInteger(text));
    const read = readInteger(decimal, type);
    return 'problem' in read ? read : { ...read, loose: basedText(text, decimal) };
  }
  let exact: bigint;
  if (PLAIN_INTEGER.test(text)) {
    const value = Number(text);
    if (value >= 0 && value <= 4294967295 && type !== 'int32') return { value };
    exact = BigInt(value);
  } else {
    const whole = wholeOf(text);
    if (whole === undefined) return { problem: 'is not a whole number' };
    exact = whole;
  }
  const [low, high] = INTEGER_RANGES[type];
  if (exact < low || exact > high)
    return { problem: `does not fit ${type} (${low} to ${high})`, range: true };
  return { value: exact <= SAFE && exact >= -SAFE ? Number(exact) : exact.toString() };
}

/** Whole numbers in every notation the proxy takes in texts too: digits, `0x1f`, `5.0`, `1e3`. */
function wholeOf(text: string): bigint | undefined {
  if (/^[-+]?\d+$/.test(text)) return text.length > 40 ? undefined : BigInt(text.replace('+', ''));
  if (/^0x[0-9a-fA-F]{1,16}$/.test(text)) return BigInt(text);
  if (!/^[-+]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:[eE][-+]?\d{1,2})?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** What is said of a number in another base. */
function basedText(text: string, decimal: string): string {
  return `"${text}" is ${decimal} to the proxy, which reads it in base ${/[xX]/.test(text) ? 16 : 8}; write ${decimal}`;
}

export function readDouble(text: string, quoted = true): Result<number> {
  if (!quoted && isBased(text)) {
    const decimal = String(plainInteger(text));
    return { value: Number(decimal), loose: basedText(text, decimal) };
  }
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: 'does not fit a double', range: true };
  }
  if (text === 'NaN' || text === 'Infinity' || text === '-Infinity') return { value: Number(text) };
  return { problem: 'is not a number' };
}

/** Texts in quotes that the proxy takes for booleans, in any case. */
const TEXT_BOOLEANS: { readonly [text: string]: boolean } = {
  true: true,
  t: true,
  yes: true,
  y: true,
  1: true,
  false: false,
  f: false,
  no: false,
  n: false,
  0: false,
};

export function readBoolean(text: string, quoted: boolean): Result<boolean> {
  const plain = quoted ? undefined : plainBoolean(text);
  const lower = text.toLowerCase();
  if (plain !== undefined) {
    return lower === 'true' || lower === 'false'
      ? { value: plain }
      : { value: plain, loose: `"${text}" is a boolean only under YAML 1.1` };
  }
  // Without quotes a digit is a number, which is no boolean.
  if (Object.hasOwn(TEXT_BOOLEANS, lower) && (quoted || !/^[01]$/.test(lower)))
    return { value: lookup(TEXT_BOOLEANS, lower) === true, loose: 'a boolean is written as text' };
  return { problem: 'is not true or false' };
}

/** Largest number of seconds a duration may have, in either direction. */
const MAX_SECONDS = 315_576_000_000n;
const BILLION = 1_000_000_000n;

/** Durations read before: configurations repeat a handful of them. */
const knownNanos = new Map<string, bigint>();

/** Nanoseconds of a duration text such as `1.5s`. */
export function durationNanos(text: string): bigint | undefined {
  const known = knownNanos.get(text);
  if (known !== undefined) return known;
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,9}))?s$/.exec(text);
  if (!match) return undefined;
  const [, sign, seconds = '0', fraction = ''] = match;
  const nanos = BigInt(seconds) * BILLION + BigInt(fraction.padEnd(9, '0'));
  const signed = sign === '-' ? -nanos : nanos;
  if (knownNanos.size < 1000) knownNanos.set(text, signed);
  return signed;
}

/** A duration's canonical text: seconds in shortest form. */
export function durationText(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = (size % BILLION).toString().padStart(9, '0').replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${size / BILLION}${fraction ? `.${fraction}` : ''}s`;
}

export function readDuration(text: string): Result<string> {
  const nanos = durationNanos(text);
  if (nanos === undefined) {
    if (/^-?\d+\.\d{10}\d*s$/.test(text))
      return { problem: 'is finer than a duration can be: it has more than nine decimals' };
    const unit = /^(-?\d{1,15}(?:\.\d{1,15})?) ?(ms|m|h|us|ns)?$/.exec(text);
    return {
      problem: unit
        ? `is not a duration: write seconds with an s, as in ${suggestSeconds(unit[1] ?? '', unit[2])}`
        : 'is not a duration such as 1.5s',
    };
  }
  if (nanos > MAX_SECONDS * BILLION || nanos < -MAX_SECONDS * BILLION) {
    return { problem: 'is longer than a duration can be (10,000 years)', range: true };
  }
  return { value: durationText(nanos) };
}

const SECONDS_OF_UNIT: { readonly [unit: string]: number } = {
  ms: 0.001,
  m: 60,
  h: 3600,
  us: 0.000001,
  ns: 0.000000001,
};

function suggestSeconds(number: string, unit: string | undefined): string {
  const seconds = Number(number) * (unit === undefined ? 1 : (lookup(SECONDS_OF_UNIT, unit) ?? 1));
  return `${Number(seconds.toFixed(9))}s`;
}

/** Bytes in either base64 alphabet, padded or not; canonical is the standard alphabet with padding. */
export function readBytes(text: string): Result<string> {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return { problem: 'is not base64' };
  const bare = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (bare.length % 4 === 1) return { problem: 'is not base64: its length cannot be right' };
  return { value: bare.padEnd(Math.ceil(bare.length / 4) * 4, '=') };
}
