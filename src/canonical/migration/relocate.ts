/** Edits that bring the value of a deprecated field to where its successor stands. */
import { isObject } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import type { Edit } from '../../source/edit/index.ts';
import { escapeSegment } from '../../source/pointer.ts';
import type { MessageView, Step } from './migration.ts';

export interface Relocation {
  /** The steps from the message to the value. */
  readonly from: readonly Step[];
  /** The steps from the message to its new place. */
  readonly to: readonly Step[];
  /** What else stands in the first field of the way; what of it is there already stays as it is. */
  readonly beside?: object;
}

/** What earlier relocations of one message made on the way to their places. */
export type Made = Set<string>;

/** Says that the steps lead to something that edits made. */
export function noteMade(made: Made, steps: readonly Step[]): void {
  made.add(keyOf(steps));
}

/** Moves a value, with its comments, to its new place, and makes what of the way there is missing. */
export function relocate(
  view: MessageView,
  { from: steps, to, beside = {} }: Relocation,
  made: Made = new Set(),
): readonly Edit[] {
  const from = view.within(...steps);
  const inPlace = steps.length === 1 ? { inPlaceOf: from } : {};
  const there = stepsThere(view, to, made);
  noteMade(made, to);
  if (there >= to.length - 1)
    return [{ op: 'move', from, path: view.within(...to), ...(to.length === 1 && inPlace) }];
  const rest = to.slice(there + 1);
  for (let length = there + 1; length < to.length; length++) noteMade(made, to.slice(0, length));
  const value = spelled(merged(insideOf(beside, to.slice(1, there + 1)), around(rest)), view);
  const place = view.within(...to.slice(0, there + 1));
  return [
    { op: 'add', path: place, value, ...(there === 0 && inPlace) },
    { op: 'move', from, path: place + rest.map((step) => `/${escapeSegment(nameOf(step, view))}`).join('') },
  ];
}

function keyOf(steps: readonly Step[]): string {
  return JSON.stringify(steps);
}

/** How many of the first steps lead to something that is there. */
function stepsThere({ value }: MessageView, steps: readonly Step[], made: Made): number {
  let held: unknown = value;
  for (const [index, step] of steps.entries()) {
    held = insideOf(held, [step]);
    if (held === undefined && !made.has(keyOf(steps.slice(0, index + 1)))) return index;
  }
  return steps.length;
}

/** What a value holds where some steps lead; undefined where they lead nowhere. */
function insideOf(value: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (held, step) => (isObject(held) || Array.isArray(held) ? Reflect.get(held, nameOf(step)) : undefined),
    value,
  );
}

/** What stands around a value that some steps lead to, without it. */
function around([step, ...rest]: readonly Step[]): unknown {
  if (rest.length === 0 || step === undefined) return typeof step === 'number' ? [] : {};
  const inner = around(rest);
  return typeof step === 'number' ? [inner] : { [nameOf(step)]: inner };
}

function nameOf(step: Step, view?: MessageView): string {
  if (typeof step === 'object') return step.key;
  return typeof step === 'string' && view !== undefined ? view.spelling(step) : String(step);
}

/** Names of fields, as opposed to types and to keys that people choose. */
const FIELD_NAME = /^[a-z][a-z0-9_]*$/;

/** A canonical value, its fields spelled as a view spells them. */
function spelled(value: unknown, view: MessageView): Data {
  if (Array.isArray(value)) return value.map((item) => spelled(item, view));
  if (!isObject(value)) return value as Data;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      FIELD_NAME.test(key) ? view.spelling(key) : key,
      spelled(item, view),
    ]),
  );
}

/** Two values of which each has fields that the other lacks. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, index) => merged(item, other[index]));
  if (!isObject(one) || !isObject(other)) return other ?? one;
  const made: { [key: string]: unknown } = { ...one };
  for (const [key, value] of Object.entries(other)) made[key] = merged(one[key], value);
  return made;
}
