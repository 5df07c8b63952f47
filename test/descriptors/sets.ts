/** Descriptor sets, made without a compiler. */
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

const SCALARS: { readonly [type: string]: FieldDescriptorProto_Type } = {
  string: FieldDescriptorProto_Type.STRING,
  bool: FieldDescriptorProto_Type.BOOL,
  bytes: FieldDescriptorProto_Type.BYTES,
  uint32: FieldDescriptorProto_Type.UINT32,
  double: FieldDescriptorProto_Type.DOUBLE,
};

interface FieldMade {
  /** A scalar, `.a.Message`, `enum .a.Enum`, or one of these after `repeated` or `optional`. */
  readonly type: string;
  /** Options as they are encoded. */
  readonly options?: Uint8Array;
  readonly oneof?: number;
  readonly jsonName?: string;
  readonly number?: number;
  readonly deprecated?: true;
  readonly debugRedact?: true;
}

type Field = string | FieldMade;

export interface Message {
  readonly fields?: { readonly [name: string]: Field };
  readonly oneofs?: readonly string[];
  readonly nested?: { readonly [name: string]: Message };
  readonly enums?: { readonly [name: string]: readonly string[] };
}

export interface File {
  readonly name?: string;
  readonly package?: string;
  readonly imports?: readonly string[];
  readonly messages?: { readonly [name: string]: Message };
  readonly enums?: { readonly [name: string]: readonly string[] };
}

/** The bytes of a set with these files. */
export function setOf(...files: readonly File[]): Uint8Array {
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: files.map(fileOf) }));
}

function fileOf({
  name = 'acme.proto',
  package: scope = 'acme',
  imports = [],
  messages = {},
  enums = {},
}: File) {
  return create(FileDescriptorProtoSchema, {
    name,
    package: scope,
    syntax: 'proto3',
    dependency: [...imports],
    messageType: Object.entries(messages).map(([each, message]) => messageOf(each, message)),
    enumType: enumsOf(enums),
  });
}

const enumsOf = (enums: { readonly [name: string]: readonly string[] }) =>
  Object.entries(enums).map(([name, values]) => ({
    name,
    value: values.map((value, number) => ({ name: value, number })),
  }));

const NONE = new Uint8Array();

function messageOf(
  name: string,
  { fields = {}, oneofs = [], nested = {}, enums = {} }: Message,
): MessageInitShape<typeof DescriptorProtoSchema> {
  const optional = Object.values(fields).filter((field) => /^optional /.test(typed(field).type)).length;
  return {
    name,
    field: Object.entries(fields).map(([field, made], index) => {
      const {
        type,
        oneof,
        jsonName,
        number = index + 1,
        options = NONE,
        deprecated = false,
        debugRedact = false,
      } = typed(made);
      const [, label, kind, named = ''] = /^(repeated |optional )?(enum )?(.*)$/.exec(type) ?? [];
      const scalar = SCALARS[named];
      return {
        name: field,
        number,
        label:
          label === 'repeated ' ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
        type:
          scalar ?? (kind === undefined ? FieldDescriptorProto_Type.MESSAGE : FieldDescriptorProto_Type.ENUM),
        ...(scalar === undefined && { typeName: named }),
        ...(oneof !== undefined && { oneofIndex: oneof }),
        ...(jsonName !== undefined && { jsonName }),
        ...(label === 'optional ' && { proto3Optional: true, oneofIndex: oneofs.length }),
        options: Object.assign(fromBinary(FieldOptionsSchema, options), { deprecated, debugRedact }),
      };
    }),
    oneofDecl: [...oneofs, ...Array.from({ length: optional === 0 ? 0 : 1 }, () => '_optional')].map(
      (each) => ({
        name: each,
      }),
    ),
    nestedType: Object.entries(nested).map(([each, message]) => messageOf(each, message)),
    enumType: enumsOf(enums),
  };
}

const typed = (field: Field): FieldMade => (typeof field === 'string' ? { type: field } : field);

/** `(udpa.annotations.sensitive) = true` */
export const SENSITIVE = encoded(76569463, 0, [1]);
/** `(validate.rules).string.min_len = 3` */
export const MIN_LEN_3 = encoded(1071, 2, [4, 0x72, 2, 0x10, 3]);
/** `(validate.rules).string.pattern = "(a+)+$"` */
export const PATTERN = encoded(1071, 2, [10, 0x72, 8, 0x32, 6, ...Buffer.from('(a+)+$')]);

function encoded(number: number, wireType: number, data: readonly number[]): Uint8Array {
  const tag: number[] = [];
  for (let left = number * 8 + wireType; ; left = Math.floor(left / 128)) {
    if (left < 128) {
      tag.push(left);
      return Uint8Array.from([...tag, ...data]);
    }
    tag.push((left % 128) + 128);
  }
}

/** An extension that nobody knows: a set of `acme.filters.Quota` beside what it imports. */
export const QUOTA: File = {
  package: 'acme.filters.v1',
  messages: {
    Quota: {
      oneofs: ['how'],
      fields: {
        cluster: 'string',
        service: '.envoy.config.core.v3.GrpcService',
        limits: 'repeated .acme.filters.v1.Quota.Limit',
        mode: 'enum .acme.filters.v1.Quota.Mode',
        api_key: 'string',
        pin: { type: 'string', options: SENSITIVE },
        code: { type: 'string', debugRedact: true },
        domain: { type: 'string', options: MIN_LEN_3 },
        soft: { type: 'bool', oneof: 0 },
        hard: { type: 'bool', oneof: 0 },
        burst: 'optional uint32',
        rate: 'uint32',
        timeout: '.google.protobuf.Duration',
        old_rate: { type: 'uint32', deprecated: true },
        renamed: { type: 'string', jsonName: 'otherName' },
        later: '.acme.other.Missing',
        inner: '.google.protobuf.Any',
        chosen: 'optional enum .acme.filters.v1.Quota.Mode',
        ips: '.google.protobuf.ListValue',
      },
      nested: { Limit: { fields: { name: 'string', per: 'enum .envoy.type.v3.RateLimitUnit' } } },
      enums: { Mode: ['OFF', 'LOG', 'ENFORCE'] },
    },
  },
};
