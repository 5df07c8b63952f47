/** Runtime values and shares of requests (data-model, Runtime-derived values; facts 31 to 33, 42). */

import type { Message } from '../schema/types.ts';
import { type Data, ExactNumber, isMap } from '../source/data.ts';
import { lookup } from '../source/lookup.ts';
import { lowerAscii } from '../traffic/text.ts';
import type { Request, RuntimeValue } from './request/request.ts';

/** A share of requests: those whose random value modulo `denominator` is below `numerator`. */
export interface Share {
  readonly numerator: number;
  readonly denominator: Denominator;
}

export type Denominator = 100 | 10_000 | 1_000_000;

type Fraction = Message<'type.FractionalPercent'>;
type RuntimeFraction = Message<'core.RuntimeFractionalPercent'>;

/** By name and by number. */
const DENOMINATORS: ReadonlyMap<unknown, Denominator> = new Map<unknown, Denominator>([
  ['HUNDRED', 100],
  ['TEN_THOUSAND', 10_000],
  ['MILLION', 1_000_000],
  [0, 100],
  [1, 10_000],
  [2, 1_000_000],
]);

/** The share a fractional percent stands for; an empty one is 0 %. */
export function shareOf(fraction: Fraction | undefined): Share {
  return {
    numerator: fraction?.numerator ?? 0,
    denominator: DENOMINATORS.get(fraction?.denominator ?? 'HUNDRED') ?? 100,
  };
}

/** Whether a share takes every request: a numerator of the whole or more (fact 31). */
export function takesAll({ numerator, denominator }: Share): boolean {
  return numerator >= denominator;
}

/** The share in force: the runtime value of its key where there is a readable one, else the default. */
export function effectiveShare(fraction: RuntimeFraction, request: Request): Share {
  const value = runtimeValue(request, fraction.runtime_key);
  return (value === undefined ? undefined : runtimeShare(value)) ?? shareOf(fraction.default_value);
}

/** The value a runtime key was given in the request; undefined where it has none. */
export function runtimeValue(request: Request, key: string | undefined): RuntimeValue | undefined {
  if (key === undefined || key === '' || request.runtime === undefined) return undefined;
  return lookup(request.runtime, key);
}

/** What a runtime value says as a share: a fractional percent, or an integer in percent; above 100 is always (fact 33). */
export function runtimeShare(value: RuntimeValue): Share | undefined {
  const percent = runtimeInteger(value);
  if (percent !== undefined) return { numerator: Math.min(percent, 100), denominator: 100 };
  if (isMap(value)) return mapShare(value);
  return typeof value === 'string' ? textShare(value) : undefined;
}

/** A runtime value as a whole number from 0 up; undefined where it is none. */
export function runtimeInteger(value: RuntimeValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  const text = value instanceof ExactNumber ? value.text : value;
  return typeof text === 'string' && /^\s*\+?\d+\s*$/.test(text) ? Number(text) : undefined;
}

function mapShare(value: { readonly [key: string]: Data }): Share | undefined {
  const { numerator = 0, denominator = 'HUNDRED', ...others } = value;
  const whole = runtimeInteger(numerator);
  const named = DENOMINATORS.get(runtimeInteger(denominator) ?? denominator);
  if (whole === undefined || named === undefined || Object.keys(others).length > 0) return undefined;
  return { numerator: whole, denominator: named };
}

/** A fractional percent written as text, in JSON or in YAML with a key a line or in braces. */
function textShare(text: string): Share | undefined {
  const fields: { [key: string]: string } = {};
  for (const pair of text
    .trim()
    .replace(/^\{|\}$/g, '')
    .split(/[,\n]/)) {
    if (pair.trim() === '') continue;
    const [, key = '', value = ''] =
      /^\s*["']?(numerator|denominator)["']?\s*:\s*["']?(\w+)["']?\s*$/.exec(pair) ?? [];
    if (key === '') return undefined;
    fields[key] = value;
  }
  return Object.keys(fields).length === 0 ? undefined : mapShare(fields);
}

/** A random value modulo a divisor. */
export function residue(randomValue: number | string, divisor: number): number {
  return typeof randomValue === 'number'
    ? randomValue % divisor
    : Number(BigInt(randomValue) % BigInt(divisor));
}

/** Whether a share takes the request with this random value: `random % D < N` (fact 31). */
export function takes(share: Share, randomValue: number | string): boolean {
  return takesAll(share) || residue(randomValue, share.denominator) < share.numerator;
}

/** Whether a runtime value switches something on: true, or a number other than 0. */
export function isSwitchedOn(value: RuntimeValue | undefined): boolean {
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value.trim()))
    return lowerAscii(value.trim()) === 'true';
  return value === true || (runtimeInteger(value) ?? 0) > 0;
}

/** A share for people, such as `5 of 100`. */
export function shareText({ numerator, denominator }: Share): string {
  return `${numerator} of ${denominator}`;
}
