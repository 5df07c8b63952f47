/** What `diff` is to compare: pairs of files from two inputs, from git, or from the arguments of a diff driver. */
import { relative, resolve } from 'node:path';
import { looksLikeConfiguration } from '../source/candidate.ts';
import { InputError } from '../source/errors.ts';
import { systemCode } from '../source/file-problem.ts';
import { listInputs } from '../source/inputs.ts';
import { processIo } from './io.ts';
import { UsageError } from './usage-error.ts';

export interface WantedPair {
  /** What to call the pair. */
  readonly name: string;
  /** Inputs of each side; none where there is nothing on that side. */
  readonly before: readonly WantedFile[];
  readonly after: readonly WantedFile[];
  /** Whether a side that is no configuration is passed over with a note. */
  readonly mayBeOther: boolean;
}

export interface WantedFile {
  readonly input: string;
  /** The name to show, where the input is a temporary file. */
  readonly shown?: string;
}

/**
 * The pairs of two inputs: directories file by file, anything else as one pair.
 *
 * @param together whether a directory is one configuration
 */
export async function pairsOfInputs(
  before: string,
  after: string,
  together: boolean,
): Promise<readonly WantedPair[]> {
  const name = before === after ? before : `${before} → ${after}`;
  const whole: WantedPair = {
    name,
    before: [{ input: before }],
    after: [{ input: after }],
    mayBeOther: false,
  };
  if (together) return [whole];
  const [one, other] = [await listed(before), await listed(after)];
  if (one === undefined && other === undefined) return [whole];
  const [left, right] = [one ?? singly(before), other ?? singly(after)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort();
  return paths.map((path) => ({
    name: path,
    before: wanted(left.get(path)),
    after: wanted(right.get(path)),
    mayBeOther: true,
  }));
}

function wanted(input: string | undefined): readonly WantedFile[] {
  return input === undefined ? [] : [{ input }];
}

function singly(input: string): ReadonlyMap<string, string> {
  return new Map([[input, input]]);
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

/**
 * All configurations that git says changed between two revisions, or a revision and the working tree.
 *
 * @param paths limits, as git takes them
 */
export async function pairsOfGit(
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
  return changedFiles(status)
    .filter(({ before, after }) =>
      [before, after].some((path) => path !== undefined && looksLikeConfiguration(path)),
    )
    .map(({ before, after }) => ({
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

function inHead(path: string, head: string | undefined, top: string): string {
  return head === undefined ? relative(process.cwd(), resolve(top, path)) : `${head}:${path}`;
}

interface ChangedFile {
  readonly before?: string;
  readonly after?: string;
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
    else if (kind === 'R' || kind === 'C') found.push({ before: path, after: parts[++at] ?? '' });
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

/**
 * The arguments with which git calls an external diff driver: path, old file, its hash and mode, new file, its hash and
 * mode; behind them the new path and how alike both are, where the file was renamed.
 */
export function pairOfDriver(args: readonly string[]): WantedPair | undefined {
  if (args.length !== 7 && args.length !== 9) return undefined;
  const [path = '', oldFile = '', , , newFile = '', , , newPath = path] = args;
  const side = (file: string, shown: string): readonly WantedFile[] =>
    file === '/dev/null' ? [] : [{ input: file, shown }];
  return {
    name: path === newPath ? path : `${path} → ${newPath}`,
    before: side(oldFile, `a/${path}`),
    after: side(newFile, `b/${newPath}`),
    mayBeOther: true,
  };
}
