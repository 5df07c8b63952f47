/** Decimal integers from `low` up to, not including, `high` as a syntax tree (fact 23: `+5`, `05` and `-0` count). */
import {
  alternatives,
  charRange,
  chars,
  EMPTY,
  literal,
  NOTHING,
  type Regex,
  repeat,
  sequence,
} from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';

const INT64_LOW = -(2n ** 63n);
const INT64_END = 2n ** 63n;
const DIGIT = charRange(0x30, 0x39);
const ZEROS = repeat(charRange(0x30, 0x30), 0, Number.POSITIVE_INFINITY);
const MINUS = charRange(0x2d, 0x2d);
const OPTIONAL_PLUS = repeat(charRange(0x2b, 0x2b), 0, 1);
/** Zero has either sign. */
const ZERO = sequence([
  repeat(chars([0x2b, 0x2b, 0x2d, 0x2d]), 0, 1),
  repeat(charRange(0x30, 0x30), 1, Number.POSITIVE_INFINITY),
]);

export function rangeTree(low: bigint, high: bigint): Regex {
  const first = low < INT64_LOW ? INT64_LOW : low;
  const last = (high > INT64_END ? INT64_END : high) - 1n;
  if (first > last) return NOTHING;
  return alternatives([
    first <= 0n && last >= 0n ? ZERO : NOTHING,
    last > 0n ? sequence([OPTIONAL_PLUS, ZEROS, between(first > 1n ? first : 1n, last)]) : NOTHING,
    first < 0n ? sequence([MINUS, ZEROS, between(last < -1n ? -last : 1n, -first)]) : NOTHING,
  ]);
}

/** Numbers from `low` to `high`, both included and positive, without leading zeros. */
function between(low: bigint, high: bigint): Regex {
  const choices: Regex[] = [];
  for (let length = String(low).length; length <= String(high).length; length++) {
    const least = 10n ** BigInt(length - 1);
    const most = 10n ** BigInt(length) - 1n;
    choices.push(sameLength(String(low > least ? low : least), String(high < most ? high : most)));
  }
  return alternatives(choices);
}

/** Digit texts of one length from `low` to `high`. */
function sameLength(low: string, high: string): Regex {
  if (low === '') return EMPTY;
  if (low === high) return literal(bytesOf(low));
  if (/^0*$/.test(low) && /^9*$/.test(high)) return repeat(DIGIT, low.length, low.length);
  const first = low.charCodeAt(0);
  const last = high.charCodeAt(0);
  const rest = low.length - 1;
  const digit = (code: number): Regex => charRange(code, code);
  if (first === last) return sequence([digit(first), sameLength(low.slice(1), high.slice(1))]);
  return alternatives([
    sequence([digit(first), sameLength(low.slice(1), '9'.repeat(rest))]),
    first + 1 < last ? sequence([charRange(first + 1, last - 1), repeat(DIGIT, rest, rest)]) : NOTHING,
    sequence([digit(last), sameLength('0'.repeat(rest), high.slice(1))]),
  ]);
}
