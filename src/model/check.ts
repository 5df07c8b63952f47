/** Checks a bound message against its table: required fields, one-ofs, limits. */
import type { CompiledField, CompiledMessage, CompiledOneof } from '../schema/compiled.ts';
import type { Limits } from '../schema/language.ts';
import type { BoundMessage } from './bound.ts';
import { durationNanos } from './values.ts';

/** A rule that a message breaks; `field` where it is about one field that is written. */
export interface Breach {
  readonly rule: 'required-field' | 'one-of' | 'out-of-range' | 'empty-matcher';
  readonly message: string;
  readonly field?: CompiledField;
}

/** How to say what an empty prefix or suffix would say. */
const ANY_VALUE = 'for any value, match on presence';

/**
 * The rules of its table that a bound message breaks.
 *
 * @param shown the message in words
 * @param unreadable fields that are written but could not be read: they count as set
 */
export function breaches(
  table: CompiledMessage,
  message: BoundMessage,
  shown: () => string,
  unreadable: ReadonlySet<string>,
): Breach[] {
  const found: Breach[] = [];
  for (const field of table.required) {
    if (field.spec.requiredUnless !== undefined && message[field.spec.requiredUnless] !== undefined) continue;
    const value = message[field.name];
    if (unreadable.has(field.name)) continue;
    if (value === undefined)
      found.push({ rule: 'required-field', message: `${shown()} lacks ${field.name}, which it must have` });
    else if (value === '' || (Array.isArray(value) && value.length === 0)) {
      found.push({
        rule: 'required-field',
        message: `${field.name} of ${shown()} is empty, but must not be`,
        field,
      });
    }
  }
  for (const oneof of table.oneofs) {
    let set = 0;
    for (const { name } of oneof.members) if (message[name] !== undefined || unreadable.has(name)) set++;
    if (set > 1 || (set === 0 && oneof.need === 'exactly one'))
      found.push(oneofBreach(oneof, message, shown(), unreadable));
  }
  for (const field of table.limited) {
    const value = message[field.name];
    if (value === undefined || field.spec.limits === undefined) continue;
    const problem = limitProblem(field, value, field.spec.limits);
    if (!problem) continue;
    const isEmpty = field.spec.matcher && value === '';
    found.push(
      isEmpty
        ? { rule: 'empty-matcher', message: `${field.name} of ${shown()} ${problem}; ${ANY_VALUE}`, field }
        : { rule: 'out-of-range', message: `${field.name} of ${shown()} ${problem}`, field },
    );
  }
  return found;
}

function oneofBreach(
  { members }: CompiledOneof,
  message: BoundMessage,
  shown: string,
  unreadable: ReadonlySet<string>,
): Breach {
  const names = members.map(({ name }) => name);
  const set = names.filter((name) => message[name] !== undefined || unreadable.has(name));
  if (set.length > 1)
    return { rule: 'one-of', message: `${shown} sets ${list(set, 'and')}, of which only one may stand` };
  const lacks =
    names.length === 1
      ? `lacks ${names[0]}, which it must have`
      : `sets none of ${list(names, 'and')}, but needs one`;
  return { rule: 'one-of', message: `${shown} ${lacks}` };
}

function limitProblem(field: CompiledField, value: unknown, limits: Limits): string | undefined {
  if (!Array.isArray(value)) return valueProblem(value, limits, field);
  if (limits.minItems !== undefined && value.length < limits.minItems)
    return `needs at least ${limits.minItems} entries and has ${value.length}`;
  if (limits.maxItems !== undefined && value.length > limits.maxItems)
    return `may have at most ${limits.maxItems} entries and has ${value.length}`;
  if (!limits.items) return undefined;
  for (const item of value) {
    const problem = valueProblem(item, limits.items, field);
    if (problem) return `has an entry that ${problem}`;
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
  if (typeof value === 'string' && isTextual(field)) return textProblem(value, limits, field);
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

function isTextual(field: CompiledField): boolean {
  return (
    field.element.kind === 'scalar' && (field.element.scalar === 'string' || field.element.scalar === 'bytes')
  );
}

function textProblem(value: string, limits: Limits, field: CompiledField): string | undefined {
  const isBytes = field.element.kind === 'scalar' && field.element.scalar === 'bytes';
  const size = isBytes ? Buffer.from(value, 'base64').length : Buffer.byteLength(value);
  if (limits.minBytes !== undefined && size < limits.minBytes) {
    return size === 0
      ? 'is empty, but must not be'
      : `has ${size} bytes, but needs at least ${limits.minBytes}`;
  }
  if (limits.maxBytes !== undefined && size > limits.maxBytes)
    return `has ${size} bytes, but may have at most ${limits.maxBytes}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters are what is forbidden
  if (limits.text && /[\u0000\r\n]/.test(value)) return 'holds a line break or NUL, which a header cannot';
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

function list(words: readonly string[], joiner: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joiner} ${words[words.length - 1]}`;
}
