/** The options that fields and messages are described by beside their types: limits, secrecy. */
import { createFileRegistry, createRegistry, type DescFile, type Registry } from '@bufbuild/protobuf';
import {
  type FileDescriptorProto,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt';

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
