/** What `diff` is to compare: two inputs, or what git says changed. */
import { safeLine } from '../../present/text.ts';
import { InputError } from '../../source/errors.ts';
import { listInputs } from '../../source/inputs.ts';
import { shownInput } from '../../source/live.ts';
import { processIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { pairsOfGit } from './git-pairs.ts';
import { type WantedPair, wanted } from './wanted.ts';

/**
 * The pairs that the arguments of the command name.
 *
 * @param args the arguments without the dashes that part revisions from paths, which the parser takes away
 * @param argv the whole command line, where they still stand
 */
export async function pairsOfArguments(
  args: readonly string[],
  argv: readonly string[],
  flags: { readonly git: boolean; readonly together: boolean },
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
  return await pairsOfInputs(a, b, flags.together);
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
