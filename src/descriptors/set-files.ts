/** The files of a descriptor set, once it is sure that it is one. */
import { gunzipSync } from 'node:zlib';
import { fromBinary } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { InputError } from '../source/errors.ts';
import { MAX_SET_BYTES } from '../source/limits.ts';

const HOW = 'protoc --include_imports --descriptor_set_out=FILE writes one, and buf build -o FILE.binpb';
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

/** @throws InputError where the bytes are no such set, or one that no compiler writes */
export function filesIn({
  name: file,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): readonly FileDescriptorProto[] {
  const problem = (words: string, hint = HOW): InputError => new InputError({ file, problem: words, hint });
  const set = decoded(unpacked(bytes, problem), problem);
  const names = new Map<string, FileDescriptorProto>();
  for (const each of set) {
    if (each.name === '') throw problem('it is no descriptor set: it holds a file without a name');
    if (names.has(each.name)) throw problem(`it holds ${each.name} twice`, 'compile the set anew');
    names.set(each.name, each);
  }
  const circle = circleIn(names);
  if (circle !== undefined)
    throw problem(
      `its files import each other in a circle: ${circle.join(' imports ')}`,
      'no compiler takes that',
    );
  const types = new Set<string>();
  for (const each of set) {
    const wrong = wrongIn(each, types);
    if (wrong !== undefined)
      throw problem(`${each.name} in it ${wrong}`, 'compile the set anew from its sources');
  }
  return set;
}

function unpacked(bytes: Uint8Array, problem: (words: string) => InputError): Uint8Array {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked && bytes.length <= MAX_SET_BYTES) return bytes;
  const tooLarge = `a descriptor set of more than ${MAX_SET_BYTES / 1_000_000} MB is not read`;
  if (!isPacked) throw problem(tooLarge);
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_SET_BYTES });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw problem(isLarge ? tooLarge : 'it is packed with gzip and cannot be unpacked');
  }
}

function decoded(bytes: Uint8Array, problem: (words: string) => InputError): readonly FileDescriptorProto[] {
  if (bytes.length === 0) throw problem('it is no descriptor set: it is empty');
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  if (/^\s*(?:syntax|edition|package|import|message|\/[/*]|\{)/.test(start))
    throw problem('it is a text, no compiled descriptor set');
  try {
    const set = fromBinary(FileDescriptorSetSchema, bytes);
    if (set.$unknown === undefined && set.file.length > 0) return set.file;
  } catch {
    throw problem('it is no descriptor set, or only the beginning of one');
  }
  throw problem('it is no descriptor set, but some other message');
}

/** The first circle among imports, by names. */
function circleIn(files: ReadonlyMap<string, FileDescriptorProto>): readonly string[] | undefined {
  const done = new Set<string>();
  for (const start of files.keys()) {
    // Each with the position of the import that is looked at next.
    const way = [{ name: start, next: 0 }];
    const open = new Set([start]);
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const imported = files.get(at.name)?.dependency[at.next++];
      if (imported === undefined || done.has(at.name)) {
        done.add(at.name);
        open.delete(at.name);
        way.pop();
      } else if (open.has(imported)) {
        const names = way.map(({ name }) => name);
        return [...names.slice(names.indexOf(imported)), imported];
      } else if (files.has(imported)) {
        way.push({ name: imported, next: 0 });
        open.add(imported);
      }
    }
  }
  return undefined;
}

/** What no compiler writes: names that are none, or that stand twice. @param types all names of types so far */
function wrongIn(file: FileDescriptorProto, types: Set<string>): string | undefined {
  const { package: scope, messageType, enumType } = file;
  if (scope !== '' && !scope.split('.').every((part) => IDENTIFIER.test(part)))
    return 'has no proper package';
  const named = (name: string, around: string): string | undefined => {
    if (!IDENTIFIER.test(name)) return 'has a message or an enum without a proper name';
    const full = around === '' ? name : `${around}.${name}`;
    if (types.has(full)) return `defines ${full}, which is defined already`;
    types.add(full);
    return undefined;
  };
  const ofEnum = (each: EnumDescriptorProto, around: string): string | undefined =>
    named(each.name, around) ??
    (each.value.some(({ name }) => !IDENTIFIER.test(name))
      ? `has no proper names in ${each.name}`
      : undefined);
  const ofMessage = (message: DescriptorProto, around: string): string | undefined => {
    const wrong = named(message.name, around) ?? fieldsWrong(message);
    if (wrong !== undefined) return wrong;
    const full = around === '' ? message.name : `${around}.${message.name}`;
    return (
      first(message.nestedType, (each) => ofMessage(each, full)) ??
      first(message.enumType, (each) => ofEnum(each, full))
    );
  };
  return (
    first(messageType, (each) => ofMessage(each, scope)) ?? first(enumType, (each) => ofEnum(each, scope))
  );
}

function fieldsWrong({ name: message, field, oneofDecl }: DescriptorProto): string | undefined {
  const [names, numbers] = [new Set<string>(), new Set<number>()];
  for (const { name, number, oneofIndex } of field) {
    if (!IDENTIFIER.test(name)) return `has a field without a proper name in ${message}`;
    if (names.has(name)) return `defines ${name} of ${message} twice`;
    if (numbers.has(number)) return `gives two fields of ${message} the number ${number}`;
    if (oneofIndex < 0 || (oneofIndex > 0 && oneofIndex >= oneofDecl.length))
      return `puts ${name} of ${message} into a one-of that is not there`;
    names.add(name);
    numbers.add(number);
  }
  return oneofDecl.some(({ name }) => !/^[A-Za-z_]\w*$/.test(name))
    ? `has no proper one-ofs in ${message}`
    : undefined;
}

function first<T>(all: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
