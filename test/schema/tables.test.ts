/** Laws of the tables themselves. */
import { describe, expect, test } from 'vitest';
import { enums, messages } from '../../src/schema/index.ts';
import type {
  DefaultSpec,
  EnumTables,
  FieldSpec,
  Limits,
  Literal,
  MessageSpec,
  MessageTables,
} from '../../src/schema/language.ts';

const messageTables: MessageTables = messages;
const enumTables: EnumTables = enums;

const integers: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint32: [0n, 2n ** 32n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};
const wrapped: Readonly<Record<string, string>> = {
  BoolValue: 'bool',
  UInt32Value: 'uint32',
  UInt64Value: 'uint64',
  DoubleValue: 'double',
};
const plain = ['string', 'bool', 'double', 'bytes', ...Object.keys(integers), ...Object.keys(wrapped)];
const wellKnown = ['Duration', 'Timestamp', 'Struct', 'Any', 'Empty'];

/** The shape around a type and the type itself. */
function shapeOf(type: string): { shape: 'repeated' | 'map' | 'single'; element: string } {
  const repeated = /^repeated (.*)$/.exec(type)?.[1];
  if (repeated !== undefined) return { shape: 'repeated', element: repeated };
  const map = /^map<string, (.*)>$/.exec(type)?.[1];
  return map === undefined ? { shape: 'single', element: type } : { shape: 'map', element: map };
}

const isCanonicalDuration = (text: string): boolean =>
  /^-?(0|[1-9]\d*)(\.\d{0,8}[1-9])?s$/.test(text) && text !== '-0s';

/** What keeps a value from being a canonical one of the type. */
function misfit(type: string, value: Literal, limits?: Limits): string | undefined {
  const { shape, element } = shapeOf(type);
  if (shape === 'repeated') {
    if (!Array.isArray(value)) return 'is not a list';
    return value
      .map((entry: Literal) => misfit(element, entry, limits?.items))
      .find((text) => text !== undefined);
  }
  if (shape === 'map') return 'has entries that a table cannot know';
  const message = messageTables[element];
  if (message !== undefined) return misfitOfMessage(message, value);
  const choices = enumTables[element];
  if (choices !== undefined) {
    return typeof value === 'string' && Object.hasOwn(choices.values, value)
      ? undefined
      : `${value} is no value of ${element}`;
  }
  return misfitOfScalar(wrapped[element] ?? element, value) ?? beyondLimits(value, limits);
}

function misfitOfMessage(message: MessageSpec, value: Literal): string | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return 'is not an object';
  for (const [name, entry] of Object.entries(value) as [string, Literal][]) {
    const field = message.fields[name];
    const found = field === undefined ? 'is unknown' : misfit(field.type, entry, field.limits);
    if (found !== undefined) return `${name} ${found}`;
  }
  return Object.entries(message.fields).find(
    ([name, field]) => field.required && !Object.hasOwn(value, name),
  )?.[0];
}

function misfitOfScalar(type: string, value: Literal): string | undefined {
  const range = integers[type];
  if (range !== undefined) {
    if (typeof value !== 'number' || !Number.isInteger(value)) return `${value} is no integer`;
    return BigInt(value) < range[0] || BigInt(value) > range[1] ? `${value} is no ${type}` : undefined;
  }
  if (type === 'Duration') {
    return typeof value === 'string' && isCanonicalDuration(value)
      ? undefined
      : `${value} is no canonical duration`;
  }
  const expected = { string: 'string', bool: 'boolean', double: 'number' }[type];
  return typeof value === expected ? undefined : `${JSON.stringify(value)} is no ${type}`;
}

const sizeOf = (value: Literal): number =>
  typeof value === 'string' ? Number.parseFloat(value) : Number(value);

function beyondLimits(value: Literal, limits: Limits = {}): string | undefined {
  const size = sizeOf(value);
  const kept =
    (limits.gt === undefined || size > sizeOf(limits.gt)) &&
    (limits.gte === undefined || size >= sizeOf(limits.gte)) &&
    (limits.lt === undefined || size < sizeOf(limits.lt)) &&
    (limits.lte === undefined || size <= sizeOf(limits.lte));
  return kept ? undefined : `${value} is out of bounds`;
}

const isDerivedFor: Readonly<Record<string, (message: MessageSpec, field: FieldSpec) => boolean>> = {
  'ten-times-base-interval': (message, field) =>
    field.type === 'Duration' && message.fields.base_interval?.type === 'Duration',
  'dns-refresh-rate': (message, field) =>
    field.type === 'Cluster.RefreshRate' && message.fields.dns_refresh_rate?.type === 'Duration',
  'every-request': (message, field) =>
    field.type === 'core.RuntimeFractionalPercent' && message.fields.runtime_key?.type === 'string',
  interval: ({ fields }, field) => field.type === 'Duration' && fields.interval?.type === 'Duration',
  'unhealthy-interval': ({ fields }, field) =>
    field.type === 'Duration' && fields.unhealthy_interval?.type === 'Duration',
  'own-cluster-name': (_, field) => field.type === 'string' || field.type === 'ClusterLoadAssignment',
};

function faultOfDefault(message: MessageSpec, field: FieldSpec, spec: DefaultSpec): string | undefined {
  if ('derived' in spec)
    return isDerivedFor[spec.derived]?.(message, field) ? undefined : `${spec.derived} does not fit`;
  if (field.required && field.requiredUnless === undefined) return 'a required field has no default';
  return misfit(field.type, spec.value, field.limits);
}

/** The type at a path such as `header.key`, which leads through single messages; what an Any holds is not known. */
function typeAt(message: MessageSpec | undefined, path: string): string | undefined {
  const [head = '', ...rest] = path.split('.');
  const type = message?.fields[head]?.type;
  return type === undefined || type === 'Any' || rest.length === 0
    ? type
    : typeAt(messageTables[type], rest.join('.'));
}

const isDoc = (doc: string): boolean =>
  doc.endsWith('.') && !doc.includes('\n') && !doc.includes('TODO') && doc === doc.trim();

const isNumeric = (type: string): boolean => {
  const { element } = shapeOf(type);
  return (
    element === 'double' || Object.hasOwn(integers, wrapped[element] ?? element) || element === 'DoubleValue'
  );
};

/** Limits that say nothing about values of this type. */
function strayLimits(type: string, limits: Limits): string[] {
  const { shape, element } = shapeOf(type);
  const scalar = wrapped[element] ?? element;
  const isText = scalar === 'string' || scalar === 'bytes';
  return Object.keys(limits).filter((name) => {
    if (name === 'minItems' || name === 'maxItems') return shape === 'single';
    if (name === 'items') return shape !== 'repeated' || strayLimits(element, limits.items ?? {}).length > 0;
    if (shape !== 'single') return true;
    if (name === 'minBytes' || name === 'maxBytes' || name === 'text') return !isText;
    if (name === 'oneOf') return limits.oneOf?.some((value) => misfitOfScalar(scalar, value) !== undefined);
    const bound = limits[name as 'gt' | 'gte' | 'lt' | 'lte'];
    return element === 'Duration'
      ? !isCanonicalDuration(String(bound))
      : !isNumeric(element) || typeof bound !== 'number';
  });
}

describe.each(Object.entries(messageTables))('%s', (_name, message) => {
  const fields = Object.entries(message.fields);
  const where = (fault: (field: FieldSpec, name: string) => boolean | undefined): string[] =>
    fields.filter(([name, field]) => fault(field, name)).map(([name]) => name);

  test('docs are one finished line, and say where from', () => {
    expect(isDoc(message.doc)).toBe(true);
    expect(message.section).not.toBe('');
    expect(where((field) => !isDoc(field.doc))).toEqual([]);
  });

  test('types are tables, scalars or well-known types', () => {
    const known = (type: string): boolean =>
      plain.includes(type) ||
      wellKnown.includes(type) ||
      Object.hasOwn(messageTables, type) ||
      Object.hasOwn(enumTables, type);
    expect(where((field) => !known(shapeOf(field.type).element))).toEqual([]);
  });

  test('one-ofs are declared and have members, which are single and not required', () => {
    const declared = Object.keys(message.oneofs ?? {});
    expect(where((field) => field.oneof !== undefined && !declared.includes(field.oneof))).toEqual([]);
    expect(declared.filter((oneof) => !fields.some(([, field]) => field.oneof === oneof))).toEqual([]);
    expect(
      where(
        (field) => field.oneof !== undefined && (field.required || shapeOf(field.type).shape !== 'single'),
      ),
    ).toEqual([]);
  });

  test('identities lead to fields', () => {
    expect((message.identity ?? []).filter((path) => typeAt(message, path) === undefined)).toEqual([]);
  });

  test('defaults are canonical values of their types', () => {
    const faults = fields.flatMap(([name, field]) => {
      const fault = field.default === undefined ? undefined : faultOfDefault(message, field, field.default);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test('limits fit their types', () => {
    expect(
      where((field) => field.limits !== undefined && strayLimits(field.type, field.limits).length > 0),
    ).toEqual([]);
  });

  test('marks stand where they mean something', () => {
    const isMessage = (type: string): boolean =>
      Object.hasOwn(messageTables, type) || wellKnown.includes(type);
    expect(
      where(
        (field) => field.requiredUnless !== undefined && !Object.hasOwn(message.fields, field.requiredUnless),
      ),
    ).toEqual([]);
    expect(where((field) => field.requiredUnless !== undefined && !field.required)).toEqual([]);
    expect(where((field) => field.order !== undefined && shapeOf(field.type).shape !== 'repeated')).toEqual(
      [],
    );
    expect(where((field) => field.presence && !isMessage(field.type))).toEqual([]);
    // Of a map the keys are the names.
    const holdsNames = ({ shape, element }: ReturnType<typeof shapeOf>) =>
      shape === 'map' || element === 'string';
    expect(where((field) => field.names !== undefined && !holdsNames(shapeOf(field.type)))).toEqual([]);
    expect(where((field) => field.beyond && message.section === 'wider model')).toEqual([]);
  });

  test('deprecations say what to use', () => {
    expect(
      where(
        (field) => field.deprecated && (field.deprecated.use === '' || field.deprecated.use.includes('TODO')),
      ),
    ).toEqual([]);
  });
});

describe.each(Object.entries(enumTables))('%s', (_name, spec) => {
  const values = Object.entries(spec.values);

  test('docs are one finished line, and say where from', () => {
    expect(isDoc(spec.doc)).toBe(true);
    expect(spec.section).not.toBe('');
    expect(values.filter(([, value]) => !isDoc(value.doc)).map(([name]) => name)).toEqual([]);
  });

  test('numbers are unique and one is 0', () => {
    const numbers = values.map(([, value]) => value.number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toContain(0);
  });

  test('deprecations say what to use', () => {
    const unfinished = values.filter(([, value]) => value.deprecated && /^$|TODO/.test(value.deprecated.use));
    expect(unfinished.map(([name]) => name)).toEqual([]);
  });
});

test('no name is both a message and an enum', () => {
  expect(Object.keys(messageTables).filter((name) => Object.hasOwn(enumTables, name))).toEqual([]);
});
