/**
 * Descriptor sets of users as tables (CONTRACT, Releases and own messages). A set holds what its author compiled: often the
 * proxy's own API as imports, which the tables know already and which may not say otherwise there.
 */
import { inflateRawSync } from 'node:zlib';
import {
  createFileRegistry,
  createRegistry,
  type DescFile,
  fromBinary,
  type Registry,
} from '@bufbuild/protobuf';
import {
  type FileDescriptorProto,
  FileDescriptorSetSchema,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt';
import { parseTypeUrl } from '../model/type-url.ts';
import { historyOf } from '../schema/at-release.ts';
import { compiledMessage, hasTable } from '../schema/compiled.ts';
import { enumSpec, isBuiltIn } from '../schema/index.ts';
import type { EnumSpec, FieldSpec, Limits, MessageSpec } from '../schema/language.ts';
import { OWN_SECTION, type OwnTables } from '../schema/own.ts';
import { lastWith } from '../schema/release.ts';
import { messageOfType } from '../schema/version.ts';
import { InputError } from '../source/errors.ts';
import { secrecyOf } from '../source/secret-names.ts';
import { ANNOTATIONS } from './annotations.ts';
import {
  factsOf,
  oneofsOf,
  type Reference,
  type ReferenceField,
  type ReferenceMessage,
  typeOf,
} from './facts.ts';
import { SetReader } from './reader.ts';
import { filesIn } from './set-files.ts';

/** A file as it was read. */
interface DescriptorFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Describes descriptors and options, or holds what JSON writes in a way of its own. */
const NOT_OWN =
  /^(?:google\.(?:protobuf|api|rpc)|validate|buf\.validate|(?:udpa|xds)\.annotations|annotations)\./;

/**
 * The tables of all sets together. What a field is whose type no set holds, nobody knows: it is carried as data.
 *
 * @throws InputError where a file is no such set, or says otherwise than another one or than the built-in tables
 */
export function ownTables(files: readonly DescriptorFile[]): OwnTables {
  const options = optionsIn(
    fromBinary(FileDescriptorSetSchema, inflateRawSync(Buffer.from(ANNOTATIONS, 'base64'))).file,
    /./,
  );
  const messages = new Map<string, MessageSpec>();
  const enums = new Map<string, EnumSpec>();
  const from = new Map<string, { readonly file: string; readonly text: string }>();
  for (const file of files) {
    const set = readSet(file, options);
    const made = new Tables(set);
    const add = <T>(into: Map<string, T>, name: string, spec: T): void => {
      const [text, known] = [JSON.stringify(spec), from.get(name)];
      if (known !== undefined && known.text !== text)
        throw otherwise(file, `it defines ${name} otherwise than ${known.file}`, 'give one of the two sets');
      if (known === undefined) from.set(name, { file: file.name, text });
      into.set(name, spec);
    };
    for (const name of set.ownMessages) add(messages, name, made.message(name));
    for (const name of set.ownEnums) add(enums, name, made.enum(name));
  }
  return { messages, enums };
}

function otherwise({ name }: DescriptorFile, problem: string, hint: string): InputError {
  return new InputError({ file: name, problem, hint });
}

interface ReadSet extends Reference {
  /** Names of those that the built-in tables do not know. */
  readonly ownMessages: readonly string[];
  readonly ownEnums: readonly string[];
}

function readSet(file: DescriptorFile, options: Registry): ReadSet {
  const reader = new SetReader(options, nameOfType);
  for (const each of filesIn(file)) {
    try {
      reader.file(each);
    } catch (error) {
      // What an option holds is read by the library, which says so where it cannot be.
      const words = error instanceof Error ? error.message : String(error);
      throw otherwise(
        file,
        `${each.name} in it cannot be read: ${words}`,
        'compile the set anew from its sources',
      );
    }
  }
  const reference: Reference = {
    messages: Object.fromEntries(reader.messages),
    enums: Object.fromEntries(reader.enums),
  };
  const problem = redefinition(reference);
  if (problem !== undefined)
    throw otherwise(
      file,
      problem,
      'leave the API of the proxy out of the set (protoc without --include_imports, buf build --exclude-imports)',
    );
  const isOwnType = (name: string): boolean =>
    messageOfType(name) === undefined && lastWith(name) === undefined && !NOT_OWN.test(name);
  const ownMessages = [...reader.messages.keys()].filter(isOwnType);
  const ownEnums = [...reader.enums.keys()].filter(isOwnType);
  const taken = [...ownMessages, ...ownEnums].find(isBuiltIn);
  if (taken !== undefined)
    throw otherwise(
      file,
      `its ${taken} has the name of a message of cfgtool's own tables`,
      'give it a package in its .proto',
    );
  return { ...reference, ownMessages, ownEnums };
}

/** A namespace that stands for the input's own, whatever that is. */
const COMMON = new Set(['envoy', 'proxy']);

/** What the tables call a type: without the namespace where it stands in a package of the proxy's. */
function nameOfType(full: string): string {
  const { name, namespace, table } = parseTypeUrl(full);
  return namespace === undefined || table !== undefined || COMMON.has(namespace) ? name : full;
}

const SIMPLE =
  /^(?:string|bool|u?int(?:32|64)|double|bytes|Any|Struct|Value|Empty|Duration|Timestamp|(?:Bool|U?Int(?:32|64)|Double|String|Bytes)Value)$/;
/** Types that JSON writes in a way of their own. */
const WRITTEN_AS = new Map([
  ['ListValue', 'Value'],
  ['NullValue', 'Value'],
  ['FieldMask', 'string'],
]);
const WRAPPERS = new Map([
  ['bool', 'BoolValue'],
  ['string', 'StringValue'],
  ['bytes', 'BytesValue'],
  ['uint32', 'UInt32Value'],
  ['int32', 'Int32Value'],
  ['uint64', 'UInt64Value'],
  ['int64', 'Int64Value'],
  ['double', 'DoubleValue'],
]);
/** Of a type that says nothing of what is secret in it. */
const MAY_BE_SECRET =
  /^(?:string|bytes|u?int(?:32|64)|double|(?:U?Int(?:32|64)|Double|String|Bytes)Value|Any|Struct|Value)$/;

/** The tables of one set. */
class Tables {
  private readonly set: ReadSet;
  private readonly own: ReadonlySet<string>;
  private readonly ownEnums: ReadonlySet<string>;

  constructor(set: ReadSet) {
    this.set = set;
    this.own = new Set(set.ownMessages);
    this.ownEnums = new Set(set.ownEnums);
  }

  message(name: string): MessageSpec {
    const message = this.set.messages[name] ?? { fields: {} };
    const fields = Object.entries(message.fields).map(
      ([field, stated]) => [field, this.field(message, field, stated)] as const,
    );
    const oneofs = oneofsOf(message);
    return {
      doc: '',
      section: OWN_SECTION,
      ...(Object.keys(oneofs).length > 0 && { oneofs }),
      fields: Object.fromEntries(fields),
    };
  }

  enum(name: string): EnumSpec {
    const { values = {}, deprecated = [] } = this.set.enums[name] ?? {};
    const specs = Object.entries(values).map(([value, number]) => [
      value,
      { number, doc: '', ...(deprecated.includes(value) && DEPRECATED) },
    ]);
    return { doc: '', section: OWN_SECTION, values: Object.fromEntries(specs) };
  }

  private field(message: ReferenceMessage, name: string, stated: ReferenceField): FieldSpec {
    const {
      type: written,
      required,
      oneof,
      limits = {},
      secret,
      deprecated,
      refused,
    } = factsOf(this.set, message, name);
    const bounds = withoutPatterns(limits);
    const element = this.element(written.replace(/^repeated |^map<string, |>$/g, ''));
    const type = written.replace(/[^ ,<>]+(?=>?$)/, element);
    const isAbsent = stated.hasPresence === true && type === element;
    const isEnum = this.ownEnums.has(element) || (!this.own.has(element) && !SIMPLE.test(element));
    const isSecret = secret || (this.maySecret(element) && secrecyOf(name) === 'whole');
    // Where an absent enum is not its first value nothing is filled in: it is as in a one-of of its own.
    const group = oneof ?? (isAbsent && isEnum ? `_${name}` : undefined);
    return {
      type: isAbsent && oneof === undefined ? (WRAPPERS.get(type) ?? type) : type,
      doc: '',
      ...(required && (!isAbsent || isDemanded(stated)) && { required }),
      ...(group !== undefined && { oneof: group }),
      ...(Object.keys(bounds).length > 0 && { limits: bounds }),
      ...(isSecret && { secret: true as const }),
      ...(deprecated && DEPRECATED),
      ...(refused && { refused }),
      ...(stated.jsonName !== undefined && { aliases: [stated.jsonName] }),
    };
  }

  private maySecret(element: string): boolean {
    return MAY_BE_SECRET.test(element) || this.own.has(element);
  }

  /** What a value of a field is; data where nobody knows its type. */
  private element(type: string): string {
    const known = WRITTEN_AS.get(type) ?? type;
    if (SIMPLE.test(known) || this.own.has(known) || this.ownEnums.has(known) || isBuiltIn(known))
      return known;
    return 'Value';
  }
}

/** A pattern is a regular expression of somebody else's, which no text is ever matched against. */
function withoutPatterns({ pattern: _, items, keys, values, ...limits }: Limits): Limits {
  return {
    ...limits,
    ...(items && { items: withoutPatterns(items) }),
    ...(keys && { keys: withoutPatterns(keys) }),
    ...(values && { values: withoutPatterns(values) }),
  };
}

const DEPRECATED = { deprecated: { use: 'what its own documentation names' } } as const;

function isDemanded({ limits = {} }: ReferenceField): boolean {
  return Object.values(limits).some(({ required }) => required === true);
}

// Whether a descriptor set says of a message of the proxy's API what no release of it says.

/** Names that hide fields of version 2 in what early releases call version 3. */
const HIDDEN = /^hidden_/;

/** The first message or enum of version 3 that is not what the tables know, as a sentence; undefined where all are. */
function redefinition({ messages, enums }: Reference): string | undefined {
  for (const [type, { fields }] of Object.entries(messages)) {
    const found = messageOfType(type);
    if (found === undefined || found.version === 'v2') continue;
    const { id } = found;
    if (!hasTable(id)) continue;
    const { byName } = compiledMessage(id, 'v3');
    const { fields: history = {} } = historyOf(id);
    for (const [name, field] of Object.entries(fields)) {
      if (HIDDEN.test(name)) continue;
      const said = typeOf(field.type);
      const [now, told] = [byName.get(name), history[name]];
      if (now === undefined && told === undefined)
        return `it redefines ${id}, a message of the proxy's API: no known release has its field ${name}`;
      const types = [now?.spec.type, ...(told?.was ?? []).map((before) => before.type)].filter(Boolean);
      if (types.length > 0 && !types.includes(said))
        return `it redefines ${id}, a message of the proxy's API: its field ${name} is ${said} there and ${now?.spec.type} in the API`;
    }
  }
  for (const [type, { values }] of Object.entries(enums)) {
    const found = messageOfType(type);
    const spec = found?.version === 'v3' ? enumSpec(found.id) : undefined;
    if (found === undefined || spec === undefined) continue;
    const { values: history = {} } = historyOf(found.id);
    for (const [name, number] of Object.entries(values)) {
      const now = spec.values[name];
      if (HIDDEN.test(name) || now?.number === number || (now === undefined && history[name] !== undefined))
        continue;
      return `it redefines ${found.id}, an enum of the proxy's API: its ${name} = ${number} is in no known release`;
    }
  }
  return undefined;
}

/** The options that fields and messages are described by beside their types: limits, secrecy. */
const BUILT_IN = [
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
];

/** What the files of a set define whose names match, so that options of these kinds can be read. */
export function optionsIn(files: readonly FileDescriptorProto[], names: RegExp): Registry {
  const byName = new Map(files.map((file) => [file.name, file]));
  const resolve = (name: string): DescFile | FileDescriptorProto | undefined =>
    BUILT_IN.find(({ proto }) => proto.name === name) ?? byName.get(name);
  const defining = files.filter(({ name }) => names.test(name));
  return createRegistry(...defining.map((file) => createFileRegistry(file, resolve)));
}
