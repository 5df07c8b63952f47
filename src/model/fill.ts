/**
 * The canonical form of a bound message: every default filled in, set-like lists in a canonical order, fields in the
 * order of their table, keys of data in that of their texts. A value that means nothing (an empty list, the empty text of a plain string) is left out; an
 * absent wrapper and zero stay distinct.
 */
import { hasFieldFor } from '../schema/at-release.ts';
import { type CompiledField, type CompiledMessage, compiledMessage, hasField } from '../schema/compiled.ts';
import type { DerivedDefault, Literal } from '../schema/language.ts';
import type { Release } from '../schema/release.ts';
import { setOwn } from '../source/tree.ts';
import {
  type BoundMessage,
  emptyBeside,
  INVALID,
  isObject,
  NODE,
  type OpenMessage,
  STRUCT,
  tableAt,
  VERSION,
} from './bound.ts';
import { emptyLike } from './copy.ts';
import { noteOrigin, originsOf } from './origin.ts';
import type { MaySet } from './runtime-keys.ts';
import { durationNanos, durationText, readDuration } from './values.ts';
import { type Frame, structTable, tableOfAny } from './walk.ts';

export interface FillOptions {
  readonly namespace: string;
  /** Leave defaults out. */
  readonly onlyWritten: boolean;
  /** The release of the proxy whose defaults they are, for messages of version 3; the newest where absent. */
  readonly release?: Release | undefined;
  /** Says which runtime keys may be set, by what they end with: their defaults are left out. */
  readonly maySet?: MaySet | undefined;
  /** Put what cannot be read where it was written, for printing; apart from what can be read where absent. */
  readonly inPlace?: true;
}

/** The canonical form of a message in its place; the input is not changed. */
export function fill(frame: Frame, options: FillOptions): BoundMessage {
  const { message } = frame;
  const table = tableAt(frame, options.release);
  const filled: OpenMessage = {};
  if (message[NODE] !== undefined) filled[NODE] = message[NODE];
  if (message[VERSION] !== undefined) filled[VERSION] = message[VERSION];
  if (message[STRUCT] !== undefined) filled[STRUCT] = message[STRUCT];
  const origins = originsOf(message);
  if (message['@type'] !== undefined) filled['@type'] = message['@type'];
  const unreadable = message[INVALID];
  if (unreadable !== undefined && !options.inPlace) filled[INVALID] = unreadable;
  for (const field of table.fields) {
    const raw = unreadable?.[field.name];
    if (raw !== undefined && options.inPlace) {
      filled[field.name] = raw;
      continue;
    }
    const value = message[field.name];
    if (value !== undefined) {
      const canonical = fillField(frame, field, value, options);
      if (canonical !== undefined) filled[field.name] = canonical;
      const origin = origins[field.name];
      if (origin && canonical !== undefined) noteOrigin(filled, field.name, origin);
    }
    if (raw === undefined && filled[field.name] === undefined && !options.onlyWritten)
      addDefault(frame, table, field, filled, options);
  }
  const unknown = Object.keys(message).filter((name) => name !== '@type' && !hasField(table, name));
  for (const name of unknown.sort(compareKeys))
    setOwn(filled as { [key: string]: unknown }, name, orderedData(message[name]));
  // Fields of the other version, which stand apart.
  if (options.inPlace)
    for (const [name, raw] of Object.entries(unreadable ?? {}))
      if (!hasField(table, name)) setOwn(filled as { [key: string]: unknown }, name, orderedData(raw));
  return filled;
}

function fillField(frame: Frame, field: CompiledField, value: unknown, options: FillOptions): unknown {
  if (field.shape === 'map') {
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    if (entries.length === 0) return undefined;
    const map: OpenMessage = {};
    if (value[NODE] !== undefined) map[NODE] = value[NODE];
    entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
    for (const [key, item] of entries)
      setOwn(map as { [key: string]: unknown }, key, fillValue(frame, field, key, item, options));
    return map;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const list = value.map((item, index) => fillValue(frame, field, index, item, options));
    return field.spec.order === undefined ? list : sorted(list, field);
  }
  // The empty text of a plain string is what an absent one is; inside a one-of it is set.
  if (value === '' && !field.wrapper && field.spec.oneof === undefined) return undefined;
  const filled = fillValue(frame, field, undefined, value, options);
  return field.spec.wholePercents ? cutToWhole(filled) : filled;
}

/** A percentage without its fraction, which the proxy cuts off. */
function cutToWhole(percent: unknown): unknown {
  if (!isObject(percent) || typeof percent.value !== 'number') return percent;
  return Number.isInteger(percent.value) ? percent : { ...percent, value: Math.trunc(percent.value) };
}

function fillValue(
  frame: Frame,
  field: CompiledField,
  index: number | string | undefined,
  value: unknown,
  options: FillOptions,
): unknown {
  if (!isObject(value)) return value;
  const place = { parent: frame, field, ...(index === undefined ? {} : { index }) };
  const { element } = field;
  if (element.kind === 'message') {
    // A default is in the version of the message that it stands in.
    const isVersioned = value[VERSION] === frame.message[VERSION];
    const message = isVersioned ? value : { ...value, ...emptyBeside(frame.message) };
    return fill({ message, type: element.name, ...place }, options);
  }
  const key = typeof index === 'string' ? index : undefined;
  const type =
    element.kind === 'any'
      ? tableOfAny(value, field)
      : element.kind === 'struct'
        ? structTable(frame, field, key, value, options.namespace)
        : undefined;
  return type === undefined ? orderedData(value) : fill({ message: value, type, ...place }, options);
}

function addDefault(
  frame: Frame,
  table: CompiledMessage,
  field: CompiledField,
  filled: OpenMessage,
  options: FillOptions,
): void {
  const { spec } = field;
  if (field.shape !== 'one' || frame.field?.spec.withoutDefaults === true) return;
  if (table.release !== undefined && !hasFieldFor(table.name, field.name, table.release)) return;
  // A form that is on its way out is not written where nobody wrote it.
  if (spec.deprecated !== undefined && table.version === 'v3') return;
  // A default stands for a one-of only while none of its members is set.
  if (
    spec.oneof !== undefined &&
    (spec.default === undefined || oneofIsSet(table, spec.oneof, frame.message))
  )
    return;
  if (spec.default !== undefined) {
    if ('runtime' in spec.default && spec.default.runtime?.some((key) => options.maySet?.(key))) return;
    const value =
      'derived' in spec.default ? derivedDefault(spec.default.derived, frame, filled) : spec.default.value;
    if (value === undefined) return;
    filled[field.name] = fillValue(frame, field, undefined, copied(value), options);
    noteOrigin(filled, field.name, { kind: 'default', why: spec.default.why ?? sourceOf(table, field) });
    return;
  }
  const zero = spec.required ? undefined : zeroOf(field);
  if (zero === undefined) return;
  filled[field.name] = zero;
  noteOrigin(filled, field.name, { kind: 'default', why: 'holds where nothing is set' });
}

/** Where a default is stated: the specification's section, or the model around it. */
function sourceOf({ spec }: CompiledMessage, field: CompiledField): string {
  return spec.section === 'full API' || field.spec.unmodelled
    ? "the proxy's full API"
    : `the specification, ${spec.section}`;
}

function oneofIsSet(table: CompiledMessage, oneof: string, message: BoundMessage): boolean {
  return table.oneofs.some(
    (group) =>
      group.name === oneof &&
      group.members.some(
        (member) => message[member.name] !== undefined || message[INVALID]?.[member.name] !== undefined,
      ),
  );
}

/** What an absent plain field means: false, 0 or the enum's first value. Texts, lists and messages stay absent. */
function zeroOf(field: CompiledField): Literal | undefined {
  if (field.wrapper) return undefined;
  const { element } = field;
  if (element.kind === 'enum') {
    for (const [name, value] of Object.entries(element.spec.values)) if (value.number === 0) return name;
    return undefined;
  }
  if (element.kind !== 'scalar') return undefined;
  if (element.scalar === 'bool') return false;
  return element.scalar === 'string' ||
    element.scalar === 'bytes' ||
    element.scalar === 'duration' ||
    element.scalar === 'timestamp'
    ? undefined
    : 0;
}

function copied(value: Literal): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}

/** A set in canonical order: by its entries' identity where they have one, then by their whole content. */
function sorted(list: readonly unknown[], field: CompiledField): unknown[] {
  if (list.length < 2) return [...list];
  const identity =
    field.element.kind === 'message' ? compiledMessage(field.element.name).spec.identity : undefined;
  const keyed = list.map((item) => ({
    item,
    key: identity ? identity.map((path) => textAt(item, path)).join('\u0000') : content(item),
  }));
  keyed.sort((left, right) => {
    if (left.key !== right.key) return left.key < right.key ? -1 : 1;
    if (!identity || field.spec.order === 'set by identity') return 0;
    const [one, other] = [content(left.item), content(right.item)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
  return keyed.map(({ item }) => item);
}

function textAt(value: unknown, path: string): string {
  let at = value;
  for (const part of path.split('.')) at = isObject(at) ? at[part] : undefined;
  return typeof at === 'string' ? at : content(at);
}

/** A text that is the same for the same content, whatever the order of its keys. */
function content(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}

// Defaults that depend on the rest of the message, each under the name that the tables use.

/** The value a derived default has in this place, or undefined where it has none. */
function derivedDefault(rule: DerivedDefault, frame: Frame, filled: BoundMessage): Literal | undefined {
  switch (rule) {
    case 'ten-times-base-interval':
      return tenTimes(filled.base_interval ?? frame.message.base_interval);
    case 'dns-refresh-rate': {
      // The failure rate falls back to the DNS refresh rate, which does not grow; own default is 5 s (data-model, Cluster and Limits).
      const rate = filled.dns_refresh_rate ?? frame.message.dns_refresh_rate ?? '5s';
      return typeof rate === 'string' ? { base_interval: rate, max_interval: rate } : undefined;
    }
    case 'own-cluster-name': {
      const name = frame.parent?.type === 'Cluster' ? frame.parent.message.name : undefined;
      return typeof name === 'string' && name !== '' ? name : undefined;
    }
    case 'interval':
      return textIn(frame.message, 'interval');
    case 'unhealthy-interval': {
      const { message } = frame;
      const isSet = message.unhealthy_interval ?? message[INVALID]?.unhealthy_interval;
      return textIn(message, isSet === undefined ? 'interval' : 'unhealthy_interval');
    }
    case 'every-request': {
      const { message } = frame;
      const isCounted = message.runtime_key !== undefined || message[INVALID]?.runtime_key !== undefined;
      return isCounted ? undefined : { default_value: { numerator: 100, denominator: 'HUNDRED' } };
    }
  }
}

function textIn(message: BoundMessage, field: string): string | undefined {
  const value = message[field];
  return typeof value === 'string' ? value : undefined;
}

function tenTimes(base: unknown): string | undefined {
  if (typeof base !== 'string') return undefined;
  const nanos = durationNanos(base);
  if (nanos === undefined) return undefined;
  const ten = readDuration(durationText(nanos * 10n));
  // Ten times the longest durations is none.
  return 'problem' in ten ? base : ten.value;
}

// Data that no table describes has no order of fields: its keys are put into the order of their texts.

/** The same data with the keys of every map in order, `@type` first; what is in order already is not copied. */
function orderedData(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = value.map(orderedData);
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  let isSame = true;
  const ordered = entries.map(([key, item], index): readonly [string, unknown] => {
    const inner = orderedData(item);
    const [before] = entries[index - 1] ?? [];
    if (inner !== item || (before !== undefined && compareKeys(before, key) > 0)) isSame = false;
    return [key, inner];
  });
  if (isSame) return value;
  const made = emptyLike(value);
  for (const [key, item] of ordered.toSorted(([one], [other]) => compareKeys(one, other)))
    setOwn<unknown>(made, key, item);
  return made;
}

/** Negative where the first key comes first. */
function compareKeys(one: string, other: string): number {
  if (one === other) return 0;
  if (one === '@type') return -1;
  if (other === '@type') return 1;
  return one < other ? -1 : 1;
}
