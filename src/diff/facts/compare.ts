/**
 * Compares two canonical messages, field by field along their tables, and says where they differ. What stands in them
 * as a resource of its own is passed over.
 */
import { hasReason, makesNoDifference } from '../../effects/fields.ts';
import type { EffectContext } from '../../effects/reason.ts';
import { type BoundMessage, INVALID, isObject, tableOf } from '../../model/bound.ts';
import { sameContent, withoutDefaults } from '../../model/content.ts';
import { originsOf } from '../../model/origin.ts';
import { isBarePlaintext, protectionOfSocket } from '../../model/transport.ts';
import { structTable, tableOfAny } from '../../model/walk.ts';
import { type CompiledField, hasField } from '../../schema/compiled.ts';
import { lookup } from '../../source/lookup.ts';
import type { Kind } from '../change.ts';
import type { Written } from '../form/common-names.ts';
import { isHole } from '../resources/found.ts';
import { messageRoot } from './absent.ts';
import { compareData } from './compare-data.ts';
import { compareList } from './compare-list.ts';
import { cosmeticsOfField, cosmeticsOfMessage } from './cosmetic.ts';
import type { Cosmetic, Fact, Step } from './fact.ts';
import type { Regexes } from './regex.ts';
import { sameValues } from './same-value.ts';
import type { Location, SideRoot } from './side.ts';

/** What comparing needs beside the messages, and where it puts what it finds. */
export interface Comparison {
  readonly regexes: Regexes;
  /** What fields without effect are told by, the same for both sides. */
  readonly effects: EffectContext;
  /** A value as it is written, where forms have the common names of renamed clusters instead. */
  readonly written: Written | undefined;
  readonly fact: (fact: Fact) => void;
  readonly cosmetic: (fact: Fact & { readonly cosmetic: Cosmetic }) => void;
  /** How many facts there are so far, cosmetic ones not counted. */
  readonly count: () => number;
}

/** A field of two messages that are compared. */
export interface FieldPair {
  readonly field: CompiledField;
  readonly before: SideRoot;
  readonly after: SideRoot;
  readonly step: Step;
}

export function compareMessages(
  comparison: Comparison,
  before: SideRoot,
  after: SideRoot,
  up: Step | undefined,
): void {
  const { type } = before.frame;
  if (type === 'core.DataSource' && holdSameBytes(before.frame.message, after.frame.message)) {
    comparison.cosmetic(wholeFact('other-spelling', before, after, up));
    return;
  }
  const alike = comparison.regexes.withSamePattern(before.frame, after.frame.message);
  if (alike) comparison.cosmetic(wholeFact('same-pattern', before, after, up));
  const other = alike === undefined ? after : { ...after, frame: { ...after.frame, message: alike } };
  const agreeing = sameValues(before, other);
  const left = before.frame.message;
  const right = other.frame.message;
  const table = tableOf(before.frame);
  for (const field of table.fields) {
    const step: Step = { up, type, kind: 'field', name: field.name };
    if (isUnreadable(left, field) || isUnreadable(right, field)) {
      // What is no value of the field is compared as it was written, with all that stands around it.
      const [one, two] = [written(left, field), written(right, field)];
      compareData(comparison, spotOf(before, field.name, one), spotOf(other, field.name, two), step);
      continue;
    }
    const one = left[field.name];
    const two = right[field.name];
    if (one === undefined && two === undefined) continue;
    if (field.element.kind === 'message' && isHole(type, field.element.name)) continue;
    const pair = { field, before, after: other, step };
    if (agreeing.has(field.name)) noteForm(comparison, pair, one, two, 'same-value');
    else if (hasReason(type, field.name) && isIdle(comparison, pair))
      noteForm(comparison, pair, one, two, 'without-effect');
    else compareField(comparison, pair, one, two);
  }
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (name === '@type' || hasField(table, name)) continue;
    const step: Step = { up, type, kind: 'field', name };
    const [one, two] = [lookup(left, name), lookup(right, name)];
    compareData(comparison, spotOf(before, name, one), spotOf(other, name, two), step);
  }
  cosmeticsOfMessage(comparison, before, other, up);
}

function isUnreadable(message: BoundMessage, { name }: CompiledField): boolean {
  return message[INVALID]?.[name] !== undefined;
}

/** The value of a field, also where it is none. */
function written(message: BoundMessage, { name }: CompiledField): unknown {
  return message[INVALID]?.[name] ?? withoutDefaults(message[name]);
}

/** Whether a field makes no difference on either side: it is absent there, or has no effect. */
function isIdle({ effects }: Comparison, { field, before, after }: FieldPair): boolean {
  return [before, after].every((sideRoot) => {
    if (originsOf(sideRoot.frame.message)[field.name]?.kind === 'default') return true;
    const message = sideRoot.whole ?? sideRoot.frame.message;
    return makesNoDifference({ ...sideRoot.frame, message }, field.name, effects);
  });
}

/** Notes that a field differs in a way that makes no difference. */
function noteForm(
  comparison: Comparison,
  { field, before, after, step }: FieldPair,
  one: unknown,
  two: unknown,
  cosmetic: Cosmetic,
): void {
  // What is around it was noticed already.
  if (sameContent(one, two) || before.made !== undefined || after.made !== undefined) return;
  const places = [spotOf(before, field.name, one), spotOf(after, field.name, two)] as const;
  comparison.cosmetic({ ...differenceOf(...places), step, cosmetic });
}

export function spotOf(
  sideRoot: SideRoot,
  field: string,
  value: unknown,
  inside: Location['inside'] = [],
): Location {
  return { sideRoot, field, inside, value };
}

function wholeFact<C extends Cosmetic>(
  cosmetic: C,
  before: SideRoot,
  after: SideRoot,
  step: Step | undefined,
) {
  return {
    kind: 'changed' as const,
    step,
    before: { sideRoot: before, inside: [], value: before.frame.message },
    after: { sideRoot: after, inside: [], value: after.frame.message },
    cosmetic,
  };
}

function compareField(comparison: Comparison, pair: FieldPair, one: unknown, two: unknown): void {
  const { field, before, after, step } = pair;
  const known = comparison.count();
  if (field.spec.secret === true) {
    if (!sameContent(one, two) && !holdSameBytes(one, two)) differ(comparison, pair, one, two);
    return;
  }
  if (field.shape === 'map') compareMap(comparison, pair, one, two);
  else if (field.shape === 'list' && isListOrAbsent(one) && isListOrAbsent(two))
    compareList(comparison, pair, one ?? [], two ?? []);
  else
    compareValue(
      comparison,
      pair,
      spotOf(before, field.name, one),
      spotOf(after, field.name, two),
      undefined,
    );
  // Where the meaning differs, how it is written is no longer of interest.
  if (comparison.count() === known) cosmeticsOfField(comparison, field, before, after, step);
}

function isListOrAbsent(value: unknown): value is readonly unknown[] | undefined {
  return value === undefined || Array.isArray(value);
}

function compareMap(comparison: Comparison, pair: FieldPair, one: unknown, two: unknown): void {
  const { field, before, after, step } = pair;
  if ((one !== undefined && !isObject(one)) || (two !== undefined && !isObject(two))) {
    if (!sameContent(one, two)) differ(comparison, pair, one, two);
    return;
  }
  const left = one ?? {};
  const right = two ?? {};
  for (const key of [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()) {
    const entry: Step = { up: step, type: '', kind: 'entry', name: key };
    const [first, second] = [lookup(left, key), lookup(right, key)];
    compareValue(
      comparison,
      { ...pair, step: entry },
      spotOf(before, field.name, first, [key]),
      spotOf(after, field.name, second, [key]),
      key,
    );
  }
}

/** Compares one value of a field, or one entry of its list or map. */
export function compareValue(
  comparison: Comparison,
  pair: FieldPair,
  before: Location,
  after: Location,
  index: number | string | undefined,
): void {
  const { field, step } = pair;
  const { kind } = field.element;
  if (kind === 'scalar' || kind === 'enum') {
    if (!sameContent(before.value, after.value)) differSpots(comparison, step, before, after);
    return;
  }
  if (kind === 'message' && field.element.name === SOCKET && compareSockets(comparison, step, before, after))
    return;
  const type = commonTable(pair, before.value, after.value, index);
  if (type !== undefined) {
    const first = messageRoot(field, before, type, index);
    const second = messageRoot(field, after, type, index);
    if (first && second) compareMessages(comparison, first, second, step);
    else differSpots(comparison, step, before, after);
  } else if (kind === 'message') {
    if (!sameContent(before.value, after.value)) differSpots(comparison, step, before, after);
  } else compareData(comparison, before, after, step);
}

const SOCKET = 'core.TransportSocket';

/**
 * Whether all is said about two transport sockets: bare plaintext is what no socket is, and of one that does something
 * else to the bytes it matters little what differs inside.
 */
function compareSockets(comparison: Comparison, step: Step, before: Location, after: Location): boolean {
  const [one, other] = [before, after].map(({ value, sideRoot }) => ({
    value,
    namespace: sideRoot.source.configuration.namespace,
  }));
  if (one === undefined || other === undefined) return false;
  const isAbsent = one.value === undefined || other.value === undefined;
  if (isAbsent) {
    const side = one.value === undefined ? other : one;
    // An entry of transport_socket_matches has to have one.
    if (side.value === undefined || step.type === 'Cluster.TransportSocketMatch') return false;
    if (!isBarePlaintext(side.value, side.namespace)) differSpots(comparison, step, before, after);
    return true;
  }
  if (isBarePlaintext(one.value, one.namespace) && isBarePlaintext(other.value, other.namespace)) return true;
  const [was, is] = [one, other].map(({ value, namespace }) => protectionOfSocket(value, namespace));
  if (was === is && (was !== 'plaintext' || sameContent(one.value, other.value))) return false;
  differSpots(comparison, step, before, after);
  return true;
}

/** The table that both values are messages of; undefined where there is none. */
function commonTable(
  { field, before, after }: FieldPair,
  one: unknown,
  two: unknown,
  index: number | string | undefined,
): string | undefined {
  if (field.element.kind === 'message') {
    const fits = (value: unknown): boolean => value === undefined || isObject(value);
    return fits(one) && fits(two) ? field.element.name : undefined;
  }
  if (!isObject(one) || !isObject(two)) return undefined;
  if (field.element.kind === 'any') return one['@type'] === two['@type'] ? tableOfAny(one, field) : undefined;
  const key = typeof index === 'string' ? index : undefined;
  const first = structTable(before.frame, field, key, one, before.source.configuration.namespace);
  const second = structTable(after.frame, field, key, two, after.source.configuration.namespace);
  return first === second ? first : undefined;
}

function differ(
  comparison: Comparison,
  { field, before, after, step }: FieldPair,
  one: unknown,
  two: unknown,
): void {
  differSpots(comparison, step, spotOf(before, field.name, one), spotOf(after, field.name, two));
}

/** Notes that a value is there on one side only, or another one. */
export function differSpots(comparison: Comparison, step: Step, before: Location, after: Location): void {
  comparison.fact({ ...differenceOf(before, after), step });
}

/** What differs between two values: one is there on one side only, or is another one. */
export function differenceOf(before: Location, after: Location): Omit<Fact, 'step'> {
  const kind: Kind = before.value === undefined ? 'added' : after.value === undefined ? 'removed' : 'changed';
  return { kind, ...(kind === 'added' ? {} : { before }), ...(kind === 'removed' ? {} : { after }) };
}

/** Whether of two `core.DataSource` one holds in `inline_string` what the other holds in `inline_bytes`. */
function holdSameBytes(one: unknown, other: unknown): boolean {
  return isObject(one) && isObject(other) && (isWrittenAs(one, other) || isWrittenAs(other, one));
}

function isWrittenAs(
  source: { readonly [field: string]: unknown },
  other: { readonly [field: string]: unknown },
): boolean {
  const { inline_string: text } = source;
  if (typeof text !== 'string' || other.inline_bytes !== Buffer.from(text).toString('base64')) return false;
  return Object.keys(source).length === 1 && Object.keys(other).length === 1;
}
