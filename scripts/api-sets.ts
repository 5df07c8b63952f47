/**
 * The descriptor sets of the proxy's releases (`api/sets`), read as what the tables are made of: each message with its
 * fields, one-ofs and limits, each enum with its values. Type names stand without the namespace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fromBinary, type Registry, toBinary } from '@bufbuild/protobuf';
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import type { Reference } from '../src/descriptors/facts.ts';
import { optionsIn } from '../src/descriptors/own-tables.ts';
import { SetReader } from '../src/descriptors/reader.ts';

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
  const reader = new SetReader(options, bare);
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
  return optionsIn(newestFiles(folder), /^(?:validate|udpa\/annotations|envoy\/annotations)\//);
}

/** The files of the newest release's set. */
export function newestFiles(folder = SETS): readonly FileDescriptorProto[] {
  const newest = releaseSets(folder).at(-1);
  if (newest === undefined) throw new Error(`no descriptor sets in ${folder}`);
  return filesOf(newest.file);
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

/** A type's name without the namespace of the proxy. */
function bare(name: string): string {
  return name.replace(/^envoy\./, '');
}
