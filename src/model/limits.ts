/** Bounds of a table and the values that break them (the specification, Limits; the reference of version 3). */
import type { CompiledField } from '../schema/compiled.ts';
import type { Limits, TextRule } from '../schema/language.ts';
import { counted } from '../source/counted.ts';
import { isObject } from './bound.ts';
import { contentKey } from './content.ts';
import { durationNanos } from './values.ts';

/**
 * @param value a field's value in canonical form
 * @returns what is wrong with it, as the end of a sentence that begins with the field; undefined where nothing is
 */
export function limitProblem(field: CompiledField, value: unknown, limits: Limits): string | undefined {
  const isEmpty = value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
  if (limits.unlessEmpty && isEmpty) return undefined;
  if (field.shape === 'map' && isObject(value)) return mapProblem(field, value, limits);
  if (!Array.isArray(value)) return valueProblem(value, limits, field);
  const wrongCount = countProblem(value.length, limits);
  if (wrongCount !== undefined) return wrongCount;
  if (limits.unique && new Set(value.map(contentKey)).size < value.length) return 'has an entry twice';
  if (!limits.items) return undefined;
  for (const item of value) {
    const problem = valueProblem(item, limits.items, field);
    if (problem) return `has an entry that ${problem}`;
  }
  return undefined;
}

function countProblem(count: number, { minItems, maxItems }: Limits): string | undefined {
  if (minItems !== undefined && count < minItems)
    return `needs at least ${minItems} entries and has ${count}`;
  if (maxItems !== undefined && count > maxItems)
    return `may have at most ${maxItems} entries and has ${count}`;
  return undefined;
}

function mapProblem(field: CompiledField, value: object, limits: Limits): string | undefined {
  const entries = Object.entries(value);
  const wrongCount = countProblem(entries.length, limits);
  if (wrongCount !== undefined) return wrongCount;
  for (const [key, held] of entries) {
    const ofKey = limits.keys && textProblem(key, limits.keys, Buffer.byteLength(key));
    if (ofKey) return `has a key that ${ofKey}`;
    const ofValue = limits.values && valueProblem(held, limits.values, field);
    if (ofValue) return `has under ${key} a value that ${ofValue}`;
  }
  return undefined;
}

function valueProblem(value: unknown, limits: Limits, field: CompiledField): string | undefined {
  if (limits.oneOf && !limits.oneOf.includes(value as string | number | boolean)) {
    return `is ${shownValue(value)}, but must be ${list(
      limits.oneOf.map((each) => shownValue(each)),
      'or',
    )}`;
  }
  if (limits.noneOf?.some((each) => each === value)) return `may not be ${shownValue(value)}`;
  if (typeof value === 'string' && isTextual(field)) return textProblem(value, limits, sizeOf(value, field));
  if (isOutside(limits)) return outsideProblem(value, limits);
  const bounds = [
    ['gt', limits.gt, (order: number) => order > 0, 'greater than'],
    ['gte', limits.gte, (order: number) => order >= 0, 'at least'],
    ['lt', limits.lt, (order: number) => order < 0, 'less than'],
    ['lte', limits.lte, (order: number) => order <= 0, 'at most'],
  ] as const;
  for (const [, bound, holds, words] of bounds) {
    if (bound === undefined) continue;
    const order = compare(value, bound);
    if (order !== undefined && !holds(order)) return `is ${shownValue(value)}, but must be ${words} ${bound}`;
  }
  return undefined;
}

/** Whether bounds leave out what lies between them, as the API says it: at least more than they allow at most. */
export function isOutside({ gte, lte }: Limits): boolean {
  return gte !== undefined && lte !== undefined && (compare(gte, lte) ?? 0) > 0;
}

function outsideProblem(value: unknown, { gte = 0, lte = 0 }: Limits): string | undefined {
  const [low, high] = [compare(value, lte), compare(value, gte)];
  if (low === undefined || high === undefined || low <= 0 || high >= 0) return undefined;
  return `is ${shownValue(value)}, but must be at least ${gte} or at most ${lte}`;
}

function isTextual(field: CompiledField): boolean {
  return (
    field.element.kind === 'scalar' && (field.element.scalar === 'string' || field.element.scalar === 'bytes')
  );
}

function sizeOf(value: string, { element }: CompiledField): number {
  const isBytes = element.kind === 'scalar' && element.scalar === 'bytes';
  return isBytes ? Buffer.from(value, 'base64').length : Buffer.byteLength(value);
}

/** @param size of the text in bytes; of bytes, which are written as base64, their own number */
function textProblem(value: string, limits: Limits, size: number): string | undefined {
  if (limits.minBytes !== undefined && size < limits.minBytes) {
    return size === 0
      ? 'is empty, but must not be'
      : `has ${size} bytes, but needs at least ${limits.minBytes}`;
  }
  if (limits.maxBytes !== undefined && size > limits.maxBytes)
    return `has ${size} bytes, but may have at most ${limits.maxBytes}`;
  if (limits.minChars !== undefined || limits.maxChars !== undefined) {
    const count = [...value].length;
    if (count < (limits.minChars ?? 0))
      return `has ${counted(count, 'character')}, but needs at least ${limits.minChars}`;
    if (count > (limits.maxChars ?? count))
      return `has ${counted(count, 'character')}, but may have at most ${limits.maxChars}`;
  }
  if (limits.prefix !== undefined && !value.startsWith(limits.prefix))
    return `is ${shownValue(value)}, but must begin with ${limits.prefix}`;
  if (limits.suffix !== undefined && !value.endsWith(limits.suffix))
    return `is ${shownValue(value)}, but must end with ${limits.suffix}`;
  // The pattern is the API's own, never a configuration's.
  if (limits.pattern !== undefined && !new RegExp(limits.pattern, 'u').test(value))
    return `is ${shownValue(value)}, which does not match ${limits.pattern}`;
  return limits.text && headerProblem(value, limits.text);
}

function headerProblem(value: string, rule: TextRule): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters are what is forbidden
  if (/[\u0000\r\n]/.test(value)) return 'holds a line break or NUL, which a header cannot';
  if (rule === 'strict-header-name' && /[^!#$%&'*+\-.^_|~`0-9A-Za-z]/.test(value.replace(/^:/, '')))
    return 'holds a character that the name of a header cannot';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters are what is forbidden
  if (rule === 'strict-header-value' && /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    return 'holds a control character, which the value of a header cannot';
  return undefined;
}

/** Order of a value and a bound: negative, zero or positive; undefined where they cannot be compared. */
function compare(value: unknown, bound: number | string): number | undefined {
  if (typeof bound === 'string') {
    const left = typeof value === 'string' ? durationNanos(value) : undefined;
    const right = durationNanos(bound);
    return left === undefined || right === undefined ? undefined : left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof value === 'number') return value - bound;
  if (typeof value === 'string' && /^-?\d+$/.test(value))
    return BigInt(value) < BigInt(Math.trunc(bound)) ? -1 : 1;
  return undefined;
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? (value === '' ? 'empty' : value.slice(0, 60)) : String(value);
}

/** Words one after the other, the last with `joiner` before it. */
export function list(words: readonly string[], joiner: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joiner} ${words[words.length - 1]}`;
}
