/** Laws of what people wrote into the tables; what descriptors say is held to these in `releases.test.ts`. */
import { describe, expect, test } from 'vitest';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enumSpec, enums, messageSpec, messages } from '../../src/schema/index.ts';
import type {
  DefaultSpec,
  EnumTables,
  FieldSpec,
  Limits,
  Literal,
  MessageSpec,
} from '../../src/schema/language.ts';
import { merged } from '../../src/schema/merged.ts';
import type { ApiVersion } from '../../src/schema/version.ts';

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

/** Every message with words, as each version has it. */
const views = Object.keys(messages).flatMap((name) =>
  (['v2', 'v3'] as const).map((version) => [`${name} in ${version}`, viewOf(name, version)] as const),
);

function viewOf(name: string, version: ApiVersion): MessageSpec {
  const { spec, fields } = compiledMessage(name, version);
  return { ...spec, fields: Object.fromEntries(fields.map((field) => [field.name, field.spec])) };
}

/** The fields, or messages, with a fault. */
const faultsIn = (
  fault: (message: MessageSpec, field: FieldSpec, name: string) => boolean | string | undefined,
): readonly string[] =>
  views.flatMap(([where, message]) =>
    Object.entries(message.fields).flatMap(([name, field]) => {
      const found = fault(message, field, name);
      return found ? [`${where}, ${name}: ${found}`] : [];
    }),
  );

describe('what people know of messages', () => {
  test('is one finished line, for whatever version 2 has and for the message', () => {
    expect(
      views.filter(([, { doc, section }]) => !isDoc(doc) || section === '').map(([where]) => where),
    ).toEqual([]);
    const isOpen = ({ doc, only }: FieldSpec): boolean => doc === '' && only === 'v3';
    expect(faultsIn((_, field) => !isDoc(field.doc) && !isOpen(field))).toEqual([]);
  });

  test('identities lead to fields', () => {
    const wrong = Object.keys(messages).filter((name) => {
      const both = [viewOf(name, 'v2'), viewOf(name, 'v3')];
      const leads = (path: string): boolean => both.some((view) => typeAt(view, path) !== undefined);
      return !(both[0]?.identity ?? []).every(leads);
    });
    expect(wrong).toEqual([]);
  });

  test('defaults are canonical values of their types', () => {
    expect(
      faultsIn((message, field) => field.default && faultOfDefault(message, field, field.default)),
    ).toEqual([]);
  });

  test('marks stand where they mean something', () => {
    const isMessage = (type: string): boolean => messageSpec(type) !== undefined || wellKnown.includes(type);
    expect(
      faultsIn(
        ({ fields }, { requiredUnless: other, required }) =>
          other !== undefined && (!required || fields[other] === undefined),
      ),
    ).toEqual([]);
    expect(
      faultsIn((_, { order, type }) => order !== undefined && shapeOf(type).shape !== 'repeated'),
    ).toEqual([]);
    expect(faultsIn((_, { presence, type }) => presence && !isMessage(type))).toEqual([]);
    // Of a map the keys are the names.
    const holdsNames = ({ shape, element }: ReturnType<typeof shapeOf>) =>
      shape === 'map' || element === 'string';
    expect(faultsIn((_, { names, type }) => names !== undefined && !holdsNames(shapeOf(type)))).toEqual([]);
    expect(faultsIn(({ section }, { unmodelled }) => unmodelled && section === 'full API')).toEqual([]);
  });

  test('types that it states are tables, scalars or well-known types', () => {
    const known = (type: string): boolean =>
      [...plain, ...wellKnown].includes(type) ||
      messageSpec(type) !== undefined ||
      enumSpec(type) !== undefined;
    expect(faultsIn((_, { type }) => !known(shapeOf(type).element))).toEqual([]);
  });

  test('deprecations say what to use', () => {
    expect(faultsIn((_, { deprecated }) => deprecated && /^\??$|TODO/.test(deprecated.use))).toEqual([]);
  });

  test('is about what descriptors have', () => {
    const told = {
      messages: { Cluster: { fields: { name: { type: 'string' } } } },
      enums: { E: { A: 0 } },
    } as const;
    const about = (words: object) => () =>
      merged(told, { messages: { Cluster: { doc: 'D.', ...words } }, enums: {} });
    expect(about({ fields: { nam: 'N.' } })).toThrow('Cluster has no field nam');
    expect(about({ facts: { other: { secret: true } } })).toThrow('no descriptor has Cluster.other');
    expect(about({ deprecated: { name: ['nothing'] } })).toThrow('Cluster.name is not deprecated');
    expect(() => merged(told, { messages: {}, enums: { E: { doc: 'D.', values: { B: 'B.' } } } })).toThrow(
      'E has no value B',
    );
  });
});

test.each(Object.entries(enumTables))('%s: docs are one finished line, and one number is 0', (id, spec) => {
  const values = Object.values(spec.values);
  expect(isDoc(spec.doc) && spec.section !== '', id).toBe(true);
  expect(values.filter(({ doc, only }) => !isDoc(doc) && !(doc === '' && only === 'v3'))).toEqual([]);
  expect(values.some(({ number }) => number === 0)).toBe(true);
});

test('no name is both a message and an enum', () => {
  expect(Object.keys(messages).filter((name) => Object.hasOwn(enumTables, name))).toEqual([]);
});
