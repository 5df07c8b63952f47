/** Reads descriptors as what tables are made of: each message with its fields, one-ofs and limits, each enum with its values. */
import { isFieldSet, type JsonValue, type Registry, toJson } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  FeatureSet_FieldPresence,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  type FieldOptions,
  FieldOptionsSchema,
  type FileDescriptorProto,
  type FileOptions,
  MessageOptionsSchema,
  OneofOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { camelCase } from '../schema/hidden.ts';
import type { ReferenceEnum, ReferenceField, ReferenceMessage } from './facts.ts';

/** What a set of descriptors says, gathered file by file. */
export class SetReader {
  readonly messages = new Map<string, ReferenceMessage>();
  readonly enums = new Map<string, ReferenceEnum>();
  private readonly print: { readonly registry: Registry; readonly useProtoFieldName: true };
  private readonly nameOf: (full: string) => string;
  private maps: ReadonlyMap<string, DescriptorProto> = new Map();
  private hasPresence = false;

  /**
   * @param registry of the options that are read
   * @param nameOf what a type is called, by its full name
   */
  constructor(registry: Registry, nameOf: (full: string) => string) {
    this.print = { registry, useProtoFieldName: true };
    this.nameOf = nameOf;
  }

  file(file: FileDescriptorProto): void {
    this.hasPresence = isExplicit(file.options, file.syntax !== 'proto3');
    for (const message of file.messageType) this.message(file.package, message);
    for (const each of file.enumType) this.enum(file.package, each);
  }

  private message(scope: string, message: DescriptorProto): void {
    const name = joined(scope, message.name);
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
    this.messages.set(this.nameOf(name), {
      ...(typeof was === 'string' && { was: this.nameOf(was) }),
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
      ...(isSensitive(field, options) && { sensitive: true }),
      ...(this.tellsAbsence(field) && { hasPresence: true }),
      ...(hasOtherName(field) && { jsonName: field.jsonName }),
    };
  }

  /** Whether an absent value is another one than zero. */
  private tellsAbsence(field: FieldDescriptorProto): boolean {
    if (field.label === FieldDescriptorProto_Label.REPEATED) return false;
    return field.proto3Optional || isExplicit(field.options, this.hasPresence);
  }

  private typeOf(field: FieldDescriptorProto): string {
    const map = this.maps.get(field.typeName);
    if (map !== undefined) {
      const [key, value] = map.field.map((each) => this.typeOf(each));
      return `map<${key}, ${value}>`;
    }
    const named = this.nameOf(field.typeName.replace(/^\./, '')).replace(/^google\.protobuf\./, '');
    const type = SCALARS.get(field.type) ?? named;
    return field.label === FieldDescriptorProto_Label.REPEATED ? `repeated ${type}` : type;
  }

  private enum(scope: string, each: EnumDescriptorProto): void {
    const deprecated = each.value.filter(({ options }) => options?.deprecated).map(({ name }) => name);
    this.enums.set(this.nameOf(joined(scope, each.name)), {
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

const joined = (scope: string, name: string): string => (scope === '' ? name : `${scope}.${name}`);

/** Whether fields tell an absent value from zero, as an edition's features may say. */
function isExplicit(options: FileOptions | FieldOptions | undefined, otherwise: boolean): boolean {
  const presence = options?.features?.fieldPresence ?? FeatureSet_FieldPresence.FIELD_PRESENCE_UNKNOWN;
  return presence === FeatureSet_FieldPresence.FIELD_PRESENCE_UNKNOWN
    ? otherwise
    : presence !== FeatureSet_FieldPresence.IMPLICIT;
}

function hasOtherName({ name, jsonName }: FieldDescriptorProto): boolean {
  return jsonName !== '' && jsonName !== name && jsonName !== camelCase(name);
}

function isSensitive({ options }: FieldDescriptorProto, printed: JsonValue | undefined): boolean {
  return options?.debugRedact === true || SENSITIVE.some((name) => option(printed, name) === true);
}

const SENSITIVE = ['udpa.annotations.sensitive', 'xds.annotations.v3.sensitive'];

function record(value: JsonValue | undefined): { readonly [key: string]: JsonValue } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function option(options: JsonValue | undefined, name: string): JsonValue | undefined {
  return record(options)?.[`[${name}]`];
}

/** Long integers are texts in JSON: numbers here, as exact as a number can be. */
function boundsOf(rules: { readonly [key: string]: JsonValue }): NonNullable<ReferenceField['limits']> {
  return JSON.parse(JSON.stringify(rules, longs));
}

/** What rules count, whatever they are about, and the kinds of numbers that JSON has as texts. */
const COUNTS = /^(?:len|(?:min|max)_(?:len|bytes|items|pairs)|len_bytes)$/;
const LONG = /^(?:u?int|s?fixed|sint)64$/;

function longs(key: string, value: unknown): unknown {
  if (COUNTS.test(key)) return Number(value);
  if (!LONG.test(key) || typeof value !== 'object' || value === null) return value;
  const number = (each: unknown): unknown => (typeof each === 'string' ? Number(each) : each);
  return Object.fromEntries(
    Object.entries(value).map(([name, bound]) => [
      name,
      Array.isArray(bound) ? bound.map(number) : number(bound),
    ]),
  );
}
