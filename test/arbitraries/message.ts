/** Messages generated from the tables, in canonical spelling, and the same messages in other accepted spellings. */

import fc from 'fast-check';
import { typeUrl } from '../../src/model/type-url.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../src/schema/compiled.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';

export type Message = { readonly [field: string]: Data };

export interface MessageOptions {
  /** Levels of messages inside each other, beyond those that are demanded. */
  readonly depth: number;
  /** Fields of a message beyond the demanded ones, at most. */
  readonly most: number;
  /** Version 2 where absent. */
  readonly version?: ApiVersion;
}

const MODEST: MessageOptions = { depth: 3, most: 4 };
/** Below this even demanded messages are left empty, since some may hold themselves. */
const DEEPEST = -3;

/** Types that an Any holds: some with a table, one without, and free-form data. */
const ANY_TYPES = ['BufferPerRoute', 'http.lua.Lua', 'UpstreamTlsContext'] as const;

/** A message of a table: its demanded fields, some others, of each one-of a single member. */
export function messageOf(type: string, options: MessageOptions = MODEST): fc.Arbitrary<Message> {
  const known = fieldsOf(compiledMessage(type, options.version), options).chain((fields) =>
    fc.record(Object.fromEntries(fields.map((field) => [field.name, fieldValue(field, options)])), {
      noNullPrototype: true,
    }),
  );
  return fc.tuple(known, unknownFields).map(([message, unknown]) => ({ ...message, ...unknown }));
}

/** Fields that no table has, now and then. */
const unknownFields: fc.Arbitrary<Message> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'colour'), fc.constantFrom<Data>('5s', 7, { a: [1] }))
    .map(([field, value]) => Object.fromEntries([[field, value]])),
);

function fieldsOf(table: CompiledMessage, { depth, most }: MessageOptions): fc.Arbitrary<CompiledField[]> {
  if (depth <= DEEPEST) return fc.constant([]);
  const chosen = table.oneofs.map(({ need, members }) => {
    const shallow = depth > 0 ? members : members.filter(({ element }) => element.kind !== 'message');
    const from = shallow.length > 0 ? shallow : members;
    if (from.length === 0) return fc.constant(undefined);
    const one = fc.constantFrom(...from);
    return need === 'exactly one'
      ? one
      : depth > 0
        ? fc.option(one, { nil: undefined })
        : fc.constant(undefined);
  });
  const free = table.fields.filter(({ spec }) => spec.oneof === undefined && !spec.required);
  const others = depth > 0 ? fc.subarray(free, { maxLength: Math.min(most, free.length) }) : fc.constant([]);
  return fc
    .tuple(fc.tuple(...chosen), others)
    .map(([members, rest]) => [
      ...table.required.filter(({ spec }) => spec.oneof === undefined),
      ...members.flatMap((member) => member ?? []),
      ...rest,
    ]);
}

function fieldValue(field: CompiledField, options: MessageOptions): fc.Arbitrary<Data> {
  const one = elementOf(field, options);
  const least = field.spec.required ? 1 : 0;
  if (field.shape === 'list') return fc.array(one, { minLength: least, maxLength: 2 });
  if (field.shape === 'map') return fc.dictionary(name, one, { maxKeys: 2, noNullPrototype: true });
  return one;
}

/** Texts, now and then of names that JavaScript treats apart. */
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('shop', 'cart', 'a/b', 'a.b', 'camelCase', 'x-y', '*') },
  fc.constantFrom('__proto__', 'constructor', 'null', '1', 'true', '~', 'é'),
);
const seconds = fc.constantFrom('0s', '0.001s', '1s', '1.5s', '15s', '0.000000001s', '3600s');
const data: fc.Arbitrary<Data> = fc.letrec<{ value: Data }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(
      name,
      // To the proxy a number with a point, or a longer one, is text in YAML: nothing there says what it is in JSON.
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const struct = fc.dictionary(name, data, { maxKeys: 3, noNullPrototype: true });

function elementOf({ element }: CompiledField, options: MessageOptions): fc.Arbitrary<Data> {
  const inner = { ...options, depth: options.depth - 1 };
  switch (element.kind) {
    case 'enum':
      return fc.constantFrom(...Object.keys(element.spec.values));
    case 'message':
      return messageOf(element.name, inner);
    case 'struct':
      return struct;
    case 'value':
      return data;
    case 'any':
      return fc.oneof(
        ...ANY_TYPES.map((type) =>
          messageOf(type, inner).map((message) => ({
            '@type': typeUrl(type, 'proxy', options.version),
            ...message,
          })),
        ),
        struct.map((value) => ({ '@type': 'type.googleapis.com/google.protobuf.Struct', value })),
        struct.map((value) => ({ ...value, '@type': 'type.googleapis.com/acme.Unknown' })),
      );
    case 'scalar':
      return scalarOf(element.scalar);
  }
}

function scalarOf(
  scalar: (CompiledField['element'] & { readonly kind: 'scalar' })['scalar'],
): fc.Arbitrary<Data> {
  switch (scalar) {
    case 'string':
    case 'timestamp':
      return name;
    case 'bool':
      return fc.boolean();
    case 'uint32':
      return fc.oneof(fc.nat(1000), fc.constantFrom(0, 4294967295));
    case 'int32':
      return fc.integer({ min: -1000, max: 1000 });
    case 'uint64':
      return fc.oneof(fc.nat(1000), fc.constantFrom<Data>(0, '18446744073709551615'));
    case 'int64':
      return fc.oneof(fc.integer(), fc.constantFrom<Data>(0, '-9223372036854775808', '9007199254740993'));
    case 'double':
      return fc.constantFrom(0, 1, 0.5, 100, -2.25);
    case 'bytes':
      return fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    case 'duration':
      return seconds;
  }
}

/**
 * A message in another spelling that means the same.
 *
 * @param version the one that it is written in
 * @param pick a number from 0 to below its argument, as the next choice
 */
export function renamed(
  type: string,
  message: Message,
  pick: (below: number) => number,
  version: ApiVersion = 'v2',
): Message {
  const table = compiledMessage(type, version);
  const made: { [field: string]: Data } = {};
  for (const [written, value] of Object.entries(message)) {
    const field = table.byName.get(written);
    if (!field) {
      Object.defineProperty(made, written, { value, enumerable: true, configurable: true, writable: true });
      continue;
    }
    const one = (item: Data): Data => respelledElement(field, item, pick, version);
    const spelling = pick(2) === 0 ? field.name : field.camel;
    if (field.shape === 'map') made[spelling] = value;
    else if (Array.isArray(value)) {
      const list = value.map(one);
      const [only] = list;
      made[spelling] =
        list.length === 1 && only !== undefined && !Array.isArray(only) && pick(3) === 0 ? only : list;
    } else made[spelling] = one(value);
  }
  return made;
}

function respelledElement(
  { element, wrapper }: CompiledField,
  value: Data,
  pick: (below: number) => number,
  version: ApiVersion,
): Data {
  if (element.kind === 'message') return renamed(element.name, value as Message, pick, version);
  if (element.kind === 'any') {
    const { '@type': url, ...held } = value as Message;
    const type = ANY_TYPES.find((each) => String(url).endsWith(`.${each}`));
    return type === undefined ? value : { '@type': url ?? '', ...renamed(type, held, pick, version) };
  }
  if (element.kind === 'enum') {
    const number = element.spec.values[String(value)]?.number ?? 0;
    return [value, number, String(number), String(value).toLowerCase()][pick(4)] ?? value;
  }
  if (element.kind !== 'scalar') return value;
  const scalar = respelledScalar(element.scalar, value, pick);
  return wrapper && pick(4) === 0 ? { value: scalar } : scalar;
}

function respelledScalar(scalar: string, value: Data, pick: (below: number) => number): Data {
  if (scalar === 'duration') {
    const [whole = '0', fraction = ''] = String(value).slice(0, -1).split('.');
    const nanos = Number(fraction.padEnd(9, '0'));
    return (
      [value, { seconds: Number(whole), nanos }, `${whole}.${fraction.padEnd(9, '0')}s`][pick(3)] ?? value
    );
  }
  if (scalar === 'bool') return pick(3) === 0 ? String(value) : value;
  if (scalar === 'bytes')
    return pick(2) === 0 ? value : Buffer.from(String(value), 'base64').toString('base64url');
  return typeof value === 'number' && pick(3) === 0 ? String(value) : value;
}

/** The same data with the keys of every object in another order. */
export function reordered(value: Data, pick: (below: number) => number): Data {
  if (Array.isArray(value)) return value.map((item: Data) => reordered(item, pick));
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const left = Object.entries(value);
  const entries: [string, Data][] = [];
  while (left.length > 0)
    for (const [key, item] of left.splice(pick(left.length), 1)) entries.push([key, reordered(item, pick)]);
  return Object.fromEntries(entries);
}

/** Choices that a number decides, for {@link respelled}. */
export function choices(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
