/**
 * The descriptor sets of the proxy's releases (`api/sets`), read as what the tables are made of: each message with its
 * fields, one-ofs and limits, each enum with its values. Type names stand without the namespace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import {
  createFileRegistry,
  createRegistry,
  type DescFile,
  fromBinary,
  isFieldSet,
  type JsonValue,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
  MessageOptionsSchema,
  OneofOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import type { Reference, ReferenceEnum, ReferenceField, ReferenceMessage } from './api-facts.ts';

export const SETS = 'api/sets';

/** A set and the release it is of. */
export interface ReleaseSet {
  readonly file: string;
  readonly release: string;
  /** A tag that names no release: what it has came with that release or before. */
  readonly isAbout: boolean;
}

/** Tags of the earlier module, with the release that each is about. */
const ABOUT: { readonly [tag: string]: string } = {
  'v0.9.9': '1.18',
  'v0.10.3': '1.21',
  'v0.11.1': '1.26',
  'v0.12.0': '1.28',
};

/** The sets whose history is told, the oldest first. */
export function releaseSets(folder = SETS): readonly ReleaseSet[] {
  const found = readdirSync(folder).flatMap((file): readonly ReleaseSet[] => {
    const [, minor] = /^(1\.\d+)\.\d+\.binpb\.gz$/.exec(file) ?? [];
    if (minor !== undefined) return [{ file: join(folder, file), release: minor, isAbout: false }];
    const [, tag = ''] = /^go-control-plane-(v[\d.]+)\.binpb\.gz$/.exec(file) ?? [];
    const about = ABOUT[tag];
    return about === undefined ? [] : [{ file: join(folder, file), release: about, isAbout: true }];
  });
  return found.sort((one, other) => minorOf(one.release) - minorOf(other.release));
}

const minorOf = (release: string): number => Number(release.split('.')[1]);

/** A release with what its set says. */
export interface ReadRelease extends ReleaseSet {
  readonly reference: Reference;
}

export function readReleases(folder = SETS): readonly ReadRelease[] {
  const options = optionsOf(folder);
  return releaseSets(folder).map((set) => ({ ...set, reference: referenceOf(filesOf(set.file), options) }));
}

/** The last tag of the earlier module beside a release: it holds types whose packages the later module leaves out. */
export function readLastTag(folder = SETS): Reference {
  return referenceOf(filesOf(join(folder, 'go-control-plane-v0.13.1.binpb.gz')), optionsOf(folder));
}

/** The extensions that a module of its own has, without a release. */
export function readContrib(folder = SETS): Reference {
  const newest = readdirSync(folder)
    .filter((file) => file.startsWith('contrib-'))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error(`no set of contrib in ${folder}`);
  return referenceOf(filesOf(join(folder, newest)), optionsOf(folder));
}

function referenceOf(files: readonly FileDescriptorProto[], options: Registry): Reference {
  const reader = new Reader(options);
  for (const file of files) reader.file(file);
  return { messages: sorted(reader.messages), enums: sorted(reader.enums) };
}

function sorted<T>(found: ReadonlyMap<string, T>): { readonly [name: string]: T } {
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * The options that the API defines, as its newest release does: earlier sets use the same numbers, whatever the files
 * that define them say there, and sets of extensions alone do not hold these.
 */
function optionsOf(folder: string): Registry {
  const newest = releaseSets(folder).at(-1);
  if (newest === undefined) throw new Error(`no descriptor sets in ${folder}`);
  const builtIn = [
    file_google_protobuf_descriptor,
    file_google_protobuf_duration,
    file_google_protobuf_timestamp,
  ];
  const files = filesOf(newest.file);
  const byName = new Map(files.map((file) => [file.name, file]));
  const defining = files.filter(({ name }) =>
    /^(?:validate|udpa\/annotations|envoy\/annotations)\//.test(name),
  );
  const resolve = (name: string): DescFile | FileDescriptorProto | undefined =>
    builtIn.find(({ proto }) => proto.name === name) ?? byName.get(name);
  return createRegistry(...defining.map((file) => createFileRegistry(file, resolve)));
}

function filesOf(file: string): readonly FileDescriptorProto[] {
  const bytes = readFileSync(file);
  return fromBinary(FileDescriptorSetSchema, file.endsWith('.gz') ? gunzipSync(bytes) : bytes).file;
}

/** Whether a set holds the same files as another, in whatever order. */
export function sameFiles(file: string, bytes: Uint8Array): boolean {
  const texts = (files: readonly FileDescriptorProto[]): readonly string[] =>
    files.map((each) => Buffer.from(toBinary(FileDescriptorProtoSchema, each)).toString('base64')).sort();
  return isDeepStrictEqual(texts(filesOf(file)), texts(fromBinary(FileDescriptorSetSchema, bytes).file));
}

class Reader {
  readonly messages = new Map<string, ReferenceMessage>();
  readonly enums = new Map<string, ReferenceEnum>();
  private readonly print: { readonly registry: Registry; readonly useProtoFieldName: true };
  private maps: ReadonlyMap<string, DescriptorProto> = new Map();

  constructor(registry: Registry) {
    this.print = { registry, useProtoFieldName: true };
  }

  file(file: FileDescriptorProto): void {
    for (const message of file.messageType) this.message(file.package, message);
    for (const each of file.enumType) this.enum(file.package, each);
  }

  private message(scope: string, message: DescriptorProto): void {
    const name = `${scope}.${message.name}`;
    const maps = message.nestedType.filter(({ options }) => options?.mapEntry);
    this.maps = new Map(maps.map((each) => [`.${name}.${each.name}`, each]));
    const oneofs = message.oneofDecl.flatMap((oneof, index) => {
      const held = message.field.filter((field) => isInOneof(field, index));
      if (held.length === 0) return [];
      const options = oneof.options && toJson(OneofOptionsSchema, oneof.options, this.print);
      const required = option(options, 'validate.required') === true;
      const fields = held.map((field) => field.name);
      return [[oneof.name, { ...(required && { required: true as const }), fields }] as const];
    });
    const options = message.options && toJson(MessageOptionsSchema, message.options, this.print);
    const was = record(option(options, 'udpa.annotations.versioning'))?.previous_message_type;
    this.messages.set(bare(name), {
      ...(typeof was === 'string' && { was: bare(was) }),
      fields: Object.fromEntries(message.field.map((field) => [field.name, this.field(field)])),
      ...(oneofs.length > 0 && { oneofs: Object.fromEntries(oneofs) }),
    });
    for (const nested of message.nestedType) if (!nested.options?.mapEntry) this.message(name, nested);
    for (const each of message.enumType) this.enum(name, each);
  }

  private field(field: FieldDescriptorProto): ReferenceField {
    const options = field.options && toJson(FieldOptionsSchema, field.options, this.print);
    const rules = record(option(options, 'validate.rules'));
    return {
      type: this.typeOf(field),
      ...(rules !== undefined && { limits: boundsOf(rules) }),
      ...(field.options?.deprecated && { deprecated: true }),
      ...(option(options, 'envoy.annotations.disallowed_by_default') === true && { refused: true }),
      ...(option(options, 'udpa.annotations.sensitive') === true && { sensitive: true }),
    };
  }

  private typeOf(field: FieldDescriptorProto): string {
    const map = this.maps.get(field.typeName);
    if (map !== undefined) {
      const [key, value] = map.field.map((each) => this.typeOf(each));
      return `map<${key}, ${value}>`;
    }
    const named = bare(field.typeName.slice(1)).replace(/^google\.protobuf\./, '');
    const type = SCALARS.get(field.type) ?? named;
    return field.label === FieldDescriptorProto_Label.REPEATED ? `repeated ${type}` : type;
  }

  private enum(scope: string, each: EnumDescriptorProto): void {
    const deprecated = each.value.filter(({ options }) => options?.deprecated).map(({ name }) => name);
    this.enums.set(bare(`${scope}.${each.name}`), {
      values: Object.fromEntries(each.value.map(({ name, number }) => [name, number])),
      ...(deprecated.length > 0 && { deprecated }),
    });
  }
}

/** A one-of with one member that the language of descriptors makes up for an optional field is none. */
function isInOneof(field: FieldDescriptorProto, index: number): boolean {
  return (
    isFieldSet(field, FieldDescriptorProtoSchema.field.oneofIndex) &&
    field.oneofIndex === index &&
    !field.proto3Optional
  );
}

const SCALARS: ReadonlyMap<FieldDescriptorProto_Type, string> = new Map([
  [FieldDescriptorProto_Type.DOUBLE, 'double'],
  [FieldDescriptorProto_Type.FLOAT, 'float'],
  [FieldDescriptorProto_Type.INT64, 'int64'],
  [FieldDescriptorProto_Type.UINT64, 'uint64'],
  [FieldDescriptorProto_Type.INT32, 'int32'],
  [FieldDescriptorProto_Type.FIXED64, 'uint64'],
  [FieldDescriptorProto_Type.FIXED32, 'uint32'],
  [FieldDescriptorProto_Type.BOOL, 'bool'],
  [FieldDescriptorProto_Type.STRING, 'string'],
  [FieldDescriptorProto_Type.BYTES, 'bytes'],
  [FieldDescriptorProto_Type.UINT32, 'uint32'],
  [FieldDescriptorProto_Type.SFIXED32, 'int32'],
  [FieldDescriptorProto_Type.SFIXED64, 'int64'],
  [FieldDescriptorProto_Type.SINT32, 'int32'],
  [FieldDescriptorProto_Type.SINT64, 'int64'],
]);

/** A type's name without the namespace of the proxy. */
function bare(name: string): string {
  return name.replace(/^envoy\./, '');
}

function record(value: JsonValue | undefined): { readonly [key: string]: JsonValue } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function option(options: JsonValue | undefined, name: string): JsonValue | undefined {
  return record(options)?.[`[${name}]`];
}

/** Long integers are texts in JSON; no bound is one that a number cannot hold. */
function boundsOf(rules: { readonly [key: string]: JsonValue }): NonNullable<ReferenceField['limits']> {
  return JSON.parse(JSON.stringify(rules), (key, value) =>
    TEXTS.has(key) || typeof value !== 'string' || !/^-?\d+$/.test(value) ? value : Number(value),
  );
}

const TEXTS: ReadonlySet<string> = new Set(['pattern', 'prefix', 'suffix', 'contains']);
