/**
 * `--follow`: reads the files that a configuration names for discovery, and those that these name, as parts of the same
 * configuration. Only files below one folder are read: a configuration must not be able to name any file of the machine.
 */
import { dirname, resolve, sep } from 'node:path';
import { isObject, NODE } from '../../model/bound.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { placeOfNode } from '../../model/place.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Candidate } from '../../source/candidate.ts';
import { counted } from '../../source/counted.ts';
import { InputError } from '../../source/errors.ts';
import { systemCode } from '../../source/file-problem.ts';
import type { Io } from '../../source/io.ts';
import type { Position } from '../../source/lines.ts';
import type { SourceFile } from '../../source/load.ts';
import { join } from '../../source/walk.ts';

interface FollowOptions {
  /** The folder that named files are looked up in and have to lie below; that of the configuration where absent. */
  readonly root?: string | undefined;
  /** Reads and opens a file. */
  open(candidate: Candidate): Promise<Configuration<SourceFile> | InputError>;
}

export interface Followed {
  /** Without the configuration itself, in the order in which they are named. */
  readonly others: readonly Configuration<SourceFile>[];
  readonly errors: readonly InputError[];
}

/** One configuration is made of fewer. */
const MAX_FILES = 1000;

export async function follow(
  first: Configuration<SourceFile>,
  io: Io,
  options: FollowOptions,
): Promise<Followed> {
  const others: Configuration<SourceFile>[] = [];
  const errors: InputError[] = [];
  const root = options.root ?? (first.file.path === undefined ? undefined : dirname(first.file.path));
  if (root === undefined) {
    if (filesNamed(first).length > 0) errors.push(withoutFolder(first.file.name));
    return { others, errors };
  }
  const read = new Set<string>();
  if (first.file.path !== undefined) read.add(await io.realPath(first.file.path));
  const waiting: Configuration<SourceFile>[] = [first];
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    for (const named of filesNamed(from)) {
      const found = await locate(named, from, root, io);
      if (found instanceof InputError) errors.push(found);
      else if (!read.has(found.real)) {
        read.add(found.real);
        if (others.length >= MAX_FILES) return { others, errors: [...errors, tooMany(first.file.name)] };
        const opened = await options.open(found.candidate);
        if (opened instanceof InputError) errors.push(opened);
        else {
          others.push(opened);
          waiting.push(opened);
        }
      }
    }
  }
  return { others, errors };
}

interface Located {
  /** Without links. */
  readonly real: string;
  readonly candidate: Candidate;
}

/** Where a named file lies, or why it is not read. */
async function locate(
  { path, position }: NamedFile,
  { file }: Configuration<SourceFile>,
  root: string,
  io: Io,
): Promise<Located | InputError> {
  const refused = (problem: string, hint: string) =>
    new InputError({
      file: file.name,
      position,
      problem: `it names ${path} for discovery, ${problem}`,
      hint,
    });
  const isAbsolute = path.startsWith('/');
  const shown = isAbsolute ? path : join(root, path.replace(/^(?:\.\/+)+/, ''));
  const outside = () =>
    refused(
      `which lies outside of ${root}, so it is not read`,
      '--root DIR names the folder that such files are read from',
    );
  // Before anything is asked of the system: nobody learns here which other files exist.
  if (!isBelow(resolve(shown), resolve(root)) && !isAbsolute) return outside();
  try {
    const inside = await io.realPath(root);
    if (isAbsolute && !isBelow(resolve(path), resolve(root)) && !isBelow(resolve(path), inside))
      return outside();
    const real = await io.realPath(shown);
    if (!isBelow(real, inside)) return outside();
    const { kind } = await io.status(shown);
    if (kind !== 'file') return refused('which is no regular file', 'name the file that the proxy reads');
    return { real, candidate: { kind: 'file', name: shown, path: shown, found: 'named' } };
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return refused(
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'and there is no such file'
        : `which cannot be read (${code})`,
      `it is looked for in ${root}; --root DIR names another folder`,
    );
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function withoutFolder(file: string): InputError {
  return new InputError({
    file,
    problem: 'it names files for discovery, and lies in no folder of its own',
    hint: '--root DIR names the folder that they are read from',
  });
}

function tooMany(file: string): InputError {
  const problem = `it names more than ${counted(MAX_FILES, 'file')} for discovery`;
  return new InputError({ file, problem, hint: 'name the files that matter, with --together' });
}

// The files that a configuration names for discovery: where a proxy reads clusters, listeners, routes, endpoints, secrets.

const SOURCE = 'core.ConfigSource';
let paths: Paths | undefined;

/** A file as it is named. */
export interface NamedFile {
  readonly path: string;
  /** Where it is named first. */
  readonly position: Position;
}

/** In the order in which they are named, each once. */
function filesNamed({ file, roots, namespace }: Configuration): readonly NamedFile[] {
  paths ??= pathsTo(new Set([SOURCE]));
  const known = paths;
  const found = new Map<string, NamedFile>();
  const look = (root: Root, frame: Frame): void => {
    if (frame.type !== SOURCE) {
      eachChild(frame, namespace, (child) => look(root, child), fieldsOn(known, frame));
      return;
    }
    const { path, path_config_source: source } = frame.message;
    const named = isObject(source) ? source.path : path;
    const node = frame.message[NODE];
    if (typeof named !== 'string' || named === '' || node === undefined || found.has(named)) return;
    found.set(named, { path: named, position: placeOfNode(file, root, node).range.start });
  };
  // A dump holds what was read from the files that it names, which are those of the machine that it comes from.
  for (const root of roots)
    if (!root.type.endsWith('ConfigDump')) for (const frame of rootFrames(root)) look(root, frame);
  return [...found.values()];
}
