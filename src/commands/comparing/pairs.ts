/** What `diff` is to compare: two inputs, or what git says changed. */
import { relative, resolve } from 'node:path';
import { safeLine } from '../../present/text.ts';
import type { GitFiles } from '../../report/text-diff.ts';
import { looksLikeConfiguration } from '../../source/candidate.ts';
import { InputError } from '../../source/errors.ts';
import { systemCode } from '../../source/file-problem.ts';
import { listInputs } from '../../source/inputs.ts';
import { nodesAsked, shownInput } from '../../source/live.ts';
import { processIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The pairs that the arguments of the command name.
 *
 * @param args the arguments without the dashes that part revisions from paths, which the parser takes away
 * @param argv the whole command line, where they still stand
 */
export async function pairsOfArguments(
  args: readonly string[],
  argv: readonly string[],
  flags: { readonly git: boolean; readonly together: boolean; readonly 'by-node'?: boolean },
): Promise<readonly WantedPair[]> {
  if (flags.git) {
    const paths = pathsIn(argv);
    const [base, head, ...more] = args.slice(0, args.length - paths.length);
    if (base === undefined) throw new UsageError('--git needs a revision', 'cfgtool diff --git main');
    if (more.length > 0) throw new UsageError('--git takes two revisions at most', 'paths stand behind --');
    return await pairsOfGit(base, head, paths);
  }
  const [a, b, ...more] = args;
  if (a === undefined || b === undefined || more.length > 0)
    throw new UsageError(
      `diff compares two inputs, not ${args.length}`,
      'cfgtool diff A B; --git BASE compares with a revision',
    );
  if (a === '-' && b === '-') throw new UsageError('standard input cannot be both sides');
  return flags['by-node'] ? await pairsOfNodes(a, b) : await pairsOfInputs(a, b, flags.together);
}

/** What there is to say where no pair is found. */
export function nothingFound(argv: readonly string[], flags: { readonly git: boolean }): string | undefined {
  if (!flags.git) return undefined;
  const paths = pathsIn(argv).map((path) => safeLine(path));
  return `no changed configuration${paths.length === 0 ? '' : ` under ${paths.join(', ')}`}`;
}

function pathsIn(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--');
  return at === -1 ? [] : argv.slice(at + 1);
}

/**
 * The pairs of two inputs: directories file by file, a file and a directory as the file of that name in it, anything
 * else as one pair.
 *
 * @param together whether a directory is one configuration
 */
async function pairsOfInputs(
  before: string,
  after: string,
  together: boolean,
): Promise<readonly WantedPair[]> {
  if (together) return [onePair(before, after)];
  const [left, right] = [await listed(before), await listed(after)];
  if (left === undefined && right === undefined) return [onePair(before, after)];
  if (left === undefined) return [onePair(before, namesake(before, after, right))];
  if (right === undefined) return [onePair(namesake(after, before, left), after)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort();
  return paths.map((path) => ({
    name: path,
    before: wanted(left.get(path)),
    after: wanted(right.get(path)),
    mayBeOther: true,
  }));
}

/** A pair for each node of a fleet. @throws UsageError where an input holds no nodes */
async function pairsOfNodes(before: string, after: string): Promise<readonly WantedPair[]> {
  const [left, right] = [await nodesIn(before), await nodesIn(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().map((name) => {
    const side = (nodes: ReadonlyMap<string, readonly string[]>) =>
      (nodes.get(name) ?? []).map((input) => ({ input }));
    return { name, before: side(left), after: side(right), mayBeOther: false };
  });
}

/** What there is of each node: the files of a folder, or a file, directly below an input, or what a server sends to it. */
async function nodesIn(input: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = nodesAsked(input);
  if (asked !== undefined) return new Map([...asked].map(([node, address]) => [node, [address]]));
  const files = await listed(input);
  if (files === undefined)
    throw new UsageError(
      `--by-node compares folders and management servers, and ${shownInput(input)} is neither`,
      'name a folder that holds a folder or a file for each node',
    );
  const nodes = new Map<string, string[]>();
  for (const [path, name] of files) {
    const [node = path] = path.split('/');
    const own = nodes.get(node);
    if (own === undefined) nodes.set(node, [name]);
    else own.push(name);
  }
  return nodes;
}

function onePair(before: string, after: string): WantedPair {
  const [one, other] = [shownInput(before), shownInput(after)];
  const name = one === other ? one : `${one} → ${other}`;
  return { name, before: [{ input: before }], after: [{ input: after }], mayBeOther: false };
}

/** The file of a directory that has the name of another file, as `diff` and git take it. */
function namesake(file: string, directory: string, files: ReadonlyMap<string, string> | undefined): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  // The revision that a file is of is no part of its name.
  const found = files?.get(name) ?? files?.get(name.slice(name.indexOf(':') + 1));
  if (found !== undefined) return found;
  throw new UsageError(
    `${directory} holds no ${file === '-' ? 'file to compare standard input with' : name}`,
    'name a file of it, or take it as one configuration with --together',
  );
}

/** The files of a directory by their paths below it; undefined where the input is a single file. */
async function listed(input: string): Promise<ReadonlyMap<string, string> | undefined> {
  const found = new Map<string, string>();
  for (const item of await listInputs([input], processIo)) {
    if (item instanceof InputError) throw item;
    if (item.found === 'named') return undefined;
    found.set(below(input, item.name), item.name);
  }
  return found;
}

function below(input: string, name: string): string {
  return name.startsWith(input) ? name.slice(input.length).replace(/^[/:]+/, '') : name;
}

// The pairs that git says changed.

/**
 * All configurations that git says changed between two revisions, or a revision and the working tree.
 *
 * @param paths limits, as git takes them
 */
async function pairsOfGit(
  base: string,
  head: string | undefined,
  paths: readonly string[],
): Promise<readonly WantedPair[]> {
  for (const revision of [base, head]) {
    if (revision?.startsWith('-'))
      throw new UsageError(`"${revision}" is no revision`, 'a revision begins with no dash');
  }
  const top = (await git(['rev-parse', '--show-toplevel'])).trim();
  const revisions = head === undefined ? [base] : [base, head];
  const status = await git([
    'diff',
    '--name-status',
    '-z',
    '-M',
    '--end-of-options',
    ...revisions,
    '--',
    ...paths,
  ]);
  const changed = changedFiles(status);
  const found = new Set(changed.flatMap(({ before, after }) => [before ?? '', after ?? '']));
  for (const path of paths) if (!holds(found, relative(top, resolve(path)))) await checkPath(path, revisions);
  return changed
    .filter(({ before, after }) =>
      [before, after].some((path) => path !== undefined && looksLikeConfiguration(path)),
    )
    .map(({ before, after, isRenamed }) => ({
      ...(isRenamed === true && before !== undefined ? { renamedFrom: before } : {}),
      name:
        before === after || before === undefined
          ? (after ?? '')
          : after === undefined
            ? before
            : `${before} → ${after}`,
      before: wanted(before === undefined ? undefined : `${base}:${before}`),
      after: wanted(after === undefined ? undefined : inHead(after, head, top)),
      mayBeOther: true,
    }));
}

/** Whether a path is one of the files, or a folder of some. */
function holds(files: ReadonlySet<string>, path: string): boolean {
  if (path === '' || files.has(path)) return files.size > 0;
  return [...files].some((file) => file.startsWith(`${path}/`));
}

/**
 * A mistyped path would never show a difference.
 *
 * @throws UsageError where a path is there neither in the revisions nor in the working tree
 */
async function checkPath(path: string, revisions: readonly string[]): Promise<void> {
  // What is left out may well be missing.
  if (/^:(?:[!^]|\([^)]*exclude)/.test(path)) return;
  const nothing = (await git(['hash-object', '-t', 'tree', '/dev/null'])).trim();
  for (const revision of revisions) {
    const listed = await git([
      'diff',
      '--name-only',
      '-z',
      '--end-of-options',
      nothing,
      revision,
      '--',
      path,
    ]);
    if (listed !== '') return;
  }
  const isHead = revisions.length === 2;
  if (!isHead && (await git(['ls-files', '-z', '--', path])) !== '') return;
  const isUntracked = !isHead && (await git(['ls-files', '-z', '--others', '--', path])) !== '';
  throw new UsageError(
    `git finds no "${path}" in ${isHead ? revisions.join(' or in ') : `${revisions[0]} or in what it tracks of the working tree`}`,
    isUntracked
      ? `it does not track it yet: git add -N -- ${path}`
      : 'paths are taken from the folder you are in; check the spelling',
  );
}

function inHead(path: string, head: string | undefined, top: string): string {
  return head === undefined ? relative(process.cwd(), resolve(top, path)) : `${head}:${path}`;
}

interface ChangedFile {
  readonly before?: string;
  readonly after?: string;
  readonly isRenamed?: boolean;
}

/** `git diff --name-status -z`: a status and one path, or two where the file was renamed or copied. */
function changedFiles(status: string): readonly ChangedFile[] {
  const parts = status.split('\0');
  const found: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length; at++) {
    const kind = parts[at]?.charAt(0);
    const path = parts[++at] ?? '';
    if (kind === 'A') found.push({ after: path });
    else if (kind === 'D') found.push({ before: path });
    else if (kind === 'R' || kind === 'C')
      found.push({ before: path, after: parts[++at] ?? '', isRenamed: kind === 'R' });
    else found.push({ before: path, after: path });
  }
  return found;
}

async function git(args: readonly string[]): Promise<string> {
  try {
    const { status, output, complaint } = await processIo.git(args, 64_000_000);
    if (status === 0) return Buffer.from(output).toString('utf8');
    const said = complaint.replace(/^(?:fatal|error): /, '').split('\n')[0] ?? '';
    throw new UsageError(`git refuses: ${said}`, 'run it inside the repository, and check the revisions');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new UsageError('--git needs git, which is not installed');
    throw error;
  }
}

export interface WantedPair {
  /** What to call the pair. */
  readonly name: string;
  /** Inputs of each side; none where there is nothing on that side. */
  readonly before: readonly WantedFile[];
  readonly after: readonly WantedFile[];
  /** Whether a side that is no configuration is passed over with a note. */
  readonly mayBeOther: boolean;
  /** The path before, where git says that the file was renamed. */
  readonly renamedFrom?: string;
  /** Where git calls: what it shows itself, should this be no configuration. */
  readonly git?: GitFiles;
}

export interface WantedFile {
  readonly input: string;
  /** The name to show, where the input is a temporary file. */
  readonly shown?: string;
}

/** The files of a side that has one at most. */
function wanted(input: string | undefined): readonly WantedFile[] {
  return input === undefined ? [] : [{ input }];
}
