/** What the program needs of the descriptors to read what management servers send: messages of version 3, no options. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { clone, create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  EnumOptionsSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  MessageOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { releaseSets, SETS } from './api-sets.ts';

/** Packages that no resource of version 3 is made of. */
const APART =
  /^envoy\/(?:api\/v2|admin|annotations|data|watchdog|config\/.*\/v[12](?:alpha\d*)?\/|.*\/v2(?:alpha\d*)?\/)|^google\/(?:api|protobuf\/(?:descriptor|compiler|go_features))|^validate\//;

const OLDER = 'udpa/type/v1/typed_struct.proto';

/** The set, without what only a compiler needs. */
export function descriptors(): Uint8Array {
  const newest = releaseSets().at(-1);
  if (newest === undefined) throw new Error(`${SETS} holds no release`);
  const sets = [newest.file, join(SETS, 'contrib-2026-07.binpb.gz')];
  const files = new Map<string, FileDescriptorProto>();
  for (const path of sets)
    for (const file of fromBinary(FileDescriptorSetSchema, gunzipSync(readFileSync(path))).file)
      if (!files.has(file.name)) files.set(file.name, file);
  // Meshes still write the name that it had before.
  const typed = files.get('xds/type/v3/typed_struct.proto');
  if (typed !== undefined)
    files.set(OLDER, { ...clone(FileDescriptorProtoSchema, typed), name: OLDER, package: 'udpa.type.v1' });
  const needed = new Set<string>();
  const need = (name: string): void => {
    const file = files.get(name);
    if (file === undefined || needed.has(name)) return;
    needed.add(name);
    for (const each of typesIn(file)) if (owner.has(each)) need(owner.get(each) ?? '');
  };
  const owner = new Map(
    [...files.values()].flatMap((file) => namesOf(file).map((each) => [each, file.name] as const)),
  );
  for (const name of files.keys()) if (!APART.test(name)) need(name);
  const kept = [...needed].flatMap((name) => files.get(name) ?? []);
  for (const file of kept) bare(file, owner);
  const set = create(FileDescriptorSetSchema, { file: inOrder(kept) });
  return toBinary(FileDescriptorSetSchema, set);
}

function namesOf({ package: own, messageType, enumType }: FileDescriptorProto): readonly string[] {
  const within = (prefix: string, each: DescriptorProto): readonly string[] => [
    `${prefix}.${each.name}`,
    ...each.enumType.map(({ name }) => `${prefix}.${each.name}.${name}`),
    ...each.nestedType.flatMap((nested) => within(`${prefix}.${each.name}`, nested)),
  ];
  return [
    ...messageType.flatMap((each) => within(`.${own}`, each)),
    ...enumType.map(({ name }) => `.${own}.${name}`),
  ];
}

function typesIn({ messageType }: FileDescriptorProto): readonly string[] {
  const within = (each: DescriptorProto): readonly string[] => [
    ...each.field.map(({ typeName }) => typeName).filter((name) => name !== ''),
    ...each.nestedType.flatMap(within),
  ];
  return messageType.flatMap(within);
}

function bare(file: FileDescriptorProto, owner: ReadonlyMap<string, string>): void {
  const used = new Set(typesIn(file).flatMap((name) => owner.get(name) ?? []));
  file.dependency = [...used].filter((name) => name !== file.name);
  file.publicDependency = [];
  file.weakDependency = [];
  file.optionDependency = [];
  file.service = [];
  file.extension = [];
  file.options = undefined;
  file.sourceCodeInfo = undefined;
  for (const each of file.enumType) bareEnum(each);
  for (const each of file.messageType) bareMessage(each);
}

function bareMessage(message: DescriptorProto): void {
  message.options =
    message.options?.mapEntry === true ? create(MessageOptionsSchema, { mapEntry: true }) : undefined;
  message.extension = [];
  for (const field of message.field) {
    field.options = undefined;
    // Said by every compiler, and the same as what is made of the name.
    if (field.jsonName === camel(field.name)) field.jsonName = '';
  }
  for (const oneof of message.oneofDecl) oneof.options = undefined;
  for (const each of message.enumType) bareEnum(each);
  for (const each of message.nestedType) bareMessage(each);
}

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function bareEnum(each: FileDescriptorProto['enumType'][number]): void {
  each.options =
    each.options?.allowAlias === true ? create(EnumOptionsSchema, { allowAlias: true }) : undefined;
  for (const value of each.value) value.options = undefined;
}

/** A file after those that it imports. */
function inOrder(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set<FileDescriptorProto>();
  const visit = (file: FileDescriptorProto): void => {
    if (done.has(file)) return;
    done.add(file);
    for (const name of file.dependency) {
      const other = byName.get(name);
      if (other !== undefined) visit(other);
    }
    ordered.push(file);
  };
  const ordered: FileDescriptorProto[] = [];
  for (const file of files) visit(file);
  return ordered;
}
