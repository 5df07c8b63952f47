/**
 * The tables made ready for use: accepted spellings of each field, parsed types, one-of groups. Built once for each
 * message, when it is first met.
 */
import { lookup } from '../source/lookup.ts';
import { carriedAt, fieldAt, historyOf, needAt, oneofsBefore } from './at-release.ts';
import { ByName, camelCase } from './hidden.ts';
import { enumSpec, generatedMessages, messageSpec, messages } from './index.ts';
import type { EnumSpec, FieldChange, FieldSpec, MessageHistory, MessageSpec, OneofNeed } from './language.ts';
import { ownEdition, ownMessages } from './own.ts';
import { compareReleases, isIn, NEWEST_RELEASE, type Release } from './release.ts';
import type { ApiVersion } from './version.ts';

export type Shape = 'one' | 'list' | 'map';

/** What one value of a field is, lists and maps taken apart. */
export type Element =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'enum'; readonly name: string; readonly spec: EnumSpec }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'struct' }
  /** Any JSON value. */
  | { readonly kind: 'value' }
  | { readonly kind: 'any' };

export type Scalar =
  | 'string'
  | 'bool'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'double'
  | 'bytes'
  | 'duration'
  | 'timestamp';

export interface CompiledField {
  /** The name in this version. */
  readonly name: string;
  /** The name in the table, the same in both versions. */
  readonly key: string;
  /** The name in lowerCamelCase. */
  readonly camel: string;
  readonly spec: FieldSpec;
  readonly shape: Shape;
  readonly element: Element;
  /** A wrapper: absent and zero differ. */
  readonly wrapper: boolean;
  /** Only the earlier version has it: this one refuses it, but for dumps that hide it under another name. */
  readonly gone?: true;
  readonly index: number;
}

/** Whether a field says which version of the API somebody has to speak. */
export function isApiVersion({ element }: CompiledField): boolean {
  return element.kind === 'enum' && element.name === 'core.ApiVersion';
}

export interface CompiledOneof {
  readonly name: string;
  readonly need: OneofNeed;
  readonly members: readonly CompiledField[];
}

export interface CompiledMessage {
  readonly name: string;
  readonly version: ApiVersion;
  /** The release whose fields and demands these are; absent where they are those of the newest, or of version 2. */
  readonly release?: Release;
  /** Fields that the release has and the newest has not, or as another type: they are carried as data. */
  readonly carried?: ReadonlySet<string>;
  readonly spec: MessageSpec;
  /** Those that the version has. */
  readonly fields: readonly CompiledField[];
  /** By every accepted spelling of the name, and by the names that hide a field in dumps of newer proxies. */
  readonly bySpelling: ReadonlyMap<string, CompiledField>;
  readonly byName: ReadonlyMap<string, CompiledField>;
  readonly oneofs: readonly CompiledOneof[];
  readonly required: readonly CompiledField[];
  /** Fields whose values have bounds. */
  readonly limited: readonly CompiledField[];
  /** Fields that hold messages, or data that may be bound as messages. */
  readonly containers: readonly CompiledField[];
}

const SCALARS: { readonly [type: string]: Scalar } = {
  string: 'string',
  bool: 'bool',
  uint32: 'uint32',
  int32: 'int32',
  uint64: 'uint64',
  int64: 'int64',
  double: 'double',
  bytes: 'bytes',
  Duration: 'duration',
  Timestamp: 'timestamp',
  BoolValue: 'bool',
  UInt32Value: 'uint32',
  UInt64Value: 'uint64',
  Int32Value: 'int32',
  Int64Value: 'int64',
  DoubleValue: 'double',
  StringValue: 'string',
  BytesValue: 'bytes',
};

const HOLDS_NO_MESSAGE: ReadonlySet<Element['kind']> = new Set(['scalar', 'enum', 'value']);

/** The message without fields that `Empty` stands for. */
const EMPTY: MessageSpec = { doc: 'A message without fields.', section: 'full API', fields: {} };

const compiled = { v2: new Map<string, CompiledMessage>(), v3: new Map<string, CompiledMessage>() };
/** By release. */
const earlier = new Map<Release, Map<string, CompiledMessage>>();
let edition = ownEdition();

/**
 * The compiled table of a message, as one version of the API has it.
 *
 * @param name full name, such as `core.Node`
 * @throws Error where no table has the name, which is a bug
 */
export function compiledMessage(name: string, version: ApiVersion = 'v2'): CompiledMessage {
  if (edition !== ownEdition()) forget();
  const known = compiled[version].get(name);
  if (known) return known;
  const spec = name === 'Empty' ? EMPTY : messageSpec(name);
  if (!spec) throw new Error(`no table is named ${name}`);
  const made = compile(name, spec, version);
  compiled[version].set(name, made);
  return made;
}

/** Of the same name there may be other messages of the user's own now. */
function forget(): void {
  edition = ownEdition();
  for (const known of [compiled.v2, compiled.v3, earlier, spelled]) known.clear();
}

/** The same as a release of the proxy has it: with its fields and demands, where it is older than the newest. */
export function compiledAt(name: string, version: ApiVersion, release: Release | undefined): CompiledMessage {
  const newest = compiledMessage(name, version);
  if (release === undefined || version === 'v2' || compareReleases(release, NEWEST_RELEASE) >= 0)
    return newest;
  const ofRelease = earlier.get(release) ?? new Map<string, CompiledMessage>();
  earlier.set(release, ofRelease);
  const known = ofRelease.get(name);
  if (known) return known;
  const made = asOf(newest, release);
  ofRelease.set(name, made);
  return made;
}

function asOf(newest: CompiledMessage, release: Release): CompiledMessage {
  const told = historyOf(newest.name);
  const { fields: before, oneofs = {} } = told;
  const inOlderEnums = newest.fields.map((field) => withValuesAt(field, release));
  const isSame = before === undefined && inOlderEnums.every((field, index) => field === newest.fields[index]);
  if (isSame && Object.keys(oneofs).length === 0) return newest;
  const fields = inOlderEnums.flatMap((field) => fieldAt(field, newest.name, told, release) ?? []);
  const known = new Map(fields.map((field) => [field.name, field]));
  const kept = new Map(newest.fields.map((field) => [field.name, field]));
  const here = (field: CompiledField): readonly CompiledField[] => {
    const same = known.get(field.name);
    return same === undefined && !field.gone ? [] : [same ?? field];
  };
  const bySpelling = new ByName<CompiledField>();
  for (const [spelling, field] of newest.bySpelling)
    for (const own of here(field)) bySpelling.set(spelling, own);
  return {
    ...newest,
    release,
    carried: new Set(carriedAt(told, kept, release)),
    fields,
    bySpelling,
    byName: new Map(
      [...newest.byName].flatMap(([name, field]) => here(field).map((own) => [name, own] as const)),
    ),
    oneofs: oneofsAt(newest, fields, told, release),
    required: fields.filter((field) => field.spec.required),
    limited: fields.filter((field) => field.spec.limits),
    containers: newest.containers.flatMap(here),
  };
}

function oneofsAt(
  { oneofs, spec }: CompiledMessage,
  fields: readonly CompiledField[],
  told: MessageHistory,
  release: Release,
): readonly CompiledOneof[] {
  const names = new Set(Object.keys(spec.oneofs ?? {}));
  const needs = [
    ...oneofs.map(({ name, need }) => [name, needAt(told, name, release, need)] as const),
    ...oneofsBefore(told, names).map((name) => [name, needAt(told, name, release, 'at most one')] as const),
  ];
  return needs.flatMap(([name, need]) => {
    const members = fields.filter((field) => field.spec.oneof === name);
    return need === undefined || members.length === 0 ? [] : [{ name, need, members }];
  });
}

/** A field of an enum with the values that a release has. */
function withValuesAt(field: CompiledField, release: Release): CompiledField {
  const { element } = field;
  if (element.kind !== 'enum') return field;
  const { values: told } = historyOf(element.name);
  if (told === undefined) return field;
  const values = Object.entries(element.spec.values).flatMap(([name, value]) => {
    const own = told[name];
    if (own === undefined) return [[name, value] as const];
    if (isIn(own, release) === false) return [];
    const { deprecated, ...kept } = value;
    const isDeprecated = own.deprecated === undefined || isIn({ since: own.deprecated }, release) === true;
    return [[name, { ...kept, ...(deprecated && isDeprecated && { deprecated }) }] as const];
  });
  return { ...field, element: { ...element, spec: { ...element.spec, values: Object.fromEntries(values) } } };
}

/** Whether a version has a field; what it no longer has is carried and compared as data. */
export function hasField({ byName }: CompiledMessage, name: string): boolean {
  const field = byName.get(name);
  return field !== undefined && !field.gone;
}

/** Whether a message has a table, be it one that only the reference of version 3 or a descriptor set tells of. */
export function hasTable(name: string): boolean {
  return isMessage(name) || Object.hasOwn(generatedMessages, name) || ownMessages().has(name);
}

/** Whether a message has a table that somebody wrote. */
export function isMessage(name: string): boolean {
  return name === 'Empty' || Object.hasOwn(messages, name);
}

function compile(name: string, spec: MessageSpec, version: ApiVersion): CompiledMessage {
  const fields = Object.entries(spec.fields)
    .filter(([, { only }]) => only === undefined || only === version)
    .map(([field, fieldSpec], index) => compileField(field, fieldSpec, index, version));
  const bySpelling = new ByName<CompiledField>();
  const byName = new Map<string, CompiledField>();
  const gone = version === 'v2' ? [] : fieldsGone(name, fields);
  for (const field of [...fields, ...gone]) {
    byName.set(field.name, field);
    for (const spelling of [field.name, field.camel, ...(field.spec.aliases ?? [])]) {
      if (field.gone && bySpelling.has(spelling)) continue;
      bySpelling.set(spelling, field);
      bySpelling.set(camelCase(spelling), field);
    }
  }
  const oneofs = Object.entries(spec.oneofs ?? {})
    .map(([oneof, need]) => ({
      name: oneof,
      need: typeof need === 'string' ? need : need[version],
      members: fields.filter((field) => field.spec.oneof === oneof),
    }))
    .filter(({ members }) => members.length > 0);
  return {
    name,
    version,
    spec,
    fields,
    bySpelling,
    byName,
    oneofs,
    required: fields.filter((field) => field.spec.required),
    limited: fields.filter((field) => field.spec.limits),
    containers: [...fields, ...gone].filter(({ element }) => !HOLDS_NO_MESSAGE.has(element.kind)),
  };
}

const spelled = new Map<string, ReadonlyMap<string, string>>();

/**
 * The name of the field that a spelling stands for in a message, in whichever version of the API has it. For looking
 * through many messages: nothing is made ready for use.
 */
export function fieldSpelled(message: string, spelling: string): string | undefined {
  let known = spelled.get(message);
  if (known === undefined) {
    const made = new ByName<string>();
    for (const [key, { aliases = [], in: versions }] of Object.entries(messageSpec(message)?.fields ?? {}))
      for (const name of [key, versions?.v2?.name ?? key, ...aliases]) {
        made.set(name, key);
        made.set(camelCase(name), key);
      }
    spelled.set(message, made);
    known = made;
  }
  return known.get(spelling);
}

/** The fields of version 2 whose names version 3 does not have. */
function fieldsGone(name: string, fields: readonly CompiledField[]): readonly CompiledField[] {
  const names = new Set(fields.map((field) => field.name));
  const older = compiledMessage(name, 'v2').fields.filter((field) => !names.has(field.name));
  return older.map((field, index) => ({ ...field, gone: true, index: fields.length + index }));
}

function compileField(key: string, stated: FieldSpec, index: number, version: ApiVersion): CompiledField {
  const spec = stated.in?.[version] === undefined ? stated : changed(stated, stated.in[version]);
  const name = stated.in?.[version]?.name ?? key;
  const repeated = /^repeated (.+)$/.exec(spec.type)?.[1];
  const mapped = /^map<string, (.+)>$/.exec(spec.type)?.[1];
  const type = repeated ?? mapped ?? spec.type;
  const shape = repeated ? 'list' : mapped ? 'map' : 'one';
  const wrapper = type.endsWith('Value') && lookup(SCALARS, type) !== undefined;
  return {
    name,
    key,
    camel: camelCase(name),
    spec,
    shape,
    element: elementOf(type, version),
    wrapper,
    index,
  };
}

/** An enum with the values that the version has. */
function enumIn(version: ApiVersion, spec: EnumSpec): EnumSpec {
  const values = Object.entries(spec.values);
  if (values.every(([, value]) => value.only === undefined && value.in === undefined)) return spec;
  const held = values.filter(([, { only }]) => only === undefined || only === version);
  return {
    ...spec,
    values: Object.fromEntries(held.map(([name, value]) => [name, { ...value, ...value.in?.[version] }])),
  };
}

/** What a field is in the version that has it otherwise. */
function changed(stated: FieldSpec, { name: _, ...change }: FieldChange): FieldSpec {
  const { required: mustBe, limits: bounds, default: filled, deprecated: outdated, ...kept } = stated;
  const {
    required = mustBe,
    limits = bounds,
    default: value = filled,
    deprecated = outdated,
    ...rest
  } = change;
  return {
    ...kept,
    ...rest,
    ...(required && { required }),
    ...(limits && { limits }),
    ...(value && { default: value }),
    ...(deprecated && { deprecated }),
  };
}

/** What a type's name (without `repeated` or `map`) stands for. */
export function elementOf(type: string, version: ApiVersion = 'v2'): Element {
  const scalar = lookup(SCALARS, type);
  if (scalar) return { kind: 'scalar', scalar };
  if (type === 'Struct') return { kind: 'struct' };
  if (type === 'Value') return { kind: 'value' };
  if (type === 'Any') return { kind: 'any' };
  if (isMessage(type)) return { kind: 'message', name: type };
  const spec = enumSpec(type);
  if (spec) return { kind: 'enum', name: type, spec: enumIn(version, spec) };
  if (messageSpec(type) !== undefined) return { kind: 'message', name: type };
  throw new Error(`no table is named ${type}`);
}
