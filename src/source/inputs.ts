/** What the inputs of a command line stand for: a list of files, each once, in the order given. */
import { byName, type Candidate, looksLikeConfiguration } from './candidate.ts';
import { InputError } from './errors.ts';
import { brokenLink, readingFailed, systemCode } from './file-problem.ts';
import { isGlob, parseGlob } from './glob.ts';
import type { FileStatus, Io } from './io.ts';
import { isLive, liveAddress, otherScheme } from './live.ts';
import { isRevisionPath, listRevision } from './revision.ts';
import { join, walk } from './walk.ts';

/** What messages call standard input. */
export const STDIN_NAME = '<stdin>';

/** Every file that the inputs stand for, and an error for each input that stands for none. */
export async function listInputs(
  inputs: readonly string[],
  io: Io,
): Promise<readonly (Candidate | InputError)[]> {
  const listed: (Candidate | InputError)[] = [];
  for (const input of inputs) {
    try {
      for (const item of await listInput(input, io)) listed.push(item);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      listed.push(error);
    }
  }
  return withoutRepeats(listed);
}

/** A file that several inputs stand for is read once, as named where one of them names it. */
function withoutRepeats(listed: readonly (Candidate | InputError)[]): readonly (Candidate | InputError)[] {
  const chosen = new Map<string, Candidate>();
  const key = (item: Candidate): string => item.name.replace(/^(\.\/+)+/, '');
  for (const item of listed) {
    if (item instanceof InputError) continue;
    const earlier = chosen.get(key(item));
    if (!earlier || (earlier.found === 'searched' && item.found === 'named')) chosen.set(key(item), item);
  }
  return listed.filter((item) => item instanceof InputError || chosen.get(key(item)) === item);
}

async function listInput(input: string, io: Io): Promise<readonly (Candidate | InputError)[]> {
  if (input === '-') return [{ kind: 'stdin', name: STDIN_NAME, found: 'named' }];
  if (input === '')
    throw new InputError({
      file: '""',
      problem: 'an input is empty',
      hint: 'name a file, a directory, or - for standard input',
    });
  if (input.includes('\0'))
    throw new InputError({ file: input, problem: 'a file name cannot hold a NUL byte' });
  let status: FileStatus;
  try {
    status = await io.status(input);
  } catch (error) {
    if (!isAbsent(error)) throw readingFailed(input, error);
    if (isLive(input)) return [liveCandidate(input)];
    const other = otherScheme(input, io.nearest);
    if (other !== undefined) throw other;
    if (isRevisionPath(input)) return await listRevision(input, io);
    if (isGlob(input)) return await listGlob(input, io);
    if (await isLink(input, io)) throw brokenLink(input);
    throw readingFailed(input, error, await absentHint(input, io));
  }
  if (status.kind === 'directory') return await listDirectory(input, io);
  return [{ kind: status.kind === 'file' ? 'file' : 'stream', name: input, path: input, found: 'named' }];
}

/** Nothing stands under this name, so it may be something other than a name. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes(systemCode(error) ?? '');
}

function liveCandidate(input: string): Candidate {
  const address = liveAddress(input);
  return { kind: 'live', name: address.name, address, found: 'named' };
}

async function listDirectory(input: string, io: Io): Promise<readonly (Candidate | InputError)[]> {
  const walked = await walk(input, io, { wants: looksLikeConfiguration, depth: Number.POSITIVE_INFINITY });
  if (walked.length > 0) return sorted(walked);
  const problem = 'no *.yaml, *.yml or *.json lies in this directory or below it';
  throw new InputError({
    file: input,
    problem,
    hint: 'name another directory, or a file whatever it is called',
  });
}

async function listGlob(input: string, io: Io): Promise<readonly (Candidate | InputError)[]> {
  const glob = parseGlob(input);
  if (!glob)
    throw new InputError({
      file: input,
      problem: 'this glob is longer than 4096 characters, or its braces expand to more than 1000 patterns',
    });
  const wants = (path: string) => (glob.namesExtension || looksLikeConfiguration(path)) && glob.matches(path);
  const walked = await walk(glob.base, io, { wants, depth: glob.depth });
  const failed = walked.find((item) => item instanceof InputError);
  if (walked.length === 1 && failed) throw failed;
  if (walked.length > 0) return sorted(walked);
  const problem = 'no file matches this glob';
  throw new InputError({
    file: input,
    problem,
    hint: '** stands for any number of directories, * for any part of one name',
  });
}

function sorted(walked: readonly (Candidate | InputError)[]): readonly (Candidate | InputError)[] {
  const errors = walked.filter((item) => item instanceof InputError);
  return [...errors, ...walked.filter((item) => !(item instanceof InputError)).sort(byName)];
}

function folderOf(path: string): { readonly directory: string; readonly name: string } {
  const bare = path.replace(/\/+$/, '');
  const at = bare.lastIndexOf('/');
  return { directory: at === -1 ? '.' : at === 0 ? '/' : bare.slice(0, at), name: bare.slice(at + 1) };
}

async function isLink(input: string, io: Io): Promise<boolean> {
  const { directory, name } = folderOf(input);
  try {
    return (await io.readDirectory(directory)).some((entry) => entry.name === name && entry.kind === 'link');
  } catch {
    return false;
  }
}

/** What a missing file was meant to be, going by the names that stand where it was looked for. */
async function absentHint(input: string, io: Io): Promise<string> {
  const { directory, name: wanted } = folderOf(input);
  try {
    const names = (await io.readDirectory(directory)).map((entry) => entry.name);
    const near = io.nearest(wanted, names) ?? sameStem(wanted, names);
    if (near !== undefined) return `did you mean ${join(directory, near)}?`;
    return directory === '.' ? 'check the name and the directory you are in' : `look into ${directory}`;
  } catch {
    return `there is no directory ${directory} either`;
  }
}

/** `front.yml` for `front.yaml`, or for `front`. */
function sameStem(wanted: string, names: readonly string[]): string | undefined {
  const stem = (name: string) => name.replace(/\.[^.]*$/, '');
  const found = names.filter((name) => looksLikeConfiguration(name) && stem(name) === stem(wanted));
  return found.length === 1 ? found[0] : undefined;
}
