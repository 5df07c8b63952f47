/** Laws of the tables themselves. */
import { describe, expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { generatedFields, generatedValues } from '../../src/schema/generated.ts';
import {
  enumSpec,
  enums,
  generatedEnums,
  generatedMessages,
  messageSpec,
  messages,
} from '../../src/schema/index.ts';
import type {
  DefaultSpec,
  EnumTables,
  FieldSpec,
  Limits,
  Literal,
  MessageSpec,
  MessageTables,
} from '../../src/schema/language.ts';
import { type ApiVersion, typeIn } from '../../src/schema/version.ts';

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
  StringValue: 'string',
  BytesValue: 'bytes',
};
const plain = ['string', 'bool', 'double', 'bytes', ...Object.keys(integers), ...Object.keys(wrapped)];
const wellKnown = ['Duration', 'Timestamp', 'Struct', 'Value', 'Any', 'Empty'];

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
  const message = messageSpec(element);
  if (message !== undefined) return misfitOfMessage(message, value);
  const choices = enumSpec(element);
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
    field.type === 'core.RuntimeFractionalPercent' && message.fields.cluster?.type === 'string',
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
    : typeAt(messageSpec(type), rest.join('.'));
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
  const isEnum = Object.hasOwn(enumTables, element) || Object.hasOwn(generatedEnums, element);
  return Object.keys(limits).filter((name) => {
    if (name === 'minItems' || name === 'maxItems') return shape === 'single';
    if (name === 'unique') return shape !== 'repeated';
    if (name === 'unlessEmpty')
      return shape === 'map' || (shape === 'single' && !isText && !isNumeric(element));
    if (name === 'items') return shape !== 'repeated' || strayLimits(element, limits.items ?? {}).length > 0;
    if (name === 'keys') return shape !== 'map' || strayLimits('string', limits.keys ?? {}).length > 0;
    if (name === 'values') return shape !== 'map' || strayLimits(element, limits.values ?? {}).length > 0;
    if (shape !== 'single') return true;
    if (name === 'definedOnly' || name === 'noneOf') return !isEnum;
    if (/^(?:min|max)(?:Bytes|Chars)$|^(?:text|pattern|prefix|suffix)$/.test(name)) return !isText;
    if (name === 'oneOf') return limits.oneOf?.some((value) => misfitOfScalar(scalar, value) !== undefined);
    const bound = limits[name as 'gt' | 'gte' | 'lt' | 'lte'];
    return element === 'Duration'
      ? !isCanonicalDuration(String(bound))
      : !isNumeric(element) || typeof bound !== 'number';
  });
}

/** Every message as each version has it, those without a table of their own included. */
const views = [...Object.keys(messageTables), ...Object.keys(generatedMessages)].flatMap((name) =>
  (['v2', 'v3'] as const).flatMap((version) => {
    const isHeld = typeIn(version, name) !== undefined || typeIn('v3', name) === typeIn('v2', name);
    return isHeld ? [[name, version, viewOf(name, version)] as const] : [];
  }),
);

function viewOf(name: string, version: ApiVersion): MessageSpec {
  const { spec, fields, oneofs } = compiledMessage(name, version);
  return {
    ...spec,
    oneofs: Object.fromEntries(oneofs.map((oneof) => [oneof.name, oneof.need])),
    fields: Object.fromEntries(fields.map((field) => [field.name, field.spec])),
  };
}

describe.each(views)('%s in %s', (name, version, message) => {
  /** Nobody wrote words for it. */
  const isGenerated = Object.hasOwn(generatedMessages, name);
  const fields = Object.entries(message.fields);
  const where = (fault: (field: FieldSpec, name: string) => boolean | undefined): string[] =>
    fields.filter(([name, field]) => fault(field, name)).map(([name]) => name);

  test('docs are one finished line, and say where from', () => {
    expect(message.section).not.toBe('');
    if (isGenerated) return;
    expect(isDoc(message.doc)).toBe(true);
    const without = generatedFields[name]?.fields ?? {};
    expect(where((field, key) => !isDoc(field.doc) && !(key in without))).toEqual([]);
  });

  test('types are tables, scalars or well-known types', () => {
    const known = (type: string): boolean =>
      plain.includes(type) ||
      wellKnown.includes(type) ||
      messageSpec(type) !== undefined ||
      enumSpec(type) !== undefined;
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
    const other = viewOf(name, version === 'v2' ? 'v3' : 'v2');
    const leads = (path: string): boolean => (typeAt(message, path) ?? typeAt(other, path)) !== undefined;
    expect((message.identity ?? []).filter((path) => !leads(path))).toEqual([]);
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
    const isMessage = (type: string): boolean => messageSpec(type) !== undefined || wellKnown.includes(type);
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
    expect(where((field) => field.beyond && message.section === 'full API')).toEqual([]);
  });

  test('deprecations say what to use', () => {
    expect(
      where(
        (field) =>
          field.deprecated &&
          !isGenerated &&
          (/^\??$/.test(field.deprecated.use) || field.deprecated.use.includes('TODO')),
      ),
    ).toEqual([]);
  });
});

const enumViews = Object.entries(enumTables).flatMap(([name, spec]) =>
  (['v2', 'v3'] as const).map((version) => [name, version, spec] as const),
);

describe.each(enumViews)('%s in %s', (id, version, spec) => {
  const values = Object.entries(spec.values).filter(([, { only }]) => only === undefined || only === version);

  test('docs are one finished line, and say where from', () => {
    expect(isDoc(spec.doc)).toBe(true);
    expect(spec.section).not.toBe('');
    const without = generatedValues[id] ?? {};
    expect(
      values.filter(([name, value]) => !isDoc(value.doc) && !(name in without)).map(([name]) => name),
    ).toEqual([]);
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
