/** Inputs to texts and trees. */
import type { Candidate, Found } from './candidate.ts';
import { decode, tooLarge } from './decode.ts';
import { InputError } from './errors.ts';
import { readingFailed } from './file-problem.ts';
import { listInputs, STDIN_NAME } from './inputs.ts';
import type { Io } from './io.ts';
import { looksLikeJson, readJson } from './json.ts';
import { MAX_BYTES } from './limits.ts';
import { type LineIndex, lineIndex } from './lines.ts';
import { readBlob } from './revision.ts';
import { kindOf, NodeKind, ROOT, type SourceTree } from './tree.ts';
import { readYaml } from './yaml.ts';

export interface SourceFile {
  /** As messages name it: the path, `REV:PATH` or `<stdin>`. */
  readonly name: string;
  /** The path to write back to; absent for standard input, pipes and `REV:PATH`. */
  readonly path?: string;
  /** A byte order mark included. */
  readonly text: string;
  /** The documents; none where a searched file holds nothing but comments. */
  readonly trees: readonly SourceTree[];
  readonly lines: LineIndex;
  readonly found: Found;
}

/**
 * Reads every file that the inputs stand for, one at a time. A file that cannot be read or is neither YAML nor JSON
 * comes out as an error in its place and does not stop the others.
 *
 * @param inputs files, directories, globs, `-` for standard input, `REV:PATH`, addresses of running proxies
 * @param leavesOut whether a file that a search found, by its path, is left out
 */
export async function* loadInputs(
  inputs: readonly string[],
  io: Io,
  leavesOut: (path: string) => Promise<boolean> = async () => false,
): AsyncGenerator<SourceFile | InputError> {
  for (const candidate of await listInputs(inputs, io)) {
    if (candidate instanceof InputError) yield candidate;
    else if (!(await isLeftOut(candidate, leavesOut))) yield await load(candidate, io);
  }
}

/** Whether the settings leave out a file that a search found. */
export async function isLeftOut(
  candidate: Candidate,
  leavesOut: (path: string) => Promise<boolean>,
): Promise<boolean> {
  return candidate.kind === 'file' && candidate.found === 'searched' && (await leavesOut(candidate.path));
}

async function load(candidate: Candidate, io: Io): Promise<SourceFile | InputError> {
  const bytes = await readCandidate(candidate, io);
  return bytes instanceof InputError ? bytes : parseCandidate(candidate, bytes);
}

/** The bytes of a file, or why they cannot be read. */
export async function readCandidate(candidate: Candidate, io: Io): Promise<Uint8Array | InputError> {
  try {
    return await bytesOf(candidate, io);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Bytes as a text and its trees, or why they are neither YAML nor JSON. */
export function parseCandidate(candidate: Candidate, bytes: Uint8Array): SourceFile | InputError {
  const { name, found } = candidate;
  try {
    return sourceFile(
      name,
      decode(name, bytes),
      found,
      candidate.kind === 'file' ? candidate.path : undefined,
    );
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** A text as a source file. @throws InputError where it is neither YAML nor JSON, or a named one holds no document. */
export function sourceFile(name: string, text: string, found: Found, path?: string): SourceFile {
  const trees = parse(name, text);
  if (found === 'named' && trees.every((tree) => kindOf(tree, ROOT) === NodeKind.Empty))
    throw noDocument(name, text);
  return { name, text, trees, lines: lineIndex(text), found, ...(path === undefined ? {} : { path }) };
}

async function bytesOf(candidate: Candidate, io: Io): Promise<Uint8Array> {
  const { name } = candidate;
  if (candidate.kind === 'blob') return await readBlob(name, candidate.object, io);
  if (candidate.kind === 'live') return await io.fetch(candidate.address, MAX_BYTES);
  try {
    if (candidate.kind === 'stdin') return await io.readStdin(MAX_BYTES);
    if (candidate.kind === 'file' && (await io.status(candidate.path)).size > MAX_BYTES) throw tooLarge(name);
    return await io.readFile(candidate.path, MAX_BYTES);
  } catch (error) {
    throw error instanceof InputError ? error : readingFailed(name, error);
  }
}

/**
 * JSON where the text begins like JSON, otherwise YAML. Text that begins like JSON but is none may still be YAML in
 * brackets; where it is neither, the format that the extension claims has the word.
 */
function parse(name: string, text: string): readonly SourceTree[] {
  const claimsJson = /\.json$/i.test(name);
  const isYamlName = /\.ya?ml$/i.test(name);
  if (!looksLikeJson(text)) {
    try {
      return readYaml(name, text);
    } catch (error) {
      if (!claimsJson || !(error instanceof InputError)) throw error;
      return readJson(name, text);
    }
  }
  try {
    return readJson(name, text);
  } catch (asJson) {
    try {
      return readYaml(name, text);
    } catch (asYaml) {
      throw isYamlName ? asYaml : asJson;
    }
  }
}

function noDocument(name: string, text: string): InputError {
  const blank = /^\uFEFF?\s*$/.test(text);
  const what =
    text === ''
      ? 'the file is empty'
      : blank
        ? 'the file holds only blank lines'
        : 'the file holds no document, only comments or empty ones';
  const hint =
    name === STDIN_NAME
      ? 'did the command before the pipe print anything?'
      : 'check that it was written completely';
  return new InputError({ file: name, problem: `it holds no document: ${what}`, hint });
}
