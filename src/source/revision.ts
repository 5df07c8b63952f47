/** Inputs written as `REV:PATH`: files as git stored them. */
import { byName, type Candidate, isSkippedDirectory, looksLikeConfiguration } from './candidate.ts';
import { InputError } from './errors.ts';
import { systemCode } from './file-problem.ts';
import type { Io } from './io.ts';
import { MAX_BYTES } from './limits.ts';
import { withScheme } from './live.ts';

/** Listings of trees are small beside files; this bounds them all the same. */
const MAX_LISTING = 64_000_000;

/** Whether an input that is no file is written as `REV:PATH` (`C:\\front.yaml` is not). */
export function isRevisionPath(input: string): boolean {
  return input.includes(':') && !/^[A-Za-z]:[\\/]/.test(input);
}

/**
 * The files that `REV:PATH` stands for: one blob, or the configurations below a tree.
 *
 * @throws InputError where git is missing, knows no such revision or path, or no configuration lies there.
 */
export async function listRevision(input: string, io: Io): Promise<readonly Candidate[]> {
  if (input.startsWith('-')) {
    throw new InputError({
      file: input,
      problem: 'a revision cannot begin with a dash',
      hint: 'name the commit by its hash',
    });
  }
  // The input begins with no dash, so git cannot take it for an option; what follows asks for its hash only.
  const object = (await ask(input, ['rev-parse', '--verify', '--end-of-options', input], io)).trim();
  const type = (await ask(input, ['cat-file', '-t', object], io)).trim();
  if (type === 'blob') return [{ kind: 'blob', name: input, object, found: 'named' }];
  const listed = await ask(input, ['ls-tree', '-r', '-z', '--full-tree', object], io);
  const files = listed
    .split('\0')
    .flatMap((line) => treeEntry(input, line))
    .sort(byName);
  if (files.length > 0) return files;
  const problem = 'no *.yaml, *.yml or *.json lies in this directory of that revision';
  throw new InputError({ file: input, problem, hint: 'name another directory, or a file' });
}

/** One line of `git ls-tree -z`: mode, type, hash, tab, path. Links (mode 120000) and submodules are left out. */
function treeEntry(input: string, line: string): Candidate[] {
  const [, mode, object, path] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
  if (mode === undefined || object === undefined || path === undefined || mode === '120000') return [];
  if (!looksLikeConfiguration(path) || path.split('/').some(isSkippedDirectory)) return [];
  const separator = /[:/]$/.test(input) ? '' : '/';
  return [{ kind: 'blob', name: `${input}${separator}${path}`, object, found: 'searched', below: path }];
}

/** The content of a blob. */
export async function readBlob(name: string, object: string, io: Io): Promise<Uint8Array> {
  return (await run(name, ['cat-file', 'blob', object], io, MAX_BYTES)).output;
}

async function ask(input: string, args: readonly string[], io: Io): Promise<string> {
  const { output } = await run(input, args, io, MAX_LISTING);
  return Buffer.from(output.buffer, output.byteOffset, output.length).toString('utf8');
}

async function run(input: string, args: readonly string[], io: Io, limit: number) {
  try {
    const answer = await io.git(args, limit);
    if (answer.status === 0) return answer;
    // `rev-parse --verify` only says that it failed; `cat-file` says why.
    const why = args[0] === 'rev-parse' ? await io.git(['cat-file', '-t', input], MAX_LISTING) : answer;
    throw refusal(input, why.complaint);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'E2BIG')
      throw new InputError({ file: input, problem: 'this is larger than cfgtool reads at once' });
    if (code !== 'ENOENT') throw error;
    const address = withoutItsScheme(input);
    if (address !== undefined) throw address;
    const problem = 'there is no such file, and git, which could read it as REV:PATH, is not installed';
    throw new InputError({ file: input, problem, hint: 'check the name, or install git' });
  }
}

/** What was meant for the address of a running proxy. */
function withoutItsScheme(input: string): InputError | undefined {
  const address = withScheme(input);
  if (address === undefined) return undefined;
  const problem = 'there is no such file, and the address of a running proxy begins with its scheme';
  return new InputError({ file: input, problem, hint: `did you mean ${address}?` });
}

function refusal(input: string, complaint: string): InputError {
  const said =
    complaint
      .replace(/^fatal: /, '')
      .split('\n')[0]
      ?.trim() ?? '';
  const at = input.indexOf(':');
  const [revision, path] = [input.slice(0, at), input.slice(at + 1)];
  const address = withoutItsScheme(input);
  const isNoRepository = /not a git repository/i.test(said);
  const isNoRevision =
    /invalid object name|not a valid object name|unknown revision/i.test(said) &&
    !said.includes('exists on disk');
  if (address !== undefined && (isNoRepository || isNoRevision)) return address;
  if (isNoRepository) {
    const problem = 'there is no such file, and this is no git repository that could hold it as REV:PATH';
    return new InputError({
      file: input,
      problem,
      hint: 'check the name, or run cfgtool inside the repository',
    });
  }
  if (isNoRevision) {
    const problem = `there is no such file, and git knows no revision "${revision}"`;
    return new InputError({
      file: input,
      problem,
      hint: 'check the name; git log --oneline lists revisions',
    });
  }
  const outside = path.startsWith('./') ? '' : `; a path counts from the top of the repository, ./ from here`;
  return new InputError({
    file: input,
    problem: `git has no such file: ${said}`,
    hint: `git ls-tree -r --name-only ${revision || 'HEAD'} lists what it has${outside}`,
  });
}
